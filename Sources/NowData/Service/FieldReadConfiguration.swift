/// Which fields of a row are fetched, and in what form.
public struct FieldReadConfiguration: Sendable, Hashable {
    /// The form of values.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int
        /// Makes options out of their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// What is stored. Dates can be decoded from these only.
        public static let actualValues = Options(rawValue: 1)
        /// What a person is shown. Together with `actualValues` every field is an object of both.
        public static let displayValues = Options(rawValue: 2)
        /// References come without their link.
        public static let excludeReferenceLink = Options(rawValue: 4)
    }

    /// The fields; none means all.
    public var includeFields: [FieldName]
    /// The form of values.
    public var options: Options

    /// Makes a configuration; without arguments it reads every field as it is stored.
    public init(includeFields: [FieldName] = [], options: Options = []) {
        self.includeFields = includeFields
        self.options = options
    }
}
