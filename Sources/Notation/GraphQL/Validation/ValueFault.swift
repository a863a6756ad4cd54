extension GraphQL {
    /// Why a value is not one of the type that is expected (specification section 5.6.1 and 6.1.2).
    package enum ValueFault: Sendable, Hashable {
        /// It is null, and this type takes none.
        case null(TypeReference)
        /// It is no value of this scalar.
        case notScalar(String)
        /// It is a whole number that this scalar is too small for.
        case outOfRange(String)
        /// It is no value of this enumeration.
        case notEnum(String)
        /// It is no object, as this input type needs.
        case notObject(String)
        /// This input type needs a field of that name.
        case missingField(String, type: String)
        /// This input type has no field of that name.
        case unknownField(String, type: String)
        /// The field is given twice.
        case duplicateField(String)
        /// It is nested deeper than is read.
        case tooDeep
    }
}
