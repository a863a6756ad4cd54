import ExchangeModel
public import FoundationEssentials
import Notation

/// A page as a program reads it. Its texts are the instance's: make them harmless before they are shown on a terminal.
public struct NowWebPage: Sendable {
    let page: WebPage
    /// What it is called; empty when it says nothing of that.
    public let title: String
    /// Its links in the order they stand.
    public let links: [NowWebLink]
    /// Its forms in the order they stand.
    public let forms: [NowWebForm]

    init(_ page: WebPage) {
        self.page = page
        let document = page.document
        let base = document.base.flatMap { page.address.resolving($0) } ?? page.address
        title = document.title
        links = document.links.map { NowWebLink($0, of: page.address, base: base) }
        forms = document.forms.map { NowWebForm($0, of: page.address, base: document.base) }
    }

    /// Where it was found, after redirects.
    public var address: String { page.address.description }
    /// The same; nil when Foundation cannot read it.
    public var url: URL? { URL(string: address) }
    /// The status of the answer.
    public var statusCode: Int { page.response.status }
    /// Its media type, as the instance says; nil when it says nothing.
    public var contentType: String? { page.response.headers["Content-Type"] }
    /// Its bytes as they came.
    public var data: Data { Data(page.response.body) }
    /// What it says, in lines: a block each, cells of tables with tabs between them. Empty when it is no HTML.
    public var text: String { PlainPage.of(page.document) }

    nonisolated static func fetch(
        _ request: HTTPRequest, by client: PageClient
    ) async -> Result<NowWebPage, NowWebServiceError> {
        do throws(PageError) {
            return .success(NowWebPage(try await client.page(for: request)))
        } catch {
            return .failure(Task.isCancelled ? .cancelled : NowWebServiceError(error))
        }
    }
}

/// A link of a page.
public struct NowWebLink: Sendable, Hashable {
    /// What people read; may be empty.
    public let text: String
    /// Its address as the page has it.
    public let target: String
    let page: HTTPURL
    let base: HTTPURL

    init(_ link: Document.Link, of page: HTTPURL, base: HTTPURL) {
        text = link.text
        target = link.target
        self.page = page
        self.base = base
    }

    /// Where it leads; nil when that is no address of a page.
    public var url: URL? { base.resolving(target).flatMap { URL(string: $0.description) } }
}

/// What a document says as plain lines, for programs; the shell lays pages out itself.
enum PlainPage {
    static func of(_ document: Document) -> String {
        var lines: [String] = []
        for block in document.blocks { add(block, of: document, to: &lines) }
        return lines.joined(separator: "\n")
    }

    private static func add(_ block: Block, of document: Document, to lines: inout [String]) {
        switch block {
        case .heading(_, let inlines), .paragraph(let inlines): add(inlines, of: document, to: &lines)
        case .preformatted(let text): lines.append(text)
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks):
            for block in blocks { add(block, of: document, to: &lines) }
        case .list(_, let items):
            for item in items { for block in item { add(block, of: document, to: &lines) } }
        case .definitions(let definitions):
            for definition in definitions {
                add(definition.term, of: document, to: &lines)
                for block in definition.meaning { add(block, of: document, to: &lines) }
            }
        case .table(let grid):
            add(grid.caption, of: document, to: &lines)
            for row in grid.rows {
                let cells = row.map { cell in
                    var inner: [String] = []
                    for block in cell.blocks { add(block, of: document, to: &inner) }
                    return inner.joined(separator: " ")
                }
                lines.append(cells.joined(separator: "\t"))
            }
        case .group(let legend, let blocks):
            add(legend, of: document, to: &lines)
            for block in blocks { add(block, of: document, to: &lines) }
        case .rule: break
        }
    }

    private static func add(_ inlines: [Inline], of document: Document, to lines: inout [String]) {
        var text = ""
        for inline in inlines { add(inline, of: document, to: &text) }
        if !text.isEmpty { lines.append(text) }
    }

    private static func add(_ inline: Inline, of document: Document, to text: inout String) {
        switch inline {
        case .text(let words, _): text += words
        case .lineBreak: text += "\n"
        case .link(_, let inlines): for inline in inlines { add(inline, of: document, to: &text) }
        case .image(let alternative): text += alternative
        case .field(let form, let field):
            guard document.forms.indices.contains(form), document.forms[form].fields.indices.contains(field) else {
                return
            }
            text += shown(document.forms[form].fields[field])
        }
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
