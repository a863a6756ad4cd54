public import FoundationEssentials
import Notation

/// The operator and operand of a condition.
///
/// `Kind` determines the available operators: `Condition.boolean(field: "active", .is(true))`.
public struct Clause<Kind: ClauseKind>: Sendable, Hashable {
    /// Operator and operand, as they follow the field name in an encoded query.
    let text: String
    /// Whether every operand can be written in a query. `^` would end the condition, and no escape for it is
    /// documented.
    let isUsable: Bool

    init(_ operation: String, _ values: [String] = [], separator: String = "") {
        text = operation + values.joined(separator: separator)
        isUsable = values.allSatisfy { value in
            EncodedQuery.isValidValue(value) && (separator != "," || !value.utf8.contains(UInt8(ascii: ",")))
        }
    }
}

extension Clause {
    /// `=`
    public static func `is`(_ value: Kind.Value) -> Self { Self("=", [Kind.text(of: value)]) }
    /// `!=`; does not match rows whose field is empty.
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
    /// `VALCHANGES`; matches no row in a list query.
    public static var changes: Self { Self("VALCHANGES") }
    /// `CHANGESFROM`; matches no row in a list query.
    public static func changesFrom(_ value: Kind.Value) -> Self { Self("CHANGESFROM", [Kind.text(of: value)]) }
    /// `CHANGESTO`; matches no row in a list query.
    public static func changesTo(_ value: Kind.Value) -> Self { Self("CHANGESTO", [Kind.text(of: value)]) }
}

extension Clause where Kind: ListableKind {
    /// `IN`; values must not contain a comma.
    public static func isOneOf(_ values: [Kind.Value]) -> Self { Self("IN", values.map(Kind.text), separator: ",") }
    /// `NOT IN`; values must not contain a comma.
    public static func isNotOneOf(_ values: [Kind.Value]) -> Self {
        Self("NOT IN", values.map(Kind.text), separator: ",")
    }
}

extension Clause where Kind: TextualKind {
    /// `LIKE`; for a reference, compares the display value.
    public static func contains(_ text: String) -> Self { Self("LIKE", [text]) }
    /// `NOT LIKE`; does not match rows whose field is empty.
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
    /// `BETWEEN`, inclusive.
    public static func between(_ low: Kind.Value, _ high: Kind.Value) -> Self {
        Self("BETWEEN", [Kind.text(of: low), Kind.text(of: high)], separator: "@")
    }
}

/// A kind of field: its value type and how values are written in a query.
public protocol ClauseKind {
    /// The value type of the field.
    associatedtype Value
    /// The value as written in an encoded query.
    static func text(of value: Value) -> String
}

/// A kind with the operators `IN` and `NOT IN`.
public protocol ListableKind: ClauseKind {}
/// A kind with text operators.
public protocol TextualKind: ClauseKind {}
/// A kind with ordering operators.
public protocol OrderedKind: ClauseKind {}

/// True or false.
public enum BooleanKind: ClauseKind {
    /// `true` or `false`.
    public static func text(of value: Bool) -> String { value ? "true" : "false" }
}

/// A date and time, compared in UTC to the second, as stored.
public enum DateTimeKind: OrderedKind {
    /// The time in UTC, `yyyy-MM-dd HH:mm:ss`.
    public static func text(of value: Date) -> String { GlideDate.text(of: value) }
}

/// An email address.
public enum EmailKind: TextualKind, ListableKind {
    /// The address unchanged.
    public static func text(of value: String) -> String { value }
}

/// A choice with integer values.
public enum IntegerChoiceKind: OrderedKind, ListableKind {
    /// The digits.
    public static func text(of value: Int) -> String { String(value) }
}

/// A number.
public enum NumericKind: OrderedKind, ListableKind {
    /// The number, without a fraction if it is integral.
    public static func text(of value: Double) -> String { Int64(exactly: value).map { String($0) } ?? String(value) }
}

/// A reference: compared by sys_id, searched by display value.
public enum ReferenceKind: TextualKind, ListableKind {
    /// The sys_id.
    public static func text(of value: SysID) -> String { value }
}

/// Text.
public enum StringKind: TextualKind, ListableKind, OrderedKind {
    /// The text unchanged.
    public static func text(of value: String) -> String { value }
}

/// A choice with text values, compared by value and not by label.
public enum StringChoiceKind: TextualKind, ListableKind {
    /// The stored value unchanged.
    public static func text(of value: String) -> String { value }
}

extension Filter {
    /// Parts as one encoded query; nil if a part is not representable.
    static func joined(_ parts: [any QueryProviding], by separator: String) -> String? {
        let texts = parts.map(\.query)
        return texts.contains(nil) ? nil : texts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator)
    }
}
