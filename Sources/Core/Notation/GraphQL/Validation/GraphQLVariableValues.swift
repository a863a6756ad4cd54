extension GraphQL {
    /// Coerces variable values to their types (specification section 6.1.2).
    package enum VariableValues {
        /// Why a value does not match its type, and the path inside it, such as `[0].limit`; empty for the whole value.
        package struct Mismatch: Error, Sendable, Hashable {
            package var inside: String
            package var value: JSON
            package var fault: ValueFault
        }

        static let deepest = 200

        /// Coerces a value: a single value becomes a list, `1.0` becomes `1` for an integer, and an input object gets
        /// its defaults. Values of types not known yet are unchanged.
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

        private static func written(_ value: JSON, as scalar: String) -> JSON {
            guard case .number(let text) = value else { return value }
            switch scalar {
            case "Int", "Long": return .number(ScalarValues.whole(text) ?? text)
            case "ID": return .string(ScalarValues.whole(text) ?? text)
            default: return value
            }
        }
    }

    /// The values that scalars accept (specification section 3.5). Other scalars accept any value.
    enum ScalarValues {
        static func fault(of value: Value, as scalar: String) -> ValueFault? {
            switch (scalar, value.kind) {
            case ("Int", .int(let digits)): fault(ofWhole: digits, as: scalar)
            case ("Long", .int(let digits)): fault(ofWhole: digits, as: scalar)
            case ("Float", .int(let digits)), ("Float", .float(let digits)):
                isFinite(digits) ? nil : .outOfRange(scalar)
            case ("String", .string), ("Boolean", .boolean), ("ID", .string), ("ID", .int): nil
            // The instance's own scalar accepts a Boolean or its text.
            case ("Glide_Boolean", .boolean), ("Glide_Boolean", .string), ("Glide_Boolean", .int): nil
            case ("Int", _), ("Long", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _), ("Glide_Boolean", _):
                .notScalar(scalar)
            default: nil
            }
        }

        static func fault(of value: JSON, as scalar: String) -> ValueFault? {
            switch (scalar, value) {
            case ("Int", .number(let text)), ("Long", .number(let text)):
                whole(text).map { fault(ofWhole: $0, as: scalar) } ?? .notScalar(scalar)
            case ("Float", .number(let text)): isFinite(text) ? nil : .outOfRange(scalar)
            case ("String", .string), ("Boolean", .bool), ("ID", .string): nil
            case ("ID", .number(let text)): whole(text) == nil ? .notScalar(scalar) : nil
            case ("Glide_Boolean", .bool), ("Glide_Boolean", .string), ("Glide_Boolean", .number): nil
            case ("Int", _), ("Long", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _), ("Glide_Boolean", _):
                .notScalar(scalar)
            default: nil
            }
        }

        /// The digits of an integral number, including `1.0`, because JSON has a single number type.
        static func whole(_ text: String) -> String? {
            if text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }) { return text }
            guard let number = Double(text), number.rounded() == number, abs(number) < 9_007_199_254_740_992 else {
                return nil
            }
            return String(Int64(number))
        }

        private static func fault(ofWhole digits: String, as scalar: String) -> ValueFault? {
            let fits = scalar == "Int" ? Int32(digits) != nil : Int64(digits) != nil
            return fits ? nil : .outOfRange(scalar)
        }

        private static func isFinite(_ text: String) -> Bool { Double(text)?.isFinite == true }
    }
}

extension GraphQL.Validator {
    /// Checks the selected operation and the variable values (specification section 6.1).
    mutating func check(_ variables: JSON, operationName: String?) {
        guard let operation = operation(named: operationName) else {
            if let operationName {
                report(.unknownOperation(operationName), at: GraphQL.Place())
            } else if operations.count > 1 {
                report(.operationNotSelected, at: GraphQL.Place())
            }
            return
        }
        for variable in operation.variables {
            steps += 1
            let name = variable.name.text
            guard type(variable.type.innermost.text).value?.isInput != false else { continue }
            guard let value = variables[name] else {
                if variable.type.isNonNull, variable.defaultValue == nil {
                    report(.missingVariable(name, type: variable.type), at: variable.name.place)
                }
                continue
            }
            do throws(GraphQL.VariableValues.Mismatch) {
                _ = try GraphQL.VariableValues.coerce(value, to: variable.type, in: schema)
            } catch {
                report(
                    .wrongVariable(name, type: variable.type, inside: error.inside, error.fault),
                    at: variable.name.place)
            }
        }
    }

    private func operation(named name: String?) -> GraphQL.Operation? {
        guard let name, !name.isEmpty else { return operations.count == 1 ? operations.first : nil }
        return operations.first { $0.name?.text == name }
    }
}
