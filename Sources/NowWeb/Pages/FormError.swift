public import ExchangeModel
public import FoundationEssentials

/// Why a form is not sent. Nothing was sent then.
public struct FormError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// No field has that name or label; `others` are the names and labels there are.
        case unknownField
        /// Several fields have that name or label; `others` are their names.
        case ambiguousField
        /// No button has that name, value or label; `others` are the labels of those there are.
        case unknownButton
        /// Several buttons do; `others` are their names.
        case ambiguousButton
        /// What was named is a button: it is pressed, and holds nothing.
        case isButton
        /// The button does its work by a script, and scripts are not run.
        case scriptedButton
        /// The field cannot be changed.
        case readOnly
        /// The field, the option or the button is disabled.
        case disabled
        /// The choice does not offer `value`; `others` are the labels of what it does.
        case unknownOption
        /// The choice offers several that are labelled so; `others` are their values.
        case ambiguousOption
        /// `value` is neither yes nor no.
        case notYesOrNo
        /// The field was given more values than it takes.
        case tooMany
        /// The field takes one line, and `value` has more.
        case oneLine
        /// The field takes a file.
        case wantsFile
        /// The field takes no file.
        case wantsText
        /// `others` have to be filled in and are empty.
        case required
        /// The form leads to another host, or is no address of the instance; `address` is where.
        case elsewhere
        /// The form leads to no address that can be read.
        case unreadable
    }

    /// What is wrong.
    public let kind: Kind
    /// The field or the button, as it was named; empty when it is about the form.
    public let field: String
    /// The value that is wrong; empty when it is not about one. It never is a password's.
    public internal(set) var value = ""
    /// Names and labels that would do, or that are meant; see `Kind`.
    public internal(set) var others: [String] = []
    /// Where the form leads.
    public internal(set) var address: HTTPURL?

    package init(_ kind: Kind, _ field: String, value: String = "", others: [String] = []) {
        self.kind = kind
        self.field = field
        self.value = value
        self.others = others
    }

    /// One sentence. What the page says stands in it as it is, so it is no text for a terminal.
    public var description: String {
        let list = others.joined(separator: ", ")
        return switch kind {
        case .unknownField: "The form has no field \(field); it has \(list)."
        case .ambiguousField: "The form has several fields \(field): \(list)."
        case .unknownButton: "The form has no button \(field); it has \(list)."
        case .ambiguousButton: "The form has several buttons \(field): \(list)."
        case .isButton: "\(field) is a button."
        case .scriptedButton: "The button \(field) runs a script."
        case .readOnly: "\(field) cannot be changed."
        case .disabled: "\(field) is disabled."
        case .unknownOption: "\(field) does not offer \(value); it offers \(list)."
        case .ambiguousOption: "\(field) offers several \(value): \(list)."
        case .notYesOrNo: "\(field) is on or off, not \(value)."
        case .tooMany: "\(field) was given more values than it takes."
        case .oneLine: "\(field) takes one line."
        case .wantsFile: "\(field) takes a file."
        case .wantsText: "\(field) takes no file."
        case .required: "These have to be filled in: \(list)."
        case .elsewhere: "The form leads to another host."
        case .unreadable: "The form leads to no address that can be read."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
