import CMicrohttpd
package import ExchangeModel
import Glibc
import Synchronization

/// Serves a transport over HTTP or HTTPS on 127.0.0.1 with libmicrohttpd. The only listening socket.
///
/// An `ImmediateTransport` is called on the connection's thread; for any other the connection is suspended until the
/// response is there. A `TransportFailure` becomes a 502 with a JSON body. A request's URL has the host of its `Host`
/// header, not this listener's; only loopback hosts are served, which prevents DNS rebinding.
package final class LoopbackListener: Sendable {
    package let port: Int
    private let daemon: Mutex<Daemon?>
    private let service: Service

    /// libmicrohttpd's handle of a running server, and the callbacks' context. The library locks.
    private struct Daemon: @unchecked Sendable {
        let handle: OpaquePointer
        let context: Unmanaged<Service>
        /// The listening socket, owned by the library until it is stopped.
        let socket: Int32
    }

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
        let socket: ListeningSocket
        if let open = options.socket { socket = open } else { socket = try ListeningSocket(port: options.port) }
        let service = Service(transport, port: socket.port, options: options)
        let context = Unmanaged.passRetained(service)
        guard let handle = LoopbackListener.start(on: socket, context: context, options: options) else {
            // The library closes the socket even if it cannot start: closing it again could close another thread's new
            // descriptor.
            context.release()
            throw options.identity == nil
                ? ListenerError(.system, "The server on 127.0.0.1 port \(options.port) could not be started.")
                : ListenerError(.tls, "The server could not be started with this certificate and key.")
        }
        port = socket.port
        self.service = service
        daemon = Mutex(Daemon(handle: handle, context: context, socket: socket.descriptor))
    }

    deinit { stop() }

    /// Stops listening, closes connections and returns when the last thread has ended. Pending requests of the
    /// transport are cancelled and not awaited; an immediate one is awaited. It must not be called within the
    /// transport. A second call does nothing.
    package func stop() {
        guard let daemon = daemon.withLock({ $0.take() }) else { return }
        service.endWaiting()
        // Closing is not enough: a child process that is being started has a copy until exec, and until then the port
        // accepts connections.
        shutdown(daemon.socket, Int32(SHUT_RDWR))
        cmicrohttpd_stop(daemon.handle)
        daemon.context.release()
    }

    /// Loads the library that verifies client certificates, and checks the CAs.
    private static func check(_ authorities: String) throws(ListenerError) {
        if let reason = cmicrohttpd_open_certificates() {
            throw ListenerError(.missingLibrary, "libgnutls.so.30 cannot be opened (\(String(cString: reason))).")
        }
        guard cmicrohttpd_are_certificates(authorities) != 0 else {
            throw ListenerError(.clientAuthorities, "The client authorities are not certificates in PEM.")
        }
    }

    /// The library's threads block all signals: they belong to the program's threads.
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
        settings.connection_limit = UInt32(
            clamping: max(options.threads, min(options.connections, descriptors / 4 * 3 / options.sharing)))
        settings.idle_timeout = 300
        settings.head_timeout = UInt32(clamping: options.headTimeout)
        settings.threads = UInt32(clamping: options.threads)
        guard let identity = options.identity else { return cmicrohttpd_start(&settings) }
        return identity.key.withCString { key in
            identity.certificate.withCString { certificate in
                settings.key = key
                settings.certificate = certificate
                // Like instances: TLS 1.2 or later.
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

    /// How many descriptors may be for connections: some are left for files and for the transport. libmicrohttpd stops
    /// accepting for minutes once there are none left.
    private static var descriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return max(Int(clamping: limit.rlim_cur) - 24, 8)
    }
}

package struct ListenerOptions: Sendable {
    /// The port on 127.0.0.1; 0 for a free one.
    package var port: Int
    /// A socket that listens already, which the listener then owns; nil to open one on the port.
    package var socket: ListeningSocket?
    /// How many threads serve connections. A connection stays on one thread.
    package var threads: Int
    /// Origins, in lower case, whose pages may send unsafe requests: `https://app.example:8443`, `null`.
    package var allowedOrigins: Set<String>
    /// The name at which documents are shown to browsers, from `PageHost`; nil if no page of others is served.
    package var pageHost: String?
    /// The largest request body, in bytes.
    package var maximumBody: Int
    /// Memory for the heads of a request and its response together, in bytes per connection. A target may take almost a
    /// third of it. The library clears it after each request, which costs as much as half a small request for a
    /// megabyte.
    package var connectionMemory: Int
    /// How many seconds the head of a request may take; then the connection is closed. A second when connections are
    /// scarce.
    package var headTimeout = 30
    /// How many connections may be open. A process that may open few descriptors has fewer.
    package var connections = 10_000
    /// How many listeners share the descriptors of the process.
    package var sharing = 1
    /// The certificate for HTTPS; nil for HTTP.
    package var identity: ServerIdentity?

    /// Default: HTTP on a free port for loopback hosts.
    package init(
        port: Int = 0, threads: Int = 1, allowedOrigins: Set<String> = [], maximumBody: Int = 64 << 20,
        connectionMemory: Int = 256 << 10, identity: ServerIdentity? = nil
    ) {
        self.port = port
        self.threads = threads
        self.allowedOrigins = allowedOrigins
        self.maximumBody = maximumBody
        self.connectionMemory = connectionMemory
        self.identity = identity
    }
}

/// Why a listener cannot start.
package typealias ListenerError = KindError<ListenerErrorKind>

/// The kinds of `ListenerError`.
package enum ListenerErrorKind: String, Sendable, Hashable {
    /// libmicrohttpd is not installed, or lacks TLS.
    case missingLibrary
    /// The port is in use, or not permitted.
    case port
    /// The certificate or key is invalid.
    case tls
    /// The client CA file contains no certificates.
    case clientAuthorities
    /// Another system error.
    case system
}

/// A socket that listens on 127.0.0.1. It is created here and passed to the library, so that errors have a reason and a
/// free port is known. Clients may connect before a listener serves it, and wait.
package struct ListeningSocket: Sendable {
    let descriptor: Int32
    package let port: Int

    /// Opens a socket on a port; 0 for a free one.
    package init(port: Int) throws(ListenerError) {
        guard let wanted = UInt16(exactly: port) else {
            throw ListenerError(.port, "\(port) is not a port: ports go from 0 to 65535.")
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw ListenerError(.system, "No socket could be opened: \(Self.reason(errno)).") }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
                guard bind(descriptor, address, length) == 0, listen(descriptor, SOMAXCONN) == 0,
                    getsockname(descriptor, address, &length) == 0
                else { return errno }
                return 0
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw ListenerError(.port, "Cannot listen on 127.0.0.1 port \(port): \(Self.reason(code)).")
        }
        self.descriptor = descriptor
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case EADDRINUSE: "the port is in use"
        case EACCES, EPERM: "this user is not allowed to"
        case EMFILE, ENFILE: "too many files are open"
        default: "system error \(code)"
        }
    }
}

/// A server's certificate for TLS.
package struct ServerIdentity: Sendable {
    /// The certificate followed by its intermediate certificates, PEM.
    package var certificate: String
    /// The private key, PEM.
    package var key: String
    /// CAs for client certificates, PEM. If set, every client is asked for a certificate, which is optional; its name
    /// is in `HTTPRequest.certifiedName`. Nil requests no certificates.
    package var clientAuthorities: String?

    package init(certificate: String, key: String, clientAuthorities: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.clientAuthorities = clientAuthorities
    }
}

/// The library's callbacks: a request begins, continues, is completed. The first creates the `Conversation` that the
/// library keeps as context, the last releases it.
enum Callbacks {
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, _ in Unmanaged.passRetained(Conversation(target: target)).toOpaque()
        }

    static let access: MHD_AccessHandlerCallback = { context, connection, _, method, _, bytes, count, state in
        guard let context, let connection, let method, let count, let state = state?.pointee else {
            return MHD_Result.NO
        }
        let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
        let conversation = Unmanaged<Conversation>.fromOpaque(state).takeUnretainedValue()
        let upload = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        count.pointee = 0
        let isOpen = service.proceed(
            conversation, on: ClientConnection(handle: connection), method: method, upload: upload)
        return isOpen ? MHD_Result.YES : MHD_Result.NO
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
        guard let state, let pointer = state.pointee else { return }
        state.pointee = nil
        Unmanaged<Conversation>.fromOpaque(pointer).release()
    }
}
