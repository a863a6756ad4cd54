import CommandLanguage
import Notation

extension RecipeReader {
    /// A block of steps: control lines, then the steps.
    mutating func readBlock(_ fence: RecipeLayout.Fence) {
        let text = RecipeBlockText(layout, fence)
        var block = RecipeBlock(line: fence.opening + 1)
        let before = diagnostics.count
        var number = 0
        var useLine: Int?
        while number < text.count {
            let range = text.line(number)
            let line = text.text(range)
            if RecipeReader.beginsStep(line) { break }
            let word = String(line.prefix { !$0.isWhitespace })
            if line.utf8.allSatisfy(ASCII.isSpace) || word.hasPrefix("#") {
                number += 1
                continue
            }
            var last = number
            switch word {
            case "cleanup":
                if line.utf8.count > "cleanup".utf8.count, !line.utf8.dropFirst(7).allSatisfy(ASCII.isSpace) {
                    report(text.index(number), nil, "cleanup must be alone on its line.")
                }
                if block.isCleanup { report(text.index(number), nil, "cleanup is repeated in this block.") }
                block.isCleanup = true
            case "timeout": readTimeout(text, range, &block)
            case "if": readCondition(text, range, &block)
            case "for": last = readLoop(text, range, &block)
            case "use":
                useLine = useLine ?? number
                readUse(text, range, &block)
            default: report(text.index(number), nil, notControl(word), hints: controlHints(word, line))
            }
            number = last + 1
        }
        if number < text.count {
            if let useLine {
                report(
                    text.index(useLine), nil, "A block with use cannot have steps.",
                    hints: ["Put the steps into a block of their own."])
            }
            readSteps(text, from: number, into: &block)
        } else if block.use == nil, diagnostics.count == before {
            report(
                fence.opening, nil, "This block has no steps.",
                hints: ["A step is a line that begins with > and a blank: > table list incident -n 5"])
        }
        recipe.blocks.append(block)
    }

    private func notControl(_ word: String) -> String {
        if word.hasPrefix(">") { return "A blank must follow >." }
        if word.hasPrefix("?") { return "There is no step above this expectation." }
        return "Only for, if, use, cleanup, timeout and comments are allowed above the first step."
    }

    private func controlHints(_ word: String, _ line: String) -> [String] {
        if word.hasPrefix(">") { return ["> " + ASCII.trimmed(line.drop { $0 == ">" })] }
        if word.hasPrefix("?") { return [] }
        let near = DidYouMean.hints(for: word, among: ["for", "if", "use", "cleanup", "timeout"])
        return near.isEmpty ? ["A step begins with > and a blank: > \(ASCII.trimmed(line[...]))"] : near
    }

    static func beginsStep(_ line: String) -> Bool { line.hasPrefix("> ") || line == ">" || line.hasPrefix(">\t") }

    /// `timeout 30s`.
    private mutating func readTimeout(_ text: RecipeBlockText, _ range: Range<Int>, _ block: inout RecipeBlock) {
        var cursor = RecipeCursor(text, range, skipping: "timeout")
        let word = cursor.word()
        guard let time = Timespan(word.text), time.microseconds > 0, cursor.isAtEnd else {
            let place = text.place(word.text.isEmpty ? range : word.range)
            return report(
                place.index, place.span, "timeout needs a duration.", hints: ["timeout 30s", "timeout 500ms"])
        }
        if block.timeout != nil { report(text.place(range).index, nil, "timeout is repeated in this block.") }
        block.timeout = time
    }

    /// `for row in table list incident -n 3`. Returns the number of its last line.
    private mutating func readLoop(_ text: RecipeBlockText, _ range: Range<Int>, _ block: inout RecipeBlock) -> Int {
        var cursor = RecipeCursor(text, range, skipping: "for")
        let name = cursor.word()
        let between = cursor.word()
        let hints = ["for row in table list incident -q active=true -n 3"]
        guard VariableName.isValid(name.text), between.text == "in", !cursor.isAtEnd else {
            report(text.place(range).index, nil, "A loop needs a variable and a command.", hints: hints)
            return text.number(of: range.lowerBound)
        }
        if block.loop != nil {
            report(text.place(range).index, nil, "for is repeated in this block.", hints: ["Loops are not nested."])
        }
        let (command, end) = readCommand(text, from: cursor.at)
        let last = text.number(of: end)
        guard let command else { return last }
        if let part = command.captures.first?.span ?? command.destinationSpan {
            let place = text.place(part.lowerBound + cursor.at..<part.upperBound + cursor.at)
            report(
                place.index, place.span,
                "The command of a loop cannot capture or redirect its output: the loop uses it.")
        }
        block.loop = RecipeBlock.Loop(variable: name.text, command: command.text, line: text.place(range).index + 1)
        return last
    }

    /// `if {{state}} != 7`.
    private mutating func readCondition(_ text: RecipeBlockText, _ range: Range<Int>, _ block: inout RecipeBlock) {
        let index = text.place(range).index
        var cursor = RecipeCursor(text, range, skipping: "if")
        if block.condition != nil {
            report(index, nil, "if is repeated in this block.", hints: ["A block has one condition."])
        }
        guard let left = cursor.textBeforeComparison() else {
            return report(
                index, nil, "if needs a comparison, exists or absent.",
                hints: ["if {{state}} != 7", "if {{inc}} exists"])
        }
        guard let test = readTest(&cursor, text, of: nil) else { return }
        block.condition = RecipeBlock.Condition(left: left, test: test, line: index + 1)
    }

    /// `use raise.recipe.md caller={{caller}} => inc => mine = other`.
    private mutating func readUse(_ text: RecipeBlockText, _ range: Range<Int>, _ block: inout RecipeBlock) {
        let index = text.place(range).index
        func fail(_ span: Range<Int>, _ message: String, _ hints: [String] = []) {
            let place = text.place(span)
            report(place.index, place.span, message, hints: hints)
        }
        if block.use != nil {
            report(index, nil, "use is repeated in this block.", hints: ["Put it into a block of its own."])
        }
        let lexed = Lexer.lex(Array(text.bytes[..<range.upperBound]), from: range.lowerBound + "use".utf8.count)
        if let error = lexed.error { return fail(error.span, error.message, error.hints) }
        var words = lexed.tokens[...]
        guard case .word(let path)? = words.popFirst(), let file = path.literal, !file.isEmpty else {
            return fail(range, "use needs the file of a recipe.", ["use raise.recipe.md caller={{caller}} => inc"])
        }
        var use = RecipeBlock.Use(path: file, arguments: [], captures: [], line: index + 1)
        while case .word(let word)? = words.first {
            words.removeFirst()
            guard let length = word.assignedNameLength,
                VariableName.isValid(String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self))
            else { return fail(word.span, "Write a parameter as name=value.", ["use \(file) caller={{caller}}"]) }
            let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
            if use.arguments.contains(where: { $0.name == name }) { fail(word.span, "\(name) is given twice.") }
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
        block.use = use
    }
}
