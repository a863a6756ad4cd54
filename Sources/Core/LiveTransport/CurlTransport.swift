import CCurl
package import ExchangeModel
import Glibc
import Synchronization

/// Sends one request over the network with libcurl.
///
/// Nothing is added to a request but what HTTP requires (`Host`, `Content-Length`, and `Accept-Encoding` if the request
/// has none); redirects, cookies and `.netrc` are off. All requests share one thread, which starts with the first that
/// does not block its caller, and ends with this object.
package final class CurlTransport: Transport {
    /// Where requests to a URL are sent instead; nil for the URL's own host. Called before each request; it may take
    /// time, for instance to start a server. What it throws is the outcome of the request.
    package typealias Router = @Sendable (HTTPURL) async throws(TransportFailure) -> Route?

    /// The client certificate for a URL, requested before each request. A certificate for another origin is not used.
    package typealias CertificateProvider = @Sendable (HTTPURL) -> ClientCertificate?

    private let options: WireOptions
    private let proof: CertificateProvider
    private let route: Router
    private let mayBlock: @Sendable () -> Bool
    private let loop = Mutex<TransferLoop?>(nil)

    /// Nothing is loaded or started before the first request.
    ///
    /// - Parameter mayBlock: called on the sending thread: whether that thread may block until the response arrives,
    /// for a caller that runs its requests one after another on its own thread.
    package init(
        _ options: WireOptions = WireOptions(), route: @escaping Router = { _ in nil },
        proof: @escaping CertificateProvider = { _ in nil }, mayBlock: @escaping @Sendable () -> Bool = { false }
    ) {
        self.options = options
        self.proof = proof
        self.mayBlock = mayBlock
        self.route = route
    }

    /// Loads libcurl early, for a caller that will send requests: its thirty libraries take longer than anything else
    /// before the first one. A failure is reported by that request.
    package static func prepare() { _ = ccurl_open() }

    deinit { loop.withLock { $0?.stop() } }

    /// Sends one request. Cancelling the task closes its connection. A stream in the response continues afterwards,
    /// until it is cancelled.
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
            redirector: request.redirector, streams: request.limits?.streams ?? false,
            resume: { [weak loop] in loop?.resume($0) })
        let outcome = await withTaskCancellationHandler {
            loop.submit(transfer, blocks: mayBlock())
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

/// The queue of a transport's transfers, and their worker: a thread that starts when needed and stays, or before that a
/// blocking caller, for the duration of its own transfer.
final class TransferLoop: Sendable {
    /// What the worker gets between two rounds.
    struct Updates {
        var arrived: [Transfer] = []
        var dropped: [Transfer] = []
        /// Their streams can continue.
        var resumed: [Transfer] = []
        var isStopping = false
    }

    /// libcurl's multi handle. It belongs to the worker; other threads call only `curl_multi_wakeup`, while the state
    /// is locked and the worker exists. That makes it safe to send.
    private struct Multi: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer
    }

    /// The worker while no thread runs it. Taking it out of the state gives exclusive access.
    private struct WorkerHandle: @unchecked Sendable {
        let worker: TransferWorker
    }

    private struct State {
        var news = Updates()
        /// Nil while a thread works, and after the end.
        var idle: WorkerHandle?
    }

    private let multi: Multi
    private let state: Mutex<State>

    private init(multi: Multi, connectionsPerHost: Int) {
        self.multi = multi
        state = Mutex(
            State(
                idle: WorkerHandle(worker: TransferWorker(multi: multi.handle, connectionsPerHost: connectionsPerHost)))
        )
    }

    /// Loads libcurl. No thread works yet.
    static func start(connectionsPerHost: Int) throws(TransportFailure) -> TransferLoop {
        if let reason = ccurl_open() {
            throw TransportFailure(
                .missingLibrary("libcurl.so.4", package: "libcurl4", reason: String(cString: reason)))
        }
        guard let handle = ccurl_multi_init() else {
            throw TransportFailure(.connect, "Not enough memory to open a connection.")
        }
        return TransferLoop(multi: Multi(handle: handle), connectionsPerHost: connectionsPerHost)
    }

    /// Submits a transfer and makes sure that a thread works on it.
    ///
    /// - Parameter blocks: whether this thread may work on it and block until it is done, which avoids a switch between
    /// two threads.
    func submit(_ transfer: Transfer, blocks: Bool) {
        let handle = state.withLock { state -> WorkerHandle? in
            guard !state.news.isStopping else { return nil }
            state.news.arrived.append(transfer)
            if let idle = state.idle {
                state.idle = nil
                return idle
            }
            _ = ccurl_multi_wakeup(multi.handle)
            return nil
        }
        guard let handle else { return }
        if blocks {
            handle.worker.run(self) { transfer.isOver }
            handle.worker.abandon(transfer)
            returnWorker(handle)
        } else if !startThread(handle) {
            transfer.finish(
                with: .failure(TransportFailure(.connect, "The thread for connections could not be started.")))
            returnWorker(handle)
        }
    }

    /// Drops a transfer that is no longer awaited.
    func drop(_ transfer: Transfer) {
        state.withLock { state in
            guard !state.news.isStopping else { return }
            state.news.dropped.append(transfer)
            if state.idle == nil { _ = ccurl_multi_wakeup(multi.handle) }
        }
    }

    /// Continues a transfer that waits for the other side of its stream.
    func resume(_ transfer: Transfer) {
        state.withLock { state in
            guard !state.news.isStopping else { return }
            state.news.resumed.append(transfer)
            if state.idle == nil { _ = ccurl_multi_wakeup(multi.handle) }
        }
    }

    /// Stops; running transfers fail with `.cancelled`. Nothing may be submitted afterwards.
    func stop() {
        let handle = state.withLock { state -> WorkerHandle? in
            guard !state.news.isStopping else { return nil }
            state.news.isStopping = true
            if state.idle == nil { _ = ccurl_multi_wakeup(multi.handle) }
            defer { state.idle = nil }
            return state.idle
        }
        handle?.worker.end()
    }

    /// Everything since the last call.
    func takeUpdates() -> Updates {
        state.withLock { state in
            let taken = state.news
            state.news = Updates(isStopping: taken.isStopping)
            return taken
        }
    }

    /// Ends a caller's work: other transfers continue on a thread, or here if none can be started.
    private func returnWorker(_ handle: WorkerHandle) {
        while true {
            enum Next { case idle, proceed, end }
            let next = state.withLock { state -> Next in
                if state.news.isStopping { return .end }
                guard handle.worker.isIdle, state.news.arrived.isEmpty else { return .proceed }
                state.idle = handle
                return .idle
            }
            switch next {
            case .idle: return
            case .end: return handle.worker.end()
            case .proceed:
                if startThread(handle) { return }
                handle.worker.run(self) { handle.worker.isIdle }
            }
        }
    }

    /// The thread blocks all signals: they belong to the program's threads, and a broken pipe is an error code.
    private func startThread(_ handle: WorkerHandle) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(ThreadContext(loop: self, handle: handle))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let given = Unmanaged<ThreadContext>.fromOpaque(context).takeRetainedValue()
                given.handle.worker.run(given.loop)
                given.handle.worker.end()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// The argument of a thread.
    private final class ThreadContext: Sendable {
        let loop: TransferLoop
        let handle: WorkerHandle

        init(loop: TransferLoop, handle: WorkerHandle) {
            self.loop = loop
            self.handle = handle
        }
    }
}

/// Runs the transfers of a transport: takes new ones, lets libcurl work, delivers outcomes, waits. Used by one thread
/// at a time.
final class TransferWorker {
    private let multi: UnsafeMutableRawPointer
    private var queues: [String: OriginQueue] = [:]
    private var active: [ObjectIdentifier: ActiveTransfer] = [:]
    private var spareHandles: [UnsafeMutableRawPointer] = []
    private let connectionsPerHost: Int

    /// Transfers to one origin that wait, and how many are running.
    private struct OriginQueue {
        var waiting: [Transfer] = []
        var head = 0
        var active = 0
        var limit: Int

        mutating func next() -> Transfer? {
            guard active < limit, head < waiting.count else { return nil }
            let transfer = waiting[head]
            head += 1
            if head == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                head = 0
            } else if head >= 1024, head * 2 > waiting.count {
                waiting.removeFirst(head)
                head = 0
            }
            return transfer
        }
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

    /// Whether no transfer is running; then none waits either.
    var isIdle: Bool { active.isEmpty }

    func run(_ loop: TransferLoop, until isEnough: () -> Bool = { false }) {
        while true {
            let news = loop.takeUpdates()
            for transfer in news.arrived { enqueue(transfer) }
            for transfer in news.dropped { abandon(transfer) }
            for transfer in news.resumed {
                if let running = active[ObjectIdentifier(transfer)] { _ = ccurl_continue(running.easy) }
            }
            if news.isStopping { return }
            var running: Int32 = 0
            _ = ccurl_multi_perform(multi, &running)
            let delivered = deliverDone()
            if isEnough() { return }
            if delivered { continue }
            _ = ccurl_multi_poll(multi, active.isEmpty ? 600_000 : 10_000)
        }
    }

    /// Frees everything. It must not be used afterwards.
    func end() {
        for lane in queues.values {
            for transfer in lane.waiting[lane.head...] { transfer.finish(with: .failure(transfer.cancelled)) }
        }
        for running in active.values {
            running.endStreams(running.transfer.cancelled)
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
            running.endStreams(outcome.failure)
            running.transfer.finish(with: outcome)
            fill(origin)
            delivered = true
        }
        return delivered
    }

    /// Abandons a transfer that ended for another reason; its connection is closed, because a response may be
    /// incomplete.
    func abandon(_ transfer: Transfer) {
        guard let running = active[ObjectIdentifier(transfer)] else { return }
        running.endStreams(transfer.cancelled)
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
