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
        let maker = StreamMaker(transfer)
        incoming = IncomingResponse(
            bodyLimit: transfer.options.maximumBody, makeStream: transfer.callWriter == nil ? nil : { maker.make() })
        maker.running = self
        setFixedOptions()
        setRequest(transfer.outgoing)
        setRoute()
        setReception()
        setConnections()
        setAttempts()
    }

    deinit {
        // Without effect if it has ended.
        incoming.stream?.end(transfer.cancelled)
        // It keeps this transfer.
        transfer.outgoing.upload?.stream.onReadable {}
        ccurl_list_free(headerList)
        ccurl_list_free(routeList)
    }

    /// Makes the stream of a large body, and delivers the response with it.
    private final class StreamMaker {
        private let transfer: Transfer
        weak var running: ActiveTransfer?

        init(_ transfer: Transfer) { self.transfer = transfer }

        func make() -> BodyStream {
            let transfer = transfer
            let stream = BodyStream { transfer.callWriter?(transfer) }
            if let running, var response = running.received {
                response.stream = stream
                transfer.finish(with: .success(response))
            }
            return stream
        }
    }

    /// Whether it is a stream whose reader has left.
    var isUnread: Bool { incoming.stream?.isCancelled ?? false }

    /// Continues a transfer that waits for room in its stream.
    func proceed() { _ = ccurl_easy_continue(easy) }

    /// The outcome, once libcurl reports that the transfer is done. That of a large body is delivered already.
    func outcome(_ code: CURLcode) -> Transfer.Outcome {
        let outcome = finalOutcome(code)
        if let stream = incoming.stream {
            if case .failure(let failure) = outcome { stream.end(failure) } else { stream.end() }
        }
        return outcome
    }

    private func finalOutcome(_ code: CURLcode) -> Transfer.Outcome {
        guard code == CURLE_OK, incoming.isHeadComplete else {
            if let refused { return .failure(transfer.refusedRedirect(to: refused)) }
            return .failure(CurlFailure(transfer, incoming, easy).failure(code))
        }
        return received.map { .success($0) } ?? .failure(CurlFailure(transfer, incoming, easy).failure(code))
    }

    /// The response as far as it was received; nil before its head is complete.
    private var received: HTTPResponse? {
        guard incoming.isHeadComplete else { return nil }
        var response = incoming.response(
            isDecoded: transfer.outgoing.decodesBody, isHead: transfer.outgoing.isHead)
        response.facts.timings = timings()
        if transfer.proxy == nil {
            response.facts.address = ccurl_info_text(easy, CURLINFO_PRIMARY_IP).map { String(cString: $0) }
        }
        return response
    }

    private func timings() -> Timings {
        let resolved = Int64(ccurl_info_offset(easy, CURLINFO_NAMELOOKUP_TIME_T))
        let connected = max(resolved, Int64(ccurl_info_offset(easy, CURLINFO_CONNECT_TIME_T)))
        let secured = max(connected, Int64(ccurl_info_offset(easy, CURLINFO_APPCONNECT_TIME_T)))
        let firstByte = max(secured, Int64(ccurl_info_offset(easy, CURLINFO_STARTTRANSFER_TIME_T)))
        let total = max(firstByte, Int64(ccurl_info_offset(easy, CURLINFO_TOTAL_TIME_T)))
        return Timings(
            resolved: resolved, connected: connected, secured: secured, firstByte: firstByte, total: total)
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
        if transfer.callWriter == nil {
            set(CURLOPT_TIMEOUT_MS, transfer.options.totalTimeout.wireMilliseconds)
        } else {
            // A stream may take as long as its reader: the limit is for the time without a byte.
            set(CURLOPT_LOW_SPEED_LIMIT, 1)
            set(CURLOPT_LOW_SPEED_TIME, max(1, transfer.options.totalTimeout.wireMilliseconds / 1000))
        }
    }

    private func setRequest(_ outgoing: OutgoingRequest) {
        set(CURLOPT_URL, outgoing.url.origin + "/")
        if outgoing.isHead {
            set(CURLOPT_NOBODY, 1)
        } else if let upload = outgoing.upload {
            setUpload(upload)
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
        if outgoing.decodesBody { set(CURLOPT_ACCEPT_ENCODING, "") }
        if outgoing.url.scheme == "https" { set(CURLOPT_PIPEWAIT, 1) }
    }

    /// The body is sent as it arrives. It cannot be sent twice, so no connection is reused that may be closed already.
    private func setUpload(_ upload: Upload) {
        set(CURLOPT_POST, 1)
        set(CURLOPT_FRESH_CONNECT, 1)
        _ = ccurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(upload.length))
        upload.stream.onReadable { [transfer] in transfer.callWriter?(transfer) }
        _ = ccurl_set_context(easy, CURLOPT_READDATA, Unmanaged.passUnretained(upload.stream).toOpaque())
        _ = ccurl_set_data_function(easy, CURLOPT_READFUNCTION) { bytes, size, count, context in
            guard let bytes, let context else { return ccurl_upload_abort_word() }
            let stream = Unmanaged<BodyStream>.fromOpaque(context).takeUnretainedValue()
            switch stream.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count), orWait: {}) {
            case .bytes(let count): return count
            case .waiting: return ccurl_upload_pause_word()
            case .ended: return 0
            case .failed: return ccurl_upload_abort_word()
            }
        }
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
        _ = ccurl_set_context(easy, CURLOPT_WRITEDATA, context)
        _ = ccurl_set_data_function(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            IncomingResponse.receive(bytes, size * count, context) { $0.takeHeaderLine($1) }
        }
        _ = ccurl_set_data_function(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            IncomingResponse.receive(bytes, size * count, context) { $0.takeBody($1) }
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
