extension GraphQL {
    /// Thrown if the meaning of a document is uncertain: then only its text can be compared.
    struct AmbiguousOperationError: Error {}

    /// Makes the canonical selections, level by level. Throws at its limits and if the meaning is uncertain.
    struct CanonicalWriter {
        let fragments: Fragments
        let variables: CanonicalVariables
        let rules: any CanonicalRules
        var uses = Uses()

        /// A fragment's selections count at each use.
        private(set) var remainingSelections = 10_000
        /// In bytes of heads and values; a value can be used many times.
        private(set) var remainingBytes = 1_048_576
        private static let maxDepth = 200

        private struct Level {
            var type: String?
            var orderedLevels = 0
            var depth = 0
        }

        private struct Entry {
            var selection: CanonicalOperation.Selection
            var inside: [Selection]?
            var level: Level

            func precedes(_ other: Entry) -> Bool {
                if selection.head.lexicographicallyPrecedes(other.selection.head) { return true }
                return selection.head == other.selection.head && inside == nil && other.inside != nil
            }

            func isSame(as other: Entry) -> Bool {
                selection.head == other.selection.head && (inside == nil) == (other.inside == nil)
                    && selection.directives.isEmpty
            }
        }

        mutating func write(
            _ operation: Operation
        ) throws(AmbiguousOperationError) -> ([UInt8], [CanonicalOperation.Selection]) {
            guard !operation.directives.contains(where: Self.isCondition) else { throw AmbiguousOperationError() }
            let directives = try text(of: operation.directives)
            let isOrdered = operation.kind == .mutation
            let level = Level(
                type: rules.rootType(of: operation.kind), orderedLevels: isOrdered ? rules.orderedLevels : 0)
            var entries: [Entry] = []
            try collect(operation.selections, at: level, into: &entries)
            return (directives, try selections(entries, isOrdered: isOrdered))
        }

        /// The selections of a level, sorted by their heads unless the order counts. Those with the same head are one
        /// selection, with the selections of all.
        private mutating func selections(
            _ entries: [Entry], isOrdered: Bool
        ) throws(AmbiguousOperationError) -> [CanonicalOperation.Selection] {
            let sorted = entries.indices.sorted { one, other in
                entries[one].precedes(entries[other]) || !entries[other].precedes(entries[one]) && one < other
            }
            var groups: [[Int]] = []
            for place in sorted {
                if let first = groups.last?.first, entries[first].isSame(as: entries[place]) {
                    groups[groups.count - 1].append(place)
                } else {
                    groups.append([place])
                }
            }
            if isOrdered { groups.sort { $0[0] < $1[0] } }
            var selections: [CanonicalOperation.Selection] = []
            for group in groups {
                let first = entries[group[0]]
                var selection = first.selection
                if first.inside != nil {
                    var inside: [Entry] = []
                    for place in group {
                        try collect(entries[place].inside ?? [], at: entries[place].level, into: &inside)
                    }
                    selection.selections = try self.selections(inside, isOrdered: first.level.orderedLevels > 0)
                }
                selections.append(selection)
            }
            return selections
        }

        private mutating func collect(
            _ selections: [Selection], at level: Level, into entries: inout [Entry]
        ) throws(AmbiguousOperationError) {
            guard level.depth < Self.maxDepth else { throw AmbiguousOperationError() }
            for selection in selections {
                remainingSelections -= 1
                guard remainingSelections >= 0 else { throw AmbiguousOperationError() }
                guard try isIncluded(selection.directives) else {
                    if case .spread(let spread) = selection, fragment(spread) == nil { throw AmbiguousOperationError() }
                    uses.note([selection])
                    continue
                }
                switch selection {
                case .field(let field): try append(field, at: level, to: &entries)
                case .inline(let fragment):
                    try collect(
                        fragment.selections, for: fragment.typeCondition?.text, try text(of: fragment.directives),
                        at: level, into: &entries)
                case .spread(let spread):
                    guard let fragment = fragment(spread) else { throw AmbiguousOperationError() }
                    uses.note(fragment: spread.name.text)
                    try collect(
                        fragment.selections, for: fragment.typeCondition.text,
                        try text(of: spread.directives) + text(of: fragment.directives), at: level, into: &entries)
                }
            }
        }

        private func fragment(_ spread: FragmentSpread) -> Fragment? {
            fragments[spread.name.text].flatMap { $0.directives.contains(where: Self.isCondition) ? nil : $0 }
        }

        private mutating func collect(
            _ selections: [Selection], for type: String?, _ directives: [UInt8], at level: Level,
            into entries: inout [Entry]
        ) throws(AmbiguousOperationError) {
            var below = level
            below.depth += 1
            if directives.isEmpty, type == nil || type == level.type {
                return try collect(selections, at: below, into: &entries)
            }
            let name = "..." + (type.map { " on " + $0 } ?? "")
            if let type { below.type = type }
            try append(name, name, [], directives, selections, below, to: &entries)
        }

        private mutating func append(
            _ field: Field, at level: Level, to entries: inout [Entry]
        ) throws(AmbiguousOperationError) {
            let arguments = try arguments(of: field, in: level.type)
            var below = Level(orderedLevels: max(0, level.orderedLevels - 1), depth: level.depth + 1)
            if field.selections != nil { below.type = rules.type(ofField: field.name.text, in: level.type) }
            try append(
                field.responseName, field.name.text, arguments, text(of: field.directives), field.selections, below,
                to: &entries)
        }

        private mutating func append(
            _ name: String, _ field: String, _ arguments: [CanonicalOperation.Argument], _ directives: [UInt8],
            _ inside: [Selection]?, _ level: Level, to entries: inout [Entry]
        ) throws(AmbiguousOperationError) {
            var head = Array(name.utf8)
            if field != name { head += Array((":" + field).utf8) }
            if !arguments.isEmpty { CanonicalOperation.Input.append(arguments, in: "()", to: &head) }
            head += directives
            remainingBytes -= head.count
            guard remainingBytes >= 0 else { throw AmbiguousOperationError() }
            let selection = CanonicalOperation.Selection(
                name: name, field: field, arguments: arguments, directives: String(decoding: directives, as: UTF8.self),
                head: head)
            entries.append(Entry(selection: selection, inside: inside, level: level))
        }
    }
}

extension GraphQL.CanonicalWriter {
    mutating func isIncluded(_ directives: [GraphQL.Directive]) throws(GraphQL.AmbiguousOperationError) -> Bool {
        var isIncluded = true
        for directive in directives where Self.isCondition(directive) {
            guard directive.arguments.count == 1, directive.arguments[0].name.text == "if",
                let value = try input(directive.arguments[0].value, .required("Boolean")), value.declared == nil,
                case .scalar(let word) = value.kind, word == "true" || word == "false"
            else { throw GraphQL.AmbiguousOperationError() }
            if (word == "true") != (directive.name.text == "include") { isIncluded = false }
        }
        return isIncluded
    }

    static func isCondition(_ directive: GraphQL.Directive) -> Bool {
        directive.name.text == "include" || directive.name.text == "skip"
    }

    mutating func text(of directives: [GraphQL.Directive]) throws(GraphQL.AmbiguousOperationError) -> [UInt8] {
        var out: [UInt8] = []
        for directive in directives where !Self.isCondition(directive) {
            out += " @".utf8
            out += directive.name.text.utf8
            let arguments = try inputs(directive.arguments) { _ in nil }
            if !arguments.isEmpty { GraphQL.CanonicalOperation.Input.append(arguments, in: "()", to: &out) }
        }
        return out
    }

    mutating func arguments(
        of field: GraphQL.Field, in type: String?
    ) throws(GraphQL.AmbiguousOperationError) -> [GraphQL.CanonicalOperation.Argument] {
        let rules = rules
        return try inputs(field.arguments, isQuery: rules.isEncodedQuery) {
            rules.type(ofArgument: $0, of: field.name.text, in: type)
        }
    }

    /// The arguments that have a value, sorted by name.
    private mutating func inputs(
        _ given: [GraphQL.Argument], isQuery: (String) -> Bool = { _ in false },
        _ type: (String) -> GraphQL.TypeReference?
    ) throws(GraphQL.AmbiguousOperationError) -> [GraphQL.CanonicalOperation.Argument] {
        var inputs: [GraphQL.CanonicalOperation.Argument] = []
        for argument in given {
            let name = argument.name.text
            guard let value = try input(argument.value, type(name), isQuery: isQuery(name)) else { continue }
            inputs.append(.init(name: name, value: value))
        }
        return inputs.sorted(byName: \.name)
    }

    /// A value with variables replaced; nil for a variable without a value, which counts as omitted. `known` is the
    /// expected type, if known.
    private mutating func input(
        _ value: GraphQL.Value, _ known: GraphQL.TypeReference?, isQuery: Bool = false
    ) throws(GraphQL.AmbiguousOperationError) -> GraphQL.CanonicalOperation.Input? {
        switch value.kind {
        case .variable(let name): return try input(ofVariable: name, known, isQuery: isQuery)
        case .string(let text) where isQuery: return .init(.query(text))
        case .list(let values):
            let element: GraphQL.TypeReference? = if case .list(let type)? = known { type } else { nil }
            var inputs: [GraphQL.CanonicalOperation.Input] = []
            for value in values { inputs.append(try input(value, element) ?? .null) }
            return .init(.list(inputs))
        case .object(let fields):
            let rules = rules
            return .init(
                .object(try inputs(fields) { name in known.flatMap { rules.type(ofMember: name, in: $0.text) } }))
        default: return try GraphQL.CanonicalVariables.constant(value)
        }
    }

    private mutating func input(
        ofVariable name: String, _ known: GraphQL.TypeReference?, isQuery: Bool
    ) throws(GraphQL.AmbiguousOperationError) -> GraphQL.CanonicalOperation.Input? {
        let variable = try variables.variable(name)
        uses.note(variable: name)
        let fits = known.map { variable.type.fits($0, hasDefault: variable.hasDefault) } ?? false
        guard var input = variable.value ?? (fits ? nil : .init(.scalar("nothing"))) else { return nil }
        if isQuery, case .string(let text) = input.kind { input.kind = .query(text) }
        if !fits { input.declared = variable.type.text + (variable.hasDefault ? " with a default" : "") }
        return input
    }
}
