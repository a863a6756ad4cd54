public import FoundationEssentials
import Notation

/// What a condition says of its field: an operator and what it compares with.
///
/// `Kind` decides which operators there are: `Condition.boolean(field: "active", .is(true))`.
public struct Clause<Kind: ClauseKind>: Sendable, Hashable {
    /// Operator and value as they stand behind the field's name in an encoded query.
    let text: String
    /// Whether every value may stand in a query. A `^` would end the condition, and how to escape one is not documented.
    let isUsable: Bool

    init(_ operation: String, _ values: [String] = [], separator: String = "") {
        text = operation + values.joined(separator: separator)
        isUsable = values.allSatisfy { value in
            EncodedQuery.mayStandAsValue(value) && (separator != "," || !value.utf8.contains(UInt8(ascii: ",")))
        }
    }
}

extension Clause {
    /// `=`
    public static func `is`(_ value: Kind.Value) -> Self { Self("=", [Kind.text(of: value)]) }
    /// `!=`, which does not find rows whose field is empty.
    public static func isNot(_ value: Kind.Value) -> Self { Self("!=", [Kind.text(of: value)]) }
    /// `ISEMPTY`
    public static var isEmpty: Self { Self("ISEMPTY") }
    /// `ISNOTEMPTY`
    public static var isNotEmpty: Self { Self("ISNOTEMPTY") }
    /// `ANYTHING`: always true.
    public static var isAnything: Self { Self("ANYTHING") }
    /// `SAMEAS`: equal to another field of the row.
    public static func isSame(as field: FieldName) -> Self { Self("SAMEAS", [field]) }
    /// `NSAMEAS`: different from another field of the row.
    public static func isDifferent(from field: FieldName) -> Self { Self("NSAMEAS", [field]) }
    /// `VALCHANGES`; a list query takes it as true for no row.
    public static var changes: Self { Self("VALCHANGES") }
    /// `CHANGESFROM`; a list query takes it as true for no row.
    public static func changesFrom(_ value: Kind.Value) -> Self { Self("CHANGESFROM", [Kind.text(of: value)]) }
    /// `CHANGESTO`; a list query takes it as true for no row.
    public static func changesTo(_ value: Kind.Value) -> Self { Self("CHANGESTO", [Kind.text(of: value)]) }
}

extension Clause where Kind: ListableKind {
    /// `IN`. A value with a comma cannot be asked for.
    public static func isOneOf(_ values: [Kind.Value]) -> Self { Self("IN", values.map(Kind.text), separator: ",") }
    /// `NOT IN`. A value with a comma cannot be asked for.
    public static func isNotOneOf(_ values: [Kind.Value]) -> Self {
        Self("NOT IN", values.map(Kind.text), separator: ",")
    }
}

extension Clause where Kind: TextualKind {
    /// `LIKE`; on a reference it compares what is shown.
    public static func contains(_ text: String) -> Self { Self("LIKE", [text]) }
    /// `NOT LIKE`, which does not find rows whose field is empty.
    public static func doesNotContain(_ text: String) -> Self { Self("NOT LIKE", [text]) }
    /// `STARTSWITH`
    public static func startsWith(_ text: String) -> Self { Self("STARTSWITH", [text]) }
    /// `ENDSWITH`
    public static func endsWith(_ text: String) -> Self { Self("ENDSWITH", [text]) }
    /// `EMPTYSTRING`
    public static var isEmptyString: Self { Self("EMPTYSTRING") }
}

extension Clause where Kind: OrderedKind {
    /// `<`
    public static func lessThan(_ value: Kind.Value) -> Self { Self("<", [Kind.text(of: value)]) }
    /// `<=`
    public static func lessThanOrIs(_ value: Kind.Value) -> Self { Self("<=", [Kind.text(of: value)]) }
    /// `>`
    public static func greaterThan(_ value: Kind.Value) -> Self { Self(">", [Kind.text(of: value)]) }
    /// `>=`
    public static func greaterThanOrIs(_ value: Kind.Value) -> Self { Self(">=", [Kind.text(of: value)]) }
    /// `BETWEEN`, both ends included.
    public static func between(_ low: Kind.Value, _ high: Kind.Value) -> Self {
        Self("BETWEEN", [Kind.text(of: low), Kind.text(of: high)], separator: "@")
    }
}

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

/// Parts of a query put together.
enum EncodedText {
    /// Nil as soon as one part cannot be written.
    static func joined(_ parts: [any QueryProviding], by separator: String) -> String? {
        let texts = parts.map(\.query)
        return texts.contains(nil) ? nil : texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
    }
}
