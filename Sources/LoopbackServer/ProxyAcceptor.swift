import CMicrohttpd
import Glibc
import Synchronization

/// The connections of a forward proxy on 127.0.0.1. libmicrohttpd cannot accept CONNECT, so the first request of each
/// connection is peeked at here: a tunnel is answered and its connection added to the listener for its host, and any
/// other connection is added to the listener for requests that name their host.
package final class ProxyAcceptor: Sendable {
    package let port: Int
    private let socket: Int32
    /// Nil once it has ended.
    private let thread: Mutex<pthread_t?>

    /// - Parameters:
    ///   - plain: serves requests with an absolute URL.
    ///   - tunnels: serve what a client sends after CONNECT, by `host:port` in lower case.
    ///   - refusal: why CONNECT to another `host:port` is refused, as a sentence. Called on the acceptor's thread.
    package init(
        port: Int, plain: LoopbackListener, tunnels: [String: LoopbackListener],
        refusal: @escaping @Sendable (_ authority: String) -> String
    ) throws(ListenerError) {
        let listening = try ListeningSocket(port: port)
        let connections = ProxyConnections(
            socket: listening.descriptor, plain: plain, tunnels: tunnels, refusal: refusal)
        guard let thread = Self.start(connections) else {
            close(listening.descriptor)
            throw ListenerError(.system, "The thread of the proxy could not be started.")
        }
        self.port = listening.port
        socket = listening.descriptor
        self.thread = Mutex(thread)
    }

    deinit { stop() }

    /// Stops accepting and returns when the thread has ended. Connections that were added to listeners are theirs. A
    /// second call does nothing.
    package func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        shutdown(socket, Int32(SHUT_RDWR))
        pthread_join(thread, nil)
        close(socket)
    }

    /// The thread blocks all signals: they belong to the program's threads.
    private static func start(_ connections: sending ProxyConnections) -> pthread_t? {
        var all = sigset_t(), before = sigset_t(), thread = pthread_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let context = Unmanaged.passRetained(connections)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<ProxyConnections>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            return nil
        }
        return thread
    }
}
