/// The title of a page that came in place of an answer: often the only words that say what is wrong.
package enum PageTitle {
    private static let searched = 16_384

    /// The title on one line, safe to show and at most `limit` bytes of it; nil when the page has none near its beginning.
    package static func of(_ body: [UInt8], limit: Int = 1000) -> String? {
        var page = HTMLScanner(Array(body.prefix(searched)))
        while let token = page.next() {
            guard case .startTag(let tag) = token, tag.name == "title" else { continue }
            let range = page.rawText(of: "title")
            guard range.upperBound < page.bytes.count else { return nil }
            var title = String(decoding: page.bytes[range], as: UTF8.self)
            for (entity, character) in entities {
                title = title.split(separator: entity, omittingEmptySubsequences: false).joined(separator: character)
            }
            let line = SafeText.line(title, limit: limit)
            return line.isEmpty ? nil : line
        }
        return nil
    }

    /// The ampersand last, or it would make new ones.
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ]
}
