extension GraphQL {
    /// Values for an operation's variables, made into what their types need (specification section 6.1.2).
    package enum VariableValues {
        /// Why a value is not one of its type, and where inside it: `[0].limit`, empty for all of it.
        package struct Mismatch: Error, Sendable, Hashable {
            /// The way from the value to the part that is wrong.
            package var inside: String
            /// The part that is wrong; for a field, the object that has or lacks it.
            package var value: JSON
            /// What is wrong with it.
            package var fault: ValueFault
        }

        /// How deep lists and objects are read.
        static let deepest = 200

        /// A value as its type needs it: one value becomes a list of it, `1.0` becomes `1` for a whole number, an input
        /// object gets its defaults. What is said of a type that is not known yet is left as it is.
        package static func coerce(
            _ value: JSON, to type: TypeReference, in schema: some Schema
        ) throws(Mismatch) -> JSON {
            try coerce(value, type, schema, inside: "", depth: 0)
        }

        private static func coerce(
            _ value: JSON, _ type: TypeReference, _ schema: some Schema, inside: String, depth: Int
        ) throws(Mismatch) -> JSON {
            guard depth < deepest else { throw Mismatch(inside: inside, value: value, fault: .tooDeep) }
            if value == .null {
                guard type.isNonNull else { return .null }
                throw Mismatch(inside: inside, value: value, fault: .null(type))
            }
            switch type.nullable {
            case .nonNull: return value
            case .list(let element):
                guard case .array(let values) = value else {
                    return .array([try coerce(value, element, schema, inside: inside, depth: depth + 1)])
                }
                var coerced: [JSON] = []
                for (place, value) in values.enumerated() {
                    coerced.append(
                        try coerce(value, element, schema, inside: "\(inside)[\(place)]", depth: depth + 1))
                }
                return .array(coerced)
            case .named(let name):
                guard case .known(let type) = schema.type(name.text) else { return value }
                return try coerce(value, named: type, schema, inside: inside, depth: depth)
            }
        }

        private static func coerce(
            _ value: JSON, named type: TypeDefinition, _ schema: some Schema, inside: String, depth: Int
        ) throws(Mismatch) -> JSON {
            switch type.kind {
            case .object: return value
            case .scalar:
                if let fault = ScalarValues.fault(of: value, as: type.name) {
                    throw Mismatch(inside: inside, value: value, fault: fault)
                }
                return written(value, as: type.name)
            case .enumeration:
                guard case .string(let word) = value, type.enumValues.contains(where: { $0.name == word }) else {
                    throw Mismatch(inside: inside, value: value, fault: .notEnum(type.name))
                }
                return value
            case .inputObject:
                return try coerce(value, object: type, schema, inside: inside, depth: depth)
            }
        }

        private static func coerce(
            _ value: JSON, object type: TypeDefinition, _ schema: some Schema, inside: String, depth: Int
        ) throws(Mismatch) -> JSON {
            guard case .object(let members) = value else {
                throw Mismatch(inside: inside, value: value, fault: .notObject(type.name))
            }
            let known = Dictionary(type.inputFields.map { ($0.name, $0) }) { first, _ in first }
            var found: Set<String> = []
            var coerced: [JSON.Member] = []
            for member in members {
                guard let field = known[member.name] else {
                    throw Mismatch(inside: inside, value: value, fault: .unknownField(member.name, type: type.name))
                }
                guard found.insert(member.name).inserted else {
                    throw Mismatch(inside: inside, value: value, fault: .duplicateField(member.name))
                }
                let within = inside.isEmpty ? member.name : "\(inside).\(member.name)"
                coerced.append(
                    JSON.Member(
                        member.name,
                        try coerce(member.value, field.type, schema, inside: within, depth: depth + 1)))
            }
            for field in type.inputFields where !found.contains(field.name) {
                if let value = field.defaultValue?.json() {
                    coerced.append(JSON.Member(field.name, value))
                } else if field.isRequired {
                    throw Mismatch(inside: inside, value: value, fault: .missingField(field.name, type: type.name))
                }
            }
            return .object(coerced)
        }

        /// A scalar as it is used: whole numbers without a point, an ID as text.
        private static func written(_ value: JSON, as scalar: String) -> JSON {
            guard case .number(let text) = value else { return value }
            switch scalar {
            case "Int", "Long": return .number(ScalarValues.whole(text) ?? text)
            case "ID": return .string(ScalarValues.whole(text) ?? text)
            default: return value
            }
        }
    }
}
