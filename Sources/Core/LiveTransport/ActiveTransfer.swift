import CCurl
import ExchangeModel
import Glibc

/// A running transfer: the libcurl handle, the lists it points to, and the response so far. Confined to the worker's
/// thread.
final class ActiveTransfer {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private let incoming: IncomingResponse
    private var attempts = 0
    /// The address of a redirect that was refused.
    private var refused: IPAddress?
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var routeList: UnsafeMutablePointer<curl_slist>?

    /// Sets every option of a fresh handle. The object must outlive the handle's use.
    init(_ transfer: Transfer, on easy: UnsafeMutableRawPointer) {
        self.transfer = transfer
        self.easy = easy
        incoming = IncomingResponse(bodyLimit: transfer.options.maximumBody)
        setFixedOptions()
        setRequest(transfer.outgoing)
        setRoute()
        setReception()
        setConnections()
        setAttempts()
    }

    deinit {
        ccurl_list_free(headerList)
        ccurl_list_free(routeList)
    }

    /// The outcome, once libcurl reports that the transfer is done.
    func outcome(_ code: CURLcode) -> Transfer.Outcome {
        guard code == CURLE_OK, incoming.isWhole() else {
            if let refused { return .failure(transfer.refusedRedirect(to: refused)) }
            return .failure(CurlFailure(transfer: transfer, incoming: incoming, easy: easy).failure(code))
        }
        var response = incoming.response(isDecoded: transfer.outgoing.decodesBody, isHead: transfer.outgoing.isHead)
        response.facts.timings = timings()
        if transfer.proxy == nil {
            response.facts.address = ccurl_info_text(easy, CURLINFO_PRIMARY_IP).map { String(cString: $0) }
        }
        return .success(response)
    }

    private func timings() -> Timings {
        let resolved = Int64(ccurl_info_offset(easy, CURLINFO_NAMELOOKUP_TIME_T))
        let connected = max(resolved, Int64(ccurl_info_offset(easy, CURLINFO_CONNECT_TIME_T)))
        let secured = max(connected, Int64(ccurl_info_offset(easy, CURLINFO_APPCONNECT_TIME_T)))
        let firstByte = max(secured, Int64(ccurl_info_offset(easy, CURLINFO_STARTTRANSFER_TIME_T)))
        let total = max(firstByte, Int64(ccurl_info_offset(easy, CURLINFO_TOTAL_TIME_T)))
        return Timings(resolved: resolved, connected: connected, secured: secured, firstByte: firstByte, total: total)
    }

    private func set(_ option: CURLoption, _ value: Int) { _ = ccurl_set_long(easy, option, value) }
    private func set(_ option: CURLoption, _ text: String) { _ = ccurl_set_text(easy, option, text) }

    private func setFixedOptions() {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)  // a pending name look-up must not delay other transfers when dropped
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        set(CURLOPT_HTTP09_ALLOWED, 0)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_HEADEROPT, 1)  // CURLHEADER_SEPARATE: headers go to the host, never to a proxy
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_PROXY_SSL_VERIFYPEER, 1)
        set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_BUFFERSIZE, 64 << 10)
        set(CURLOPT_CONNECTTIMEOUT_MS, transfer.options.connectTimeout.wireMilliseconds)
        set(CURLOPT_TIMEOUT_MS, transfer.options.totalTimeout.wireMilliseconds)
    }

    private func setRequest(_ outgoing: OutgoingRequest) {
        set(CURLOPT_URL, outgoing.url.origin + "/")
        if outgoing.isHead {
            set(CURLOPT_NOBODY, 1)
        } else if let body = outgoing.body {
            set(CURLOPT_POST, 1)
            _ = ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            body.withUnsafeBytes { _ = ccurl_set_body_copy(easy, $0.baseAddress) }
        } else {
            set(CURLOPT_HTTPGET, 1)
        }
        set(CURLOPT_CUSTOMREQUEST, outgoing.method)
        for line in outgoing.headerLines { headerList = ccurl_list_append(headerList, line) }
        _ = ccurl_set_list(easy, CURLOPT_HTTPHEADER, headerList)
        if outgoing.url.scheme == "https" { set(CURLOPT_PIPEWAIT, 1) }
    }

    /// Sets the route or proxy. A proxy for plain HTTP gets the absolute form of the target (RFC 9112, 3.2.2). Without
    /// a proxy libcurl gets empty strings, because for a null pointer it reads the environment.
    private func setRoute() {
        let url = transfer.outgoing.url
        let proxy = transfer.proxy
        let isTold = proxy != nil && url.scheme == "http" && !ProxyName.isSocks(proxy ?? "")
        set(CURLOPT_REQUEST_TARGET, isTold ? url.description : url.target)
        set(CURLOPT_PROXY, proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        if let route = transfer.route {
            let address = route.address.utf8.contains(UInt8(ascii: ":")) ? "[" + route.address + "]" : route.address
            routeList = ccurl_list_append(nil, "::" + address + ":\(route.port)")
            _ = ccurl_set_list(easy, CURLOPT_CONNECT_TO, routeList)
        }
        if let file = transfer.options.certificateFile {
            // The system's CAs (CURLOPT_CAPATH) remain trusted besides this file.
            set(CURLOPT_CAINFO, file)
            set(CURLOPT_PROXY_CAINFO, file)
        }
        if let own = transfer.certificate {
            // For the connection to the host only; the proxy's separate options stay unset. libcurl does not reuse a
            // connection for another certificate.
            set(CURLOPT_SSLCERT, own.certificate)
            set(CURLOPT_SSLKEY, own.key)
            set(CURLOPT_KEYPASSWD, "")  // otherwise the TLS library prompts on the terminal
        }
    }

    /// Checks the address when the socket is opened: after name resolution, before anything is sent.
    private func setConnections() {
        _ = ccurl_set_context(easy, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
        _ = ccurl_set_open_socket(easy) { context, _, address in
            guard let context, let address else { return -1 }
            let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
            var bytes = [UInt8](repeating: 0, count: 16)
            let count = Int(ccurl_address(address, &bytes))
            guard running.admits(IPAddress(bytes: Array(bytes.prefix(count)))) else { return -1 }
            // Child processes must not inherit the socket.
            let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
            return socket(address.pointee.family, kind, address.pointee.protocol)
        }
    }

    /// Whether a connection to an address is allowed.
    private func admits(_ address: IPAddress?) -> Bool {
        guard let address else { return transfer.redirector == nil || transfer.proxy != nil }
        guard transfer.refuses(address) else { return true }
        refused = address
        return false
    }

    /// If a reused connection breaks before the first byte of the response, libcurl sends the request again on a new
    /// one. For a request that is not idempotent (RFC 9110, 9.2.2) that is prevented, because it could take effect
    /// twice.
    private func setAttempts() {
        _ = ccurl_set_context(easy, CURLOPT_PREREQDATA, Unmanaged.passUnretained(self).toOpaque())
        _ = ccurl_set_before_request(easy) { context, address, _, _, _ in
            guard let context else { return 1 }
            let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
            // Another request may have opened the connection.
            guard running.admits(address.flatMap { IPAddress(String(cString: $0)) }) else { return 1 }
            running.attempts += 1
            return running.attempts == 1 || running.transfer.outgoing.isRepeatable ? 0 : 1
        }
    }

    private func setReception() {
        _ = ccurl_set_context(easy, CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
        let context = Unmanaged.passUnretained(incoming).toOpaque()
        _ = ccurl_set_context(easy, CURLOPT_HEADERDATA, context)
        _ = ccurl_set_context(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(self).toOpaque())
        _ = ccurl_set_data_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            IncomingResponse.receive(bytes, size * count, context) { $0.takeHeaderLine($1) ? $1.count : 0 }
        }
        _ = ccurl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            guard let context else { return 0 }
            let running = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
            let incoming = Unmanaged.passUnretained(running.incoming).toOpaque()
            return IncomingResponse.receive(bytes, size * count, incoming) {
                $0.takeBody($1, isDecoded: running.transfer.outgoing.decodesBody) ? $1.count : 0
            }
        }
    }
}

extension Duration {
    /// Milliseconds for libcurl: at least 1, because 0 means its default.
    fileprivate var wireMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return max(1, Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}

/// Maps libcurl's result and TLS verification to an error. libcurl's messages differ between versions and are not used.
struct CurlFailure {
    let transfer: Transfer
    let incoming: IncomingResponse
    let easy: UnsafeMutableRawPointer

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
            ?? TransportFailure(.reset, "The request to \(host) failed (libcurl error \(code.rawValue)).")
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
        // A transfer coding that libcurl does not know.
        case CURLE_BAD_CONTENT_ENCODING: return .undecodableBody(host: host)
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
        return .timedOut(incoming.isHeadComplete ? .body : .answer, host: host, limit: Self.words(options.totalTimeout))
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
