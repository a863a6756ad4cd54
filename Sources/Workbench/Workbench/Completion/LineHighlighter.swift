package import LineEditing
import Notation

/// Colors the parts of a partial line: command words, flags, strings, variables, and certain errors. Fields that a
/// known table lacks are underlined.
package enum LineHighlighter {
    /// - Parameters:
    ///   - aliases: names that can begin a line like commands.
    ///   - schema: the known tables.
    package static func highlights(
        _ line: String, aliases: Set<String> = [], schema: CachedSchema = CachedSchema()
    ) -> [Highlight] {
        let bytes = Array(line.utf8)
        var found: [Highlight] = []
        var start = 0
        while start <= bytes.count {
            let command = Lexer.lex(bytes, from: start)
            var parts: [Highlight] = []
            add(command, bytes, aliases, to: &parts)
            found += underlined(unknownFields(in: command, bytes, schema), in: parts)
            start = max(command.span.upperBound, start) + 1
        }
        return found
    }

    private static func add(
        _ command: LexedCommand, _ bytes: [UInt8], _ aliases: Set<String>, to found: inout [Highlight]
    ) {
        let words = command.tokens.prefix { if case .word = $0 { true } else { false } }.compactMap(\.word)
        let named = nameLength(words.map { $0.literal ?? "" })
        for (index, token) in command.tokens.enumerated() {
            guard let word = token.word else {
                if case .pipeline(_, let bar, _) = token {
                    found.append(Highlight(bar, .symbol))
                } else {
                    found.append(Highlight(token.span, .symbol))
                }
                continue
            }
            if index < named || index == 0 && word.literal.map(aliases.contains) ?? false {
                found.append(Highlight(word.span, .command))
            } else if index == 0, named == 0, word.span.upperBound < bytes.count, !mayBegin(word) {
                found.append(Highlight(word.span, .error))
            } else {
                let isLast = index == command.tokens.count - 1
                add(word, bytes, isOpen: isLast && command.opening.isQuote, to: &found)
            }
        }
    }

    private static func unknownFields(
        in command: LexedCommand, _ bytes: [UInt8], _ schema: CachedSchema
    ) -> [Range<Int>] {
        let words = command.tokens.prefix { $0.word != nil }.compactMap(\.word)
        let names = words.prefix(CommandTable.deepest).map { $0.literal ?? "" }
        for count in stride(from: names.count, to: 0, by: -1) {
            guard let known = CommandTable.named(names[..<count].joined(separator: " ")) else { continue }
            return UnknownFields(words[count...], of: known, in: schema, end: bytes.count).spans
        }
        return []
    }

    /// The parts, split around underlined ranges.
    private static func underlined(_ spans: [Range<Int>], in parts: [Highlight]) -> [Highlight] {
        guard !spans.isEmpty else { return parts }
        let spans = Set(spans).sorted { $0.lowerBound < $1.lowerBound }
        var cut: [Highlight] = spans.map { Highlight($0, .unknown) }
        for part in parts {
            var rest = part.bytes
            for span in spans where span.overlaps(rest) {
                if rest.lowerBound < span.lowerBound {
                    cut.append(Highlight(rest.lowerBound..<span.lowerBound, part.kind))
                }
                rest = min(span.upperBound, rest.upperBound)..<rest.upperBound
            }
            if !rest.isEmpty { cut.append(Highlight(rest, part.kind)) }
        }
        return cut.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    }

    /// The number of words that form the name of a command or group.
    private static func nameLength(_ words: [String]) -> Int {
        let most = min(words.count, CommandTable.deepest)
        guard most > 0 else { return 0 }
        return (1...most).last { count in
            let name = words[..<count].joined(separator: " ").lowercased()
            if count == 1, CommandSuggestion.names[words[0]] != nil { return true }
            return CommandTable.named(name) != nil || CommandTable.groups.contains { $0.name == name }
        } ?? 0
    }

    /// Whether a word may begin a line without being a command, as table names and numbers do. A word similar to a
    /// command is misspelled.
    private static func mayBegin(_ word: Word) -> Bool {
        DidYouMean.nearest(to: word.literal ?? "", among: CommandTable.firstWords.lazy.map(\.word)).isEmpty
    }

    private static func add(_ word: Word, _ bytes: [UInt8], isOpen: Bool, to found: inout [Highlight]) {
        if word.isFlag {
            let name = word.barePrefix.utf8.prefix { $0 != UInt8(ascii: "=") }.count
            found.append(Highlight(word.span.lowerBound..<word.span.lowerBound + name, .flag))
        }
        for piece in word.pieces {
            switch piece {
            case .variable(_, let span): found.append(Highlight(span, .variable))
            case .text(_, let span, quoted: true):
                let isUnterminated = isOpen && span.upperBound >= word.span.upperBound
                // With its quotes.
                let lower = max(span.lowerBound - 1, word.span.lowerBound)
                let upper = isUnterminated ? span.upperBound : min(span.upperBound + 1, word.span.upperBound)
                found.append(Highlight(lower..<upper, isUnterminated ? .error : .text))
            case .text: break
            }
        }
    }
}

extension Token {
    fileprivate var word: Word? { if case .word(let word) = self { word } else { nil } }
}

extension LexedCommand.Opening {
    fileprivate var isQuote: Bool { self == .singleQuote || self == .doubleQuote }
}

extension Command {
    /// Whether a line may change an instance. True also if that depends on its document or method and cannot be ruled
    /// out.
    ///
    /// - Parameter files: whether a document in an unread file counts as a possible change.
    package static func changes(_ line: String, files: Bool = true) -> Bool {
        guard let invocation = try? Parser.parse(line), let match = try? CommandTable.match(invocation) else {
            return false
        }
        switch match.command.traits.changes {
        case .nothing: return false
        case .table, .always, .with: return true
        case .byMethod: return match.words.first?.literal.map { !["GET", "HEAD"].contains($0.uppercased()) } ?? true
        case .byDocument:
            let places = ArgumentPlaces(match.words, of: match.command)
            guard let word = places.arguments.first else { return false }
            guard let outline = places.outline else { return files }
            // A variable may be the whole document.
            if case .variable? = word.pieces.first { return true }
            return outline.operations.contains { $0.kind == .mutation }
        }
    }
}

/// Finds fields in a partial command that its table, if known, does not have.
struct UnknownFields {
    private let schema: CachedSchema
    private let table: String
    /// The end of the line; a name there may be incomplete.
    private let end: Int
    private(set) var spans: [Range<Int>] = []

    /// - Parameter words: those after the command's name.
    init(_ words: some Sequence<Word>, of command: Command, in schema: CachedSchema, end: Int) {
        self.schema = schema
        self.end = end
        let words = Array(words)
        let isTask = command.arguments.contains { $0.kind == .task }
        table = isTask ? "" : ArgumentPlaces(words, of: command).table ?? ""
        guard schema.columns(of: table) != nil else { return }
        var iterator = ArgumentIterator(words, of: command)
        var count = 0
        while let part = iterator.next() {
            switch part {
            case .flag(let flag, _, let values, _, _):
                if let kind = flag.value, let value = values.first { check(value, kind) }
            case .argument(let word):
                if command.arguments.last?.kind == .assignment(of: .field), let length = word.assignedNameLength {
                    add(word.barePrefix.prefix(length), word.span.lowerBound..<word.span.lowerBound + length)
                } else if count < command.arguments.count {
                    check(word, command.arguments[count].kind)
                }
                count += 1
            case .unknownFlag, .end: break
            }
        }
    }

    private mutating func check(_ word: Word, _ kind: ValueKind) {
        guard let text = word.literal else { return }
        switch kind {
        case .fields, .ordering:
            for (name, span) in FieldList.names(in: text) {
                let sign = kind == .ordering && name.utf8.first == .dash ? 1 : 0
                add(name.dropFirst(sign), word.span(of: span.lowerBound + sign..<span.upperBound))
            }
        case .query:
            let bytes = Array(text.utf8)
            let found = EncodedQuery(text).diagnostics(knownColumns: { schema.has($0, in: table) })
            for part in found where part.kind == .unknownColumn {
                guard let place = bytes[part.span].firstRange(of: Array(part.text.utf8)) else { continue }
                add(part.text[...], word.span(of: place))
            }
        default: break
        }
    }

    private mutating func add(_ name: some StringProtocol, _ span: Range<Int>) {
        let name = String(name)
        guard FieldList.isColumn(name), schema.has(name, in: table) == false else { return }
        let mayGrow = span.upperBound == end && schema.columns(beginning: name, in: table)?.isEmpty == false
        if !mayGrow { spans.append(span) }
    }
}
