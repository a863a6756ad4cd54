extension GraphQL {
    /// Checks a value and everything in it against a type (specification section 5.6 and 6.1.2), and notes the variables
    /// in it. Values of types that are not known yet are not checked.
    package struct ValueCheck {
        package struct Mismatch: Error, Sendable, Hashable {
            /// The path to the value, such as `pagination.limit` or `groupBy[0]`.
            package var inside: String
            /// The value; its place is that of the field for an unknown field of an object.
            package var value: Value
            package var type: TypeReference
        }

        struct Use {
            var name: String
            var place: Place
            var type: TypeReference?
            var hasDefault: Bool
        }

        private(set) var mismatches: [Mismatch] = []
        private(set) var uses: [Use] = []
        let schema: any Schema
        /// Whether the value came as JSON, where strings name values of enumerations and `1.0` is a whole number.
        var isJSON = false

        /// Throws the first mismatch of a variable's value; its path begins inside the value.
        package static func check(_ value: JSON, as type: TypeReference, in schema: some Schema) throws(Mismatch) {
            var check = ValueCheck(schema: schema, isJSON: true)
            check.check(Value(json: value), as: type, inside: "")
            if let first = check.mismatches.first { throw first }
        }

        mutating func check(_ value: Value, as type: TypeReference?, hasDefault: Bool = false, inside: String) {
            switch (type?.nullable, value.kind) {
            case (_, .variable(let name)):
                uses.append(Use(name: name, place: value.place, type: type, hasDefault: hasDefault))
            case (_, .null): if let type, type.isNonNull { miss(value, type, inside) }
            case (.list(let element)?, .list(let values)):
                for (place, value) in values.enumerated() {
                    check(value, as: element, inside: "\(inside)[\(place)]")
                }
            // A single value is coerced to a list (section 3.11).
            case (.list(let element)?, _): check(value, as: element, inside: inside)
            case (let named, .list(let values)):
                if let type, named.flatMap(definition) != nil { miss(value, type, inside) }
                for value in values { check(value, as: nil, inside: "") }
            case (let named, .object(let fields)):
                check(fields, of: value, as: named.flatMap(definition), type, inside)
            case (let named, _):
                guard let type, let definition = named.flatMap(definition), !fits(value, definition) else { return }
                miss(value, type, inside)
            }
        }

        private func definition(_ type: TypeReference) -> TypeDefinition? {
            guard case .named(let name) = type, let found = schema.type(name.text).value, found.isInput else {
                return nil
            }
            return found.kind == .scalar && !Self.scalars.contains(found.name) ? nil : found
        }

        private mutating func check(
            _ fields: [Argument], of value: Value, as definition: TypeDefinition?, _ type: TypeReference?,
            _ inside: String
        ) {
            let isObject = definition?.kind == .inputObject
            if let type, definition != nil, !isObject { miss(value, type, inside) }
            for field in fields {
                let name = field.name.text
                let known = definition?.inputFields.first { $0.name == name }
                if let type, isObject, known == nil { miss(Value(value.kind, at: field.name.place), type, inside) }
                check(
                    field.value, as: known?.type, hasDefault: known?.defaultValue != nil,
                    inside: inside.isEmpty ? name : "\(inside).\(name)")
            }
            guard let type, let definition else { return }
            for field in definition.inputFields
            where field.isRequired && !fields.contains(where: { $0.name.text == field.name }) {
                miss(value, type, inside)
            }
        }

        private mutating func miss(_ value: Value, _ type: TypeReference, _ inside: String) {
            mismatches.append(Mismatch(inside: inside, value: value, type: type))
        }

        /// Scalars of the specification (section 3.5) and of an instance; others accept any value.
        private static let scalars: Set<String> = ["Int", "Long", "Float", "String", "Boolean", "ID", "Glide_Boolean"]

        private func fits(_ value: Value, _ type: TypeDefinition) -> Bool {
            switch (type.name, value.kind) {
            case (_, .enumeration(let word)): type.enumValues.contains(word)
            case (_, .string(let word)) where type.kind == .enumeration: isJSON && type.enumValues.contains(word)
            case ("Int", .int(let text)): Int32(text) != nil
            case ("Long", .int(let text)): Int64(text) != nil
            case ("Int", .float(let text)): isJSON && GraphQL.wholeNumber(text).flatMap { Int32($0) } != nil
            case ("Long", .float(let text)), ("ID", .float(let text)): isJSON && GraphQL.wholeNumber(text) != nil
            case ("Float", .int(let text)), ("Float", .float(let text)): Double(text)?.isFinite == true
            case ("String", .string), ("Boolean", .boolean), ("ID", .string), ("ID", .int): true
            // The instance's own scalar accepts a Boolean or its text.
            case ("Glide_Boolean", .boolean), ("Glide_Boolean", .string), ("Glide_Boolean", .int): true
            default: false
            }
        }
    }

    /// The digits of an integral number such as `1.0`, because JSON has a single number type; nil for others.
    package static func wholeNumber(_ text: String) -> String? {
        if text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }) { return text }
        guard let number = Double(text), number.rounded() == number, abs(number) < 9_007_199_254_740_992 else {
            return nil
        }
        return String(Int64(number))
    }
}

extension GraphQL.Value {
    /// A JSON value as a literal; a string stays one, whatever its type.
    init(json: JSON) {
        switch json {
        case .null: self.init(.null)
        case .bool(let flag): self.init(.boolean(flag))
        case .number(let text):
            let isWhole = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
            self.init(isWhole ? .int(text) : .float(text))
        case .string(let text): self.init(.string(text))
        case .array(let values): self.init(.list(values.map { GraphQL.Value(json: $0) }))
        case .object(let members):
            self.init(.object(members.map { GraphQL.Argument(GraphQL.Name($0.name), GraphQL.Value(json: $0.value)) }))
        }
    }
}
