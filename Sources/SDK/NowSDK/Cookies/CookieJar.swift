package import ExchangeModel

/// The cookies of one instance, sent to that host only. `Domain` attributes do not widen that.
///
/// Decisions depend on names, on whether a value is empty, on attributes and on the given time, but never on values, so
/// a replay with placeholders decides the same. The one exception is length: it selects which cookies do not fit into a
/// line, and nothing else depends on that.
package struct CookieJar: Sendable, Hashable {
    /// The maximum number of cookies. The oldest is evicted first, session cookies last. An instance sets seven.
    package static let limit = 64
    /// The maximum length of a `Cookie` line in bytes: more than servers accept, and far more than an instance sets.
    package static let lineLimit = 16_384

    /// In order of first setting; setting a cookie again keeps its position (RFC 6265, 5.3).
    private var cookies: [Cookie] = []
    /// A counter of the last update, in parallel to `cookies`.
    private var freshness: [Int] = []
    private var stored = 0

    package init() {}

    /// The cookies that have not expired, in order of first setting.
    package func live(at now: Timestamp) -> [Cookie] { cookies.filter { !$0.isExpired(at: now) } }

    /// Whether the jar holds no cookies, expired ones included.
    package var isEmpty: Bool { cookies.isEmpty }

    /// Stores the cookies of a response and returns the values that are new. An empty value or a past expiry deletes
    /// the cookie. Expiry is relative to the response's `Date` if it has one.
    package mutating func store(_ headers: HeaderFields, from url: HTTPURL, at now: Timestamp) -> [String] {
        let lines = headers.values(of: "Set-Cookie")
        guard !lines.isEmpty else { return [] }
        let date = headers["Date"].flatMap(CookieDate.read)
        var secrets: [String] = []
        for line in lines {
            guard let cookie = Cookie(setCookie: line, from: url, at: now, date: date) else { continue }
            let place = cookies.firstIndex { $0.name == cookie.name && $0.path == cookie.path }
            guard !cookie.isBlank, !cookie.isExpired(at: now) else {
                if let place { remove(at: place) }
                continue
            }
            stored += 1
            if let place {
                if cookies[place].value != cookie.value { secrets.append(cookie.bareValue) }
                cookies[place] = cookie
                freshness[place] = stored
            } else {
                secrets.append(cookie.bareValue)
                cookies.append(cookie)
                freshness.append(stored)
                if cookies.count > CookieJar.limit { evict(at: now) }
            }
        }
        return secrets
    }

    /// The value of the `Cookie` line for a request; nil if no cookie matches. Longer paths come first, then order of
    /// first setting. If the line exceeds `lineLimit`, the longest cookies are omitted, but never session cookies.
    package func line(for url: HTTPURL, at now: Timestamp) -> String? {
        let chosen = cookies.enumerated().filter { _, cookie in
            !cookie.isExpired(at: now) && cookie.matches(path: url.path) && (!cookie.isSecure || url.scheme == "https")
        }
        let fitting = CookieJar.fitting(chosen)
        let ordered = fitting.sorted { left, right in
            let lengths = (left.element.path.utf8.count, right.element.path.utf8.count)
            return lengths.0 == lengths.1 ? left.offset < right.offset : lengths.0 > lengths.1
        }
        guard !ordered.isEmpty else { return nil }
        return ordered.map { $0.element.name + "=" + $0.element.value }.joined(separator: "; ")
    }

    /// The cookies that fit into the line. Among equally long ones, the later is dropped first.
    private static func fitting(_ chosen: [(offset: Int, element: Cookie)]) -> [(offset: Int, element: Cookie)] {
        func length(_ cookie: Cookie) -> Int { cookie.name.utf8.count + cookie.value.utf8.count + "=; ".utf8.count }
        var excess = chosen.reduce(-"; ".utf8.count) { $0 + length($1.element) } - lineLimit
        guard excess > 0 else { return chosen }
        var left: Set<Int> = []
        let foreign = chosen.filter { !$0.element.identifiesSession }
        for (offset, cookie) in foreign.sorted(by: { (length($0.element), $0.offset) > (length($1.element), $1.offset) }
        )
        where excess > 0 {
            left.insert(offset)
            excess -= length(cookie)
        }
        return chosen.filter { !left.contains($0.offset) }
    }

    package func holds(_ name: String, at now: Timestamp) -> Bool {
        cookies.contains { $0.name == name && !$0.isExpired(at: now) }
    }

    /// When the named cookie expires; nil if there is none or it is a session cookie.
    package func end(of name: String) -> Timestamp? { cookies.first { $0.name == name }?.expires }

    package mutating func removeAll() {
        cookies = []
        freshness = []
    }

    private mutating func remove(at place: Int) {
        cookies.remove(at: place)
        freshness.remove(at: place)
    }

    private mutating func evict(at now: Timestamp) {
        // An expired session cookie shows that the session has ended, so it is kept.
        if let expired = cookies.firstIndex(where: { !$0.identifiesSession && $0.isExpired(at: now) }) {
            return remove(at: expired)
        }
        let foreign = cookies.indices.filter { !cookies[$0].identifiesSession }
        // A server may set the same cookie for any number of paths.
        let candidates = foreign.isEmpty ? Array(cookies.indices) : foreign
        if let oldest = candidates.min(by: { freshness[$0] < freshness[$1] }) { remove(at: oldest) }
    }
}
