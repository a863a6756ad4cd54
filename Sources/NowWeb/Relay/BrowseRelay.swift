package import ExchangeModel
import Notation
package import NowSDK
import Synchronization

/// A browser's way to the instance: its requests in, the instance's answers out, signed in here and not there.
///
/// The browser has a cookie of this relay and none of the instance's; what goes to the instance is built from what a
/// page needs (`RelayVisit`). Only the browser that was sent here gets past the door (`RelayDoor`). It may read; it may
/// change something only where that was allowed.
package final class BrowseRelay: Transport {
    /// Fetches something that may be kept; says whether it was kept already.
    package typealias Fetch =
        @Sendable (HTTPRequest) async throws(TransportFailure) -> (response: HTTPResponse, isFromCache: Bool)

    package struct Setup: Sendable {
        package var instance: Instance
        package var key: RelayKey
        /// The style that pages are given; empty for none.
        package var sheet: String
        package var mayWrite: Bool
        /// What `--allow-writes` calls the instance.
        package var name: String
        /// Whether a request only reads.
        package var isSafe: @Sendable (HTTPRequest) -> Bool

        package init(
            instance: Instance, key: RelayKey, sheet: String = "", mayWrite: Bool = false, name: String? = nil,
            isSafe: @escaping @Sendable (HTTPRequest) -> Bool = { [.get, .head].contains($0.method) }
        ) {
            self.instance = instance
            self.key = key
            self.sheet = sheet
            self.mayWrite = mayWrite
            self.name = name ?? instance.name
            self.isSafe = isSafe
        }
    }

    private let setup: Setup
    private let door: RelayDoor
    private let turns = RelayTurns()
    /// One asset is fetched once at a time: the second request finds it in the cache.
    private let assetGates = NamedGates()
    private let next: any Transport
    private let asset: Fetch
    private let keep: @Sendable (RelayVisit) async -> Void
    private let state = Mutex(RelayCounts())
    private let missed = Mutex<TransportFailure?>(nil)

    /// - Parameters:
    ///   - next: signs in, and leaves redirects to the caller when `followsRedirects` says so.
    ///   - asset: fetches styles, scripts and pictures; `next` when nil.
    ///   - keep: told of every visit before it is answered, in their order.
    package init(
        _ setup: Setup, next: any Transport, asset: Fetch? = nil,
        keep: @escaping @Sendable (RelayVisit) async -> Void = { _ in }
    ) {
        self.setup = setup
        self.next = next
        self.asset = asset ?? { request throws(TransportFailure) in (try await next.send(request), false) }
        self.keep = keep
        door = RelayDoor(setup.key)
    }

    package var counts: RelayCounts { state.withLock { $0 } }

    /// The first request that was not on the tape that plays. The browser shows it as a page; a replay has no browser.
    package var miss: TransportFailure? { missed.withLock { $0 } }

    package func untilQuiet() async { await turns.untilQuiet() }

    /// Answers a browser. Never throws: what goes wrong is a page that says so.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        switch door.decide(request) {
        case .begins(let target): door.welcome(to: target, from: request.url.origin)
        case .enters(let visit): await answer(visit)
        case .refused(let why):
            refuse(why)
        }
    }

    package func answer(_ visit: RelayVisit) async -> HTTPResponse {
        let request = request(for: visit)
        return await turns.run(isAlone: !(request.map(setup.isSafe) ?? true)) {
            state.withLock { counts in
                counts.requests += 1
                if visit.kind == .document { counts.pages += 1 }
            }
            await keep(visit)
        } then: {
            guard let request else { return RelayPage.failure("The address cannot be read.") }
            return await answer(visit, request)
        }
    }

    private func refuse(_ why: RelayDoor.Refusal) -> HTTPResponse {
        state.withLock { $0.strangers += 1 }
        return RelayPage.refusal(why)
    }

    private func answer(_ visit: RelayVisit, _ request: HTTPRequest) async -> HTTPResponse {
        guard setup.mayWrite || [.get, .head].contains(request.method) && setup.isSafe(request) else {
            state.withLock { $0.refused += 1 }
            return RelayPage.readOnly(setup.name)
        }
        if RelayShell.endsSession(request.url.path) { return RelayPage.signingOut() }
        if visit.kind == .document, let page = RelayShell.page(for: request.url) { return page }
        do throws(TransportFailure) {
            let response: HTTPResponse
            if visit.kind == .asset, request.method == .get {
                await assetGates.enter(request.url.target)
                defer { assetGates.leave(request.url.target) }
                let answer = try await asset(request)
                if answer.isFromCache { state.withLock { $0.fromCache += 1 } }
                response = answer.response
            } else {
                response = try await next.send(request)
            }
            return RelayAnswer(url: request.url, kind: visit.kind, sheet: setup.sheet).adapted(response)
        } catch {
            if error.kind == .tape { missed.withLock { $0 = $0 ?? error } }
            return RelayPage.failure(error.message)
        }
    }

    /// The request that goes to the instance; nil when the address is none.
    private func request(for visit: RelayVisit) -> HTTPRequest? {
        guard let url = HTTPURL(setup.instance.origin.origin + visit.target), url.origin == setup.instance.origin.origin
        else { return nil }
        var headers = visit.headers
        if headers["Accept"] == nil {
            headers.append("Accept", visit.kind == .document ? PageClient.accept : PageClient.acceptAsset)
        }
        var request = HTTPRequest(visit.method, url, headers: headers, body: visit.body)
        request.followsRedirects = false
        return request
    }
}

package struct RelayCounts: Sendable, Hashable {
    package var pages = 0
    package var requests = 0
    /// Answers that no request to the instance was needed for.
    package var fromCache = 0
    /// What was turned away: changes where nothing may be changed.
    package var refused = 0
    /// Requests of others than the browser that was let in, which were turned away.
    package var strangers = 0

    package init() {}
}
