import ExchangeModel
import Notation
import NowSDK

/// A page of a preload, reduced to what is needed of it.
struct PreloadedPage: Sendable {
    let address: HTTPURL
    private(set) var status: Int?
    private(set) var title = ""
    private(set) var failure: PageFailure?
    /// What it names.
    private(set) var links: [AssetLinks.Link] = []
    /// How many requests it took, redirects included.
    private(set) var requests = 0
    /// The places of its assets.
    var assets: [Int] = []

    init(of address: HTTPURL, by client: PageClient) async {
        self.address = address
        let counting = CountingTransport(client.transport)
        do throws(PageFailure) {
            take(
                try await PageClient(instance: client.instance, transport: counting).page(at: address), client.instance)
        } catch {
            failure = error
            // What the instance shows in an error's place is not what was wanted; it still has a status.
            status = error.page?.response.status
        }
        requests = counting.count
    }

    private mutating func take(_ page: WebPage, _ instance: Instance) {
        status = page.response.status
        title = page.document.title
        links = AssetLinks.of(page, instance)
    }

    func reported(assets: Int) -> PreloadReport.Page {
        PreloadReport.Page(
            address: address, status: status, failure: failure?.message, title: title, assets: assets)
    }
}

extension PageFailure {
    /// A failure of the wire.
    init(of cause: TransportFailure, at address: HTTPURL?) {
        self.init(.transport, cause.message)
        self.cause = cause
        self.address = address
    }

    /// Whether nothing else that is asked for will fare better.
    var endsPreload: Bool { kind == .notSignedIn || (cause?.endsPreload ?? false) }
}

extension TransportFailure {
    /// Whether nothing else that is asked for will fare better.
    var endsPreload: Bool { [.tape, .signIn, .cancelled].contains(kind) }
}
