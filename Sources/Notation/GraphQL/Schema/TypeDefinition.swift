extension GraphQL {
    /// A type of a schema (specification section 3.4). Its fields are made when they are asked for: a row type has one
    /// for every column.
    package struct TypeDefinition: Sendable {
        /// Which sort of type it is; the raw values are those of `__TypeKind`. A record schema has no interfaces and no
        /// unions.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            /// A plain value.
            case scalar = "SCALAR"
            /// Fields to select.
            case object = "OBJECT"
            /// One of a few words.
            case enumeration = "ENUM"
            /// Fields to give.
            case inputObject = "INPUT_OBJECT"
        }

        /// Its name.
        package let name: String
        /// Which sort of type it is.
        package let kind: Kind
        /// For people; nil when there is none.
        package let description: String?
        /// The values of an enumeration, in the schema's order.
        package let enumValues: [EnumValueDefinition]
        /// The fields of an input object, in the schema's order.
        package let inputFields: [InputDefinition]
        /// The table whose columns have to be asked for before all of this is sure; nil when it is.
        package let wants: String?

        private let list: @Sendable () -> [FieldDefinition]
        private let find: @Sendable (String) -> Knowledge<FieldDefinition>

        /// An object type whose fields are made when they are asked for.
        ///
        /// - Parameters:
        ///   - list: every field that is known, in the schema's order.
        ///   - find: the field of a name.
        package init(
            object name: String, description: String? = nil, wants: String? = nil,
            list: @escaping @Sendable () -> [FieldDefinition],
            find: @escaping @Sendable (String) -> Knowledge<FieldDefinition>
        ) {
            self.init(name, .object, description, wants: wants, list: list, find: find)
        }

        /// An object type of few fields.
        package init(object name: String, description: String? = nil, fields: [FieldDefinition]) {
            let index = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
            self.init(
                name, .object, description, list: { fields },
                find: { name in index[name].map { .known($0) } ?? .absent })
        }

        /// A scalar type.
        package init(scalar name: String, description: String? = nil) { self.init(name, .scalar, description) }

        /// An enumeration.
        package init(enumeration name: String, description: String? = nil, values: [EnumValueDefinition]) {
            self.init(name, .enumeration, description, enumValues: values)
        }

        /// An input object type.
        package init(inputObject name: String, description: String? = nil, fields: [InputDefinition]) {
            self.init(name, .inputObject, description, inputFields: fields)
        }

        private init(
            _ name: String, _ kind: Kind, _ description: String?, enumValues: [EnumValueDefinition] = [],
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

        /// Every field that is known, in the schema's order, without `__typename`; empty for other kinds than objects.
        package var fields: [FieldDefinition] { list() }

        /// What is known of the field of that name, `__typename` included, without making the others.
        package func field(_ name: String) -> Knowledge<FieldDefinition> {
            if kind == .object, name == "__typename" { return .known(Self.typeName) }
            return find(name)
        }

        private static let typeName = FieldDefinition("__typename", .required("String"))

        /// Whether a value of it is a leaf: it has no fields to select.
        package var isLeaf: Bool { kind == .scalar || kind == .enumeration }

        /// Whether a variable or an argument can be of it.
        package var isInput: Bool { kind != .object }
    }

    /// A value of an enumeration (specification section 3.9).
    package struct EnumValueDefinition: Sendable, Hashable {
        /// Its name.
        package var name: String
        /// For people; nil when there is none.
        package var description: String?

        /// A value.
        package init(_ name: String, description: String? = nil) {
            self.name = name
            self.description = description
        }
    }
}
