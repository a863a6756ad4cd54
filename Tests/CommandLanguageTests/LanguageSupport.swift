@testable import CommandLanguage
import Testing

/// A text with a part marked `‹so›`, and where that part stands without the marks, in UTF-8 bytes.
struct Marked {
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

/// The error of a line that is no command; records an issue when it is one.
func parseError(_ text: String) -> ParseError? {
    do throws(ParseError) {
        let invocation = try Parser.parse(text)
        Issue.record("\(text) is a command: \(invocation.words.map(\.literal))")
        return nil
    } catch {
        return error
    }
}
