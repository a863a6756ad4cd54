import Notation

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
                // A count is ordered by its own columns.
                if flag.value == .ordering, command == .tableCount { continue }
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
