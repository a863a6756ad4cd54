package import ExchangeModel
import Notation
import NowSDK

/// A cached response and what decides whether it may still be used: HTTP's rules for a private cache (RFC 9111), but
/// only assets with status 200 are cached, there is no heuristic freshness (4.2.2), and no stale response is used
/// without validation (4.2.4).
package struct CachedResponse: Sendable, Hashable {
    /// The whole URL, including any version in the query: the cache key.
    package let address: HTTPURL
    /// The response without cookies and connection headers.
    package private(set) var response: HTTPResponse
    /// Until when it is fresh; nil if it must be validated each time.
    package private(set) var freshUntil: Timestamp?
    package var hits = 0

    /// Nil if the response may not be cached, or is neither fresh nor can be validated.
    package init?(address: HTTPURL, response: HTTPResponse, received: Timestamp) {
        let headers = response.headers, directives = Self.directives(headers)
        let isPage = response.mediaType != nil && response.isHTML
        // Requests never vary here, so only `Vary: *` matters.
        guard response.status == 200, !isPage, directives["no-store"] == nil, headers["Content-Range"] == nil,
            !headers.values(of: "Vary").contains(where: { $0.contains("*") })
        else { return nil }
        self.address = address
        // An invalid lifetime means stale (4.2.1), an invalid date too (5.3).
        let sent = headers["Date"].flatMap(CookieDate.read) ?? received
        let lifetime =
            directives["max-age"].map { Self.seconds($0) ?? 0 }
            ?? headers["Expires"].flatMap(CookieDate.read).map { $0.seconds - sent.seconds } ?? 0
        let left = lifetime - max(received.seconds - sent.seconds, headers["Age"].flatMap(Self.seconds) ?? 0, 0)
        if directives["no-cache"] == nil, left > 0 { freshUntil = received.advanced(bySeconds: left) }
        self.response = response
        for name in Self.passing { self.response.headers.remove(name) }
        guard freshUntil != nil || validator != nil else { return nil }
    }

    /// The directives of `Cache-Control` by name. The last of a name counts.
    private static func directives(_ headers: HeaderFields) -> [String: String] {
        var found: [String: String] = [:]
        for part in headers.values(of: "Cache-Control").flatMap({ $0.split(separator: ",") }) {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard let name = pair.first else { continue }
            let value = pair.count > 1 ? ASCII.trimmed(pair[1]) : ""
            found[ASCII.lowercased(String(ASCII.trimmed(name)))] = String(value.filter { $0 != "\"" })
        }
        return found
    }

    /// A number of seconds; large ones are capped (1.2.2).
    private static func seconds(_ text: String) -> Int64? {
        let digits = ASCII.trimmed(text[...]).utf8
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return min(Int64(String(Substring(digits))) ?? .max, 1 << 31)
    }

    /// The validator: the entity tag or the last modification date.
    package var validator: String? { response.headers["ETag"] ?? response.headers["Last-Modified"] }

    package func isFresh(at now: Timestamp) -> Bool { freshUntil.map { now < $0 } ?? false }

    func asking(_ request: HTTPRequest) -> HTTPRequest? {
        guard validator != nil else { return nil }
        var request = request
        request.headers["If-None-Match"] = response.headers["ETag"]
        request.headers["If-Modified-Since"] = response.headers["Last-Modified"]
        return request
    }

    /// The response with what a 304 says about its validity (3.2).
    func renewed(by notModified: HTTPResponse) -> HTTPResponse {
        var answer = response
        for name in ["Age", "Cache-Control", "Date", "ETag", "Expires", "Last-Modified"] {
            if let value = notModified.headers[name] { answer.headers[name] = value }
        }
        return answer
    }

    private static let passing = [
        "Connection", "Keep-Alive", "Proxy-Authenticate", "Set-Cookie", "Trailer", "Transfer-Encoding", "Upgrade",
    ]
}
