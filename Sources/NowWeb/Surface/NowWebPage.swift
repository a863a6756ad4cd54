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

    /// Asks for a page and reads it, away from the main actor.
    nonisolated static func fetch(
        _ request: HTTPRequest, by client: PageClient
    ) async -> Result<NowWebPage, NowWebServiceError> {
        do throws(PageFailure) {
            return .success(NowWebPage(try await client.page(for: request)))
        } catch {
            return .failure(Task.isCancelled ? .cancelled : NowWebServiceError(error))
        }
    }
}
