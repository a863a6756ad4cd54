extension GraphQL {
    /// The meaning of a document is uncertain, so only its text can be compared.
    struct AmbiguousOperationError: Error {}

    /// Writes selections in canonical form, level by level. Throws at its limits and if the meaning is uncertain.
    ///
    /// Heads are written once when found, sorted by their ranges, and copied to the text in that order.
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

        /// The limit of selections; fragments count at each use.
        private var left = 10_000
        /// The limit of heads and values in bytes; a value can be used many times.
        private var room = 1_048_576
        private static let deepest = 200

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
            var below: [Selection]?
            var level: Level

        }

        mutating func read(_ operation: Operation, capacity: Int) throws(AmbiguousOperationError) -> Int {
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
            try finish(from: 0, isOrdered: isOrdered)
            return headEnd
        }

        private mutating func finish(from first: Int, isOrdered: Bool) throws(AmbiguousOperationError) {
            let end = entries.count
            text.append(UInt8(ascii: "{"))
            if end - first == 1 {
                try write(CollectionOfOne(first))
            } else if end > first {
                let ranks = CanonicalOrder.ranks(
                    (first..<end).map { .init(entries[$0].head, hasBraces: entries[$0].below != nil, number: $0) },
                    of: heads, keepsPlaces: isOrdered)
                var place = 0
                while place < ranks.count {
                    if place > 0 { text.append(UInt8(ascii: " ")) }
                    var next = place + 1
                    while next < ranks.count, ranks[next].group == ranks[place].group { next += 1 }
                    try write(ranks[place..<next].lazy.map(\.number))
                    place = next
                }
            }
            text.append(UInt8(ascii: "}"))

        }

        private mutating func write(_ same: some Collection<Int>) throws(AmbiguousOperationError) {
            guard let first = same.first else { return }
            let node = nodes.count, head = entries[first].head, isOrdered = entries[first].level.orderedLevels > 0
            let hasBraces = entries[first].below != nil
            nodes.append(
                CanonicalNode(
                    head: head.moved(to: text.count), arguments: entries[first].arguments, hasBraces: hasBraces, end: 0,
                    next: 0))
            text += heads[head.range]
            if hasBraces {
                let inner = entries.count
                for number in same {
                    guard let below = entries[number].below else { continue }
                    try collect(below, at: entries[number].level)
                }
                try finish(from: inner, isOrdered: isOrdered)
            }
            nodes[node].end = text.count
            nodes[node].next = nodes.count
        }

        // MARK: Collecting

        private mutating func collect(_ selections: [Selection], at level: Level) throws(AmbiguousOperationError) {
            guard level.depth < Self.deepest else { throw AmbiguousOperationError() }
            for selection in selections {
                left -= 1
                guard left >= 0 else { throw AmbiguousOperationError() }
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
            try append(Entry(head: head, arguments: nil, below: selections, level: below))
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
            var place: Int?
            if !field.arguments.isEmpty, let list = try arguments(of: field, in: type(level.type)) {
                place = arguments.count
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
            try append(Entry(head: head, arguments: place, below: field.selections, level: below))
        }

        private mutating func append(_ entry: Entry) throws(AmbiguousOperationError) {
            room -= entry.head.range.count
            guard room >= 0 else { throw AmbiguousOperationError() }
            entries.append(entry)
        }
    }
}
