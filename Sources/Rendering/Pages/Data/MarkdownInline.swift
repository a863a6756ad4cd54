import Notation

/// Inline parts of a page as Markdown.
struct MarkdownInline {
    let parts: PageParts
    /// What a new line is written as.
    let lineBreak: String

    /// The parts one after the other, on lines as long as they are.
    func text(of inlines: [Inline]) -> String {
        let text = written(inlines)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
            .joined(separator: "\n")
    }

    private func written(_ inlines: [Inline]) -> String {
        var out = ""
        for inline in inlines {
            switch inline {
            case .text(let text, let emphasis): out += emphasised(PageText.line(text), emphasis)
            case .lineBreak: out += lineBreak
            case .image(let alternative):
                let alternative = PageText.label(alternative)
                if !alternative.isEmpty { out += "![\(MarkdownText.escaped(alternative))]()" }
            case .link(let number, let inner): out += link(number, inner)
            case .field(let form, let field):
                if let field = parts.shown(form: form, field: field) { out += " " + face(of: field) + " " }
            }
        }
        return out
    }

    private func link(_ number: Int, _ inner: [Inline]) -> String {
        let words = written(inner)
        let (before, text, after) = Self.parted(words)
        let name = text.isEmpty ? MarkdownText.escaped(parts.name(ofLink: number)) : text
        guard parts.links.indices.contains(number) else { return words }
        return "\(before)[\(name)](\(MarkdownText.target(parts.links[number].target)))\(after)"
    }

    private func emphasised(_ text: String, _ emphasis: Inline.Emphasis) -> String {
        let (before, words, after) = Self.parted(text)
        if words.isEmpty { return text }
        if emphasis.contains(.code) { return before + Self.code(words) + after }
        var out = MarkdownText.escaped(words)
        if emphasis.contains(.struck) { out = "~~\(out)~~" }
        if emphasis.contains(.stressed) { out = "*\(out)*" }
        if !emphasis.isDisjoint(with: [.strong, .marked]) { out = "**\(out)**" }
        return before + out + after
    }

    /// Code between more backticks than it has in a row itself.
    private static func code(_ text: String) -> String {
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        let pad = text.utf8.first == UInt8(ascii: "`") || text.utf8.last == UInt8(ascii: "`") ? " " : ""
        return fence + pad + text + pad + fence
    }

    static func longestRun(in text: String) -> Int {
        var longest = 0, run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private func face(of field: Form.Field) -> String {
        let notes = FieldFace.notes(on: field).map { " (\($0))" }.joined()
        switch FieldFace(field) {
        case .word(let before, let text, let after): return MarkdownText.escaped(before + text + after) + notes
        case .box(let text): return MarkdownText.escaped("[\(text)]") + notes
        case .lines(let lines):
            return MarkdownText.escaped("[") + lines.map(MarkdownText.escaped).joined(separator: lineBreak) + "\\]"
                + notes
        }
    }

    /// A text without the spaces at its ends, and those.
    private static func parted(_ text: String) -> (String, String, String) {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 != 0x20 }), let last = bytes.lastIndex(where: { $0 != 0x20 })
        else { return (text, "", "") }
        let end = bytes.index(after: last)
        return (String(text[..<first]), String(text[first..<end]), String(text[end...]))
    }
}
