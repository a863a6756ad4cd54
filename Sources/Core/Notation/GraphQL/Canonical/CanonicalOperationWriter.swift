extension GraphQL {
    /// Thrown if the meaning of a document is uncertain: then only its text can be compared.
    struct AmbiguousOperationError: Error {}

    /// Writes selections in canonical form, level by level. Throws at its limits and if the meaning is uncertain.
    ///
    /// A selection's head (alias, name, arguments and directives) is written to `heads` when it is found. The heads of
    /// a level are then sorted and copied to `text`.
    struct CanonicalWriter {
        let fragments: Fragments
        let variables: CanonicalVariables
        let rules: any CanonicalRules

        private(set) var text: [UInt8] = []
        private(set) var nodes: [CanonicalNode] = []
        var arguments: [[CanonicalOperation.Argument]] = []
        var heads: [UInt8] = []
        private var entries: [Entry] = []
        private var types: [String] = []
        var uses = Uses()

        /// A fragment's selections count at each use.
        private var remainingSelections = 10_000
        /// In bytes of heads and values; a value can be used many times.
        private var remainingBytes = 1_048_576
        private static let maxDepth = 200

        init(fragments: Fragments, variables: CanonicalVariables, rules: any CanonicalRules) {
            self.fragments = fragments
            self.variables = variables
            self.rules = rules
        }

        struct Level {
            var type: Int?
            var orderedLevels = 0
            var depth = 0
        }

        private struct Entry {
            var head: CanonicalHead
            var arguments: Int?
            var selections: [Selection]?
            var level: Level
        }

        /// Writes an operation and returns the length of its head.
        mutating func write(_ operation: Operation, capacity: Int) throws(AmbiguousOperationError) -> Int {
            text.reserveCapacity(capacity)
            heads.reserveCapacity(1024)
            nodes.reserveCapacity(capacity / 16)
            entries.reserveCapacity(64)
            guard !operation.directives.contains(where: Self.isCondition) else { throw AmbiguousOperationError() }
            if operation.kind != .query || !operation.directives.isEmpty {
                text += operation.kind.rawValue.utf8
                text += try text(of: operation.directives)
            }
            let headEnd = text.count
            let isOrdered = operation.kind == .mutation
            let level = Level(
                type: number(of: rules.rootType(of: operation.kind)), orderedLevels: isOrdered ? rules.orderedLevels : 0
            )
            try collect(operation.selections, at: level)
            try writeLevel(from: 0, isOrdered: isOrdered)
            return headEnd
        }

        /// Writes the entries from `first` on, which are a level, in braces.
        private mutating func writeLevel(from first: Int, isOrdered: Bool) throws(AmbiguousOperationError) {
            let end = entries.count
            text.append(UInt8(ascii: "{"))
            if end - first == 1 {
                try writeMerged(CollectionOfOne(first))
            } else if end > first {
                let ranks = CanonicalOrder.ranks(
                    (first..<end).map { .init(entries[$0].head, hasBraces: entries[$0].selections != nil, number: $0) },
                    of: heads, keepsOrder: isOrdered)
                var start = 0
                while start < ranks.count {
                    if start > 0 { text.append(UInt8(ascii: " ")) }
                    var end = start + 1
                    while end < ranks.count, ranks[end].group == ranks[start].group { end += 1 }
                    try writeMerged(ranks[start..<end].lazy.map(\.number))
                    start = end
                }
            }
            text.append(UInt8(ascii: "}"))
        }

        /// Writes entries with equal heads as one selection, with the selections of all.
        private mutating func writeMerged(_ equal: some Collection<Int>) throws(AmbiguousOperationError) {
            guard let first = equal.first else { return }
            let node = nodes.count, head = entries[first].head, isOrdered = entries[first].level.orderedLevels > 0
            let hasBraces = entries[first].selections != nil
            nodes.append(
                CanonicalNode(
                    head: head.moved(to: text.count), arguments: entries[first].arguments, hasBraces: hasBraces, end: 0,
                    next: 0))
            text += heads[head.range]
            if hasBraces {
                let inner = entries.count
                for number in equal {
                    guard let selections = entries[number].selections else { continue }
                    try collect(selections, at: entries[number].level)
                }
                try writeLevel(from: inner, isOrdered: isOrdered)
            }
            nodes[node].end = text.count
            nodes[node].next = nodes.count
        }

        // MARK: Collecting

        private mutating func collect(_ selections: [Selection], at level: Level) throws(AmbiguousOperationError) {
            guard level.depth < Self.maxDepth else { throw AmbiguousOperationError() }
            for selection in selections {
                remainingSelections -= 1
                guard remainingSelections >= 0 else { throw AmbiguousOperationError() }
                switch selection {
                case .field(let field):
                    if !field.directives.isEmpty, try !isIncluded(field.directives) {
                        uses.note([selection])
                        continue
                    }
                    try append(field, at: level)
                case .inline(let fragment):
                    guard try isIncluded(fragment.directives) else {
                        uses.note([selection])
                        continue
                    }
                    try collect(
                        fragment.selections, for: fragment.typeCondition?.text, try text(of: fragment.directives),
                        at: level)
                case .spread(let spread):
                    guard let fragment = fragments[spread.name.text],
                        !fragment.directives.contains(where: Self.isCondition)
                    else { throw AmbiguousOperationError() }
                    guard try isIncluded(spread.directives) else {
                        uses.note([selection])
                        continue
                    }
                    uses.note(fragment: spread.name.text)
                    try collect(
                        fragment.selections, for: fragment.typeCondition.text,
                        try text(of: spread.directives) + text(of: fragment.directives), at: level)
                }
            }
        }

        private mutating func collect(
            _ selections: [Selection], for type: String?, _ directives: [UInt8], at level: Level
        ) throws(AmbiguousOperationError) {
            var below = level
            below.depth += 1
            if directives.isEmpty, type == nil || type == self.type(level.type) {
                return try collect(selections, at: below)
            }
            let start = heads.count
            heads += "...".utf8
            if let type {
                heads += " on ".utf8
                heads += type.utf8
                below.type = number(of: type)
            }
            let nameEnd = heads.count
            heads += directives
            let head = CanonicalHead(
                start: start, nameEnd: nameEnd, fieldStart: start, fieldEnd: nameEnd, argumentsEnd: nameEnd,
                end: heads.count)
            try append(Entry(head: head, arguments: nil, selections: selections, level: below))
        }

        private func type(_ number: Int?) -> String? { number.map { types[$0] } }

        private mutating func number(of type: String?) -> Int? {
            guard let type else { return nil }
            types.append(type)
            return types.count - 1
        }

        private mutating func append(_ field: Field, at level: Level) throws(AmbiguousOperationError) {
            var head = CanonicalHead(
                start: heads.count, nameEnd: 0, fieldStart: heads.count, fieldEnd: 0, argumentsEnd: 0, end: 0)
            if let alias = field.alias, alias != field.name {
                heads += alias.text.utf8
                head.nameEnd = heads.count
                heads.append(UInt8(ascii: ":"))
                head.fieldStart = heads.count
            }
            heads += field.name.text.utf8
            head.fieldEnd = heads.count
            if head.nameEnd == 0 { head.nameEnd = heads.count }
            var argumentList: Int?
            if !field.arguments.isEmpty, let list = try arguments(of: field, in: type(level.type)) {
                argumentList = arguments.count
                arguments.append(list)
                heads.append(UInt8(ascii: "("))
                CanonicalOperation.Input.append(list, to: &heads)
                heads.append(UInt8(ascii: ")"))
            }
            head.argumentsEnd = heads.count
            if !field.directives.isEmpty { heads += try text(of: field.directives) }
            head.end = heads.count
            var below = Level(orderedLevels: max(0, level.orderedLevels - 1), depth: level.depth + 1)
            if field.selections != nil {
                below.type = number(of: rules.type(ofField: field.name.text, in: type(level.type)))
            }
            try append(Entry(head: head, arguments: argumentList, selections: field.selections, level: below))
        }

        private mutating func append(_ entry: Entry) throws(AmbiguousOperationError) {
            remainingBytes -= entry.head.range.count
            guard remainingBytes >= 0 else { throw AmbiguousOperationError() }
            entries.append(entry)
        }
    }
}
