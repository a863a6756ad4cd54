/// The title of a page that came in place of an answer: often the only words that say what is wrong.
package enum PageTitle {
    /// The title on one line, safe to show and at most `limit` bytes of it; nil when the page has none near its beginning.
    package static func of(_ body: [UInt8], limit: Int = 1000) -> String? {
        let head = String(decoding: body.prefix(searched), as: UTF8.self)
        guard let opening = head.range(ofASCII: "<title"),
            let start = head[opening.upperBound...].firstIndex(of: ">").map(head.index(after:)),
            let end = head[start...].range(ofASCII: "</title")?.lowerBound
        else { return nil }
        var title = String(head[start..<end])
        for (entity, character) in entities {
            title = title.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
        }
        let line = SafeText.line(title, limit: limit)
        return line.isEmpty ? nil : line
    }

    private static let searched = 16_384

    /// The ampersand last, or it would make new ones.
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ]
}

extension StringProtocol {
    /// Where an ASCII text stands for the first time, letter case aside.
    fileprivate func range(ofASCII text: String) -> Range<Index>? {
        let wanted = Array(text.utf8)
        var place = startIndex
        while place < endIndex {
            var end = place
            var matched = 0
            while matched < wanted.count, end < endIndex, let byte = self[end].asciiValue,
                (0x41...0x5A).contains(byte) ? byte | 0x20 == wanted[matched] : byte == wanted[matched]
            {
                matched += 1
                end = index(after: end)
            }
            if matched == wanted.count { return place..<end }
            place = index(after: place)
        }
        return nil
    }
}
