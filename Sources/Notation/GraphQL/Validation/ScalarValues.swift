extension GraphQL {
    /// Which values scalars take (specification section 3.5). A scalar that is none of these takes any.
    enum ScalarValues {
        /// Why a literal is none of a scalar; nil when it is one. Variables and null are looked at elsewhere.
        static func fault(of value: Value, as scalar: String) -> ValueFault? {
            switch (scalar, value.kind) {
            case ("Int", .int(let digits)): fault(ofWhole: digits, as: scalar)
            case ("Long", .int(let digits)): fault(ofWhole: digits, as: scalar)
            case ("Float", .int(let digits)), ("Float", .float(let digits)):
                isFinite(digits) ? nil : .outOfRange(scalar)
            case ("String", .string), ("Boolean", .boolean), ("ID", .string), ("ID", .int): nil
            // An instance's own scalar takes a boolean or the text of one.
            case ("Glide_Boolean", .boolean), ("Glide_Boolean", .string), ("Glide_Boolean", .int): nil
            case ("Int", _), ("Long", _), ("Float", _), ("String", _), ("Boolean", _), ("ID", _), ("Glide_Boolean", _):
                .notScalar(scalar)
            default: nil
            }
        }

        /// Why a JSON value is none of a scalar; nil when it is one.
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

        /// A number's digits when it is whole; `1.0` is, as JSON has one sort of number.
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
