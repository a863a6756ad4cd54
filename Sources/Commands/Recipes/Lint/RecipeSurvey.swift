import Workbench
import Replaying
import Tapes
import Notation

/// Every text of a recipe that is expanded, in the order of execution, with its position in the file.
struct RecipeSurvey {
    /// A command of a step or of a loop.
    package struct Command {
        let invocation: Invocation
        let line: Int
        let isLoop: Bool
    }

    /// The lines of the file, from 0.
    let lines: [String]
    let recipe: Recipe

    init(_ recipe: Recipe) {
        self.recipe = recipe
        lines = recipe.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// A line of the file, from 1.
    func text(of line: Int) -> String { lines.indices.contains(line - 1) ? lines[line - 1] : "" }

    var commands: [Command] {
        recipe.blocks.flatMap { block -> [Command] in
            let loop = block.loop.flatMap { loop in
                (try? Parser.parse(loop.command)).map { Command(invocation: $0, line: loop.line, isLoop: true) }
            }
            return [loop].compactMap(\.self)
                + block.steps.compactMap { step in
                    (try? Parser.parse(step.command)).map { Command(invocation: $0, line: step.line, isLoop: false) }
                }
        }
    }

    /// The position in the file of a part of a command.
    func place(of span: Range<Int>, in command: String, from line: Int) -> (line: Int, span: Range<Int>) {
        let bytes = Array(command.utf8)
        let before = bytes[..<min(span.lowerBound, bytes.count)]
        let number = before.count { $0 == .lineFeed }
        let start = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
        let own = Array(text(of: line + number).utf8)
        // The first line follows `> ` or `for row in `; the others are indented like the fence.
        let shift = max(0, RecipeSurvey.offset(of: Array(bytes[start..<end]), in: own)) - start
        return (line + number, span.lowerBound + shift..<max(span.lowerBound, min(span.upperBound, end)) + shift)
    }

    func place(of text: String, in line: Int) -> Range<Int> {
        let own = Array(self.text(of: line).utf8)
        let start = RecipeSurvey.offset(of: Array(text.utf8), in: own)
        return start < 0 ? 0..<own.count : start..<start + text.utf8.count
    }

    /// The last position of one text in another; -1 if there is none.
    private static func offset(of part: [UInt8], in whole: [UInt8]) -> Int {
        guard part.count <= whole.count else { return -1 }
        // Searched from the end, because a command ends its line except for blanks.
        return (0...(whole.count - part.count)).reversed().first { whole[$0..<$0 + part.count].elementsEqual(part) }
            ?? -1
    }

    /// A finding about a part of a command.
    func finding(
        _ rule: RecipeFinding.Rule, _ span: Range<Int>, of command: Command, _ message: String, _ hints: [String] = []
    ) -> RecipeFinding {
        let place = place(of: span, in: command.invocation.text, from: command.line)
        return RecipeFinding(rule, line: place.line, span: place.span, message, hints: hints)
    }

    /// A finding about a text in a line.
    func finding(
        _ rule: RecipeFinding.Rule, _ text: String, in line: Int, _ message: String, _ hints: [String] = []
    ) -> RecipeFinding {
        RecipeFinding(rule, line: line, span: place(of: text, in: line), message, hints: hints)
    }

    /// The use of a variable.
    struct Use {
        let name: String
        let line: Int
        let span: Range<Int>
    }

    func uses(in command: Invocation, from line: Int) -> [Use] {
        var words = command.words
        if case .file(let word, _, _)? = command.destination { words.append(word) }
        return words.flatMap(\.pieces).compactMap { piece in
            guard case .variable(let name, let span) = piece else { return nil }
            let place = place(of: span, in: command.text, from: line)
            return Use(name: name, line: place.line, span: place.span)
        }
    }

    /// The variables in a text of a line.
    func uses(in text: String, line: Int) -> [Use] {
        RecipeTemplate(text).variables.map { variable in
            Use(name: variable.name, line: line, span: place(of: "{{\(variable.name)}}", in: line))
        }
    }

    /// The variables of the expected value.
    func uses(in test: RecipeTest, line: Int) -> [Use] {
        guard case .compare(_, let value) = test else { return [] }
        return uses(in: value, line: line)
    }

    /// The variables of a step: of its command, and of its expectations and output.
    func uses(in step: RecipeStep) -> (command: [Use], below: [Use]) {
        let command = (try? Parser.parse(step.command)).map { uses(in: $0, from: step.line) } ?? []
        var below = step.expectations.flatMap { uses(in: $0.test, line: $0.line) }
        if let retry = step.retry { below += uses(in: retry.until.test, line: retry.line) }
        below += zip(step.output, step.outputLines).flatMap { uses(in: $0, line: $1) }
        return (command, below)
    }
}
