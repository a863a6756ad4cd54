/// The title of a page that was sent instead of an API response, often the only hint at what is wrong.
package enum PageTitle {
    private static let searchLimit = 16_384

    /// The title on one line, safe to print and at most `limit` bytes; nil if there is none near the start of the page.
    package static func of(_ body: [UInt8], limit: Int = 1000) -> String? {
        var page = HTMLScanner(Array(body.prefix(searchLimit)))
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

    /// `&amp;` is last, because replacing it first would create new entities.
    private static let entities = [
        ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&"),
    ]
}
