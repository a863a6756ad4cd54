public import ExchangeModel
public import FoundationEssentials

/// Why a form was not sent.
public struct FormError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The kinds of error.
    public enum Kind: Sendable, Hashable {
        /// No field has that name or label; `others` are the known names and labels.
        case unknownField
        /// Several fields have that name or label; `others` are their names.
        case ambiguousField
        /// No button has that name, value or label; `others` are the known labels.
        case unknownButton
        /// Several buttons match; `others` are their names.
        case ambiguousButton
        /// The name belongs to a button, which has no value to fill in.
        case isButton
        /// The button runs a script, which is not supported.
        case scriptedButton
        /// The field is read-only.
        case readOnly
        /// The field, the option or the button is disabled.
        case disabled
        /// `value` is not an option; `others` are the labels of the options.
        case unknownOption
        /// Several options have that label; `others` are their values.
        case ambiguousOption
        /// `value` is not a Boolean.
        case notYesOrNo
        /// Too many values for the field.
        case tooMany
        /// `value` has several lines and the field takes one.
        case oneLine
        /// The field takes a file, not a text.
        case wantsFile
        /// The field takes a text, not a file.
        case wantsText
        /// Required fields are empty; `others` are their names.
        case required
        /// The form's action is on another host or not a page of the instance; see `address`.
        case elsewhere
        /// The form's action is not a valid URL.
        case unreadable
    }

    /// The kind of error.
    public let kind: Kind
    /// The field or button as it was named; empty if the error concerns the form.
    public let field: String
    /// The invalid value, if any. It is never a password.
    public internal(set) var value = ""
    /// Suggested names and labels; see `Kind`.
    public internal(set) var others: [String] = []
    /// The URL of the form's action.
    public internal(set) var address: HTTPURL?

    package init(_ kind: Kind, _ field: String, value: String = "", others: [String] = []) {
        self.kind = kind
        self.field = field
        self.value = value
        self.others = others
    }

    /// One sentence. It quotes the page's text unescaped, so it must be sanitized for a terminal.
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
        case .required: "Required fields are empty: \(list)."
        case .elsewhere: "The form leads to another host."
        case .unreadable: "The form leads to no address that can be read."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
