package import ExchangeModel
package import NowSDK
import Synchronization

/// A reverse proxy that shows an instance to a browser; authentication happens here.
///
/// The browser gets a cookie of the relay and none of the instance's, and requests to the instance are rebuilt from
/// what a page needs (`RelayRequest`). Only the browser that was opened by this program is admitted (`RelayAccess`).
/// Changes need permission.
package final class BrowseRelay: Transport {
    package typealias Fetch =
        @Sendable (HTTPRequest) async throws(TransportFailure) -> (response: HTTPResponse, isFromCache: Bool)

    private let instance: Instance
    private let sheet: String
    private let mayWrite: Bool
    private let name: String
    private let isSafe: @Sendable (HTTPRequest) -> Bool
    private let access: RelayAccess
    private let arrivals = AsyncGate()
    private let work = AsyncGate()
    /// An asset is fetched once at a time; a concurrent request then finds it in the cache.
    private let assetGates = NamedGates()
    private let next: any Transport
    private let asset: Fetch
    private let keep: @Sendable (RelayRequest) async -> Void
    private let state = Mutex(RelayCounts())
    private let missed = Mutex<TransportFailure?>(nil)

    /// `name` is the instance's in `--allow-writes`; `isSafe` says whether a request only reads; `next` authenticates, and
    /// follows no redirects; `asset` fetches styles, scripts and images; `keep` is called for every visit in order,
    /// before it is answered.
    package init(
        instance: Instance, key: RelayKey, sheet: String = "", mayWrite: Bool = false, name: String? = nil,
        isSafe: @escaping @Sendable (HTTPRequest) -> Bool, next: any Transport, asset: Fetch? = nil,
        keep: @escaping @Sendable (RelayRequest) async -> Void = { _ in }
    ) {
        self.instance = instance
        self.sheet = sheet
        self.mayWrite = mayWrite
        self.name = name ?? instance.name
        self.isSafe = isSafe
        self.next = next
        self.keep = keep
        self.asset = asset ?? { request throws(TransportFailure) in (try await next.send(request), false) }
        access = RelayAccess(key)
    }

    package var counts: RelayCounts { state.withLock { $0 } }

    /// The first request that was not on the replayed tape. The browser sees it as a page; a replay has no browser.
    package var miss: TransportFailure? { missed.withLock { $0 } }

    package func waitUntilIdle() async { await inTurn(isAlone: true, first: {}, then: {}) }

    /// Responds to a browser. Never throws: errors are shown as a page.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        switch access.decide(request) {
        case .begins(let target, let isFromFile):
            access.welcome(to: target, from: request.url.origin, isFromFile: isFromFile)
        case .enters(let visit): await answer(visit)
        case .refused(let why): reject(why)
        }
    }

    package func answer(_ visit: RelayRequest) async -> HTTPResponse {
        let request = request(for: visit)
        return await inTurn(isAlone: !(request.map(isSafe) ?? true)) {
            state.withLock { counts in
                counts.requests += 1
                if visit.kind == .document { counts.pages += 1 }
            }
            await keep(visit)
        } then: {
            guard let request else { return HTTPResponse.page(502, "No answer", ["The address cannot be read."]) }
            return await answer(visit, request)
        }
    }

    /// Runs reads concurrently and changes exclusively, in arrival order, so that the same visits replayed one after
    /// another see the same state. `first` runs before any later work.
    private func inTurn<Value>(isAlone: Bool, first: () async -> Void, then body: () async -> Value) async -> Value {
        await arrivals.enterAlways()
        await first()
        await work.enterAlways(isAlone ? .exclusive : .shared)
        if !isAlone { arrivals.leave() }
        let value = await body()
        work.leave()
        if isAlone { arrivals.leave() }
        return value
    }

    private func reject(_ why: RelayAccess.Rejection) -> HTTPResponse {
        state.withLock { $0.rejectedRequests += 1 }
        return HTTPResponse.page(403, "Not permitted", [why.rawValue])
    }

    private func answer(_ visit: RelayRequest, _ request: HTTPRequest) async -> HTTPResponse {
        if RelayShell.endsSession(request.url.path) {
            return HTTPResponse.page(
                403, "Still signed in", ["Snowdeck is signed in, not the browser. The command logout signs out."])
        }
        guard mayWrite || isSafe(request) else {
            state.withLock { $0.refused += 1 }
            let hint = "Start with --allow-writes \(name) to change it."
            return HTTPResponse.page(
                403, "Read only", ["Nothing was sent: this page may be read, not changed. " + hint])
        }
        if visit.kind == .document, let page = RelayShell.page(for: request.url, at: instance) { return page }
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
            if let target = response.headers["Location"].flatMap(request.url.resolving),
                PageClient.isInterceptor(target)
            {
                return Self.unsentForm(PageError(kind: .sessionEnded, message: ""))
            }
            return RelayResponse(url: request.url, kind: visit.kind, sheet: sheet).adapted(response)
        } catch {
            if error.kind == .tape { missed.withLock { $0 = $0 ?? error } }
            let failure = PageError.of(error, at: request.url)
            return failure.kind == .sessionEnded
                ? Self.unsentForm(failure) : HTTPResponse.page(502, "No answer", [error.message])
        }
    }

    private static func unsentForm(_ failure: PageError) -> HTTPResponse {
        let outcome =
            failure.isNotTaken
            ? "Not sent: the session had ended."
            : "The session had ended, and the instance does not say whether it accepted the form."
        return HTTPResponse.page(403, "Not sent", [outcome, "Go back, reload the form, and fill it in again."])
    }

    private func request(for visit: RelayRequest) -> HTTPRequest? {
        let origin = instance.origin.origin
        guard let url = HTTPURL(origin + visit.target), url.origin == origin else { return nil }
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
    /// Responses that needed no request to the instance.
    package var fromCache = 0
    /// Changes that were rejected because they are not allowed.
    package var refused = 0
    package var rejectedRequests = 0
}
