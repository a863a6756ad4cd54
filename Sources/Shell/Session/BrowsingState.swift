import ExchangeModel
import NowWeb
import Synchronization

/// What a session remembers of the pages it has seen: the page that is open, the way to it, addresses for completion, and
/// what is kept of assets.
///
/// It lives as long as the way to the instance, like `SchemaCache` and for the same reason: a page that came from another
/// tape, or to another user, is nothing that a command may go on from.
final class BrowsingState: Sendable {
    private static let rememberedAddresses = 50

    private struct State {
        var walk = PageWalk()
        var page: WebPage?
        var addresses: [String] = []
    }

    private let state = Mutex(State())
    let cache = WebCache()

    /// The page that is open; nil before the first.
    var page: WebPage? { state.withLock { $0.page } }
    var walk: PageWalk { state.withLock { $0.walk } }
    /// What was opened, newest first, each once.
    var addresses: [String] { state.withLock { $0.addresses } }

    /// Stands on a page, to which `walk` led.
    func open(_ page: WebPage, by walk: PageWalk) {
        let address = page.address.target
        state.withLock { state in
            state.walk = walk
            state.page = page
            state.addresses.removeAll { $0 == address }
            state.addresses.insert(address, at: 0)
            if state.addresses.count > Self.rememberedAddresses { state.addresses.removeLast() }
        }
    }
}
