package import ExchangeModel
import Notation
import NowSDK

/// HTTP caching rules for a private cache (RFC 9111), as far as the assets of an instance need them.
///
/// They are stricter than required in three ways: pages are never cached, there is no heuristic freshness (4.2.2), and
/// no stale response is used without validation (4.2.4).
package enum CacheRules {
    package static func mayBeKept(_ response: HTTPResponse) -> Bool {
        guard statuses.contains(response.status), !isPage(response),
            !CacheControl(response.headers).isNoStore, response.headers["Content-Range"] == nil
        else { return false }
        // Requests never vary here, so only `Vary: *` matters.
        return !response.headers.values(of: "Vary").contains { line in
            line.utf8.split(separator: UInt8(ascii: ",")).contains { ASCII.trimmed(Substring($0)) == "*" }
        }
    }

    /// Until when a response is fresh; nil if never.
    ///
    /// - Parameters:
    ///   - requested: when the request was sent.
    ///   - received: when the response arrived.
    package static func freshUntil(_ response: HTTPResponse, requested: Timestamp, received: Timestamp) -> Timestamp? {
        let control = CacheControl(response.headers)
        guard !control.isNoCache, let lifetime = lifetime(response, control, received), lifetime > 0 else {
            return nil
        }
        let age = age(response, requested: requested, received: received)
        guard age < lifetime else { return nil }
        return received.advanced(bySeconds: lifetime - age)
    }

    /// The age of a response on arrival, in seconds (RFC 9111, 4.2.3).
    static func age(_ response: HTTPResponse, requested: Timestamp, received: Timestamp) -> Int64 {
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? received
        let apparent = max(0, received.seconds - sent.seconds)
        let said = response.headers["Age"].flatMap { CacheControl.seconds(ASCII.trimmed($0[...])) } ?? 0
        return max(apparent, said + max(0, received.seconds - requested.seconds))
    }

    private static func isPage(_ response: HTTPResponse) -> Bool { response.mediaType != nil && response.isHTML }

    private static func lifetime(_ response: HTTPResponse, _ control: CacheControl, _ received: Timestamp) -> Int64? {
        switch control.lifetime {
        case .seconds(let seconds): return seconds
        case .unreadable: return nil
        case .unspecified: break
        }
        // Invalid dates count as expired (5.3), and so do two that differ.
        let lines = response.headers.values(of: "Expires")
        guard let line = lines.first, lines.allSatisfy({ $0 == line }), let end = CookieDate.read(line) else {
            return nil
        }
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? received
        return end.seconds - sent.seconds
    }

    private static let statuses: Set<Int> = [200, 203, 301, 308, 404, 410]
}

/// The `Cache-Control` directives for a private cache (RFC 9111, 5.2.2). Those for shared caches only (`public`,
/// `private`, `s-maxage`, `proxy-revalidate`) are ignored.
struct CacheControl: Sendable, Hashable {
    /// The lifetime according to `max-age`.
    enum Lifetime: Sendable, Hashable {
        case unspecified
        /// In seconds.
        case seconds(Int64)
        /// Invalid or contradictory: the response is stale (RFC 9111, 4.2.1).
        case unreadable
    }

    /// `no-store`.
    var isNoStore = false
    /// `no-cache`: validate before each use. A list of field names is ignored, which is allowed and safe.
    var isNoCache = false
    var lifetime = Lifetime.unspecified

    init(_ headers: HeaderFields) {
        for line in headers.values(of: "Cache-Control") {
            for directive in CacheControl.directives(line) { take(directive) }
        }
    }

    private mutating func take(_ directive: Substring) {
        let bytes = directive.utf8
        let sign = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        switch ASCII.lowercased(String(ASCII.trimmed(directive[..<sign]))) {
        case "no-store": isNoStore = true
        case "no-cache": isNoCache = true
        case "max-age":
            let value = CacheControl.seconds(ASCII.trimmed(Substring(bytes[sign...].dropFirst())))
            let found = value.map(Lifetime.seconds) ?? .unreadable
            lifetime = lifetime == .unspecified || lifetime == found ? found : .unreadable
        default: break
        }
    }

    /// The parts between commas outside quotes.
    private static func directives(_ line: String) -> [Substring] {
        var found: [Substring] = []
        var start = line.startIndex
        var isQuoted = false, isEscaped = false
        for index in line.utf8.indices {
            let byte = line.utf8[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                found.append(line[start..<index])
                start = line.utf8.index(after: index)
            }
        }
        found.append(line[start...])
        return found
    }

    /// Seconds, quoted or not; large numbers are capped (RFC 9111, 1.2.2).
    static func seconds(_ text: Substring) -> Int64? {
        var bytes = text.utf8[...]
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = bytes.dropFirst().dropLast()
        }
        guard !bytes.isEmpty, bytes.allSatisfy(ASCII.isDigit) else { return nil }
        return bytes.reduce(0) { min(longest, $0 * 10 + Int64($1 - 48)) }
    }

    private static let longest: Int64 = 1 << 31
}

/// A cached response and what decides whether it may still be used.
package struct CachedResponse: Sendable, Hashable {
    /// The whole URL, including any version in the query: the cache key.
    package let address: HTTPURL
    /// The response without cookies and connection headers.
    package private(set) var response: HTTPResponse
    /// Until when it is fresh; nil if it must be validated each time.
    package private(set) var freshUntil: Timestamp?
    /// How often it was used, with or without validation.
    package var hits = 0
    private var received: Timestamp
    private var age: Int64

    /// Nil if the response may not be cached, or is neither fresh nor can be validated.
    ///
    /// - Parameters:
    ///   - requested: when the request was sent.
    ///   - received: when the response arrived.
    package init?(address: HTTPURL, response: HTTPResponse, requested: Timestamp, received: Timestamp) {
        guard CacheRules.mayBeKept(response) else { return nil }
        self.address = address
        self.received = received
        age = CacheRules.age(response, requested: requested, received: received)
        freshUntil = CacheRules.freshUntil(response, requested: requested, received: received)
        self.response = response
        for name in CachedResponse.passing { self.response.headers.remove(name) }
        guard freshUntil != nil || (response.status == 200 && validator != nil) else { return nil }
    }

    /// The validator: the entity tag or the last modification date.
    package var validator: String? { response.headers["ETag"] ?? response.headers["Last-Modified"] }

    package func isFresh(at now: Timestamp) -> Bool { freshUntil.map { now < $0 } ?? false }

    /// The response with its current `Age`.
    package func answer(at now: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers["Age"] = String(age + max(0, now.seconds - received.seconds))
        return answer
    }

    /// The conditional request for validation; nil if there is no validator.
    func asking(_ request: HTTPRequest) -> HTTPRequest? {
        guard response.status == 200, validator != nil else { return nil }
        var request = request
        request.headers["If-None-Match"] = response.headers["ETag"]
        request.headers["If-Modified-Since"] = response.headers["Last-Modified"]
        return request
    }

    /// Whether a 304 refers to this response; it may name another (RFC 9111, 4.3.4).
    func isValidated(by notModified: HTTPResponse) -> Bool {
        guard let said = notModified.headers["ETag"], let own = response.headers["ETag"] else { return true }
        return CachedResponse.opaque(said).elementsEqual(CachedResponse.opaque(own))
    }

    /// The response with the headers of a 304 (RFC 9111, 3.2), except those about the body.
    func renewed(by notModified: HTTPResponse, requested: Timestamp, received: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers.remove("Age")
        var taken: Set<String> = []
        for field in notModified.headers {
            let name = ASCII.lowercased(field.name)
            guard !CachedResponse.passing.contains(name), !CachedResponse.ofBody.contains(name) else { continue }
            // Repeated headers are replaced together.
            if taken.insert(name).inserted { answer.headers.remove(name) }
            answer.headers.append(field.name, field.value)
        }
        return answer
    }

    /// An entity tag without `W/`; whole bodies are compared weakly.
    private static func opaque(_ tag: String) -> Substring.UTF8View {
        tag.utf8.starts(with: "W/".utf8) ? tag.utf8.dropFirst(2) : tag.utf8[...]
    }

    private static let passing: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "set-cookie", "trailer", "transfer-encoding", "upgrade",
    ]
    private static let ofBody: Set<String> = [
        "content-encoding", "content-length", "content-range", "content-type",
    ]
}
