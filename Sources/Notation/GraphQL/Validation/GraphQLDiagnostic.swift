extension GraphQL {
    /// An error in a document or in the variables sent with it. The shell and the sandbox word it differently.
    package struct Diagnostic: Sendable, Hashable {
        package var kind: Kind
        package var place: Place
        package var path: [String]
        package var related: [Place]

        package init(_ kind: Kind, at place: Place = Place(), path: [String] = [], related: [Place] = []) {
            self.kind = kind
            self.place = place
            self.path = path
            self.related = related
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

        /// What is wrong. The numbers are sections of the specification.
        package enum Kind: Sendable, Hashable {
            // MARK: Operations, 5.2 and 6.1
            case duplicateOperation(String)
            case anonymousWithOthers
            case followsAnonymous(String)
            case unsupportedOperation(OperationKind)
            /// A subscription asks for more than one field; the operation's name, empty without one.
            case subscriptionFields(String)
            case subscriptionIntrospection(String, field: String)
            case unknownOperation(String)
            case unchosenOperation

            // MARK: Fields, 5.3
            case unknownField(String, type: String)
            case missingSelections(field: String, type: TypeReference)
            case needlessSelections(field: String, type: TypeReference)
            case conflict(response: String, Conflict)

            // MARK: Arguments, 5.4, and values, 5.6
            case unknownArgument(String, Owner)
            case duplicateArgument(String, Owner)
            case missingArgument(String, TypeReference, Owner)
            case nullArgument(String, TypeReference, Owner)
            /// The value is not one of the type that is expected. `inside` leads from the argument to it: `pagination.limit`.
            case wrongValue(Value, inside: String, expected: TypeReference, ValueFault, Owner)

            // MARK: Fragments, 5.5
            case duplicateFragment(String)
            case unknownType(String)
            /// The fragment is for a type without fields; its name is nil where it has none.
            case fragmentOnLeaf(String?, type: String)
            case unusedFragment(String)
            case unknownFragment(String)
            case fragmentCycle([String])
            /// What is here is never of the fragment's type; its name is nil where it has none.
            case impossibleSpread(String?, type: String, parent: String)

            // MARK: Directives, 5.7
            case unknownDirective(String)
            case misplacedDirective(String, DirectiveLocation)
            case duplicateDirective(String, DirectiveLocation)

            // MARK: Variables, 5.8 and 6.1.2
            case duplicateVariable(String)
            case outputVariable(String, type: TypeReference)
            case wrongDefault(String, type: TypeReference, ValueFault)
            /// The operation does not declare the variable; its name is empty without one.
            case unknownVariable(String, operation: String)
            /// The operation declares the variable and does not use it; its name is empty without one.
            case unusedVariable(String, operation: String)
            case variableMismatch(String, type: TypeReference, expected: TypeReference)
            case missingVariable(String, type: TypeReference)
            /// The variable is given a value that is not one of its type. `inside` leads from the variable to it.
            case wrongVariable(String, type: TypeReference, inside: String, ValueFault)

            // MARK: Limits
            case tooMany(Int)
            case tooCostly
        }
    }

    /// Why a value is not one of the type that is expected (specification section 5.6.1 and 6.1.2).
    package enum ValueFault: Sendable, Hashable {
        case null(TypeReference)
        case notScalar(String)
        case outOfRange(String)
        case notEnum(String)
        case notObject(String)
        case missingField(String, type: String)
        case unknownField(String, type: String)
        case duplicateField(String)
        case tooDeep
    }
}

extension GraphQL.Diagnostic {
    /// The word by which graphql-java, which runs on an instance, classifies it (its `ValidationErrorType`); nil for what
    /// it reports when it runs the document, not when it validates it.
    package var classification: String? {
        switch kind {
        case .duplicateOperation: "DuplicateOperationName"
        case .anonymousWithOthers, .followsAnonymous: "LoneAnonymousOperationViolation"
        case .subscriptionFields: "SubscriptionMultipleRootFields"
        case .subscriptionIntrospection: "SubscriptionIntrospectionRootField"
        case .unknownField: "FieldUndefined"
        case .missingSelections: "SubselectionRequired"
        case .needlessSelections: "SubselectionNotAllowed"
        case .conflict: "FieldsConflict"
        case .unknownArgument: "UnknownArgument"
        case .duplicateArgument: "DuplicateArgumentNames"
        case .missingArgument(_, _, .field): "MissingFieldArgument"
        case .missingArgument(_, _, .directive): "MissingDirectiveArgument"
        case .nullArgument: "NullValueForNonNullArgument"
        case .wrongValue(_, _, _, .duplicateField, _): "UniqueObjectFieldName"
        case .wrongValue: "WrongType"
        case .duplicateFragment: "DuplicateFragmentName"
        case .unknownType: "UnknownType"
        case .fragmentOnLeaf(nil, _): "InlineFragmentTypeConditionInvalid"
        case .fragmentOnLeaf: "FragmentTypeConditionInvalid"
        case .unusedFragment: "UnusedFragment"
        case .unknownFragment: "UndefinedFragment"
        case .fragmentCycle: "FragmentCycle"
        case .impossibleSpread: "InvalidFragmentType"
        case .unknownDirective: "UnknownDirective"
        case .misplacedDirective: "MisplacedDirective"
        case .duplicateDirective: "DuplicateDirectiveName"
        case .duplicateVariable: "DuplicateVariableName"
        case .outputVariable: "NonInputTypeOnVariable"
        case .wrongDefault: "BadValueForDefaultArg"
        case .unknownVariable: "UndefinedVariable"
        case .unusedVariable: "UnusedVariable"
        case .variableMismatch: "VariableTypeMismatch"
        case .tooMany, .tooCostly: "MaxValidationErrorsReached"
        case .unsupportedOperation, .unknownOperation, .unchosenOperation, .missingVariable, .wrongVariable: nil
        }
    }

    /// The names that could stand where the wrong one does, in the order of the schema or the document, for a "did you
    /// mean"; empty when it is not about a name. They are looked up now: a table list has thousands.
    package func candidates(in schema: some GraphQL.Schema, of document: GraphQL.Document) -> [String] {
        switch kind {
        case .unknownField(_, let type): schema.type(type).value?.fields.map(\.name) ?? []
        case .unknownArgument(_, .field(let field, let type)):
            schema.type(type).value.flatMap { schema.field(field, of: $0).value }?.arguments.map(\.name) ?? []
        case .unknownArgument(_, .directive(let name)):
            schema.directives.first { $0.name == name }?.arguments.map(\.name) ?? []
        case .wrongValue(_, _, _, let fault, _), .wrongDefault(_, _, let fault), .wrongVariable(_, _, _, let fault):
            Self.candidates(for: fault, in: schema)
        case .unknownType: schema.typeNames ?? []
        case .unknownFragment: document.fragments.map(\.name.text)
        case .unknownDirective: schema.directives.map(\.name)
        case .unknownOperation: document.operations.compactMap(\.name?.text)
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
