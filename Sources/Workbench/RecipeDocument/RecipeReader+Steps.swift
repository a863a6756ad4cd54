import CommandLanguage
import Notation

extension RecipeReader {
    /// The kind of a line below a command.
    private enum LineKind {
        case blank
        case output
        case expectation
    }

    /// Parses a command that begins at a byte of the block and continues as the prompt would. Syntax errors are
    /// reported.
    mutating func readCommand(_ text: RecipeBlockText, from start: Int) -> (command: Invocation?, end: Int) {
        let lexed = Lexer.lex(text.bytes, from: start)
        let end = max(lexed.span.upperBound, start)
        var last = end
        while last > start, ASCII.isSpace(text.bytes[last - 1]), last - 1 == start || text.bytes[last - 2] != .backslash
        {
            last -= 1
        }
        let own = text.text(start..<last)
        do throws(ParseError) {
            let command = try Parser.parse(own)
            if !command.isEmpty { return (command, end) }
            let place = text.place(start..<end)
            report(
                place.index, nil, "A command must follow >.", hints: ["> table list incident -n 5"])
        } catch {
            let place = text.place(error.span.lowerBound + start..<error.span.upperBound + start)
            report(place.index, place.span, error.message, hints: error.hints)
        }
        return (nil, end)
    }

    /// The steps from a line to the end of the block.
    mutating func readSteps(_ text: RecipeBlockText, from first: Int, into block: inout RecipeBlock) {
        var number = first
        while number < text.count {
            let line = text.line(number)
            let start = min(line.lowerBound + 2, line.upperBound)
            var own = start
            while own < line.upperBound, ASCII.isSpace(text.bytes[own]) { own += 1 }
            let (command, end) = readCommand(text, from: own)
            var step = RecipeStep(command: command?.text ?? "", line: text.index(number) + 1)
            number = text.number(of: end) + 1
            let body = number
            while number < text.count, !RecipeReader.beginsStep(text.text(text.line(number))) { number += 1 }
            var last = number
            if number < text.count {
                // Comments directly above a step are not part of the previous step's output.
                while last > body, RecipeReader.isComment(text.text(text.line(last - 1))) { last -= 1 }
            }
            readBelow(text, body..<last, into: &step)
            block.steps.append(step)
        }
    }

    /// Expectations, `retry` and expected output below a command.
    private mutating func readBelow(_ text: RecipeBlockText, _ numbers: Range<Int>, into step: inout RecipeStep) {
        var blanks: [Int] = []
        var before = LineKind.blank
        for number in numbers {
            let range = text.line(number)
            let line = text.text(range)
            if line.utf8.allSatisfy(ASCII.isSpace) {
                blanks.append(text.index(number))
                continue
            }
            if line == "?" || line.hasPrefix("? ") {
                var cursor = RecipeCursor(text, range, skipping: "?")
                if let expectation = readExpectation(&cursor, text) { step.expectations.append(expectation) }
                before = .expectation
            } else if line.hasPrefix("retry ") {
                readRetry(text, range, into: &step)
                before = .expectation
            } else {
                // Empty lines count only between two lines of output.
                if before == .output {
                    for index in blanks { step.expect("", line: index + 1) }
                }
                step.expect(RecipeStep.outputLine(written: line), line: text.index(number) + 1)
                before = .output
            }
            blanks = []
        }
    }

    /// `retry 5 every 2s until .state == 6`.
    private mutating func readRetry(_ text: RecipeBlockText, _ range: Range<Int>, into step: inout RecipeStep) {
        let index = text.place(range).index
        var cursor = RecipeCursor(text, range, skipping: "retry")
        let count = cursor.word(), every = cursor.word(), pause = cursor.word(), until = cursor.word()
        let hints = ["retry 5 every 2s until .state == 6"]
        guard let limit = Int(count.text), (1...1000).contains(limit) else {
            let place = text.place(count.range)
            return report(place.index, place.span, "retry takes a number from 1 to 1000.", hints: hints)
        }
        guard every.text == "every", let time = Timespan(pause.text), time.microseconds <= 3_600_000_000 else {
            let place = text.place(pause.range)
            return report(
                place.index, place.span, "The pause between attempts is a duration of at most an hour, such as 2s.",
                hints: hints)
        }
        guard until.text == "until", !cursor.isAtEnd else {
            return report(index, nil, "retry needs until and an expectation.", hints: hints)
        }
        cursor.skip("?")
        guard let expectation = readExpectation(&cursor, text) else { return }
        if step.retry != nil { report(index, nil, "retry is repeated below this command.") }
        step.retry = .init(limit: limit, pause: time, until: expectation, line: index + 1)
    }

    static func isComment(_ line: String) -> Bool { line == "#" || line.hasPrefix("# ") }
}

extension RecipeStep {
    fileprivate mutating func expect(_ text: String, line: Int) {
        output.append(text)
        outputLines.append(line)
    }
}
