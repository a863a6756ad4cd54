package import ExchangeModel

/// The cookies of one instance. They are never sent to another host: a `Domain` attribute does not widen that.
///
/// What it decides rests on names, on whether a value is empty, on attributes and on the time it is given, never on a
/// value itself, so a tape whose values are placeholders leads to the same decisions. Lengths only say which foreign
/// cookies a line has no room for, and nothing is decided by those.
package struct CookieJar: Sendable, Hashable {
    /// How many cookies are kept; the one set longest ago makes room, one that keeps a session after all others. An
    /// instance sets seven.
    package static let limit = 64
    /// How long a `Cookie` line may be, in bytes: more than servers read of one, and far more than an instance sets.
    package static let lineLimit = 16_384

    /// In the order they were first set; setting one again keeps its place (RFC 6265, 5.3).
    private var cookies: [Cookie] = []
    /// How fresh each cookie is, by the same position.
    private var freshness: [Int] = []
    private var stored = 0

    package init() {}

    /// The cookies that have not ended, in the order they were first set.
    package func live(at now: Timestamp) -> [Cookie] { cookies.filter { !$0.isOver(at: now) } }

    /// Whether nothing was kept, ended cookies included.
    package var isEmpty: Bool { cookies.isEmpty }

    /// Takes what an answer sets and returns the secrets that are new. An empty value and an end that has passed remove
    /// the cookie. Ends are counted by the answer's `Date` where it has one.
    package mutating func store(_ headers: HeaderFields, from url: HTTPURL, at now: Timestamp) -> [String] {
        let lines = headers.values(of: "Set-Cookie")
        guard !lines.isEmpty else { return [] }
        let date = headers["Date"].flatMap(CookieDate.read)
        var secrets: [String] = []
        for line in lines {
            guard let cookie = Cookie(setCookie: line, from: url, at: now, date: date) else { continue }
            let place = cookies.firstIndex { $0.name == cookie.name && $0.path == cookie.path }
            guard !cookie.isBlank, !cookie.isOver(at: now) else {
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
                if cookies.count > CookieJar.limit { makeRoom(at: now) }
            }
        }
        return secrets
    }

    /// The value of the `Cookie` line for a request to that address: longer paths first, then as they were first set.
    /// Nil when no cookie belongs there. What makes the line longer than `lineLimit` is left out, the longest first, but
    /// never what keeps a session.
    package func line(for url: HTTPURL, at now: Timestamp) -> String? {
        let chosen = cookies.enumerated().filter { _, cookie in
            !cookie.isOver(at: now) && cookie.matches(path: url.path) && (!cookie.isSecure || url.scheme == "https")
        }
        let fitting = CookieJar.fitting(chosen)
        let ordered = fitting.sorted { left, right in
            let lengths = (left.element.path.utf8.count, right.element.path.utf8.count)
            return lengths.0 == lengths.1 ? left.offset < right.offset : lengths.0 > lengths.1
        }
        guard !ordered.isEmpty else { return nil }
        return ordered.map { $0.element.name + "=" + $0.element.value }.joined(separator: "; ")
    }

    /// What there is room for in a line; of foreign cookies that are equally long the later one goes first.
    private static func fitting(_ chosen: [(offset: Int, element: Cookie)]) -> [(offset: Int, element: Cookie)] {
        func length(_ cookie: Cookie) -> Int { cookie.name.utf8.count + cookie.value.utf8.count + "=; ".utf8.count }
        var excess = chosen.reduce(-"; ".utf8.count) { $0 + length($1.element) } - lineLimit
        guard excess > 0 else { return chosen }
        var left: Set<Int> = []
        let foreign = chosen.filter { !$0.element.keepsSession }
        for (offset, cookie) in foreign.sorted(by: { (length($0.element), $0.offset) > (length($1.element), $1.offset) }
        )
        where excess > 0 {
            left.insert(offset)
            excess -= length(cookie)
        }
        return chosen.filter { !left.contains($0.offset) }
    }

    package func holds(_ name: String, at now: Timestamp) -> Bool {
        cookies.contains { $0.name == name && !$0.isOver(at: now) }
    }

    /// When the cookie of that name ends; nil when there is none or it lasts as long as the jar.
    package func end(of name: String) -> Timestamp? { cookies.first { $0.name == name }?.expires }

    package mutating func removeAll() {
        cookies = []
        freshness = []
    }

    private mutating func remove(at place: Int) {
        cookies.remove(at: place)
        freshness.remove(at: place)
    }

    private mutating func makeRoom(at now: Timestamp) {
        // That a session is over is told by its cookie, hence that stays too.
        if let over = cookies.firstIndex(where: { !$0.keepsSession && $0.isOver(at: now) }) { return remove(at: over) }
        let foreign = cookies.indices.filter { !cookies[$0].keepsSession }
        // A server may set one and the same at any number of paths.
        let candidates = foreign.isEmpty ? Array(cookies.indices) : foreign
        if let oldest = candidates.min(by: { freshness[$0] < freshness[$1] }) { remove(at: oldest) }
    }
}
