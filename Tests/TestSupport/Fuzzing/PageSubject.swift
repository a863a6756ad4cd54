package import Notation

/// Pages of HTML: whole ones as instances send them, and tag soup.
package struct PageSubject: FuzzSubject {
    /// What reads a page: its bytes and its `Content-Type`.
    private let read: @Sendable (_ bytes: [UInt8], _ contentType: String?) -> Document

    /// The subject, with the reader that is tried.
    package init(read: @escaping @Sendable (_ bytes: [UInt8], _ contentType: String?) -> Document) { self.read = read }

    package let name = "pages"

    package let words =
        PageSoup.tags.map { "<\($0)>" } + PageSoup.tags.map { "</\($0)>" } + PageSoup.attributes.map { "<p \($0)>" }
        + PageSoup.texts + ["<", "</", "<!--", "-->", "<![CDATA[", "]]>", "<!doctype html>", ">", "\"", "'", "=", "&"]

    package func text(_ random: inout SeededGenerator) -> [UInt8] {
        var soup = PageSoup(random)
        let text = soup.page()
        random = soup.random
        return text
    }

    package func tokens(of text: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start: Int?
        for (place, byte) in text.enumerated() {
            if byte == UInt8(ascii: "<") { start = place }
            guard byte == UInt8(ascii: ">"), let from = start else { continue }
            tokens.append(from..<place + 1)
            start = nil
        }
        return tokens
    }

    package func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzVerdict {
        let type = random.pick([
            nil, "text/html", "text/html; charset=UTF-8", "text/html; charset=utf-16", "text/html;charset=sjis",
        ])
        let document = read(text, type)
        if let claim = DocumentClaims.broken(document, of: text) { return .broken(claim) }
        guard read(text, type) == document else { return .broken("read again, it is another document") }
        return document.cuts.isEmpty ? .accepted : .refused
    }
}
