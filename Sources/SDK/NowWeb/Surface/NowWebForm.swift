import ExchangeModel
public import FoundationEssentials
import Notation
import NowSDK

/// A form of a page with its initial values.
public struct NowWebForm: Sendable, Hashable {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// The name in the submission; empty if it is not sent.
        public let name: String
        /// The label; empty if there is none.
        public let label: String
        /// `text`, `email` and other single-line types; `password`, `textarea`, `checkbox`, `radio`, `select`, `file`,
        /// `hidden`, `submit`, `button`.
        public let type: String
        /// The initial value.
        public let value: String
        /// Whether a check box or radio button is on.
        public let isOn: Bool
        /// The options of a choice.
        public let options: [Option]
        /// Whether it can be edited.
        public let isEditable: Bool
        /// Whether it is required.
        public let isRequired: Bool
    }

    /// An option of a choice.
    public struct Option: Sendable, Hashable {
        /// The submitted value.
        public let value: String
        /// The label.
        public let label: String
        /// Whether it is selected.
        public let isSelected: Bool
    }

    /// The form's name or id, if any.
    public let name: String?
    /// Whether the method is POST.
    public let isPost: Bool
    /// The fields in document order, including hidden ones and buttons.
    public let fields: [Field]
    private let form: Form
    private let page: HTTPURL
    private let base: String?

    init(_ form: Form, of page: HTTPURL, base: String?) {
        name = form.name
        isPost = ASCII.lowercased(form.method) == "post"
        fields = form.fields.map(Field.init)
        self.form = form
        self.page = page
        self.base = base
    }

    /// What a form sends, and its page.
    struct Filling: Sendable {
        let entries: [FormSubmission.Entry]
        let page: HTTPURL
    }

    func request(
        _ assignments: [FormAssignment], pressing button: String?, at instance: Instance
    ) throws(NowWebServiceError) -> (HTTPRequest, Filling?) {
        do throws(FormError) {
            var filling = FormFiller(form)
            try filling.fill(assignments)
            let submission = try filling.submission(pressing: button)
            return (
                try submission.request(from: page, base: base, at: instance),
                submission.isPost ? Filling(entries: submission.entries, page: page) : nil
            )
        } catch {
            guard error.kind == .elsewhere, let url = error.address.flatMap({ URL(string: $0.description) }) else {
                throw .form(error)
            }
            throw .unsupportedUrl(url)
        }
    }
}

extension NowWebForm.Field {
    init(_ field: Form.Field) {
        name = field.name
        label = field.label
        type = field.kind.name
        value = field.value
        isOn = field.isChecked
        options = field.options.map {
            NowWebForm.Option(value: $0.value, label: $0.label, isSelected: $0.isSelected)
        }
        isEditable = !field.isReadOnly && !field.isDisabled
        isRequired = field.isRequired
    }
}

/// A file for a form field.
public struct NowWebFile: Sendable, Hashable {
    /// The field's name or label.
    public let field: String
    /// The file name.
    public let name: String
    /// The media type.
    public let contentType: String
    /// The content.
    public let data: Data

    /// Creates a file.
    public init(field: String, name: String, contentType: String, data: Data) {
        self.field = field
        self.name = name
        self.contentType = contentType
        self.data = data
    }
}
