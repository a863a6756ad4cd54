import CCurl
import ExchangeModel
import Glibc
import Synchronization

/// The thread that performs all exchanges of a transport, and the inbox through which others speak to it.
final class TransferLoop: Sendable {
    /// What the thread is told between two rounds.
    struct News {
        var arrived: [Transfer] = []
        var dropped: [Transfer] = []
        var isStopping = false
    }

    /// libcurl's handle of many transfers. It belongs to the thread; `curl_multi_wakeup` alone may be called from
    /// elsewhere, and is, only while the inbox is locked and the thread lives. That makes it safe to pass.
    private struct Multi: @unchecked Sendable {
        let handle: UnsafeMutableRawPointer
    }

    private let multi: Multi
    private let connectionsPerHost: Int
    private let inbox = Mutex(News())

    private init(multi: Multi, connectionsPerHost: Int) {
        self.multi = multi
        self.connectionsPerHost = connectionsPerHost
    }

    /// Opens libcurl and starts the thread.
    static func start(connectionsPerHost: Int) throws(TransportFailure) -> TransferLoop {
        if let reason = ccurl_open() {
            let missing = MissingLibrary(
                library: "libcurl.so.4", debianPackage: "libcurl4", reason: String(cString: reason))
            throw TransportFailure(.connect, missing.description, cause: missing)
        }
        guard let handle = ccurl_multi_init() else {
            throw TransportFailure(.connect, "There is no memory left to open a connection.")
        }
        let loop = TransferLoop(multi: Multi(handle: handle), connectionsPerHost: connectionsPerHost)
        guard loop.startThread() else {
            ccurl_multi_cleanup(handle)
            throw TransportFailure(.connect, "The thread for connections could not be started.")
        }
        return loop
    }

    /// Hands over an exchange.
    func submit(_ transfer: Transfer) { tell { $0.arrived.append(transfer) } }

    /// Says that nobody waits for this exchange any more.
    func drop(_ transfer: Transfer) { tell { $0.dropped.append(transfer) } }

    /// Ends the thread; exchanges under way fail with `.cancelled`. Nothing may be submitted afterwards.
    func stop() { tell { $0.isStopping = true } }

    /// Everything told since the last time.
    func takeNews() -> News {
        inbox.withLock { news in
            let taken = news
            news = News(isStopping: news.isStopping)
            return taken
        }
    }

    private func tell(_ change: (inout News) -> Void) {
        inbox.withLock { news in
            guard !news.isStopping else { return }
            change(&news)
            _ = ccurl_multi_wakeup(multi.handle)
        }
    }

    /// The thread takes no signals: those belong to the program's own threads, and a broken pipe is an error code.
    private func startThread() -> Bool {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let loop = Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue()
                TransferWorker(multi: loop.multi.handle, connectionsPerHost: loop.connectionsPerHost).run(loop)
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}
