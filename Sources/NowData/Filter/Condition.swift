/// One condition on one field; dot-walked fields are allowed.
public struct Condition: QueryProviding, Hashable {
    /// The condition in an encoded query; nil when it cannot be written there.
    public let query: String?

    private init<Kind>(_ field: FieldName, _ clause: Clause<Kind>) {
        let isName = !field.isEmpty && field.utf8.allSatisfy(Condition.mayStandInName)
        query = isName && clause.isUsable ? field + clause.text : nil
    }

    /// A condition on a true-or-false field.
    public static func boolean(field: FieldName, _ clause: Clause<BooleanKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a moment.
    public static func dateTime(field: FieldName, _ clause: Clause<DateTimeKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a mail address.
    public static func email(field: FieldName, _ clause: Clause<EmailKind>) -> Condition { Condition(field, clause) }
    /// A condition on a choice whose values are whole numbers.
    public static func integerChoice(field: FieldName, _ clause: Clause<IntegerChoiceKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a number.
    public static func numeric(field: FieldName, _ clause: Clause<NumericKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on a reference.
    public static func reference(field: FieldName, _ clause: Clause<ReferenceKind>) -> Condition {
        Condition(field, clause)
    }
    /// A condition on text.
    public static func string(field: FieldName, _ clause: Clause<StringKind>) -> Condition { Condition(field, clause) }
    /// A condition on a choice whose values are text.
    public static func stringChoice(field: FieldName, _ clause: Clause<StringChoiceKind>) -> Condition {
        Condition(field, clause)
    }

    private static func mayStandInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
