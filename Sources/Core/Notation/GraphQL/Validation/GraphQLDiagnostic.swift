extension GraphQL {
    /// An error in a document. The shell and the sandbox word it differently.
    package struct Diagnostic: Sendable, Hashable {
        package var kind: Kind
        package var place: Place
        package var path: [String]

        package init(_ kind: Kind, at place: Place = Place(), path: [String] = []) {
            self.kind = kind
            self.place = place
            self.path = path
        }

        package enum Owner: Sendable, Hashable {
            case field(String, type: String)
            case directive(String)
        }

        /// Why two fields cannot share a response name.
        package enum Conflict: Sendable, Hashable {
            case fields(String, String)
            case arguments
        }

        /// The kinds of error. The numbers are sections of the specification.
        package enum Kind: Sendable, Hashable {
            // MARK: Operations, 5.2
            case duplicateOperation(String)
            case anonymousWithOthers
            case followsAnonymous(String)

            // MARK: Fields, 5.3
            case unknownField(String, type: String)
            case missingSelections(field: String, type: TypeReference)
            case unexpectedSelections(field: String, type: TypeReference)
            case conflict(response: String, Conflict)

            // MARK: Arguments, 5.4, and values, 5.6
            case unknownArgument(String, Owner)
            case duplicateArgument(String, Owner)
            case missingArgument(String, TypeReference, Owner)
            case nullArgument(String, TypeReference, Owner)
            /// The value does not match the expected type. `inside` is the path from the argument: `pagination.limit`.
            case wrongValue(Value, inside: String, expected: TypeReference, ValueFault, Owner)

            // MARK: Fragments, 5.5
            case duplicateFragment(String)
            case unknownType(String)
            /// The fragment's type has no fields; its name is nil for an inline fragment.
            case fragmentOnLeaf(String?, type: String)
            case unusedFragment(String)
            case unknownFragment(String)
            case fragmentCycle
            /// The fragment's type never occurs here; its name is nil for an inline fragment.
            case impossibleSpread(String?, type: String, parent: String)

            // MARK: Directives, 5.7
            case unknownDirective(String)
            case misplacedDirective(String, DirectiveLocation)
            case duplicateDirective(String, DirectiveLocation)

            // MARK: Variables, 5.8
            case duplicateVariable(String)
            case outputVariable(String, type: TypeReference)
            case wrongDefault(String, type: TypeReference, ValueFault)
            /// The operation does not declare the variable; its name may be empty.
            case unknownVariable(String, operation: String)
            /// The operation does not use the declared variable; its name may be empty.
            case unusedVariable(String, operation: String)
            case variableMismatch(String, type: TypeReference, expected: TypeReference)

            // MARK: Limits
            case tooMany(Int)
            case tooCostly
        }
    }

    /// Why a value does not match its type (specification section 5.6.1 and 6.1.2).
    package enum ValueFault: Sendable, Hashable {
        case null(TypeReference)
        case notScalar(String)
        case outOfRange(String)
        case notEnum(String)
        case notObject(String)
        case missingField(String, type: String)
        case unknownField(String, type: String)
        case duplicateField(String)
    }
}

extension GraphQL.Diagnostic {
    /// Valid names in place of the wrong one, in schema or document order, for "did you mean"; empty if the error is
    /// not about a name. They are computed on demand because there are thousands of tables.
    package func candidates(in schema: some GraphQL.Schema, of document: GraphQL.Document) -> [String] {
        switch kind {
        case .unknownField(_, let type): schema.type(type).value?.fields.map(\.name) ?? []
        case .unknownArgument(_, .field(let field, let type)):
            schema.type(type).value.flatMap { schema.field(field, of: $0).value }?.arguments.map(\.name) ?? []
        case .unknownArgument(_, .directive(let name)):
            schema.directives.first { $0.name == name }?.arguments.map(\.name) ?? []
        case .wrongValue(_, _, _, let fault, _), .wrongDefault(_, _, let fault):
            Self.candidates(for: fault, in: schema)
        case .unknownType: schema.typeNames ?? []
        case .unknownVariable(_, let operation):
            document.operations.first { ($0.name?.text ?? "") == operation }?.variables.map(\.name.text) ?? []
        default: []
        }
    }

    private static func candidates(for fault: GraphQL.ValueFault, in schema: some GraphQL.Schema) -> [String] {
        switch fault {
        case .unknownField(_, let type): schema.type(type).value?.inputFields.map(\.name) ?? []
        case .notEnum(let type): schema.type(type).value?.enumValues.map(\.name) ?? []
        case .notScalar("Boolean"): ["true", "false"]
        default: []
        }
    }
}
