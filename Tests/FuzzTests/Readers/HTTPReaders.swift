import ExchangeModel
import Notation

@testable import LiveTransport
@testable import LoopbackServer
@testable import NowSDK
@testable import NowWeb

/// Header fields of a response, one a line: status line, cookies, caching rules and media types.
enum HeaderReader {
    static func check(_ input: [UInt8]) throws {
        let response = try read(input)
        for (name, value) in response.headers.fields.map({ ($0.name, $0.value) }) {
            try require(!name.utf8.contains(0x0A) && !value.utf8.contains(0x0A), "a field has two lines")
        }
        for scheme in ["https", "http"] {
            try checkCookies(response.headers, HTTPURL(scheme: scheme, host: "a.example", path: "/x/y.do"))
        }
        let now = Timestamp(seconds: 1_713_287_778)
        let address = HTTPURL(scheme: "https", host: "a.example", path: "/x/y.do")
        if let entry = CachedResponse(address: address, response: response, received: now) {
            try require(entry.freshUntil.map { $0 > now } ?? true, "not fresh")
        }
        if let type = response.headers["Content-Type"], let charset = PageCharset.parameter(of: type) {
            try require(charset.utf8.count <= type.utf8.count, "a charset longer than its header")
        }
        try require(RetryTime.seconds(in: response, now: now).map { $0 >= 0 } ?? true, "a time before now")
    }

    private static func read(_ input: [UInt8]) throws -> HTTPResponse {
        let incoming = IncomingResponse(bodyLimit: 1 << 10)
        for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
            guard line.withUnsafeBufferPointer({ incoming.takeHeaderLine($0) }) else { break }
        }
        let response = incoming.response(isDecoded: true, isHead: false)
        try require(response.headers.fields.count <= input.count, "more fields than bytes")
        return response
    }

    private static func checkCookies(_ headers: HeaderFields, _ url: HTTPURL) throws {
        let now = Timestamp(seconds: 1_713_287_778)
        var jar = CookieJar()
        _ = jar.store(headers, from: url, at: now)
        try require(jar.live(at: now).count <= CookieJar.limit, "more cookies than the limit")
        guard let line = jar.line(for: url, at: now) else { return }
        try require(line.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, "a control character in \(line)")
        for cookie in jar.live(at: now) {
            try require(!cookie.isSecure || url.scheme == "https", "a secure cookie came over http")
            // A cookie that is set to what is sent back is the same cookie.
            let again = Cookie(setCookie: "\(cookie.name)=\(cookie.value)", from: url, at: now)
            try require(
                again?.name.utf8.elementsEqual(cookie.name.utf8) ?? false, "the name \(cookie.name.debugDescription)")
            try require(
                again?.value.utf8.elementsEqual(cookie.value.utf8) ?? false,
                "the value \(cookie.value.debugDescription)")
        }
    }
}

/// Heads of requests as a server on 127.0.0.1 gets them: a target, then header fields, one a line.
enum HTTPHeadReader {
    static func check(_ input: [UInt8]) throws {
        let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false)
        let target = String(decoding: lines[0], as: UTF8.self)
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            // libmicrohttpd passes no empty names and no zero bytes.
            guard !name.isEmpty, !line.contains(0) else { return nil }
            return (
                String(decoding: name, as: UTF8.self),
                String(decoding: line.dropFirst(name.count + 1), as: UTF8.self)
            )
        }
        try checkAddress(target, fields)
    }

    /// The guards against other hosts and other origins' pages.
    private static func checkAddress(_ target: String, _ fields: [(String, String)]) throws {
        let headers = HeaderFields(fields.map { HeaderField($0.0, $0.1) })
        let hosts = HostGuard(scheme: "http", port: 8080)
        switch hosts.address(target: target, hosts: headers.values(of: "Host")) {
        case .failure(let error):
            let response = error.response
            try require(
                (400...499).contains(response.status) && !response.body.isEmpty, "the status \(response.status)")
        case .success(let url):
            try require(url.isLoopback, "the host \(url.host) is accepted")
            let guards = OriginGuard(allowed: ["https://app.example"])
            let isForeign = headers.values(of: "Origin").contains { origin in
                !["https://app.example", "null", url.origin].contains(origin.lowercased())
            }
            let rejection = guards.rejection(of: "POST", to: url, headers)
            try require(!isForeign || rejection != nil, "a page of another origin is accepted")
            try require(guards.rejection(of: "GET", to: url, headers) == nil, "a safe request is rejected")
        }
    }
}
