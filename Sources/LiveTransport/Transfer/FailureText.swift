import CCurl
import ExchangeModel
import Glibc

/// Turns libcurl's result into a failure with a kind and a plain sentence. The sentences are our own, because libcurl's
/// differ between its versions and name its parts; they depend on nothing but the failure.
struct FailureText {
    private let transfer: Transfer
    private let incoming: IncomingResponse
    private let easy: UnsafeMutableRawPointer

    init(_ transfer: Transfer, _ incoming: IncomingResponse, _ easy: UnsafeMutableRawPointer) {
        self.transfer = transfer
        self.incoming = incoming
        self.easy = easy
    }

    private var host: String { FailureText.printable(transfer.outgoing.url.host) }

    /// `127.0.0.1 port 9`, with the real address of a host that is reached by another way.
    private var place: String {
        guard let route = transfer.route else { return "\(host) port \(transfer.outgoing.url.effectivePort)" }
        return "\(host) (\(route.address) port \(route.port))"
    }

    /// The place a connection is made to: the proxy's where there is one.
    private var peer: String {
        transfer.proxy.map { "the proxy " + FailureText.printable(ProxyName.place(of: $0)) } ?? place
    }

    func failure(_ code: CURLcode) -> TransportFailure {
        switch incoming.excess {
        case .body:
            return TransportFailure(
                .tooLarge,
                "The answer of \(host) is larger than \(transfer.options.maximumBody) bytes, the limit."
            )
        case .headers:
            return TransportFailure(
                .tooLarge, "The header of the answer of \(host) is larger than \(IncomingResponse.headerLimit) bytes.")
        case nil: break
        }
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return TransportFailure(.resolve, "Could not find the address of \(host).")
        case CURLE_COULDNT_RESOLVE_PROXY:
            return TransportFailure(.resolve, "Could not find the address of \(peer).")
        case CURLE_COULDNT_CONNECT: return unconnected()
        case CURLE_PROXY: return TransportFailure(.connect, "Could not connect to \(host) through \(peer).")
        case CURLE_OPERATION_TIMEDOUT: return timedOut()
        case CURLE_PEER_FAILED_VERIFICATION: return untrusted()
        case CURLE_SSL_CACERT_BADFILE:
            let file = FailureText.printable(transfer.options.certificateFile ?? "of this machine")
            return TransportFailure(.tls, "The certificate file \(file) cannot be read.")
        case CURLE_SSL_CERTPROBLEM where transfer.certificate != nil: return unprovable()
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND,
            CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS,
            CURLE_USE_SSL_FAILED:
            return TransportFailure(.tls, "No secure connection to \(place): the TLS handshake failed.")
        case CURLE_GOT_NOTHING:
            return TransportFailure(.reset, "\(host) closed the connection without an answer.")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return TransportFailure(.reset, "What \(place) sent is not HTTP.")
        case CURLE_BAD_CONTENT_ENCODING:
            return TransportFailure(.reset, "The answer of \(host) is damaged: its body could not be decoded.")
        case CURLE_URL_MALFORMAT:
            return TransportFailure(.invalidRequest, "The address of the request to \(host) cannot be sent.")
        case CURLE_ABORTED_BY_CALLBACK:
            return TransportFailure(
                .reset,
                "The connection to \(host) broke before the answer; whether the request had its effect is not known.")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_OK:
            return refusedByProxy()
                ?? TransportFailure(.reset, "The connection to \(host) broke before the answer was complete.")
        default:
            return TransportFailure(.reset, "The exchange with \(host) failed (libcurl error \(code.rawValue)).")
        }
    }

    private func unconnected() -> TransportFailure {
        if let refusal = refusedByProxy() { return refusal }
        let cause =
            switch Int32(truncatingIfNeeded: ccurl_info_long(easy, CURLINFO_OS_ERRNO)) {
            case ECONNREFUSED: "connection refused"
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
        return TransportFailure(.connect, "Could not connect to \(peer): \(cause).")
    }

    /// A proxy that answered CONNECT with anything but success.
    private func refusedByProxy() -> TransportFailure? {
        let status = ccurl_info_long(easy, CURLINFO_HTTP_CONNECTCODE)
        guard transfer.proxy != nil, status >= 300 else { return nil }
        return TransportFailure(.connect, "Could not connect to \(place): \(peer) answered \(status).")
    }

    private func timedOut() -> TransportFailure {
        let options = transfer.options
        guard ccurl_info_offset(easy, CURLINFO_PRETRANSFER_TIME_T) > 0 else {
            let limit = FailureText.words(min(options.connectTimeout, options.totalTimeout))
            guard ccurl_info_offset(easy, CURLINFO_NAMELOOKUP_TIME_T) > 0 else {
                return TransportFailure(.timeout, "Could not find the address of \(host) within \(limit).")
            }
            return TransportFailure(.timeout, "Could not connect to \(peer) within \(limit).")
        }
        let limit = FailureText.words(options.totalTimeout)
        return TransportFailure(
            .timeout,
            incoming.isHeadComplete
                ? "The answer of \(host) was not complete within \(limit)." : "\(host) did not answer within \(limit).")
    }

    /// A certificate of our own that the library does not take.
    private func unprovable() -> TransportFailure {
        let files = transfer.certificate.map { own in
            own.certificate == own.key ? [own.key] : [own.certificate, own.key]
        }
        let names = (files ?? []).map(FailureText.printable).joined(separator: " and ")
        return TransportFailure(
            .tls,
            "The client certificate for \(host) cannot be used: look at \(names), whose certificate and key have to be a pair."
        )
    }

    /// The numbers are OpenSSL's results of verification (X509_V_ERR_…).
    private func untrusted() -> TransportFailure {
        let result = ccurl_info_long(easy, CURLINFO_SSL_VERIFYRESULT)
        let fault: CertificateFault? =
            switch result {
            case 0, 1, 62, 63, 64: .otherName  // 0 and 1: libcurl compared the names itself
            case 9: .notYetValid
            case 10: .expired
            case 18, 19: .selfSigned
            case 2, 20, 21: .unknownAuthority
            case 23: .revoked
            default: nil
            }
        return fault?.failure(of: host)
            ?? TransportFailure(
                .tls, "The certificate of \(host) is not trusted (verification result \(result)).")
    }

    private static func words(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        if attoseconds == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) milliseconds"
    }

    /// Text without characters that a terminal would obey.
    private static func printable(_ text: String) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            out.append(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? "?" : scalar)
        }
        return String(out)
    }
}
