import ExchangeModel
public import FoundationEssentials
import Notation

/// A parsed page. Its text comes from the instance; sanitize it before printing it to a terminal.
public struct NowWebPage: Sendable {
    let page: WebPage
    /// The style sheet of the controller's theme.
    var sheet = ""
    /// The title; empty if there is none.
    public let title: String
    /// The links in document order.
    public let links: [NowWebLink]
    /// The forms in document order.
    public let forms: [NowWebForm]

    init(_ page: WebPage, sheet: String = "") {
        self.page = page
        self.sheet = sheet
        let document = page.document
        let base = document.base.flatMap { page.address.resolving($0) } ?? page.address
        title = document.title
        links = document.links.map { NowWebLink($0, of: page.address, base: base) }
        forms = document.forms.map { NowWebForm($0, of: page.address, base: document.base) }
    }

    /// The URL after redirects.
    public var address: String { page.address.description }
    /// The URL after redirects; nil if Foundation cannot parse it.
    public var url: URL? { URL(string: address) }
    /// The HTTP status.
    public var statusCode: Int { page.response.status }
    /// The media type; nil if missing.
    public var contentType: String? { page.response.headers["Content-Type"] }
    /// The body as received; after a lost session, with what was typed into its form.
    public var data: Data { Data(page.response.body) }
    /// The body in the colors of the controller's theme, for a web view: with a style sheet at the end of its head.
    /// Equals `data` if it is not HTML.
    public var themedData: Data {
        let isThemed = page.isHTML && RelayMarkup.isMarkup(page.response)
        return isThemed ? Data(RelayMarkup.themed(page.response.body, sheet)) : data
    }
    /// The text of the page: one line for each block, with tabs between table cells. Empty if it is not HTML.
    public var text: String { PlainTextPage.of(page.document) }
}

/// A link of a page.
public struct NowWebLink: Sendable, Hashable {
    /// The link text; may be empty.
    public let text: String
    /// The URL as written in the page.
    public let target: String
    let page: HTTPURL
    let base: HTTPURL

    init(_ link: Document.Link, of page: HTTPURL, base: HTTPURL) {
        text = link.text
        target = link.target
        self.page = page
        self.base = base
    }

    /// The resolved URL; nil if it is not an HTTP URL, such as `mailto:`.
    public var url: URL? { base.resolving(target).flatMap { URL(string: $0.description) } }
}

/// A document as plain text for programs; the shell has its own layout.
enum PlainTextPage {
    static func of(_ document: Document) -> String {
        lines(document.blocks, of: document).joined(separator: "\n")
    }

    private static func lines(_ blocks: [Block], of document: Document) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .heading(_, let inlines), .paragraph(let inlines): lines(inlines, of: document)
            case .preformatted(let text): [text]
            case .quote(let blocks), .form(_, let blocks), .notice(let blocks): lines(blocks, of: document)
            case .list(_, let items): items.flatMap { lines($0, of: document) }
            case .definitions(let definitions):
                definitions.flatMap { lines($0.term, of: document) + lines($0.meaning, of: document) }
            case .table(let grid):
                lines(grid.caption, of: document)
                    + grid.rows.map { row in
                        row.map { lines($0.blocks, of: document).joined(separator: " ") }.joined(separator: "\t")
                    }
            case .group(let legend, let blocks): lines(legend, of: document) + lines(blocks, of: document)
            case .rule: []
            }
        }
    }

    private static func lines(_ inlines: [Inline], of document: Document) -> [String] {
        let text = text(inlines, of: document)
        return text.isEmpty ? [] : [text]
    }

    private static func text(_ inlines: [Inline], of document: Document) -> String {
        inlines.map { inline -> String in
            switch inline {
            case .text(let words, _): words
            case .lineBreak: "\n"
            case .link(_, let inlines): text(inlines, of: document)
            case .image(let alternative): alternative
            case .field(let form, let field): shown(document.forms[form].fields[field])
            }
        }.joined()
    }

    private static func shown(_ field: Form.Field) -> String {
        switch field.kind {
        case .text, .area: field.value
        case .checkBox, .radio: field.isChecked ? "[x]" : "[ ]"
        case .choice: field.options.lazy.filter(\.isSelected).map(\.label).joined(separator: ", ")
        case .submit, .button: "[\(field.label.isEmpty ? field.value : field.label)]"
        case .password, .file, .hidden: ""
        }
    }
}
