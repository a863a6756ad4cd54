import Testing

@testable import CommandLanguage

/// A text with a part marked `‹so›`, and that part's UTF-8 range in the text without marks.
struct MarkedText {
    let text: String
    let span: Range<Int>

    init(_ marked: String) {
        let before = marked.prefix { $0 != "‹" }
        let rest = marked.dropFirst(before.count + 1)
        let inside = rest.prefix { $0 != "›" }
        let after = rest.dropFirst(inside.count + 1)
        text = String(before + inside + after)
        span = before.utf8.count..<before.utf8.count + inside.utf8.count
    }
}

/// The parse error of a line; records an issue when the line parses.
func parseError(_ text: String) -> ParseError? {
    do throws(ParseError) {
        let invocation = try Parser.parse(text)
        Issue.record("\(text) is a command: \(invocation.words.map(\.literal))")
        return nil
    } catch {
        return error
    }
}
