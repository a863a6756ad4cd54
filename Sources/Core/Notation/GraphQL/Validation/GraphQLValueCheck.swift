extension GraphQL {
    /// Checks a value and everything in it against a type (specification section 5.6 and 6.1.2), and notes the variables
    /// in it. Values of types that are not known yet are not checked.
    package struct ValueCheck {
        /// Why a value does not match its type.
        package struct Mismatch: Error, Sendable, Hashable {
            /// The path to the value, such as `pagination.limit` or `groupBy[0]`.
            package var inside: String
            /// The value; its place is that of the field for an unknown or repeated field of an object.
            package var value: Value
            package var type: TypeReference
            package var fault: ValueFault
        }

        struct Variable {
            var name: String
            var place: Place
            /// The expected type; nil if not known.
            var type: TypeReference?
            var hasDefault: Bool
        }

        private(set) var mismatches: [Mismatch] = []
        private(set) var variables: [Variable] = []
        private(set) var steps = 0
        private let schema: any Schema
        /// Whether the value came as JSON, where strings name values of enumerations and `1.0` is a whole number.
        private let isJSON: Bool

        init(_ schema: any Schema, isJSON: Bool = false) {
            self.schema = schema
            self.isJSON = isJSON
        }

        /// Throws the first mismatch of a variable's value; its path begins inside the value.
        package static func check(
            _ value: JSON, as type: TypeReference, in schema: some Schema
        ) throws(Mismatch) {
            var check = ValueCheck(schema, isJSON: true)
            check.check(Value(json: value), as: type, hasDefault: false, inside: "")
            if let first = check.mismatches.first { throw first }
        }

        /// - Parameters:
        ///   - type: the expected type; nil if not known.
        ///   - hasDefault: whether the place has a default value.
        ///   - inside: the argument's name.
        mutating func check(_ value: Value, as type: TypeReference?, hasDefault: Bool, inside: String) {
            steps += 1
            if case .variable(let name) = value.kind {
                variables.append(Variable(name: name, place: value.place, type: type, hasDefault: hasDefault))
                return
            }
            if value.kind == .null {
                if let type, type.isNonNull { miss(.null(type), value, type, inside) }
                return
            }
            switch (type?.nullable, value.kind) {
            case (.list(let element)?, .list(let values)):
                for (place, value) in values.enumerated() {
                    check(value, as: element, hasDefault: false, inside: "\(inside)[\(place)]")
                }
            // A single value is coerced to a list (section 3.11).
            case (.list(let element)?, _): check(value, as: element, hasDefault: false, inside: inside)
            case (.named(let name)?, _):
                guard let type, let definition = schema.type(name.text).value else { return noteVariables(in: value) }
                check(value, as: definition, type, inside)
            case (.nonNull?, _), (nil, _): noteVariables(in: value)
            }
        }

        private mutating func noteVariables(in value: Value) {
            switch value.kind {
            case .list(let values): for value in values { check(value, as: nil, hasDefault: false, inside: "") }
            case .object(let fields):
                for field in fields { check(field.value, as: nil, hasDefault: false, inside: "") }
            default: break
            }
        }

        private mutating func check(
            _ value: Value, as definition: TypeDefinition, _ type: TypeReference, _ inside: String
        ) {
            switch (definition.kind, value.kind) {
            case (.scalar, _):
                guard let fault = fault(of: value, as: definition.name) else { return }
                miss(fault, value, type, inside)
            case (.enumeration, .enumeration(let word)) where definition.enumValues.contains { $0.name == word }: return
            case (.enumeration, .string(let word)) where isJSON && definition.enumValues.contains { $0.name == word }:
                return
            case (.enumeration, _): miss(.notEnum(definition.name), value, type, inside)
            case (.inputObject, .object(let fields)):
                return check(fields, of: value, as: definition, type, inside)
            case (.inputObject, _): miss(.notObject(definition.name), value, type, inside)
            case (.object, _): break
            }
            noteVariables(in: value)
        }

        private mutating func check(
            _ fields: [ObjectField], of value: Value, as definition: TypeDefinition, _ type: TypeReference,
            _ inside: String
        ) {
            var found: Set<String> = []
            for field in fields {
                let name = field.name.text
                let named = Value(value.kind, at: field.name.place)
                if !found.insert(name).inserted { miss(.duplicateField(name), named, type, inside) }
                let known = definition.inputFields.first { $0.name == name }
                if known == nil { miss(.unknownField(name, type: definition.name), named, type, inside) }
                check(
                    field.value, as: known?.type, hasDefault: known?.defaultValue != nil,
                    inside: inside.isEmpty ? name : "\(inside).\(name)")
            }
            for field in definition.inputFields where field.isRequired && !found.contains(field.name) {
                miss(.missingField(field.name, type: definition.name), value, type, inside)
            }
        }

        private mutating func miss(_ fault: ValueFault, _ value: Value, _ type: TypeReference, _ inside: String) {
            mismatches.append(Mismatch(inside: inside, value: value, type: type, fault: fault))
        }

        /// Scalars of the specification (section 3.5) and of an instance; others accept any value.
        private func fault(of value: Value, as scalar: String) -> ValueFault? {
            switch (scalar, value.kind) {
            case ("Int", .int(let text)): return Int32(text) == nil ? .outOfRange(scalar) : nil
            case ("Long", .int(let text)): return Int64(text) == nil ? .outOfRange(scalar) : nil
            case ("Int", .float(let text)), ("Long", .float(let text)), ("ID", .float(let text)):
                guard isJSON, let whole = GraphQL.wholeNumber(text) else { return .notScalar(scalar) }
                return scalar == "Int" && Int32(whole) == nil ? .outOfRange(scalar) : nil
            case ("Float", .int(let text)), ("Float", .float(let text)):
                return Double(text)?.isFinite == true ? nil : .outOfRange(scalar)
            case ("String", .string), ("Boolean", .boolean), ("ID", .string), ("ID", .int): return nil
            // The instance's own scalar accepts a Boolean or its text.
            case ("Glide_Boolean", .boolean), ("Glide_Boolean", .string), ("Glide_Boolean", .int): return nil
            case ("Int", _), ("Long", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _), ("Glide_Boolean", _):
                return .notScalar(scalar)
            default: return nil
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
            self.init(
                .object(members.map { GraphQL.ObjectField(GraphQL.Name($0.name), GraphQL.Value(json: $0.value)) }))
        }
    }
}
