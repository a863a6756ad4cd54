extension GraphQL {
    /// What a request means, in the one form that all its spellings share: the chosen operation without its name, with
    /// fragments inlined, variables replaced by their values, conditions (`@include`, `@skip`) decided, equal selections put
    /// together, and fields and arguments in the order of their names.
    ///
    /// Fields of a mutation stay in their order on the levels that change something. To two operations with the same text
    /// a server answers the same members with the same values. Where variables and types are not in doubt, the text is a
    /// document whose canonical text is the same.
    package struct CanonicalOperation: Sendable {
        package let kind: OperationKind
        package let text: String
        let headEnd: Int
        let nodes: [CanonicalNode]
        let arguments: [[Argument]]

        package var directives: String { headEnd == 0 ? "" : part(kind.rawValue.utf8.count..<headEnd) }

        package var selections: [Selection] { selections(in: nodes.indices) }

        private func selections(in range: Range<Int>) -> [Selection] {
            var selections: [Selection] = []
            var place = range.lowerBound
            while place < range.upperBound {
                let node = nodes[place]
                selections.append(
                    Selection(
                        name: part(node.head.name), field: part(node.head.field),
                        arguments: node.arguments.map { arguments[$0] } ?? [],
                        directives: part(node.head.directives),
                        selections: node.hasBraces ? self.selections(in: place + 1..<node.next) : nil,
                        text: part(node.head.start..<node.end)))
                place = node.next
            }
            return selections
        }

        private func part(_ range: Range<Int>) -> String {
            let utf8 = text.utf8
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return String(text[start..<utf8.index(start, offsetBy: range.count)])
        }
    }
}

extension GraphQL.CanonicalOperation: Hashable {
    /// Whether two texts are the same, byte by byte: to a `String`, an accented letter is equal to its parts.
    package static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension GraphQL.CanonicalOperation {
    package struct Selection: Sendable {
        /// What the answer calls the field; `... on Type` for a fragment.
        package let name: String
        package let field: String
        package let arguments: [Argument]
        package let directives: String
        /// Nil for a field without braces; empty when conditions left nothing.
        package let selections: [Selection]?
        package let text: String
    }

    package struct Argument: Sendable, Hashable {
        package let name: String
        package let value: Input
    }
}

extension [GraphQL.CanonicalOperation.Argument] {
    func sortedByName() -> [GraphQL.CanonicalOperation.Argument] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            left.element.name.utf8.elementsEqual(right.element.name.utf8)
                ? left.offset < right.offset
                : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }
}

extension GraphQL.CanonicalOperation {
    /// A value that an argument is given, whether it was written there or came from a variable.
    package struct Input: Sendable, Hashable {
        package indirect enum Kind: Sendable, Hashable {
            case scalar(String)
            case string(String)
            case query(String)
            case list([Input])
            case object([Argument])
        }

        package var kind: Kind
        /// The type that the variable was declared with, where it may decide whether a server takes it: nil when it fits
        /// what is known of the argument, or when the value was written there.
        package var declared: String?
        package var variable: String?

        init(_ kind: Kind) { self.kind = kind }

        static let null = Input(.scalar("null"))

        init(_ flag: Bool) { self.init(.scalar(flag ? "true" : "false")) }

        package var text: String {
            var out: [UInt8] = []
            append(to: &out)
            return String(decoding: out, as: UTF8.self)
        }

        func append(to out: inout [UInt8]) {
            if let declared {
                out.append(UInt8(ascii: "<"))
                out += declared.utf8
                out.append(UInt8(ascii: ">"))
            }
            switch kind {
            case .scalar(let text): out += text.utf8
            case .string(let text): JSON.append(text, to: &out)
            case .query(let text): JSON.append(EncodedQuery(text).normalForm ?? text, to: &out)
            case .list(let values):
                out.append(UInt8(ascii: "["))
                for (place, value) in values.enumerated() {
                    if place > 0 { out.append(UInt8(ascii: ",")) }
                    value.append(to: &out)
                }
                out.append(UInt8(ascii: "]"))
            case .object(let members):
                out.append(UInt8(ascii: "{"))
                Self.append(members, to: &out)
                out.append(UInt8(ascii: "}"))
            }
        }

        /// `name:value,…`, as arguments and members are written.
        static func append(_ members: [Argument], to out: inout [UInt8]) {
            for (place, member) in members.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                out += member.name.utf8
                out.append(UInt8(ascii: ":"))
                member.value.append(to: &out)
            }
        }
    }

    private static let longestDocument = 262_144

    /// What a document asks with the values of its variables. `operation`: the name of the one that is carried out, where there
    /// are several. Nil when it cannot be read or is longer than 256 KiB, when it is not sure which operation is meant, when
    /// a fragment or a variable is missing, unused or holds itself, or when fragments and variables make more than a megabyte
    /// of it: a server may answer such a document with an error that depends on how it is written.
    package init?(
        _ document: String, operation name: String? = nil, variables: JSON = .null,
        rules: some GraphQL.CanonicalRules
    ) {
        guard document.utf8.count <= Self.longestDocument, let read = try? GraphQL.Document(document) else {
            return nil
        }
        self.init(read, operation: name, variables: variables, rules: rules, capacity: document.utf8.count)
    }

    private init?(
        _ document: GraphQL.Document, operation name: String?, variables: JSON, rules: some GraphQL.CanonicalRules,
        capacity: Int
    ) {
        guard let operation = Self.chosen(name, of: document) else { return nil }
        let fragments = GraphQL.Fragments(document), count = document.fragments.count
        guard fragments.count == count else { return nil }
        do throws(GraphQL.AmbiguousOperationError) {
            let values = try GraphQL.CanonicalVariables(operation.variables, values: variables)
            var reader = GraphQL.CanonicalWriter(fragments: fragments, variables: values, rules: rules)
            headEnd = try reader.read(operation, capacity: capacity)
            reader.uses.follow(fragments)
            // What only other operations use goes with them.
            let isAlone = document.definitions.count == count + 1
            guard reader.uses.variables == values.names,
                !isAlone || reader.uses.fragments.count == count
            else { return nil }
            kind = operation.kind
            text = String(decoding: reader.text, as: UTF8.self)
            nodes = reader.nodes
            arguments = reader.arguments
        } catch {
            return nil
        }
    }

    private static func chosen(_ name: String?, of document: GraphQL.Document) -> GraphQL.Operation? {
        let operations = document.operations
        guard let name else { return operations.count == 1 ? operations[0] : nil }
        let named = operations.filter { $0.name?.text.utf8.elementsEqual(name.utf8) ?? false }
        return named.count == 1 ? named[0] : nil
    }
}

extension GraphQL {
    /// What is known for sure of the types of a server, as far as the canonical form depends on them. What is not known
    /// is nil: then a fragment keeps the type it is for, and a variable the type it was declared with.
    package protocol CanonicalRules: Sendable {
        func rootType(of kind: OperationKind) -> String?

        /// The type that a field gives, lists and `!` taken off. Object types alone may be told: directly inside of one, a
        /// fragment for that type is the same as its fields.
        func type(ofField field: String, in type: String?) -> String?

        /// The type of a field's argument, as it is written: `[Int!]`. `type`: the one that the field is of.
        func type(ofArgument argument: String, of field: String, in type: String?) -> String?

        func type(ofMember member: String, in type: String) -> String?

        /// On how many levels of a mutation the order of fields counts: on the first one everywhere (specification section 6.2.2),
        /// and below it where its fields do nothing but hold those that change something.
        var orderedLevels: Int { get }

        func isEncodedQuery(argument: String) -> Bool
    }

    package struct NoCanonicalRules: CanonicalRules {
        package init() {}
        package func rootType(of kind: OperationKind) -> String? { nil }
        package func type(ofField field: String, in type: String?) -> String? { nil }
        package func type(ofArgument argument: String, of field: String, in type: String?) -> String? { nil }
        package func type(ofMember member: String, in type: String) -> String? { nil }
        package var orderedLevels: Int { 1 }
        package func isEncodedQuery(argument: String) -> Bool { false }
    }
}
