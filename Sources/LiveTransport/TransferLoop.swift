import CCurl
import ExchangeModel
import Glibc
import Synchronization

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
        let hand = state.withLock { state -> WorkerHandle? in
            guard !state.news.isStopping else { return nil }
            state.news.arrived.append(transfer)
            if let idle = state.idle {
                state.idle = nil
                return idle
            }
            _ = ccurl_multi_wakeup(multi.handle)
            return nil
        }
        guard let hand else { return }
        if blocks {
            hand.worker.run(self) { transfer.isOver }
            hand.worker.abandon(transfer)
            returnWorker(hand)
        } else if !startThread(hand) {
            transfer.finish(
                with: .failure(TransportFailure(.connect, "The thread for connections could not be started.")))
            returnWorker(hand)
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
        let hand = state.withLock { state -> WorkerHandle? in
            guard !state.news.isStopping else { return nil }
            state.news.isStopping = true
            if state.idle == nil { _ = ccurl_multi_wakeup(multi.handle) }
            defer { state.idle = nil }
            return state.idle
        }
        hand?.worker.end()
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
    private func returnWorker(_ hand: WorkerHandle) {
        while true {
            enum Next { case idle, proceed, end }
            let next = state.withLock { state -> Next in
                if state.news.isStopping { return .end }
                guard hand.worker.isIdle, state.news.arrived.isEmpty else { return .proceed }
                state.idle = hand
                return .idle
            }
            switch next {
            case .idle: return
            case .end: return hand.worker.end()
            case .proceed:
                if startThread(hand) { return }
                hand.worker.run(self) { hand.worker.isIdle }
            }
        }
    }

    /// The thread blocks all signals: they belong to the program's threads, and a broken pipe is an error code.
    private func startThread(_ hand: WorkerHandle) -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(ThreadContext(loop: self, hand: hand))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let shift = Unmanaged<ThreadContext>.fromOpaque(context).takeRetainedValue()
                shift.hand.worker.run(shift.loop)
                shift.hand.worker.end()
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
        let hand: WorkerHandle

        init(loop: TransferLoop, hand: WorkerHandle) {
            self.loop = loop
            self.hand = hand
        }
    }
}
