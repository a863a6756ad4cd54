/// A form of a page with its initial values.
package struct Form: Sendable, Hashable {
    package var name: String?
    /// `GET` or `POST`; other methods count as `GET`.
    package var method = "GET"
    /// The action as written; nil for the page's own URL.
    package var action: String?
    package var encoding = Encoding.fields
    package var fields: [Field] = []

    package init() {}

    /// The encoding of the fields in the body (HTML, 4.10.21.3).
    package enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// `application/x-www-form-urlencoded`
        case fields
        /// `multipart/form-data`
        case multipart
        /// `text/plain`
        case text
    }

    package struct Field: Sendable, Hashable {
        /// The name in the submission; empty if it is not sent.
        package var name: String
        package var kind: Kind
        /// The label, else `aria-label`, title or placeholder; empty if there is none.
        package var label = ""
        package var value = ""
        package var isChecked = false
        package var options: [Option] = []
        package var allowsMany = false
        package var isReadOnly = false
        package var isDisabled = false
        package var isRequired = false

        package init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    package enum Kind: Sendable, Hashable {
        /// A single-line field. The type (`text`, `email`, `number`, `date`, …) is in lower case.
        case text(type: String)
        case password
        case area
        case checkBox
        case radio
        case choice
        case file
        case hidden
        case submit
        case button

        /// The HTML name: the element's, or the type of an `input`.
        package var name: String {
            switch self {
            case .text(let type): type
            case .password: "password"
            case .area: "textarea"
            case .checkBox: "checkbox"
            case .radio: "radio"
            case .choice: "select"
            case .file: "file"
            case .hidden: "hidden"
            case .submit: "submit"
            case .button: "button"
            }
        }
    }

    package struct Option: Sendable, Hashable {
        package var value: String
        package var label: String
        package var isSelected = false
        package var isDisabled = false

        package init(value: String, label: String, isSelected: Bool = false, isDisabled: Bool = false) {
            self.value = value
            self.label = label
            self.isSelected = isSelected
            self.isDisabled = isDisabled
        }
    }
}
