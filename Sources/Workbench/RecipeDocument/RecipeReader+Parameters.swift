import CommandLanguage
import Notation

extension RecipeReader {
    /// `name = default   # type: description`, one per line.
    mutating func readParameters(_ fence: RecipeLayout.Fence) {
        for index in fence.content {
            let (text, indent) = layout.line(index, in: fence)
            readParameter(Array(text.utf8), index, indent)
        }
    }

    private mutating func readParameter(_ bytes: [UInt8], _ index: Int, _ indent: Int) {
        func place(_ range: Range<Int>) -> Range<Int> { range.lowerBound + indent..<range.upperBound + indent }
        var at = bytes.firstIndex { !ASCII.isSpace($0) } ?? bytes.count
        guard at < bytes.count, bytes[at] != .hash else { return }
        let start = at
        while at < bytes.count, !ASCII.isSpace(bytes[at]), bytes[at] != .equals, bytes[at] != .hash { at += 1 }
        let name = String(decoding: bytes[start..<at], as: UTF8.self)
        let nameSpan = place(start..<max(at, start + 1))
        guard VariableName.isValid(name) else {
            return report(
                index, nameSpan, "Invalid parameter name.",
                hints: [
                    "A name begins with a letter and holds letters, digits, _ and - only:",
                    "caller = abel.tuter   # reference(sys_user.user_name): who reports it",
                ])
        }
        if let known = recipe.parameters.first(where: { $0.name == name }) {
            report(index, nameSpan, "The parameter \(name) is on line \(known.line) already.")
        }
        skipBlanks(bytes, &at)
        var fallback: String?
        if at < bytes.count, bytes[at] == .equals {
            let equals = at
            at += 1
            skipBlanks(bytes, &at)
            guard let (value, end) = readDefault(bytes, at, index, indent, name) else { return }
            guard let value else {
                return report(
                    index, place(equals..<equals + 1), "A value must follow =.",
                    hints: ["\(name)   # without = a value is required", "\(name) = \"\"   # an empty text"])
            }
            fallback = value
            at = end
            skipBlanks(bytes, &at)
        }
        guard at == bytes.count || bytes[at] == .hash else {
            return report(
                index, place(at..<bytes.count), "Only # and a type may follow the value.",
                hints: ["Put a value with blanks in double quotes: \(name) = \"…\"   # string: …"])
        }
        let comment = at < bytes.count ? at + 1..<bytes.count : bytes.count..<bytes.count
        guard let (kind, description) = readKind(bytes, comment, index, indent) else { return }
        if kind == .secret, fallback != nil {
            report(
                index, place(start..<bytes.count), "A secret cannot have a default, because the file would contain it.",
                hints: ["\(name)   # secret: \(description.isEmpty ? "…" : description)"])
        }
        recipe.parameters.append(
            RecipeParameter(name, kind, fallback: fallback, description: description, line: index + 1))
    }

    private func skipBlanks(_ bytes: [UInt8], _ at: inout Int) {
        while at < bytes.count, ASCII.isSpace(bytes[at]) { at += 1 }
    }

    /// The default value, parsed like a word at the prompt, and its end; the text is nil if there is none. Returns nil
    /// after reporting an error.
    private mutating func readDefault(
        _ bytes: [UInt8], _ start: Int, _ index: Int, _ indent: Int, _ name: String
    ) -> (text: String?, end: Int)? {
        let lexed = Lexer.lex(bytes, from: start)
        guard let token = lexed.tokens.first else { return (nil, start) }
        let span = token.span.lowerBound + indent..<token.span.upperBound + indent
        guard case .word(let word) = token else {
            report(index, span, "Put a value that begins so in quotes.", hints: ["\(name) = \">…\""])
            return nil
        }
        if let error = lexed.error, error.span.lowerBound < word.span.upperBound {
            report(
                index, error.span.lowerBound + indent..<error.span.upperBound + indent, error.message,
                hints: error.hints)
            return nil
        }
        guard let text = word.literal else {
            report(index, span, "A default cannot contain variables.")
            return nil
        }
        return (text, word.span.upperBound)
    }

    /// The comment after `#`: a type, a description, or both. Nil after reporting an error.
    private mutating func readKind(
        _ bytes: [UInt8], _ range: Range<Int>, _ index: Int, _ indent: Int
    ) -> (RecipeParameter.Kind, String)? {
        let text = String(decoding: bytes[range], as: UTF8.self)
        let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        let head = ASCII.trimmed(text[..<(colon ?? text.endIndex)])
        let tail = colon.map { ASCII.trimmed(text[text.utf8.index(after: $0)...]) } ?? ""
        if head.isEmpty { return (.string, String(tail)) }
        switch RecipeParameter.Kind.read(String(head)) {
        case .kind(let kind): return (kind, String(tail))
        case .wrong(let message, let hints):
            let blanks = text.utf8.prefix(while: ASCII.isSpace).count
            let start = range.lowerBound + blanks + indent
            report(index, start..<start + head.utf8.count, message, hints: hints)
            return nil
        case .none:
            let isWord = !head.utf8.contains(where: ASCII.isSpace)
            let near = DidYouMean.nearest(to: String(head.prefix { $0 != "(" }), among: RecipeParameter.Kind.names)
            guard isWord, colon != nil || !near.isEmpty else { return (.string, String(ASCII.trimmed(text[...]))) }
            let blanks = text.utf8.prefix(while: ASCII.isSpace).count
            let start = range.lowerBound + blanks + indent
            report(
                index, start..<start + head.utf8.count, "Unknown type \(head).",
                hints: near.isEmpty
                    ? ["Types: \(Phrase.listed(RecipeParameter.Kind.names, joinedBy: "and"))."]
                    : ["Did you mean \(Phrase.listed(near, joinedBy: "or"))?"])
            return nil
        }
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

    static let names = [
        "string", "int", "bool", "date", "sys_id", "reference", "choice", "query", "file", "secret",
    ]

    package var text: String {
        switch self {
        case .string: "string"
        case .int: "int"
        case .bool: "bool"
        case .date: "date"
        case .sysID: "sys_id"
        case .reference(let table, let column): "reference(\(table).\(column))"
        case .choice(let table, let column): "choice(\(table).\(column))"
        case .query: "query"
        case .file: "file"
        case .secret: "secret"
        }
    }

    static func read(_ text: String) -> Reading {
        switch text {
        case "string": return .kind(.string)
        case "int": return .kind(.int)
        case "bool": return .kind(.bool)
        case "date": return .kind(.date)
        case "sys_id": return .kind(.sysID)
        case "query": return .kind(.query)
        case "file": return .kind(.file)
        case "secret": return .kind(.secret)
        default: break
        }
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
