import CommandLanguage
import Notation

/// The lines of a block without its indentation, also as one text, because a command may span several.
private struct BlockText {
    let lines: [Substring]
    let bytes: [UInt8]
    /// The offset of each line's end.
    let ends: [Int]
    /// The index of the first line in the file.
    let first: Int

    init(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence) {
        lines = fence.content.map { layout.line($0, in: fence) }
        first = fence.content.lowerBound
        var bytes: [UInt8] = [], ends: [Int] = []
        for line in lines {
            bytes += line.utf8
            ends.append(bytes.count)
            bytes.append(.lineFeed)
        }
        self.bytes = bytes.dropLast()
        self.ends = ends
    }
}

extension RecipeReader {
    /// A block of steps: control lines, then the steps.
    mutating func readBlock(_ fence: RecipeLayout.Fence) {
        let text = BlockText(layout, fence)
        var block = RecipeBlock(line: fence.opening + 1)
        let before = diagnostics.count
        var number = 0
        var seen: [Substring: Int] = [:]
        while number < text.lines.count, !Self.beginsStep(text.lines[number]) {
            let index = text.first + number
            var rest = text.lines[number]
            let word = rest.takeWord()
            defer { number += 1 }
            if word.isEmpty && rest.isEmpty || word.hasPrefix("#") { continue }
            if seen[word] != nil { report(index, "\(word) is repeated in this block.") }
            seen[word] = index
            switch word {
            case "cleanup":
                if !rest.isEmpty { report(index, "cleanup must be alone on its line.") }
                block.isCleanup = true
            case "timeout":
                let time = Timespan(String(ASCII.trimmed(rest)))
                if time?.microseconds ?? 0 <= 0 {
                    report(index, rest, "timeout needs a duration.", hints: ["timeout 30s", "timeout 500ms"])
                }
                block.timeout = time
            case "if": block.condition = readCondition(rest, index)
            case "for": number = readLoop(rest, number, text, &block)
            case "use": block.use = readUse(rest, index)
            default: report(index, notControl(word), hints: controlHints(word, text.lines[number]))
            }
        }
        if number < text.lines.count {
            if let index = seen["use"] {
                report(
                    index, "A block with use cannot have steps.", hints: ["Put the steps into a block of their own."])
            }
            readSteps(text, from: number, into: &block)
        } else if block.use == nil, diagnostics.count == before {
            report(
                fence.opening, "This block has no steps.",
                hints: ["A step is a line that begins with > and a blank: > table list incident -n 5"])
        }
        recipe.blocks.append(block)
    }

    private func notControl(_ word: Substring) -> String {
        if word.hasPrefix(">") { return "A blank must follow >." }
        if word.hasPrefix("?") { return "There is no step above this expectation." }
        return "Only for, if, use, cleanup, timeout and comments are allowed above the first step."
    }

    private func controlHints(_ word: Substring, _ line: Substring) -> [String] {
        if word.hasPrefix(">") { return ["> " + ASCII.trimmed(line.drop { $0 == ">" })] }
        if word.hasPrefix("?") { return [] }
        let near = DidYouMean.hints(for: String(word), among: ["for", "if", "use", "cleanup", "timeout"])
        return near.isEmpty ? ["A step begins with > and a blank: > \(ASCII.trimmed(line))"] : near
    }

    private static func beginsStep(_ line: Substring) -> Bool {
        line.hasPrefix("> ") || line == ">" || line.hasPrefix(">\t")
    }

    private static func isComment(_ line: Substring) -> Bool { line == "#" || line.hasPrefix("# ") }

    /// `for row in table list incident -n 3`. Returns the number of its last line.
    private mutating func readLoop(
        _ line: Substring, _ number: Int, _ text: BlockText, _ block: inout RecipeBlock
    ) -> Int {
        var rest = line
        let index = text.first + number, name = String(rest.takeWord())
        guard VariableName.isValid(name), rest.takeWord() == "in", !rest.isEmpty else {
            report(
                index, "A loop needs a variable and a command.",
                hints: ["for row in table list incident -q active=true -n 3"])
            return number
        }
        let (command, last) = readCommand(rest, number, text)
        guard let command else { return last }
        if !command.captures.isEmpty || command.destination != nil {
            report(index, "The command of a loop cannot capture or redirect its output: the loop uses it.")
        }
        block.loop = RecipeBlock.Loop(variable: name, command: command.text, line: index + 1)
        return last
    }

    /// `if {{state}} != 7`.
    private mutating func readCondition(_ line: Substring, _ index: Int) -> RecipeBlock.Condition? {
        var rest = line
        guard let left = rest.takeCompared() else {
            report(
                index, "if needs a comparison, exists or absent.", hints: ["if {{state}} != 7", "if {{inc}} exists"])
            return nil
        }
        return readTest(&rest, index, of: nil).map { RecipeBlock.Condition(left: left, test: $0, line: index + 1) }
    }

    /// `use raise.recipe.md caller={{caller}} => inc => mine = other`.
    private mutating func readUse(_ line: Substring, _ index: Int) -> RecipeBlock.Use? {
        func fail(_ span: Range<Int>, _ message: String, _ hints: [String] = []) -> RecipeBlock.Use? {
            report(index, line.bytes(span), message, hints: hints)
            return nil
        }
        let lexed = Lexer.lex(Array(line.utf8))
        if let error = lexed.error { return fail(error.span, error.message, error.hints) }
        var words = lexed.tokens[...]
        guard case .word(let path)? = words.popFirst(), let file = path.literal, !file.isEmpty else {
            return fail(
                0..<line.utf8.count, "use needs the file of a recipe.",
                ["use raise.recipe.md caller={{caller}} => inc"])
        }
        var use = RecipeBlock.Use(path: file, arguments: [], captures: [], line: index + 1)
        while case .word(let word)? = words.first {
            words.removeFirst()
            let length = word.assignedNameLength ?? 0
            let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
            guard VariableName.isValid(name) else {
                return fail(word.span, "Write a parameter as name=value.", ["use \(file) caller={{caller}}"])
            }
            if use.arguments.contains(where: { $0.name == name }) {
                return fail(word.span, "\(name) is given twice.")
            }
            use.arguments.append(.init(name: name, value: RecipeTemplate.text(of: word.dropping(length + 1))))
        }
        while let token = words.popFirst() {
            guard case .capture(let arrow) = token else {
                return fail(token.span, "After use come parameters, then => and the variables to import.")
            }
            // `mine = other`, with or without blanks.
            var parts = ""
            while case .word(let word)? = words.first {
                parts += word.literal ?? "{{"
                words.removeFirst()
            }
            let names = parts.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
            guard (1...2).contains(names.count), names.allSatisfy(VariableName.isValid) else {
                return fail(
                    arrow, "After => comes the name of a variable, or two with = between them.",
                    ["=> inc", "=> mine = inc"])
            }
            use.captures.append(.init(name: names[0], source: names[names.count - 1]))
        }
        return use
    }

    /// Parses a command that is the end of a line and continues as the prompt would. Syntax errors are reported.
    ///
    /// Returns the number of its last line too.
    private mutating func readCommand(
        _ part: Substring, _ number: Int, _ text: BlockText
    ) -> (command: Invocation?, last: Int) {
        let start = text.ends[number] - part.utf8.count
        let whole = text.bytes[start..<max(Lexer.lex(text.bytes, from: start).span.upperBound, start)]
        let last = number + whole.count { $0 == .lineFeed }
        var own = whole
        while let byte = own.last, ASCII.isSpace(byte), own.dropLast().last != .backslash { own.removeLast() }
        let command = String(decoding: own, as: UTF8.self)
        do throws(ParseError) {
            let invocation = try Parser.parse(command)
            if !invocation.isEmpty { return (invocation, last) }
            report(text.first + number, "A command must follow >.", hints: ["> table list incident -n 5"])
        } catch {
            let place = layout.place(of: error.span, in: command, at: text.first + number + 1)
            report(
                place.line - 1, layout.lines[place.line - 1][...].bytes(place.span), error.message, hints: error.hints)
        }
        return (nil, last)
    }

    /// The steps from a line to the end of the block.
    private mutating func readSteps(_ text: BlockText, from first: Int, into block: inout RecipeBlock) {
        var number = first
        while number < text.lines.count {
            let (command, end) = readCommand(text.lines[number].dropping(1), number, text)
            var step = RecipeStep(command: command?.text ?? "", line: text.first + number + 1)
            let body = end + 1
            number = text.lines[body...].firstIndex(where: Self.beginsStep) ?? text.lines.count
            var last = number
            if number < text.lines.count {
                // Comments directly above a step are not part of the previous step's output.
                while last > body, Self.isComment(text.lines[last - 1]) { last -= 1 }
            }
            readBelow(text, body..<last, into: &step)
            block.steps.append(step)
        }
    }

    /// Expectations, `retry` and expected output below a command.
    private mutating func readBelow(_ text: BlockText, _ numbers: Range<Int>, into step: inout RecipeStep) {
        var blanks: [Int] = []
        for number in numbers {
            let index = text.first + number, line = text.lines[number]
            if line.utf8.allSatisfy(ASCII.isSpace) {
                blanks.append(index)
                continue
            }
            if line == "?" || line.hasPrefix("? ") {
                if let expectation = readExpectation(line.dropping(1), index) { step.expectations.append(expectation) }
            } else if line.hasPrefix("retry ") {
                readRetry(line.dropping("retry ".utf8.count), index, into: &step)
            } else {
                // Empty lines count only between two lines of output.
                if step.outputLines.last == index - blanks.count {
                    step.output += blanks.map { _ in "" }
                    step.outputLines += blanks.map { $0 + 1 }
                }
                step.output.append(RecipeStep.outputLine(written: String(line)))
                step.outputLines.append(index + 1)
            }
            blanks = []
        }
    }

    /// `retry 5 every 2s until .state == 6`.
    private mutating func readRetry(_ line: Substring, _ index: Int, into step: inout RecipeStep) {
        var rest = line
        let count = rest.takeWord(), every = rest.takeWord(), pause = rest.takeWord(), until = rest.takeWord()
        let hints = ["retry 5 every 2s until .state == 6"]
        guard let limit = Int(count), (1...1000).contains(limit) else {
            return report(index, count, "retry takes a number from 1 to 1000.", hints: hints)
        }
        guard every == "every", let time = Timespan(String(pause)), time.microseconds <= 3_600_000_000 else {
            return report(
                index, pause, "The pause between attempts is a duration of at most an hour, such as 2s.", hints: hints)
        }
        guard until == "until", !rest.isEmpty else {
            return report(index, "retry needs until and an expectation.", hints: hints)
        }
        guard let expectation = readExpectation(rest.hasPrefix("? ") ? rest.dropping(1) : rest, index) else { return }
        if step.retry != nil { report(index, "retry is repeated below this command.") }
        step.retry = .init(limit: limit, pause: time, until: expectation, line: index + 1)
    }
}

extension RecipeReader {
    /// `exit 0`, `rows >= 1`, `.state == 2`, `header Content-Type contains json`.
    private mutating func readExpectation(_ line: Substring, _ index: Int) -> RecipeExpectation? {
        let whole = ASCII.trimmed(line)
        var rest = whole
        guard let subject = readSubject(&rest, index), let test = readTest(&rest, index, of: subject) else {
            return nil
        }
        return RecipeExpectation(subject: subject, test: test, text: String(whole), line: index + 1)
    }

    private mutating func readSubject(_ rest: inout Substring, _ index: Int) -> RecipeExpectation.Subject? {
        let examples = ["? exit 0", "? rows >= 1", "? .state == 2"], whole = rest
        switch rest.utf8.first {
        case nil: report(index, "An expectation must follow ?.", hints: examples)
        case .dot?:
            var isQuoted = false
            let path = rest.take { byte in
                if byte == .doubleQuote { isQuoted.toggle() }
                return isQuoted || !ASCII.isSpace(byte) && !"=!<>~".utf8.contains(byte)
            }
            do throws(FieldPath.SyntaxError) { return .path(try FieldPath(String(path))) } catch {
                let end = min(error.offset + 1, whole.utf8.count)
                report(
                    index, whole.bytes(error.offset..<max(end, error.offset)), error.message,
                    hints: ["A path is written .result[0].number."])
            }
        default:
            let word = rest.take(while: ASCII.isLetter)
            switch word {
            case "exit": return .exit
            case "http": return .http
            case "rows": return .rows
            case "took": return .took
            case "header":
                let name = rest.takeWord()
                let isName = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
                if isName, !name.isEmpty { return .header(String(name)) }
                report(
                    index, whole, "header needs the name of a header field.",
                    hints: ["? header Content-Type contains json"])
            default:
                var hints = DidYouMean.hints(for: String(word), among: ["exit", "http", "rows", "took", "header"])
                if hints.isEmpty { hints = word.isEmpty ? examples : ["? .\(whole)"] + examples }
                report(
                    index, word.isEmpty ? whole : word,
                    "An expectation tests exit, http, rows, took, header or a path.",
                    hints: hints)
            }
        }
        return nil
    }

    /// A test, to the end of the line.
    ///
    /// - Parameter subject: the tested value; nil for the text of a condition.
    private mutating func readTest(
        _ rest: inout Substring, _ index: Int, of subject: RecipeExpectation.Subject?
    ) -> RecipeTest? {
        func fail(_ part: Substring?, _ message: String, _ hints: [String] = []) -> RecipeTest? {
            report(index, part, message, hints: hints)
            return nil
        }
        let whole = ASCII.trimmed(rest)
        let isNumber = subject.map { [.exit, .http, .rows, .took].contains($0) } ?? false
        if let comparison = rest.takeComparison() {
            if isNumber, comparison == .like || comparison == .contains {
                return fail(whole, "A number is compared by ==, !=, <, <=, > or >=.")
            }
            let written = ASCII.trimmed(rest)
            // If text follows the closing quote, the quote is part of an unquoted value.
            if let value = rest.takeQuoted(), rest.isEmpty { return check(value, written, index, comparison, subject) }
            return written.isEmpty
                ? fail(nil, "A value must follow \(comparison.rawValue).", [#"An empty text is "".""#])
                : check(String(written), written, index, comparison, subject)
        }
        let word = rest.takeWord()
        switch word {
        case "exists", "absent":
            if isNumber { return fail(word, "\(word) applies to a path or header only.", ["? .number \(word)"]) }
            if !rest.isEmpty { return fail(rest, "Nothing may follow \(word).") }
            return word == "exists" ? .exists : .absent
        case "type":
            let sort = ASCII.trimmed(rest)
            if isNumber { return fail(word, "type applies to a path only.") }
            if let known = RecipeTest.ValueType(rawValue: String(sort)) { return .type(known) }
            let sorts = RecipeTest.ValueType.allCases.map(\.rawValue)
            return fail(sort, "Unknown type \(sort).", ["Types: \(Phrase.listed(sorts, joinedBy: "and"))."])
        case "": return fail(nil, "A comparison is missing.", ["? .state == 2", "? .number exists"])
        default:
            // `exit 0`, `http 201`, `rows 3`.
            if isNumber, subject != .took, word.utf8.first.map({ ASCII.isDigit($0) || $0 == .openBrace }) ?? false {
                return rest.isEmpty
                    ? check(String(word), word, index, .equal, subject) : fail(rest, "Nothing may follow the number.")
            }
            var hints = DidYouMean.hints(for: String(word), among: ["contains", "exists", "absent", "type"])
            if word.hasPrefix("=") { hints = ["== compares."] }
            return fail(
                word, "Expected a comparison here.",
                hints.isEmpty ? ["== != < <= > >= ~ contains exists absent type"] : hints)
        }
    }

    /// Checks that a value without variables suits its subject.
    private mutating func check(
        _ value: String, _ part: Substring, _ index: Int, _ comparison: RecipeTest.Comparison,
        _ subject: RecipeExpectation.Subject?
    ) -> RecipeTest? {
        func isNumber(_ range: ClosedRange<Int>) -> Bool {
            value.utf8.allSatisfy(ASCII.isDigit) && Int(value).map(range.contains) ?? false
        }
        let isValid: Bool, message: String, hint: String
        switch subject {
        case .exit?: (isValid, message, hint) = (isNumber(0...255), "exit is a number from 0 to 255.", "? exit 0")
        case .http?:
            (isValid, message, hint) = (isNumber(100...599), "http is a status from 100 to 599.", "? http 201")
        case .rows?: (isValid, message, hint) = (isNumber(0...Int.max), "rows is a whole number.", "? rows >= 1")
        case .took?: (isValid, message, hint) = (Timespan(value) != nil, "took is a duration.", "? took < 2s")
        default: return .compare(comparison, value)
        }
        if isValid || !RecipeTemplate(value).variables.isEmpty { return .compare(comparison, value) }
        report(index, part, message, hints: [hint])
        return nil
    }
}

extension Substring {
    /// A comparison operator and the blanks after it: `==`, `contains`; nil if there is none.
    fileprivate mutating func takeComparison() -> RecipeTest.Comparison? {
        for sign in RecipeTest.Comparison.allCases where utf8.starts(with: sign.rawValue.utf8) {
            let length = sign.rawValue.utf8.count
            if sign == .contains, utf8.dropFirst(length).first.map(ASCII.isSpace) == false { continue }
            self = dropping(length)
            return sign
        }
        return nil
    }

    /// The text before the first comparison operator between blanks, or before `exists`, `absent` and `type`; nil if
    /// there is none. Quoted text is skipped.
    fileprivate mutating func takeCompared() -> String? {
        if isQuoted {
            let word = takeQuoted()
            return isEmpty ? nil : word
        }
        let whole = self
        _ = takeWord()
        while !isEmpty {
            var rest = self
            let word = rest.takeWord()
            if RecipeTest.Comparison(rawValue: String(word)) != nil || ["exists", "absent", "type"].contains(word) {
                return String(ASCII.trimmed(whole[..<startIndex]))
            }
            self = rest
        }
        return nil
    }

    private var isQuoted: Bool { utf8.first == .doubleQuote || utf8.first == .singleQuote }

    /// A quoted word as a template, and the blanks after it; nil if it is not closed on this line.
    fileprivate mutating func takeQuoted() -> String? {
        let lexed = isQuoted ? Lexer.lex(Array(utf8)) : nil
        guard case .word(let word)? = lexed?.tokens.first,
            lexed?.error.map({ $0.span.lowerBound >= word.span.upperBound }) ?? true
        else { return nil }
        self = dropping(word.span.upperBound)
        return RecipeTemplate.text(of: word)
    }
}
