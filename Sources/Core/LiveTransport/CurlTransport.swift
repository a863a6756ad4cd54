import CCurl
package import ExchangeModel
import Programs
import Synchronization

/// Sends one request over the network with libcurl.
///
/// Nothing is added to a request but what HTTP requires (`Host`, `Content-Length`, and `Accept-Encoding` if the request
/// has none); redirects, cookies and `.netrc` are off. All requests share one thread, which starts with the first and
/// ends with this object.
package final class CurlTransport: Transport {
    /// Where requests to a URL are sent instead; nil for the URL's own host. Called before each request; it may take
    /// time, for instance to start a server. What it throws is the outcome of the request.
    package typealias Router = @Sendable (HTTPURL) async throws(TransportFailure) -> Route?

    /// The client certificate for a URL, requested before each request. A certificate for another origin is not used.
    package typealias CertificateProvider = @Sendable (HTTPURL) -> ClientCertificate?

    private let options: WireOptions
    private let proof: CertificateProvider
    private let route: Router
    private let loop = Mutex<TransferLoop?>(nil)

    /// Nothing is loaded or started before the first request.
    package init(
        _ options: WireOptions = WireOptions(), route: @escaping Router = { _ in nil },
        proof: @escaping CertificateProvider = { _ in nil }
    ) {
        self.options = options
        self.proof = proof
        self.route = route
    }

    /// Loads libcurl early, for a caller that will send requests: its thirty libraries take longer than anything else
    /// before the first one. A failure is reported by that request.
    package static func prepare() { _ = ccurl_open() }

    deinit { loop.withLock { $0?.stop() } }

    /// Sends one request. Cancelling the task closes its connection.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let outgoing = try OutgoingRequest(request)
        var options = options
        if let limits = request.limits {
            options.totalTimeout = .seconds(limits.seconds)
            options.maximumBody = limits.body
        }
        let certificate = proof(request.url).flatMap { $0.serves(request.url) ? $0 : nil }
        let loop = try startedLoop()
        let transfer = Transfer(
            outgoing, route: try await route(request.url), certificate: certificate, options: options,
            redirector: request.redirector)
        let outcome = await withTaskCancellationHandler {
            loop.submit(transfer)
            return await withCheckedContinuation { transfer.deliver(to: $0) }
        } onCancel: {
            if transfer.finish(with: .failure(transfer.cancelled)) { loop.drop(transfer) }
        }
        return try outcome.get()
    }

    private func startedLoop() throws(TransportFailure) -> TransferLoop {
        let outcome = loop.withLock { loop -> Result<TransferLoop, TransportFailure> in
            if let loop { return .success(loop) }
            do throws(TransportFailure) {
                let started = try TransferLoop.start(connectionsPerHost: options.connectionsPerHost)
                loop = started
                return .success(started)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}

/// The queue of a transport's transfers, and the thread that works on them.
final class TransferLoop: Sendable {
    /// What the worker gets between two rounds.
    struct Updates {
        var arrived: [Transfer] = []
        var dropped: [Transfer] = []
        var isStopping = false
    }

    /// libcurl's multi handle. It belongs to the worker; other threads call only `curl_multi_wakeup`, while the state
    /// is locked and the worker exists. That makes it safe to send.
    private struct Multi: @unchecked Sendable { let handle: UnsafeMutableRawPointer }

    private let multi: Multi
    private let news = Mutex(Updates())

    private init(multi: Multi) { self.multi = multi }

    /// Loads libcurl and starts the thread.
    static func start(connectionsPerHost: Int) throws(TransportFailure) -> TransferLoop {
        if let reason = ccurl_open() {
            throw TransportFailure(
                .missingLibrary("libcurl.so.4", package: "libcurl4", reason: String(cString: reason)))
        }
        guard let handle = ccurl_multi_init() else {
            throw TransportFailure(.connect, "Not enough memory to open a connection.")
        }
        let loop = TransferLoop(multi: Multi(handle: handle))
        let isStarted = Threads.begin {
            let worker = TransferWorker(multi: loop.multi.handle, connectionsPerHost: connectionsPerHost)
            worker.run(loop)
            worker.end()
        }
        guard isStarted else {
            ccurl_multi_cleanup(handle)
            throw TransportFailure(.connect, "The thread for connections could not be started.")
        }
        return loop
    }

    func submit(_ transfer: Transfer) { tell { $0.arrived.append(transfer) } }

    func drop(_ transfer: Transfer) { tell { $0.dropped.append(transfer) } }

    /// Stops; running transfers fail with `.cancelled`. Nothing may be submitted afterwards.
    func stop() { tell { $0.isStopping = true } }

    private func tell(_ change: (inout Updates) -> Void) {
        news.withLock { news in
            guard !news.isStopping else { return }
            change(&news)
            _ = ccurl_multi_wakeup(multi.handle)
        }
    }

    /// Everything since the last call.
    func takeUpdates() -> Updates {
        news.withLock { news in
            let taken = news
            news = Updates(isStopping: taken.isStopping)
            return taken
        }
    }
}

/// Runs the transfers of a transport on its thread: takes new ones, lets libcurl work, delivers outcomes, waits.
final class TransferWorker {
    private let multi: UnsafeMutableRawPointer
    private var queues: [String: OriginQueue] = [:]
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var spareHandles: [UnsafeMutableRawPointer] = []
    private let connectionsPerHost: Int

    private struct OriginQueue {
        var waiting: [Transfer] = []
        var active = 0
        var limit: Int

        mutating func next() -> Transfer? { active < limit && !waiting.isEmpty ? waiting.removeFirst() : nil }
    }

    /// Concurrent streams of an HTTP/2 connection; servers commonly allow a hundred.
    private static let streamsPerHost = 64
    private static let keptHandles = 16

    init(multi: UnsafeMutableRawPointer, connectionsPerHost: Int) {
        self.multi = multi
        self.connectionsPerHost = connectionsPerHost
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsPerHost)
        _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4 * connectionsPerHost)
    }

    func run(_ loop: TransferLoop) {
        while true {
            let news = loop.takeUpdates()
            for transfer in news.arrived { enqueue(transfer) }
            for transfer in news.dropped { abandon(transfer) }
            if news.isStopping { return }
            var running: Int32 = 0
            _ = ccurl_multi_perform(multi, &running)
            if deliverDone() { continue }
            _ = ccurl_multi_poll(multi, active.isEmpty ? 600_000 : 10_000)
        }
    }

    /// Frees everything. It must not be used afterwards.
    func end() {
        for lane in queues.values {
            for transfer in lane.waiting { transfer.finish(with: .failure(transfer.cancelled)) }
        }
        for running in active.values {
            running.transfer.finish(with: .failure(running.transfer.cancelled))
            _ = ccurl_multi_remove(multi, running.easy)
            ccurl_easy_cleanup(running.easy)
        }
        active.removeAll()
        for handle in spareHandles { ccurl_easy_cleanup(handle) }
        ccurl_multi_cleanup(multi)
    }

    private func enqueue(_ transfer: Transfer) {
        let origin = transfer.outgoing.url.origin
        queues[origin, default: OriginQueue(limit: connectionsPerHost)].waiting.append(transfer)
        fill(origin)
    }

    private func fill(_ origin: String) {
        while let transfer = queues[origin]?.next() {
            guard !transfer.isOver else { continue }
            guard let easy = spareHandles.popLast() ?? ccurl_easy_init() else {
                transfer.finish(with: .failure(TransportFailure(.connect, "Not enough memory for a request.")))
                continue
            }
            let running = ActiveTransfer(transfer, on: easy)
            guard ccurl_multi_add(multi, easy) == CURLM_OK else {
                ccurl_easy_cleanup(easy)
                transfer.finish(with: .failure(TransportFailure(.connect, "Not enough memory for a request.")))
                continue
            }
            active[ObjectIdentifier(transfer)] = running
            queues[origin]?.active += 1
        }
    }

    /// Delivers finished transfers; false if there were none.
    private func deliverDone() -> Bool {
        var code = CURLE_OK
        var delivered = false
        while let easy = ccurl_multi_next_done(multi, &code) {
            guard let context = ccurl_info_context(easy) else { continue }
            let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
            let outcome = running.outcome(code)
            let origin = running.transfer.outgoing.url.origin
            if case .success(let response) = outcome, response.facts.httpVersion == "2" {
                queues[origin]?.limit = TransferWorker.streamsPerHost
            }
            release(running)
            running.transfer.finish(with: outcome)
            fill(origin)
            delivered = true
        }
        return delivered
    }

    /// Abandons a transfer that ended for another reason; its connection is closed, because a response may be
    /// incomplete.
    private func abandon(_ transfer: Transfer) {
        guard let running = active[ObjectIdentifier(transfer)] else { return }
        release(running)
        fill(transfer.outgoing.url.origin)
    }

    private func release(_ running: ActiveTransfer) {
        _ = ccurl_multi_remove(multi, running.easy)
        active[ObjectIdentifier(running.transfer)] = nil
        queues[running.transfer.outgoing.url.origin]?.active -= 1
        if spareHandles.count < TransferWorker.keptHandles {
            ccurl_easy_reset(running.easy)
            spareHandles.append(running.easy)
        } else {
            ccurl_easy_cleanup(running.easy)
        }
    }
}
