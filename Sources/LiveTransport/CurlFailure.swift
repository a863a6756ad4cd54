import CCurl
import ExchangeModel
import Glibc

/// Maps libcurl's result and TLS verification to an error. libcurl's messages differ between versions and are not used.
struct CurlFailure {
    private let transfer: Transfer
    private let incoming: IncomingResponse
    private let easy: UnsafeMutableRawPointer

    init(_ transfer: Transfer, _ incoming: IncomingResponse, _ easy: UnsafeMutableRawPointer) {
        self.transfer = transfer
        self.incoming = incoming
        self.easy = easy
    }

    private var host: String { Self.printable(transfer.outgoing.url.host) }

    /// `127.0.0.1 port 9`; the actual address if there is a route.
    private var place: String {
        guard let route = transfer.route else { return "\(host) port \(transfer.outgoing.url.effectivePort)" }
        return "\(host) (\(route.address) port \(route.port))"
    }

    private var proxy: String? { transfer.proxy.map { "the proxy " + Self.printable(ProxyName.place(of: $0)) } }
    private var peer: String { proxy ?? place }

    func failure(_ code: CURLcode) -> TransportFailure {
        if code == CURLE_URL_MALFORMAT {
            return TransportFailure(.invalidRequest, "The address of the request to \(host) cannot be sent.")
        }
        return error(code).map { TransportFailure($0) }
            ?? TransportFailure(.reset, "The exchange with \(host) failed (libcurl error \(code.rawValue)).")
    }

    private func error(_ code: CURLcode) -> NetworkError? {
        switch incoming.excess {
        case .body: return .bodyTooLarge(host: host, limit: transfer.options.maximumBody)
        case .headers: return .headerTooLarge(host: host, limit: IncomingResponse.headerLimit)
        case .coding: return .undecodableBody(host: host)
        case nil: break
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost(host)
        case CURLE_COULDNT_RESOLVE_PROXY: return .unknownHost(peer)
        case CURLE_COULDNT_CONNECT: return refusedByProxy ?? unconnected
        case CURLE_PROXY: return .proxyFailed(host: host, proxy: peer, status: nil)
        case CURLE_OPERATION_TIMEDOUT: return timedOut
        case CURLE_PEER_FAILED_VERIFICATION: return untrusted
        case CURLE_SSL_CACERT_BADFILE:
            return .unreadableCertificateFile(Self.printable(transfer.options.certificateFile ?? "of this machine"))
        case CURLE_SSL_CERTPROBLEM where transfer.certificate != nil:
            let files = transfer.certificate.map { own in
                own.certificate == own.key ? [own.key] : [own.certificate, own.key]
            }
            return .unusableClientCertificate(host: host, files: (files ?? []).map(Self.printable))
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_USE_SSL_FAILED:
            return .handshakeFailed(place)
        case CURLE_GOT_NOTHING: return .closedWithoutAnswer(host: host)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: return .notHTTP(place)
        // libcurl keeps no line of a head that is longer.
        case CURLE_OUT_OF_MEMORY where hasConnected && !incoming.isHeadComplete:
            return .headerTooLarge(host: host, limit: IncomingResponse.lineLimit)
        case CURLE_ABORTED_BY_CALLBACK: return .connectionLostAfterSending(host: host)
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_OK:
            return refusedByProxy ?? .connectionLost(host: host)
        default: return nil
        }
    }

    private var unconnected: NetworkError {
        let reason: String? =
            switch Int32(truncatingIfNeeded: ccurl_info_long(easy, CURLINFO_OS_ERRNO)) {
            case ECONNREFUSED: nil
            case ENETUNREACH, ENETDOWN: "the network is unreachable"
            case EHOSTUNREACH, EHOSTDOWN: "the host is unreachable"
            case ETIMEDOUT: "no reply"
            case ECONNRESET: "connection reset"
            case EACCES, EPERM: "this machine does not allow it"
            case EMFILE, ENFILE: "too many open files"
            case EADDRNOTAVAIL: "no local address is free"
            case 0: "no connection"
            case let number: "system error \(number)"
            }
        return reason.map { .connectionFailed(peer, reason: $0) } ?? .connectionRefused(peer)
    }

    /// A proxy that rejected CONNECT.
    private var refusedByProxy: NetworkError? {
        let status = ccurl_info_long(easy, CURLINFO_HTTP_CONNECTCODE)
        guard let proxy, status >= 300 else { return nil }
        return .proxyFailed(host: place, proxy: proxy, status: Int(status))
    }

    private var hasConnected: Bool { ccurl_info_offset(easy, CURLINFO_PRETRANSFER_TIME_T) > 0 }

    private var timedOut: NetworkError {
        let options = transfer.options
        guard hasConnected else {
            let limit = Self.words(min(options.connectTimeout, options.totalTimeout))
            return ccurl_info_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) > 0
                ? .timedOut(.connecting, host: peer, limit: limit) : .timedOut(.lookup, host: host, limit: limit)
        }
        return .timedOut(
            incoming.isHeadComplete ? .body : .answer, host: host, limit: Self.words(options.totalTimeout))
    }

    /// The numbers are OpenSSL's verification results (X509_V_ERR_…).
    private var untrusted: NetworkError {
        let result = Int(ccurl_info_long(easy, CURLINFO_SSL_VERIFYRESULT))
        let fault: CertificateFault? =
            switch result {
            case 0, 1, 62, 63, 64: .otherName  // 0 and 1: libcurl itself compared the names
            case 9: .notYetValid
            case 10: .expired
            case 18, 19: .selfSigned
            case 2, 20, 21: .unknownAuthority
            case 23: .revoked
            default: nil
            }
        return fault.map { .certificate($0, host: host) } ?? .untrustedCertificate(host: host, result: result)
    }

    private static func words(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) milliseconds"
    }

    /// Text without control characters.
    private static func printable(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            out.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "?" : scalar)
        }
        return String(out)
    }
}
