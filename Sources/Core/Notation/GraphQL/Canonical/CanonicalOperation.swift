extension GraphQL {
    /// The canonical form of a request: the selected operation without its name, with fragments inlined, variables
    /// replaced, `@include` and `@skip` evaluated, equal selections merged, and fields and arguments sorted by name.
    ///
    /// Fields of a mutation keep their order on the levels that have side effects. Operations with the same text get
    /// the same members with the same values from a server. If no variable or type is uncertain, the text is a document
    /// that is its own canonical form.
    package struct CanonicalOperation: Sendable {
        package let kind: OperationKind
        /// As written before the selections, such as ` @live`; empty if there are none.
        package let directives: String
        package let selections: [Selection]
        package let text: String
    }
}

extension GraphQL.CanonicalOperation: Hashable {
    /// Compared by bytes: as a `String`, a composed letter equals its decomposition.
    package static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension GraphQL.CanonicalOperation {
    package struct Selection: Sendable {
        /// The response name of the field; `... on Type` for a fragment.
        package let name: String
        package let field: String
        package let arguments: [Argument]
        package let directives: String
        /// Nil for a field without braces; empty if conditions removed all selections.
        package internal(set) var selections: [Selection]?
        /// Everything before the braces.
        let head: [UInt8]

        package var text: String {
            var out: [UInt8] = []
            append(to: &out)
            return String(decoding: out, as: UTF8.self)
        }

        func append(to out: inout [UInt8]) {
            out += head
            if let selections { Self.append(selections, to: &out) }
        }

        static func append(_ selections: [Selection], to out: inout [UInt8]) {
            out.append(UInt8(ascii: "{"))
            for (place, selection) in selections.enumerated() {
                if place > 0 { out.append(UInt8(ascii: " ")) }
                selection.append(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    package struct Argument: Sendable, Hashable {
        package let name: String
        package let value: Input
    }

    /// The value of an argument, written literally or from a variable.
    package struct Input: Sendable, Hashable {
        package indirect enum Kind: Sendable, Hashable {
            case scalar(String)
            case string(String)
            case query(String)
            case list([Input])
            case object([Argument])
        }

        package var kind: Kind
        /// The declared type of the variable if it may decide whether a server accepts it; nil if it fits the known
        /// argument type or the value is literal.
        package var declared: String?

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
                Self.append(members, in: "{}", to: &out)
            }
        }

        /// `name:value,…` in brackets, for arguments and the members of objects.
        static func append(_ members: [Argument], in brackets: StaticString, to out: inout [UInt8]) {
            out.append(brackets.utf8Start[0])
            for (place, member) in members.enumerated() {
                if place > 0 { out.append(UInt8(ascii: ",")) }
                out += member.name.utf8
                out.append(UInt8(ascii: ":"))
                member.value.append(to: &out)
            }
            out.append(brackets.utf8Start[1])
        }
    }

    private static let maxDocumentSize = 262_144

    /// The canonical form of a document with variable values. `operation`: which of several operations is executed. Nil
    /// if the document cannot be parsed or exceeds 256 KiB, if the operation is ambiguous, if a fragment or variable is
    /// missing, unused or cyclic, or if expansion exceeds a megabyte: a server may then respond with an error that
    /// depends on the spelling.
    package init?(
        _ document: String, operation name: String? = nil, variables: JSON = .null, rules: some GraphQL.CanonicalRules
    ) {
        guard document.utf8.count <= Self.maxDocumentSize, let read = try? GraphQL.Document(document) else {
            return nil
        }
        guard let operation = Self.chosen(name, of: read) else { return nil }
        let fragments = GraphQL.Fragments(read), count = read.fragments.count
        guard fragments.count == count else { return nil }
        do throws(GraphQL.AmbiguousOperationError) {
            let values = try GraphQL.CanonicalVariables(operation.variables, values: variables)
            var writer = GraphQL.CanonicalWriter(fragments: fragments, variables: values, rules: rules)
            let (directives, selections) = try writer.write(operation)
            writer.uses.follow(fragments)
            // Definitions used by other operations only are dropped with them.
            let isAlone = read.definitions.count == count + 1
            guard writer.uses.variables == values.names,
                !isAlone || writer.uses.fragments.count == count
            else { return nil }
            kind = operation.kind
            self.directives = String(decoding: directives, as: UTF8.self)
            self.selections = selections
            var out: [UInt8] = kind == .query && directives.isEmpty ? [] : Array(kind.rawValue.utf8) + directives
            Selection.append(selections, to: &out)
            text = String(decoding: out, as: UTF8.self)
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
    /// What is certain about a server's types, as far as the canonical form depends on it. Unknown types are nil: a
    /// fragment then keeps its type condition, and a variable its declared type.
    package protocol CanonicalRules: Sendable {
        func rootType(of kind: OperationKind) -> String?

        /// The type of a field without lists and `!`. Return object types only: directly inside one, a fragment on that
        /// type is equivalent to its fields.
        func type(ofField field: String, in type: String?) -> String?

        /// The type of an argument for a field of `type`.
        func type(ofArgument argument: String, of field: String, in type: String?) -> TypeReference?

        func type(ofMember member: String, in type: String) -> TypeReference?

        /// The number of levels of a mutation on which the order of fields matters: the first in general (specification
        /// section 6.2.2), and the next where its fields only group those with side effects.
        var orderedLevels: Int { get }

        func isEncodedQuery(argument: String) -> Bool
    }
}
