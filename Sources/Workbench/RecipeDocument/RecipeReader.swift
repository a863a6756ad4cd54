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
            let tooLong = RecipeDiagnostic(
                line: 1, span: 0..<0, message: "\(path) is larger than 1 MB, the limit for recipes.")
            throw RecipeError(path: path, [tooLong], in: [])
        }
        var reader = RecipeReader(text, at: path)
        return try reader.read()
    }
}

/// Parses a recipe. Errors are collected, so that all are reported at once.
///
/// A part of a line is a `Substring` of it, which tells where it is.
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
        func endParagraph(_ reader: inout RecipeReader) {
            reader.take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
            paragraph = []
        }
        for part in layout.parts {
            switch part {
            case .prose(let index):
                let line = layout.lines[index]
                let isBlank = line.utf8.allSatisfy(ASCII.isSpace)
                let heading = isBlank ? nil : RecipeReader.heading(line)
                guard isBlank || heading != nil else {
                    paragraph.append(index)
                    continue
                }
                endParagraph(&self)
                if let heading, !hasGoal, heading.level == 1 {
                    hasGoal = true
                    recipe.goal = heading.text
                    if heading.text.isEmpty { report(index, "Write its purpose as a heading: # Raise an incident") }
                }
            case .fence(let fence):
                endParagraph(&self)
                if !fence.isClosed {
                    report(
                        fence.opening, "This block is never closed.", hints: ["Close it with ``` on a line of its own."]
                    )
                }
                switch fence.language {
                case "params": for index in fence.content { readParameter(layout.line(index, in: fence), index) }
                case "snowdeck":
                    hasBlock = true
                    readBlock(fence)
                case let language where ["snowdeck", "params"].contains(ASCII.lowercased(language)):
                    report(
                        fence.opening, "The language of a block is written in small letters.",
                        hints: ["```" + ASCII.lowercased(language)])
                default: break
                }
            }
        }
        endParagraph(&self)
        if !hasGoal {
            report(0, "A recipe needs a heading with its purpose.", hints: ["# Raise an incident and note the work"])
        }
        if !hasBlock {
            report(
                max(layout.lines.count - 1, 0), "There is no block of steps.",
                hints: ["```snowdeck", "> table list incident -n 5", "```"])
        }
        guard diagnostics.isEmpty else { throw RecipeError(path: recipe.path, diagnostics, in: layout.lines) }
        return recipe
    }

    /// Reports an error in a whole line.
    mutating func report(_ index: Int, _ message: String, hints: [String] = []) {
        report(index, nil, message, hints: hints)
    }

    /// Reports an error in a part of a line.
    mutating func report(_ index: Int, _ part: Substring?, _ message: String, hints: [String] = []) {
        let line = layout.lines.indices.contains(index) ? layout.lines[index] : ""
        let place = part.flatMap { $0.isEmpty ? nil : $0 } ?? ASCII.trimmed(line[...])
        let start = line.utf8.distance(from: line.startIndex, to: place.startIndex)
        diagnostics.append(
            RecipeDiagnostic(line: index + 1, span: start..<start + place.utf8.count, message: message, hints: hints))
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
        let texts = paragraph.map { ASCII.trimmed(layout.lines[$0][...]) }
        guard let first = texts.first else { return }
        for (index, text) in zip(paragraph, texts)
        where ["```snowdeck", "~~~snowdeck", "```params", "~~~params"].contains(text) {
            report(
                index, "This block is indented too far and would never run.",
                hints: ["Put it at the beginning of its line."])
        }
        if let index = paragraph.first(where: { layout.lines[$0].hasPrefix("writes:") }) {
            if paragraph.count > 1 {
                report(index, "writes: must be a paragraph of its own.", hints: ["Put an empty line around it."])
            } else if !hasGoal {
                report(index, "writes: must be below the heading.")
            } else if hasBlock {
                report(index, "writes: must be above the first block of steps.")
            } else {
                readWrites(index)
            }
        } else if hasGoal, recipe.explanation.isEmpty, !hasBlock, RecipeReader.isPlain(first) {
            recipe.explanation = texts.joined(separator: " ")
        }
    }

    /// Whether a paragraph's first line begins plain text, not a list, quotation, table or comment.
    private static func isPlain(_ text: Substring) -> Bool {
        if ["- ", "* ", "+ ", ">", "|", "<", "==", "--", "![", "***"].contains(where: text.hasPrefix) { return false }
        let digits = text.utf8.prefix(while: ASCII.isDigit).count
        return digits == 0 || text.utf8.dropFirst(digits).first.map { $0 != .dot && $0 != .closeParenthesis } ?? true
    }

    /// `writes: incident, journal`.
    private mutating func readWrites(_ index: Int) {
        if let writesLine = recipe.writesLine {
            return report(index, "writes: is on line \(writesLine) already.", hints: ["Put all of it on one line."])
        }
        recipe.writesLine = index + 1
        let declared = layout.lines[index].utf8.dropFirst("writes:".utf8.count)
        var names: [Substring] = []
        for part in declared.split(separator: .comma, omittingEmptySubsequences: false) {
            let name = ASCII.trimmed(Substring(part))
            if name.isEmpty {
                return report(
                    index, "A table's name is missing.", hints: ["writes: incident, journal", "writes: nothing"])
            }
            if !name.utf8.allSatisfy(\.isNameByte) {
                report(
                    index, name, "writes: names tables, journal, attachment, page or rest, with commas between them.",
                    hints: ["writes: incident, journal"])
            } else if names.contains(name) {
                report(index, name, "\(name) is repeated.")
            }
            names.append(name)
        }
        if names.contains("nothing"), names.count > 1 { report(index, "nothing must be alone.") }
        recipe.writes = names.filter { $0 != "nothing" }.map { RecipeWrite(name: String($0), line: index + 1) }
    }
}

extension Substring {
    /// Removes and returns the bytes that belong together, and removes the blanks after them.
    mutating func take(while belongs: (UInt8) -> Bool) -> Substring {
        let taken = Substring(utf8.prefix(while: belongs))
        self = dropping(taken.utf8.count)
        return taken
    }

    /// The next word; empty at the end.
    mutating func takeWord() -> Substring { take { !ASCII.isSpace($0) } }

    /// The text without its first bytes and the blanks after them.
    func dropping(_ count: Int) -> Substring { Substring(utf8.dropFirst(count).drop(while: ASCII.isSpace)) }

    /// A range in bytes.
    func bytes(_ range: Range<Int>) -> Substring { Substring(utf8.dropFirst(range.lowerBound).prefix(range.count)) }
}

/// The parts of a line of a `params` block: `caller = abel.tuter   # reference(sys_user.user_name): who reports it`.
struct ParameterLine {
    let name: Substring
    /// Whether a default follows the name.
    let hasDefault: Bool
    /// The default value as written, and parsed like a word at the prompt.
    private(set) var value: Substring?
    private(set) var token: Token?
    private(set) var error: ParseError?
    /// What follows: a comment, or what may not be there.
    let rest: Substring

    /// Nil for an empty line and a comment.
    init?(_ line: Substring) {
        var rest = line.dropping(0)
        guard let first = rest.utf8.first, first != .hash else { return nil }
        name = rest.take { !ASCII.isSpace($0) && $0 != .equals && $0 != .hash }
        hasDefault = rest.utf8.first == .equals
        if hasDefault {
            rest = rest.dropping(1)
            let lexed = Lexer.lex(Array(rest.utf8))
            if let token = lexed.tokens.first {
                self.token = token
                error = lexed.error.flatMap { token.span.contains($0.span.lowerBound) ? $0 : nil }
                value = rest.bytes(token.span)
                rest = rest.dropping(token.span.upperBound)
            }
        }
        self.rest = rest
    }

    /// A type, a description, or both.
    var comment: Substring { rest.dropFirst() }
}

extension RecipeReader {
    /// `name = default   # type: description`.
    private mutating func readParameter(_ line: Substring, _ index: Int) {
        guard let parts = ParameterLine(line) else { return }
        let name = String(parts.name)
        guard VariableName.isValid(name) else {
            return report(
                index, parts.name, "Invalid parameter name.",
                hints: [
                    "A name begins with a letter and contains only letters, digits, _ and -:",
                    "caller = abel.tuter   # reference(sys_user.user_name): who reports it",
                ])
        }
        if let known = recipe.parameters.first(where: { $0.name == name }) {
            report(index, parts.name, "The parameter \(name) is on line \(known.line) already.")
        }
        var fallback: String?
        if parts.hasDefault {
            guard let text = defaultValue(parts, index) else { return }
            fallback = text
        }
        guard parts.rest.isEmpty || parts.rest.utf8.first == .hash else {
            return report(
                index, parts.rest, "Only # and a type may follow the value.",
                hints: ["Put a value with blanks in double quotes: \(name) = \"…\"   # string: …"])
        }
        guard let (kind, description) = readKind(parts.comment, index) else { return }
        if kind == .secret, fallback != nil {
            report(
                index, "A secret cannot have a default, because the file would contain it.",
                hints: ["\(name)   # secret: \(description.isEmpty ? "…" : description)"])
        }
        recipe.parameters.append(
            RecipeParameter(name, kind, fallback: fallback, description: description, line: index + 1))
    }

    /// The default value; nil after reporting an error.
    private mutating func defaultValue(_ parts: ParameterLine, _ index: Int) -> String? {
        let name = parts.name
        switch parts.token {
        case .word(let word)?:
            if let error = parts.error {
                report(index, parts.value, error.message, hints: error.hints)
            } else if let text = word.literal {
                return text
            } else {
                report(index, parts.value, "A default cannot contain variables.")
            }
        case nil:
            report(
                index, "A value must follow =.",
                hints: ["\(name)   # without = a value is required", "\(name) = \"\"   # an empty text"])
        default: report(index, parts.value, "Put a value that begins so in quotes.", hints: ["\(name) = \">…\""])
        }
        return nil
    }

    /// The comment after `#`: a type, a description, or both. Nil after reporting an error.
    private mutating func readKind(_ comment: Substring, _ index: Int) -> (RecipeParameter.Kind, String)? {
        let colon = comment.utf8.firstIndex(of: UInt8(ascii: ":"))
        let head = ASCII.trimmed(comment[..<(colon ?? comment.endIndex)])
        let tail = String(colon.map { ASCII.trimmed(comment[comment.utf8.index(after: $0)...]) } ?? "")
        if head.isEmpty { return (.string, tail) }
        switch RecipeParameter.Kind.read(String(head)) {
        case .kind(let kind): return (kind, tail)
        case .wrong(let message, let hints): report(index, head, message, hints: hints)
        case .none:
            let names = RecipeParameter.Kind.names
            let near = DidYouMean.hints(for: String(head.prefix { $0 != "(" }), among: names)
            guard !head.utf8.contains(where: ASCII.isSpace), colon != nil || !near.isEmpty else {
                return (.string, String(ASCII.trimmed(comment)))
            }
            report(
                index, head, "Unknown type \(head).",
                hints: near.isEmpty ? ["Types: \(Phrase.listed(names, joinedBy: "and"))."] : near)
        }
        return nil
    }
}

extension RecipeParameter.Kind {
    /// The result of parsing a type.
    enum Reading {
        case kind(RecipeParameter.Kind)
        /// A type with an error in it.
        case wrong(String, hints: [String])
        case none
    }

    private static let plain: KeyValuePairs<String, Self> = [
        "string": .string, "int": .int, "bool": .bool, "date": .date, "sys_id": .sysID, "query": .query, "file": .file,
        "secret": .secret,
    ]

    static let names = plain.map(\.key) + ["reference", "choice"]

    package var text: String {
        switch self {
        case .reference(let table, let column): "reference(\(table).\(column))"
        case .choice(let table, let column): "choice(\(table).\(column))"
        default: Self.plain.first { $0.value == self }?.key ?? ""
        }
    }

    static func read(_ text: String) -> Reading {
        if let plain = plain.first(where: { $0.key == text }) { return .kind(plain.value) }
        let name = text.prefix { $0 != "(" && $0 != " " }
        guard name == "reference" || name == "choice" else { return .none }
        let example = name == "reference" ? "reference(sys_user.user_name)" : "choice(incident.urgency)"
        let inner = text.dropFirst(name.count)
        let parts = inner.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard inner.hasPrefix("("), inner.hasSuffix(")"), parts.count == 2,
            parts.allSatisfy({ part in !part.isEmpty && part.utf8.allSatisfy { byte in byte.isNameByte } })
        else { return .wrong("\(name) names a table and a column.", hints: [example]) }
        let table = String(parts[0]), column = String(parts[1])
        return .kind(
            name == "reference" ? .reference(table: table, column: column) : .choice(table: table, column: column))
    }
}
