import CMicrohttpd
package import ExchangeModel
import Glibc
import Synchronization

/// Puts a transport behind HTTP or HTTPS on 127.0.0.1, with libmicrohttpd. The only listening socket.
///
/// An `ImmediateTransport` is called on the thread that serves the connection; for any other the connection rests until
/// the answer is there. A `TransportFailure` becomes a 502 with a JSON body. The address of a request is what its `Host`
/// line says, not the port of this listener; only hosts of this machine, and those allowed, are served, so that a page
/// from elsewhere cannot reach the listener under a name of its own.
package final class LoopbackListener: Sendable {
    /// The port it listens on.
    package let port: Int
    private let daemon: Mutex<Daemon?>
    private let service: Service

    /// The library's handle of a running server and what its callbacks point to. The library locks for itself.
    private struct Daemon: @unchecked Sendable {
        let handle: OpaquePointer
        let context: Unmanaged<Service>
        /// The listening socket, the library's own until it is stopped.
        let socket: Int32
    }

    /// Starts to listen and to serve.
    package init(_ transport: any Transport, options: ListenerOptions = ListenerOptions()) throws(ListenerError) {
        if let reason = cmicrohttpd_open() {
            throw ListenerError(
                .missingLibrary,
                "libmicrohttpd.so.12 cannot be opened (\(String(cString: reason))); "
                    + "it comes with the Debian package libmicrohttpd12.")
        }
        guard options.identity == nil || cmicrohttpd_has_tls() != 0 else {
            throw ListenerError(.missingLibrary, "The libmicrohttpd of this machine was built without TLS.")
        }
        if let authorities = options.identity?.clientAuthorities { try LoopbackListener.check(authorities) }
        let socket = try ListeningSocket(port: options.port)
        let service = Service(transport, port: socket.port, options: options)
        let context = Unmanaged.passRetained(service)
        guard let handle = LoopbackListener.start(on: socket, context: context, options: options) else {
            // The library closes the socket it was given, also when it cannot start: a second close could hit whatever
            // another thread has opened under that number since.
            context.release()
            throw options.identity == nil
                ? ListenerError(.system, "The server on 127.0.0.1 port \(socket.port) could not be started.")
                : ListenerError(.tls, "The server could not be started with this certificate and key.")
        }
        port = socket.port
        self.service = service
        daemon = Mutex(Daemon(handle: handle, context: context, socket: socket.descriptor))
    }

    deinit { stop() }

    /// Stops listening, ends what is under way and returns when the last thread has ended. Exchanges that wait for
    /// their transport are cancelled and not waited for; an immediate one is waited for. It must not be called from
    /// within the transport. A second call does nothing.
    package func stop() {
        guard let daemon = daemon.withLock({ $0.take() }) else { return }
        service.endWaiting()
        // Closing alone would not do: a child process that is just being started holds a copy until it has become its
        // program, and as long as that lives the port accepts.
        shutdown(daemon.socket, Int32(SHUT_RDWR))
        cmicrohttpd_stop(daemon.handle)
        daemon.context.release()
    }

    /// Opens what certificates of clients are looked at with, and looks at those of their authorities.
    private static func check(_ authorities: String) throws(ListenerError) {
        if let reason = cmicrohttpd_open_certificates() {
            throw ListenerError(.missingLibrary, "libgnutls.so.30 cannot be opened (\(String(cString: reason))).")
        }
        guard cmicrohttpd_are_certificates(authorities) != 0 else {
            throw ListenerError(.clientAuthorities, "The authorities of clients are no certificates in PEM.")
        }
    }

    /// The library's threads take no signals: those belong to the program's own threads.
    private static func start(
        on socket: ListeningSocket, context: Unmanaged<Service>, options: ListenerOptions
    ) -> OpaquePointer? {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var settings = cmicrohttpd_settings()
        settings.flags = MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
        if options.identity != nil { settings.flags |= MHD_USE_TLS.rawValue }
        settings.listening_socket = socket.descriptor
        settings.context = context.toOpaque()
        settings.access = Callbacks.access
        settings.begin = Callbacks.begin
        settings.completed = Callbacks.completed
        settings.connection_memory = max(32 << 10, options.connectionMemory)
        settings.connection_memory_step = 16 << 10
        settings.connection_limit = 10_000
        settings.idle_timeout = 300
        settings.threads = UInt32(clamping: options.threads)
        guard let identity = options.identity else { return cmicrohttpd_start(&settings) }
        return identity.key.withCString { key in
            identity.certificate.withCString { certificate in
                settings.key = key
                settings.certificate = certificate
                // As instances do: nothing below TLS 1.2.
                return "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2".withCString { priorities in
                    settings.priorities = priorities
                    guard let authorities = identity.clientAuthorities else { return cmicrohttpd_start(&settings) }
                    return authorities.withCString { authorities in
                        settings.client_authorities = authorities
                        return cmicrohttpd_start(&settings)
                    }
                }
            }
        }
    }
}
