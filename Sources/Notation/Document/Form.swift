/// A form of a page, with the values it came with.
package struct Form: Sendable, Hashable {
    /// Its name, else its id; nil when it has neither.
    package var name: String?
    /// `GET` or `POST`; every other method counts as `GET`.
    package var method = "GET"
    /// Where it is sent, as the page has it; nil: to the page's own address.
    package var action: String?
    /// How its fields are written when it is posted.
    package var encoding = Encoding.fields
    /// Its fields in the order they stand, hidden ones and buttons included.
    package var fields: [Field] = []

    /// An empty form.
    package init() {}

    /// How fields are written in a body (HTML, 4.10.21.3).
    package enum Encoding: String, Sendable, Hashable, CaseIterable {
        /// `application/x-www-form-urlencoded`
        case fields
        /// `multipart/form-data`
        case multipart
        /// `text/plain`
        case text
    }

    /// A field of a form.
    package struct Field: Sendable, Hashable {
        /// What it is sent as; empty: it is not sent.
        package var name: String
        /// What it is.
        package var kind: Kind
        /// What people call it: its label, else its `aria-label`, title or placeholder; empty when nothing says.
        package var label = ""
        /// The value it came with. Of a choice, that of the first chosen option.
        package var value = ""
        /// Whether a check box or a radio button is on.
        package var isChecked = false
        /// What a choice offers.
        package var options: [Option] = []
        /// Whether a choice takes more than one.
        package var allowsMany = false
        /// Whether it can be changed.
        package var isReadOnly = false
        /// Whether it is left out when the form is sent.
        package var isDisabled = false
        /// Whether it has to be filled in.
        package var isRequired = false

        /// A field of that name.
        package init(_ name: String, _ kind: Kind) {
            self.name = name
            self.kind = kind
        }
    }

    /// What a field is.
    package enum Kind: Sendable, Hashable {
        /// One line of text. The type says which sort (`text`, `email`, `number`, `date`, …), in lower case.
        case text(type: String)
        /// One line that is not shown while it is typed.
        case password
        /// Many lines.
        case area
        /// On or off.
        case checkBox
        /// One of several of the same name.
        case radio
        /// One, or several, of a list.
        case choice
        /// A file.
        case file
        /// A value that is sent and not shown.
        case hidden
        /// A button that sends the form, and its own name and value with it when it is the one that was pressed.
        case submit
        /// A button that does something else, which needs a script.
        case button

        /// Its name in HTML: the element's, or the type of an `input`.
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

    /// What a choice offers.
    package struct Option: Sendable, Hashable {
        /// What is sent.
        package var value: String
        /// What is shown.
        package var label: String
        /// Whether it is chosen.
        package var isSelected = false
        /// Whether it can be chosen.
        package var isDisabled = false

        /// An option of parts.
        package init(value: String, label: String, isSelected: Bool = false, isDisabled: Bool = false) {
            self.value = value
            self.label = label
            self.isSelected = isSelected
            self.isDisabled = isDisabled
        }
    }
}
