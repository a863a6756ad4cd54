@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// A text with a part marked `‹so›`, and that part's UTF-8 range in the text without marks.
struct MarkedLine {
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

/// The errors of a line that cannot be bound.
func lineError(about line: String, variables: [String: String] = [:]) -> String {
    do {
        let invocation = try Parser.parse(line)
        let match = try CommandTable.match(invocation)
        _ = try match.bind(in: line, variables: Expansion(variables))
        return "no complaint"
    } catch let error as ParseError {
        return ProblemText.lines(error.problem(in: line))
    } catch let problem as Problem {
        return ProblemText.lines(problem)
    } catch {
        return "\(error)"
    }
}

/// Binds a line that must be valid.
func bound(_ line: String, variables: [String: String] = [:]) throws -> BoundArguments {
    let match = try CommandTable.match(try Parser.parse(line))
    return try match.bind(in: line, variables: Expansion(variables))
}
