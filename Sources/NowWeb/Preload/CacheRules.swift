package import ExchangeModel
import Notation
import NowSDK

/// The rules of HTTP for a private cache (RFC 9111), as far as they are of use for the assets of an instance.
///
/// Stricter than they need be in three ways: pages are never kept, whatever they say of themselves; nothing is fresh
/// because it seems to be (4.2.2); nothing stale is used without asking (4.2.4).
package enum CacheRules {
    /// Whether the answer to a GET may be kept.
    package static func mayBeKept(_ response: HTTPResponse) -> Bool {
        guard statuses.contains(response.status), !isPage(response),
            !CacheControl(response.headers).forbidsKeeping, response.headers["Content-Range"] == nil
        else { return false }
        // Answers vary by what was asked with, which is always the same here; `*` says: by something else too.
        return !response.headers.values(of: "Vary").contains { line in
            line.utf8.split(separator: UInt8(ascii: ",")).contains { ASCII.trimmed(Substring($0)) == "*" }
        }
    }

    /// Until when an answer may be used without asking; nil when never.
    ///
    /// - Parameters:
    ///   - asked: when the request went out.
    ///   - received: when the answer was there.
    package static func freshUntil(_ response: HTTPResponse, asked: Timestamp, received: Timestamp) -> Timestamp? {
        let control = CacheControl(response.headers)
        guard !control.asksEachTime, let lifetime = lifetime(response, control, received), lifetime > 0 else {
            return nil
        }
        let age = age(response, asked: asked, received: received)
        guard age < lifetime else { return nil }
        return received.advanced(bySeconds: lifetime - age)
    }

    /// How old an answer was when it came, in seconds (RFC 9111, 4.2.3).
    static func age(_ response: HTTPResponse, asked: Timestamp, received: Timestamp) -> Int64 {
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? received
        let apparent = max(0, received.seconds - sent.seconds)
        let said = response.headers["Age"].flatMap { CacheControl.seconds(ASCII.trimmed($0[...])) } ?? 0
        return max(apparent, said + max(0, received.seconds - asked.seconds))
    }

    /// Whether an answer is a page, which says what is true at the moment.
    static func isPage(_ response: HTTPResponse) -> Bool {
        let type = response.headers["Content-Type"].map { ASCII.lowercased($0) } ?? ""
        return type.hasPrefix("text/html") || type.hasPrefix("application/xhtml")
    }

    private static func lifetime(_ response: HTTPResponse, _ control: CacheControl, _ received: Timestamp) -> Int64? {
        switch control.lifetime {
        case .seconds(let seconds): return seconds
        case .unreadable: return nil
        case .unsaid: break
        }
        // What is no date is past (5.3), and so are two that differ.
        let lines = response.headers.values(of: "Expires")
        guard let line = lines.first, lines.allSatisfy({ $0 == line }), let end = CookieDate.read(line) else {
            return nil
        }
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? received
        return end.seconds - sent.seconds
    }

    /// Answers that mean the same the next time, when they say how long.
    private static let statuses: Set<Int> = [200, 203, 301, 308, 404, 410]
}
