public import FoundationEssentials

/// The 32 hexadecimal digits that identify a record.
public typealias SysID = String

/// A field's name; dot-walks are allowed where fields are read.
public typealias FieldName = String

/// What is written into a field.
public typealias FieldValue = any FieldWritable

/// A value that can be written into a field: instances take all of them as text.
public protocol FieldWritable: Sendable {
    /// The text an instance stores.
    var fieldText: String { get }
}

extension String: FieldWritable {
    /// The text itself.
    public var fieldText: String { self }
}

extension Int: FieldWritable {
    /// The digits.
    public var fieldText: String { String(self) }
}

extension Double: FieldWritable {
    /// The digits, without a fraction when there is none.
    public var fieldText: String { NumericKind.text(of: self) }
}

extension Bool: FieldWritable {
    /// `true` or `false`.
    public var fieldText: String { BooleanKind.text(of: self) }
}

extension Date: FieldWritable {
    /// The moment in UTC, `yyyy-MM-dd HH:mm:ss`.
    public var fieldText: String { GlideDate.text(of: self) }
}
