/// Why there is no response. A failure is an outcome like a response: it is recorded and replayed.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure. The raw values are stored in cassettes, so cases may be added but not renamed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host name cannot be resolved.
        case resolve
        /// No connection: refused, unreachable or rejected by a proxy.
        case connect
        /// The certificate was not accepted or the handshake failed.
        case tls
        /// The response was not complete in time.
        case timeout
        /// The connection broke, or the response is not HTTP.
        case reset
        /// The response exceeds a limit.
        case tooLarge
        /// The request was cancelled.
        case cancelled
        /// The tape has no matching exchange or cannot be written; see `cause`. This failure is never recorded.
        case tape
        /// The request has a URL or header that HTTP does not allow.
        case invalidRequest
        /// A redirect could not be followed, or leads to where credentials must not be sent.
        case redirect
        /// Signing in was required and failed.
        case signIn
    }

    /// The kind of failure.
    public var kind: Kind
    /// One sentence that names the subject, without secrets and terminal control characters.
    public var message: String
    /// The typed error behind it: a `NetworkError` for most network failures, else the error of the layer that failed.
    public var cause: (any Error)?

    /// Creates a failure.
    public init(_ kind: Kind, _ message: String, cause: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
    }

    /// Creates a failure from a network error.
    public init(_ error: NetworkError) { self.init(error.kind, error.description, cause: error) }

    package init(recorded kind: Kind, _ message: String) {
        self.init(kind, message, cause: NetworkError(recorded: message, of: kind))
    }

    /// The message.
    public var description: String { message }

    /// Compares kind and message, not the cause.
    public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.message == right.message }
    /// Hashes kind and message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(message)
    }
}

/// Why a server's certificate is not accepted.
public enum CertificateFault: String, Sendable, Hashable, CaseIterable {
    // Each raw value is the end of a sentence in messages and on tapes.

    /// It has expired, by the local clock.
    case expired = "has expired"
    /// It is not valid yet, by the local clock.
    case notYetValid = "is not valid yet"
    /// It is for another host name.
    case otherName = "is for another name"
    /// It is self-signed.
    case selfSigned = "is signed by itself"
    /// Its issuer is not trusted.
    case unknownAuthority = "is signed by an authority unknown here"
    /// It was revoked.
    case revoked = "has been revoked"
}

/// Why an exchange failed on the network: the cause of a `TransportFailure`. It is decided from libcurl's result code,
/// and no other code parses messages. Hosts and addresses are safe to print.
public enum NetworkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A dynamically loaded library is missing; its Debian package and the loader's message.
    case missingLibrary(String, package: String, reason: String)
    /// The name of a host or proxy cannot be resolved.
    case unknownHost(String)
    /// The address refused the connection.
    case connectionRefused(String)
    /// The connection to the address failed, for this reason.
    case connectionFailed(String, reason: String)
    /// The proxy did not connect to the host; its status, if it sent one.
    case proxyFailed(host: String, proxy: String, status: Int?)
    /// The certificate of a host is not accepted.
    case certificate(CertificateFault, host: String)
    /// The certificate of a host is not trusted; OpenSSL's result code.
    case untrustedCertificate(host: String, result: Int)
    /// A file of trusted authorities is unreadable.
    case unreadableCertificateFile(String)
    /// The client certificate does not work with its key; the files of both.
    case unusableClientCertificate(host: String, files: [String])
    /// The TLS handshake with the address failed.
    case handshakeFailed(String)
    /// A stage of the exchange exceeded its limit, a text with a unit.
    case timedOut(TimedOutStage, host: String, limit: String)
    /// The host closed the connection without a response.
    case closedWithoutAnswer(host: String)
    /// The response is not HTTP.
    case notHTTP(String)
    /// The body of the response could not be decoded.
    case undecodableBody(host: String)
    /// The connection broke before the response was complete.
    case connectionLost(host: String)
    /// The connection broke after a request that must not be sent twice and may have taken effect.
    case connectionLostAfterSending(host: String)
    /// The response body exceeds the limit in bytes.
    case bodyTooLarge(host: String, limit: Int)
    /// The response headers exceed the limit in bytes.
    case headerTooLarge(host: String, limit: Int)
    /// A redirect leads to an address of this machine or network, such as “a private address”.
    case redirectToInternalAddress(host: String, to: String)
    /// A redirect leads from https to http.
    case insecureRedirect(from: String)
    /// A redirect leads to another origin, but the request must not leave its own.
    case foreignRedirect(from: String, request: String, to: String)
    /// The task was cancelled.
    case cancelled(host: String)

    /// The stage that timed out.
    public enum TimedOutStage: Sendable, Hashable {
        /// Name resolution.
        case lookup
        /// Connecting, including TLS.
        case connecting
        /// Waiting for the response.
        case answer
        /// Receiving the response.
        case body
    }

    /// The kind of failure.
    public var kind: TransportFailure.Kind {
        switch self {
        case .unknownHost: .resolve
        case .missingLibrary, .connectionRefused, .connectionFailed, .proxyFailed: .connect
        case .certificate, .untrustedCertificate, .unreadableCertificateFile, .unusableClientCertificate,
            .handshakeFailed:
            .tls
        case .timedOut: .timeout
        case .closedWithoutAnswer, .notHTTP, .undecodableBody, .connectionLost, .connectionLostAfterSending: .reset
        case .bodyTooLarge, .headerTooLarge: .tooLarge
        case .redirectToInternalAddress, .insecureRedirect, .foreignRedirect: .redirect
        case .cancelled: .cancelled
        }
    }

    /// One sentence.
    public var description: String {
        switch self {
        case .missingLibrary(let library, let package, let reason):
            "\(library) cannot be opened (\(reason)); it comes with the Debian package \(package)."
        case .unknownHost(let host): "Could not find the address of \(host)."
        case .connectionRefused(let peer): "Could not connect to \(peer): connection refused."
        case .connectionFailed(let peer, let reason): "Could not connect to \(peer): \(reason)."
        case .proxyFailed(let host, let proxy, nil): "Could not connect to \(host) through \(proxy)."
        case .proxyFailed(let host, let proxy, let status?):
            "Could not connect to \(host): \(proxy) answered \(status)."
        case .certificate(let fault, let host): "The certificate of \(host) \(fault.rawValue)."
        case .untrustedCertificate(let host, let result):
            "The certificate of \(host) is not trusted (verification result \(result))."
        case .unreadableCertificateFile(let file): "The certificate file \(file) cannot be read."
        case .unusableClientCertificate(let host, let files):
            "The client certificate for \(host) cannot be used: check \(files.joined(separator: " and ")); "
                + "certificate and key must be a pair."
        case .handshakeFailed(let place): "No secure connection to \(place): the TLS handshake failed."
        case .timedOut(.lookup, let host, let limit): "Could not find the address of \(host) within \(limit)."
        case .timedOut(.connecting, let host, let limit): "Could not connect to \(host) within \(limit)."
        case .timedOut(.answer, let host, let limit): "\(host) did not answer within \(limit)."
        case .timedOut(.body, let host, let limit): "The answer of \(host) was not complete within \(limit)."
        case .closedWithoutAnswer(let host): "\(host) closed the connection without an answer."
        case .notHTTP(let place): "What \(place) sent is not HTTP."
        case .undecodableBody(let host): "The answer of \(host) is damaged: its body could not be decoded."
        case .connectionLost(let host): "The connection to \(host) broke before the answer was complete."
        case .connectionLostAfterSending(let host):
            "The connection to \(host) broke before the answer; whether the request had its effect is not known."
        case .bodyTooLarge(let host, let limit): "The answer of \(host) is larger than \(limit) bytes, the limit."
        case .headerTooLarge(let host, let limit): "The header of the answer of \(host) is larger than \(limit) bytes."
        case .redirectToInternalAddress(let host, let target):
            "\(host) redirects to \(target), which is not followed."
        case .insecureRedirect(let url): "\(url) redirects from https to http, which is not followed."
        case .foreignRedirect(let url, let request, let target):
            "\(url) redirects a \(request) to another origin, \(target), which is not followed."
        case .cancelled(let host): "The request to \(host) was cancelled."
        }
    }

    /// Parses a recorded message, the inverse of `description`, for the causes that hints depend on.
    init?(recorded message: String, of kind: TransportFailure.Kind) {
        func between(_ start: String, _ end: String) -> String? {
            guard message.utf8.count > start.utf8.count + end.utf8.count, message.hasPrefix(start),
                message.hasSuffix(end)
            else { return nil }
            return String(message.dropFirst(start.count).dropLast(end.count))
        }
        switch kind {
        case .resolve: self.init(between("Could not find the address of ", ".").map { .unknownHost($0) })
        case .connect:
            self.init(
                between("Could not connect to ", ": connection refused.").map { .connectionRefused($0) }
                    ?? NetworkError.missingLibrary(recorded: message))
        case .tls:
            let faults = CertificateFault.allCases.lazy.compactMap { fault in
                between("The certificate of ", " \(fault.rawValue).").map { NetworkError.certificate(fault, host: $0) }
            }
            self.init(
                faults.first
                    ?? between("The certificate file ", " cannot be read.").map { .unreadableCertificateFile($0) }
                    ?? between("No secure connection to ", ": the TLS handshake failed.").map { .handshakeFailed($0) })
        case .redirect:
            let foreign = between("", ", which is not followed.").flatMap { text -> NetworkError? in
                let parts = text.split(separator: " redirects a ", maxSplits: 1)
                guard parts.count == 2 else { return nil }
                let rest = parts[1].split(separator: " to another origin, ", maxSplits: 1)
                guard rest.count == 2 else { return nil }
                return .foreignRedirect(from: String(parts[0]), request: String(rest[0]), to: String(rest[1]))
            }
            self.init(
                between("", " redirects from https to http, which is not followed.").map { .insecureRedirect(from: $0) }
                    ?? foreign)
        default: return nil
        }
    }

    private static func missingLibrary(recorded message: String) -> NetworkError? {
        let parts = message.split(separator: " cannot be opened (", maxSplits: 1)
        guard parts.count == 2, message.hasSuffix(".") else { return nil }
        let rest = parts[1].dropLast().split(separator: "); it comes with the Debian package ", maxSplits: 1)
        guard rest.count == 2 else { return nil }
        return .missingLibrary(String(parts[0]), package: String(rest[1]), reason: String(rest[0]))
    }

    private init?(_ found: NetworkError?) {
        guard let found else { return nil }
        self = found
    }
}
