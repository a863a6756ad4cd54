/// How an instance takes what is written.
public struct FieldWriteOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int
    /// Makes options out of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The instance leaves the `sys_` fields alone.
    public static let suppressAutoSysField = FieldWriteOptions(rawValue: 1)
    /// Values are read as a person writes them: dates in the user's zone, references by name.
    public static let treatInputValuesAsDisplayValues = FieldWriteOptions(rawValue: 2)
}
