/// The title of a page that came in place of an answer: often the only words that say what is wrong.
package enum PageTitle {
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

    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ]
}

extension StringProtocol {
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

/// Text in HTML that Snowdeck writes itself.
package enum MarkupText {
    /// A text as it may stand between tags and within quotes. Control characters but for line ends and tabs, which HTML
    /// cannot hold, stand as U+FFFD.
    package static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&#34;"
            case "'": out += "&#39;"
            case "\n", "\t": out.unicodeScalars.append(scalar)
            default: out.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
            }
        }
        return out
    }
}
