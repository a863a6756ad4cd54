import CassetteStore
import ExchangeModel
package import NowWeb
import Synchronization

/// The page that is open, its navigation history, and addresses for completion.
///
/// It belongs to the connection, like `SchemaCache`: a page from another tape or another user must not be used.
package final class BrowsingState: Sendable {
    private static let rememberedAddresses = 50

    private struct State {
        var history = NavigationHistory()
        var page: WebPage?
        var addresses: [String] = []
    }

    private let state = Mutex(State())
    package let cache = WebCache()

    package var page: WebPage? { state.withLock { $0.page } }
    package var history: NavigationHistory { state.withLock { $0.history } }
    var addresses: [String] { state.withLock { $0.addresses } }

    /// Remembers the page that is open, and how it was reached.
    package func open(_ page: WebPage, by history: NavigationHistory) {
        let address = page.address.target
        state.withLock { state in
            state.history = history
            state.page = page
            state.addresses.removeAll { $0 == address }
            state.addresses.insert(address, at: 0)
            if state.addresses.count > Self.rememberedAddresses { state.addresses.removeLast() }
        }
    }
}
