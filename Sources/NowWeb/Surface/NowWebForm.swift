import ExchangeModel
public import FoundationEssentials
import Notation
import NowSDK

/// A form of a page, with the values it came with.
public struct NowWebForm: Sendable, Hashable {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        /// What it is sent as; empty: it is not sent.
        public let name: String
        /// What people call it; empty when nothing says.
        public let label: String
        /// `text`, `email` and the other sorts of one line; `password`, `textarea`, `checkbox`, `radio`, `select`, `file`,
        /// `hidden`, `submit`, `button`.
        public let type: String
        /// The value it came with.
        public let value: String
        /// Whether a check box or a radio button is on.
        public let isOn: Bool
        /// What a choice offers: what is sent, and what people read.
        public let options: [Option]
        /// Whether it can be filled in.
        public let isEditable: Bool
        /// Whether it has to be.
        public let isRequired: Bool
    }

    /// What a choice offers.
    public struct Option: Sendable, Hashable {
        /// What is sent.
        public let value: String
        /// What people read.
        public let label: String
        /// Whether it is chosen.
        public let isSelected: Bool
    }

    /// Its name or id; nil when it has neither.
    public let name: String?
    /// Whether it is posted; else it only asks for a page.
    public let isPost: Bool
    /// Its fields in the order they stand, hidden ones and buttons too.
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

    func request(
        _ assignments: [FormAssignment], pressing button: String?, at instance: Instance
    ) throws(NowWebServiceError) -> HTTPRequest {
        do throws(FormError) {
            var filling = FormFilling(form)
            try filling.fill(assignments)
            return try filling.submission(pressing: button).request(from: page, base: base, at: instance)
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

/// A file for a field of a form.
public struct NowWebFile: Sendable, Hashable {
    /// The field's name or label.
    public let field: String
    /// The file's name.
    public let name: String
    /// Its media type.
    public let contentType: String
    /// What it holds.
    public let data: Data

    /// A file of parts.
    public init(field: String, name: String, contentType: String, data: Data) {
        self.field = field
        self.name = name
        self.contentType = contentType
        self.data = data
    }
}
