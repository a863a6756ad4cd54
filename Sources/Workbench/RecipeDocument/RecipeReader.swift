import CommandLanguage
import Notation

extension Recipe {
    /// The largest text, in bytes.
    static let longest = 1 << 20

    /// Parses a recipe, in one pass.
    ///
    /// - Throws: all syntax errors with their positions.
    package static func read(_ text: String, at path: String) throws(RecipeError) -> Recipe {
        guard text.utf8.count <= longest else {
            throw RecipeError(
                path: path,
                [
                    RecipeDiagnostic(
                        line: 1, span: 0..<0, "\(path) is larger than 1 MB, the limit for recipes.")
                ], in: [])
        }
        var reader = RecipeReader(text, at: path)
        return try reader.read()
    }
}

/// Parses a recipe. Errors are collected, so that all are reported at once.
package struct RecipeReader {
    let layout: RecipeLayout
    var recipe: Recipe
    var diagnostics: [RecipeDiagnostic] = []

    init(_ text: String, at path: String) {
        layout = RecipeLayout(text)
        recipe = Recipe(path: path, text: layout.lines.map { $0 + "\n" }.joined(), goal: "")
    }

    mutating func read() throws(RecipeError) -> Recipe {
        var paragraph: [Int] = []
        var hasGoal = false, hasBlock = false
        for part in layout.parts {
            switch part {
            case .prose(let index):
                let line = layout.lines[index]
                let isBlank = line.utf8.allSatisfy(ASCII.isSpace)
                let heading = isBlank ? nil : RecipeReader.heading(line)
                if isBlank || heading != nil {
                    take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
                    paragraph = []
                }
                if let heading, !hasGoal, heading.level == 1 {
                    hasGoal = true
                    recipe.goal = heading.text
                    if heading.text.isEmpty {
                        report(index, "Write its purpose as a heading: # Raise an incident")
                    }
                }
                if !isBlank, heading == nil { paragraph.append(index) }
            case .fence(let fence):
                take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
                paragraph = []
                if !fence.isClosed {
                    report(
                        fence.opening, "This block is never closed.", hints: ["Close it with ``` on a line of its own."]
                    )
                }
                switch fence.language {
                case "params": readParameters(fence)
                case "snowdeck":
                    hasBlock = true
                    readBlock(fence)
                default:
                    if ["snowdeck", "params"].contains(ASCII.lowercased(fence.language)) {
                        report(
                            fence.opening, "The language of a block is written in small letters.",
                            hints: ["```" + ASCII.lowercased(fence.language)])
                    }
                }
            }
        }
        take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
        if !hasGoal {
            report(
                0, "A recipe needs a heading with its purpose.", hints: ["# Raise an incident and note the work"])
        }
        if !hasBlock {
            report(
                max(layout.lines.count - 1, 0), "There is no block of steps.",
                hints: ["```snowdeck", "> table list incident -n 5", "```"])
        }
        guard diagnostics.isEmpty else { throw RecipeError(path: recipe.path, diagnostics, in: layout.lines) }
        return recipe
    }

    /// Reports an error in a line or a part of it.
    mutating func report(_ index: Int, _ span: Range<Int>?, _ message: String, hints: [String] = []) {
        let text = layout.lines.indices.contains(index) ? layout.lines[index] : ""
        diagnostics.append(
            RecipeDiagnostic(line: index + 1, span: span ?? RecipeReader.contentRange(text), message, hints: hints))
    }

    /// Reports an error in a whole line.
    mutating func report(_ index: Int, _ message: String, hints: [String] = []) {
        report(index, nil, message, hints: hints)
    }

    /// The range of a line without surrounding blanks, in bytes.
    private static func contentRange(_ text: String) -> Range<Int> {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
            let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// A heading that begins with `#`: its level and text.
    package static func heading(_ line: String) -> (level: Int, text: String)? {
        let level = line.utf8.prefix { $0 == .hash }.count
        let rest = line.utf8.dropFirst(level)
        guard (1...6).contains(level), rest.first.map(ASCII.isSpace) ?? true else { return nil }
        return (level, String(ASCII.trimmed(Substring(rest))))
    }

    /// Reads a paragraph: the explanation, `writes:`, or other prose.
    private mutating func take(_ paragraph: [Int], hasGoal: Bool, hasBlock: Bool) {
        guard let first = paragraph.first else { return }
        let texts = paragraph.map { layout.lines[$0] }
        for (index, text) in zip(paragraph, texts) {
            let inner = ASCII.trimmed(text[...])
            if ["```snowdeck", "~~~snowdeck", "```params", "~~~params"].contains(where: { inner == $0 }) {
                report(
                    index, "This block is indented too far and would never run.",
                    hints: ["Put it at the beginning of its line."])
            }
        }
        if let declared = texts.firstIndex(where: { $0.hasPrefix("writes:") }) {
            let index = paragraph[declared]
            if paragraph.count > 1 {
                return report(
                    index, "writes: must be a paragraph of its own.", hints: ["Put an empty line around it."])
            }
            if !hasGoal { return report(index, "writes: must be below the heading.") }
            if hasBlock { return report(index, "writes: must be above the first block of steps.") }
            return readWrites(index)
        }
        if hasGoal, recipe.explanation.isEmpty, !hasBlock, RecipeReader.isPlain(texts[0]), first >= 0 {
            recipe.explanation = texts.map { String(ASCII.trimmed($0[...])) }.joined(separator: " ")
        }
    }

    /// Whether a paragraph's first line begins plain text, not a list, quotation, table or comment.
    private static func isPlain(_ line: String) -> Bool {
        let text = ASCII.trimmed(line[...])
        if ["- ", "* ", "+ ", ">", "|", "<", "==", "--", "![", "***"].contains(where: text.hasPrefix) { return false }
        let digits = text.utf8.prefix(while: ASCII.isDigit).count
        return digits == 0 || text.utf8.dropFirst(digits).first.map { $0 != .dot && $0 != .closeParenthesis } ?? true
    }

    /// `writes: incident, journal`.
    private mutating func readWrites(_ index: Int) {
        if let writesLine = recipe.writesLine {
            return report(
                index, "writes: is on line \(writesLine) already.", hints: ["Put all of it on one line."])
        }
        recipe.writesLine = index + 1
        let line = Array(layout.lines[index].utf8)
        var place = "writes:".utf8.count
        var names: [String] = []
        while place <= line.count {
            let end = line[place...].firstIndex(of: .comma) ?? line.count
            var span = place..<end
            while let first = span.first, ASCII.isSpace(line[first]) { span.removeFirst() }
            while let last = span.last, ASCII.isSpace(line[last]) { span.removeLast() }
            let name = String(decoding: line[span], as: UTF8.self)
            if name.isEmpty {
                report(
                    index, min(place, max(line.count - 1, 0))..<line.count, "Here a table's name is missing.",
                    hints: ["writes: incident, journal", "writes: nothing"])
                return
            }
            if !name.utf8.allSatisfy(\.isNameByte) {
                report(
                    index, span, "writes: names tables, journal, attachment, page or rest, with commas between them.",
                    hints: ["writes: incident, journal"])
            } else if names.contains(name) {
                report(index, span, "\(name) is repeated.")
            } else {
                names.append(name)
                if name != "nothing" { recipe.writes.append(RecipeWrite(name: name, line: index + 1)) }
            }
            place = end + 1
        }
        if names.contains("nothing"), names.count > 1 { report(index, "nothing must be alone.") }
    }
}

extension Range<Int> {
    fileprivate mutating func removeFirst() { self = lowerBound + 1..<upperBound }
    fileprivate mutating func removeLast() { self = lowerBound..<upperBound - 1 }
}

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
