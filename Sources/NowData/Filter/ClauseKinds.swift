public import FoundationEssentials

/// A kind of field: what it is compared with and how that is written in a query.
public protocol ClauseKind {
    /// What a field of this kind is compared with.
    associatedtype Value
    /// A value as an encoded query holds it.
    static func text(of value: Value) -> String
}

/// A kind whose fields can be looked up in a list of values.
public protocol ListableKind: ClauseKind {}
/// A kind whose fields are searched as text.
public protocol TextualKind: ClauseKind {}
/// A kind whose values have an order.
public protocol OrderedKind: ClauseKind {}

/// True or false.
public enum BooleanKind: ClauseKind {
    /// `true` or `false`.
    public static func text(of value: Bool) -> String { value ? "true" : "false" }
}

/// A moment. It is compared as it is stored: in UTC, to the second.
public enum DateTimeKind: OrderedKind {
    /// The moment in UTC, `yyyy-MM-dd HH:mm:ss`.
    public static func text(of value: Date) -> String { GlideDate.text(of: value) }
}

/// An electronic mail address.
public enum EmailKind: TextualKind, ListableKind {
    /// The address itself.
    public static func text(of value: String) -> String { value }
}

/// A choice whose values are whole numbers.
public enum IntegerChoiceKind: OrderedKind, ListableKind {
    /// The digits.
    public static func text(of value: Int) -> String { String(value) }
}

/// A number.
public enum NumericKind: OrderedKind, ListableKind {
    /// The digits, without a fraction when there is none.
    public static func text(of value: Double) -> String { Int64(exactly: value).map { String($0) } ?? String(value) }
}

/// A reference: compared by sys_id, searched by what is shown.
public enum ReferenceKind: TextualKind, ListableKind {
    /// The sys_id.
    public static func text(of value: SysID) -> String { value }
}

/// Text.
public enum StringKind: TextualKind, ListableKind, OrderedKind {
    /// The text itself.
    public static func text(of value: String) -> String { value }
}

/// A choice whose values are text; compared by value, not by label.
public enum StringChoiceKind: TextualKind, ListableKind {
    /// The stored value itself.
    public static func text(of value: String) -> String { value }
}
