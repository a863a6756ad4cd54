import ExchangeModel
public import FoundationEssentials
package import Notation
import NowSDK

/// A parsed page. Its text comes from the instance; sanitize it before printing it to a terminal.
public struct NowWebPage: Sendable {
    let page: WebPage
    /// The style sheet of the controller's theme.
    var sheet = ""

    /// The title; empty if there is none.
    public var title: String { page.document.title }
    /// The links in document order.
    public var links: [NowWebLink] {
        let base = page.base
        return page.document.links.map { NowWebLink(link: $0, page: page.address, base: base) }
    }
    /// The forms in document order.
    public var forms: [NowWebForm] {
        let document = page.document
        return document.forms.map { NowWebForm(form: $0, page: page.address, base: document.base) }
    }
    /// The URL after redirects.
    public var address: String { page.address.description }
    /// The URL after redirects; nil if Foundation cannot parse it.
    public var url: URL? { URL(string: address) }
    /// The HTTP status.
    public var statusCode: Int { page.response.status }
    /// The media type; nil if missing.
    public var contentType: String? { page.response.headers["Content-Type"] }
    /// The body as received.
    public var data: Data { Data(page.response.body) }
    /// The body in the colors of the controller's theme, for a web view: with a style sheet at the end of its head.
    /// Equals `data` if it is not HTML.
    public var themedData: Data {
        let isThemed = page.isHTML && RelayMarkup.isMarkup(page.response)
        return isThemed ? Data(RelayMarkup.adapted(page.response.body, origin: nil, sheet: sheet)) : data
    }
    /// The text of the page: one line for each block, with tabs between table cells. Empty if it is not HTML.
    public var text: String { PlainTextPage.of(page.document) }
}

/// A link of a page.
public struct NowWebLink: Sendable, Hashable {
    let link: Document.Link
    let page: HTTPURL
    let base: HTTPURL

    /// The link text; may be empty.
    public var text: String { link.text }
    /// The URL as written in the page.
    public var target: String { link.target }
    /// The resolved URL; nil if it is not an HTTP URL, such as `mailto:`.
    public var url: URL? { base.resolving(target).flatMap { URL(string: $0.description) } }
}

/// A document as plain text for programs; the shell has its own layout.
package enum PlainTextPage {
    package static func of(_ document: Document) -> String {
        lines(document.blocks, of: document).joined(separator: "\n")
    }

    private static func lines(_ blocks: [Block], of document: Document) -> [String] {
        blocks.flatMap { block -> [String] in
            var lines = [block.inlines.text { document.forms[$0].fields[$1].mark }]
            switch block {
            case .preformatted(let text): lines = [text]
            case .definitions(let definitions):
                lines = definitions.flatMap { self.lines([.paragraph($0.term)] + $0.meaning, of: document) }
            case .table(let grid):
                lines += grid.rows.map { row in
                    row.map { self.lines($0.blocks, of: document).joined(separator: " ") }.joined(separator: "\t")
                }
            default: lines += self.lines(block.children, of: document)
            }
            if lines.first == "" { lines.removeFirst() }
            return lines
        }
    }
}

extension Form.Field {
    fileprivate var mark: String {
        switch kind {
        case .text, .area, .choice: shownValue
        case .checkBox, .radio: isChecked ? "[x]" : "[ ]"
        case .submit, .button: "[\(label.isEmpty ? value : label)]"
        case .password, .file, .hidden: ""
        }
    }
}

/// A form of a page with its initial values.
public struct NowWebForm: Sendable, Hashable {
    /// A field of a form.
    public struct Field: Sendable, Hashable {
        let field: Form.Field

        /// The name in the submission; empty if it is not sent.
        public var name: String { field.name }
        /// The label; empty if there is none.
        public var label: String { field.label }
        /// `text`, `email` and other single-line types; `password`, `textarea`, `checkbox`, `radio`, `select`, `file`,
        /// `hidden`, `submit`, `button`.
        public var type: String { field.kind.name }
        /// The initial value.
        public var value: String { field.value }
        /// Whether a check box or radio button is on.
        public var isOn: Bool { field.isChecked }
        /// The options of a choice.
        public var options: [Option] { field.options.map(Option.init) }
        /// Whether it can be edited.
        public var isEditable: Bool { !field.isReadOnly && !field.isDisabled }
        /// Whether it is required.
        public var isRequired: Bool { field.isRequired }
    }

    /// An option of a choice.
    public struct Option: Sendable, Hashable {
        let option: Form.Option

        /// The submitted value.
        public var value: String { option.value }
        /// The label.
        public var label: String { option.label }
        /// Whether it is selected.
        public var isSelected: Bool { option.isSelected }
    }

    let form: Form
    let page: HTTPURL
    let base: String?

    /// The form's name or id, if any.
    public var name: String? { form.name }
    /// Whether the method is POST.
    public var isPost: Bool { form.isPost }
    /// The fields in document order, including hidden ones and buttons.
    public var fields: [Field] { form.fields.map(Field.init) }

    func request(
        _ assignments: [FormEntry], pressing button: String?, at instance: Instance
    ) throws(NowWebServiceError) -> HTTPRequest {
        do throws(FormError) {
            var filling = FormFiller(form)
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
