extension GraphQL {
    /// A type system, looked up by name (specification section 3). An instance has 15,000 types, so types are created
    /// on demand.
    package protocol Schema: Sendable {
        var queryType: String { get }
        var mutationType: String? { get }
        var ownTypeNames: [String]? { get }
        func ownType(_ name: String) -> Knowledge<TypeDefinition>
    }
}

extension GraphQL.Schema {
    package var directives: [GraphQL.DirectiveDefinition] { GraphQL.DirectiveDefinition.known }

    package func type(_ name: String) -> GraphQL.Knowledge<GraphQL.TypeDefinition> {
        if let found = GraphQL.BuiltInTypes.byName[name] { return .known(found) }
        return ownType(name)
    }

    package var typeNames: [String]? { ownTypeNames.map { $0 + GraphQL.BuiltInTypes.all.map(\.name) } }

    package func rootType(_ kind: GraphQL.OperationKind) -> String? {
        switch kind {
        case .query: queryType
        case .mutation: mutationType
        case .subscription: nil
        }
    }

    /// A field of a type, including the introspection fields: `__typename` on every object type, `__schema` and
    /// `__type` on the query root (specification section 4).
    package func field(_ name: String, of type: GraphQL.TypeDefinition) -> GraphQL.Knowledge<GraphQL.FieldDefinition> {
        if type.name == queryType, let found = GraphQL.BuiltInTypes.rootFields.first(where: { $0.name == name }) {
            return .known(found)
        }
        return type.field(name)
    }
}

extension GraphQL {
    package enum Knowledge<Known: Sendable>: Sendable {
        case known(Known)
        case absent
        case notYet

        package var value: Known? { if case .known(let value) = self { value } else { nil } }
    }
}

extension GraphQL.Knowledge: Equatable where Known: Equatable {}
extension GraphQL.Knowledge: Hashable where Known: Hashable {}

extension GraphQL {
    /// A type definition (specification section 3.4). Its fields are created on demand: a row type has one for each
    /// column.
    package struct TypeDefinition: Sendable {
        /// The kind of type; the raw values are those of `__TypeKind`. A record schema has no interfaces or unions.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case scalar = "SCALAR"
            case object = "OBJECT"
            case enumeration = "ENUM"
            case inputObject = "INPUT_OBJECT"
        }

        package let name: String
        package let kind: Kind
        package let description: String?
        package let enumValues: [String]
        package let inputFields: [InputDefinition]
        package let wants: String?

        private let list: @Sendable () -> [FieldDefinition]
        private let find: @Sendable (String) -> Knowledge<FieldDefinition>

        /// An object type whose fields are created on demand.
        package init(
            object name: String, description: String? = nil, wants: String? = nil,
            list: @escaping @Sendable () -> [FieldDefinition],
            find: @escaping @Sendable (String) -> Knowledge<FieldDefinition>
        ) {
            self.init(name, .object, description, wants: wants, list: list, find: find)
        }

        package init(object name: String, description: String? = nil, fields: [FieldDefinition]) {
            let index = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
            self.init(
                name, .object, description, list: { fields },
                find: { name in index[name].map { .known($0) } ?? .absent })
        }

        package init(scalar name: String, description: String? = nil) { self.init(name, .scalar, description) }

        package init(enumeration name: String, description: String? = nil, values: [String]) {
            self.init(name, .enumeration, description, enumValues: values)
        }

        package init(inputObject name: String, description: String? = nil, fields: [InputDefinition]) {
            self.init(name, .inputObject, description, inputFields: fields)
        }

        private init(
            _ name: String, _ kind: Kind, _ description: String?, enumValues: [String] = [],
            inputFields: [InputDefinition] = [], wants: String? = nil,
            list: @escaping @Sendable () -> [FieldDefinition] = { [] },
            find: @escaping @Sendable (String) -> Knowledge<FieldDefinition> = { _ in .absent }
        ) {
            self.name = name
            self.kind = kind
            self.description = description
            self.enumValues = enumValues
            self.inputFields = inputFields
            self.wants = wants
            self.list = list
            self.find = find
        }

        package var fields: [FieldDefinition] { list() }

        package func field(_ name: String) -> Knowledge<FieldDefinition> {
            if kind == .object, name == "__typename" { return .known(Self.typeName) }
            return find(name)
        }

        private static let typeName = FieldDefinition("__typename", .required("String"))

        package var isLeaf: Bool { kind == .scalar || kind == .enumeration }

        package var isInput: Bool { kind != .object }
    }

    package struct FieldDefinition: Sendable, Hashable {
        package var name: String
        package var arguments: [InputDefinition]
        package var type: TypeReference
        package var description: String?
        package var wants: String?
        /// Whether there may be more arguments than listed because the table is not known yet.
        package var isOpen: Bool

        package init(
            _ name: String, _ type: TypeReference, arguments: [InputDefinition] = [], description: String? = nil,
            wants: String? = nil, isOpen: Bool = false
        ) {
            self.name = name
            self.type = type
            self.arguments = arguments
            self.description = description
            self.wants = wants
            self.isOpen = isOpen
        }

        package func argument(_ name: String) -> Knowledge<InputDefinition> {
            if let found = arguments.first(where: { $0.name == name }) { return .known(found) }
            return isOpen ? .notYet : .absent
        }
    }

    package struct InputDefinition: Sendable, Hashable {
        package var name: String
        package var type: TypeReference
        package var defaultValue: Value?
        package var description: String?

        package init(_ name: String, _ type: TypeReference, defaultValue: Value? = nil, description: String? = nil) {
            self.name = name
            self.type = type
            self.defaultValue = defaultValue
            self.description = description
        }

        package var isRequired: Bool { type.isNonNull && defaultValue == nil }
    }
}

extension GraphQL.TypeDefinition {
    /// The types in a text of the schema language (specification section 3). Their fields may have descriptions in
    /// front of them. The text is part of the program, so an error in it is one of the program.
    static func all(in text: String) -> [GraphQL.TypeDefinition] {
        var parser = GraphQL.Parser(Array(text.utf8))
        do throws(GraphQL.OffsetError) {
            return try parser.types()
        } catch {
            preconditionFailure("The schema is wrong at \(error.range): \(error.message)")
        }
    }
}

extension GraphQL {
    package enum BuiltInTypes {
        private static let types = TypeDefinition.all(in: ProgramText.types)
        package static let all = Array(types.dropLast())
        package static let rootFields = types.last?.fields ?? []

        package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    package struct DirectiveDefinition: Sendable, Hashable {
        package let name: String
        package let locations: [String]
        package let arguments: [InputDefinition]

        /// `@include` and `@skip` of the specification, and two of an instance: `@defer`, and `@source` for the text of
        /// a scripted schema.
        package static let known: [DirectiveDefinition] = {
            let selections = ["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
            let condition = InputDefinition("if", .required("Boolean"))
            return [
                DirectiveDefinition(name: "include", locations: selections, arguments: [condition]),
                DirectiveDefinition(name: "skip", locations: selections, arguments: [condition]),
                DirectiveDefinition(
                    name: "defer", locations: selections,
                    arguments: [InputDefinition("if", .type("Boolean")), InputDefinition("label", .type("String"))]),
                DirectiveDefinition(
                    name: "source", locations: ["FIELD_DEFINITION"],
                    arguments: [InputDefinition("value", .required("String"))]),
            ]
        }()
    }
}
