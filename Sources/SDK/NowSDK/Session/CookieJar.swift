package import ExchangeModel

/// The cookies of one instance, sent to that host only. `Domain` attributes do not widen that.
///
/// Decisions depend on names, on whether a value is empty, on attributes and on the given time, but never on values, so
/// a replay with placeholders decides the same.
package struct CookieJar: Sendable, Hashable {
    /// The maximum number of cookies. The first one is evicted first, session cookies last. An instance sets seven.
    package static let limit = 64

    /// In order of first setting; setting a cookie again keeps its position (RFC 6265, 5.3).
    private var cookies: [Cookie] = []

    package init() {}

    /// The cookies of a `Cookie` header, which are sent with every request.
    init(line: String, at now: Timestamp) {
        cookies = CookieJar.pairs(of: line).map {
            Cookie(name: $0.name, value: $0.value, path: "/", expires: nil, isSecure: false, set: now)
        }
    }

    /// The names and values in a `Cookie` header.
    package static func pairs(of line: String) -> [(name: String, value: String)] {
        line.split(separator: ";").compactMap { pair in
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            return (
                Cookie.text(Cookie.trimmed(Array(pair[..<equals].utf8)[...])),
                Cookie.text(Cookie.trimmed(Array(pair[pair.utf8.index(after: equals)...].utf8)[...]))
            )
        }
    }

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
                if let place { cookies.remove(at: place) }
                continue
            }
            if let place {
                if cookies[place].value != cookie.value { secrets.append(cookie.bareValue) }
                cookies[place] = cookie
            } else {
                secrets.append(cookie.bareValue)
                cookies.append(cookie)
                if cookies.count > CookieJar.limit {
                    cookies.remove(at: cookies.firstIndex { !$0.identifiesSession } ?? 0)
                }
            }
        }
        return secrets
    }

    /// The value of the `Cookie` line for a request; nil if no cookie matches. Longer paths come first, then order of
    /// first setting.
    package func line(for url: HTTPURL, at now: Timestamp) -> String? {
        let chosen = cookies.enumerated().filter { _, cookie in
            !cookie.isExpired(at: now) && cookie.matches(path: url.path) && (!cookie.isSecure || url.scheme == "https")
        }
        let ordered = chosen.sorted { left, right in
            let lengths = (left.element.path.utf8.count, right.element.path.utf8.count)
            return lengths.0 == lengths.1 ? left.offset < right.offset : lengths.0 > lengths.1
        }
        guard !ordered.isEmpty else { return nil }
        return ordered.map { $0.element.name + "=" + $0.element.value }.joined(separator: "; ")
    }

    package func holds(_ name: String, at now: Timestamp) -> Bool {
        cookies.contains { $0.name == name && !$0.isExpired(at: now) }
    }

    /// When the named cookie expires; nil if there is none or it is a session cookie.
    package func end(of name: String) -> Timestamp? { cookies.first { $0.name == name }?.expires }

    package mutating func removeAll() { cookies = [] }
}

/// A stored cookie (RFC 6265, 5.3). It has no domain because a jar serves a single host.
package struct Cookie: Sendable, Hashable {
    /// Case-sensitive.
    package let name: String
    /// The value as received and sent back, including any quotation marks.
    package let value: String
    package let path: String
    /// The expiry time; nil for a session cookie.
    package let expires: Timestamp?
    /// Whether it is sent over `https` only.
    package let isSecure: Bool
    /// When it was set, by the local clock.
    package let set: Timestamp

    static let session = "JSESSIONID"
    /// The cookie in which some instances set the lifetime of a session.
    static let sliding = "glide_session_store"

    /// Whether the session depends on this cookie.
    var identifiesSession: Bool { name == Cookie.session || name == Cookie.sliding }

    /// Whether the value is empty or `""`, which is how an instance clears a cookie.
    var isBlank: Bool { value.isEmpty || value == "\"\"" }

    /// The value without surrounding quotation marks.
    var bareValue: String { Cookie.bare(value) }

    static func bare(_ value: String) -> String {
        guard value.utf8.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
        return String(value.dropFirst().dropLast())
    }

    func isExpired(at now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether the cookie's path matches a request path (RFC 6265, 5.1.4).
    func matches(path other: String) -> Bool {
        guard other.hasPrefix(path) else { return false }
        return path.hasSuffix("/") || other.utf8.count == path.utf8.count
            || other.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }
}

extension Cookie {
    /// The longest `Set-Cookie` value that is parsed, in bytes. Name and value together may take half of it, as in
    /// browsers.
    static let lineLimit = 8192

    /// Parses the value of a `Set-Cookie` line received from `url` at `now` (RFC 6265, 5.2). Returns nil for malformed or oversized cookies, control characters, a foreign
    /// domain, and `Secure` over plain HTTP.
    ///
    /// `date` is the `Date` header of the response. `Expires` is interpreted relative to it, so a wrong local clock
    /// neither shortens nor extends a session.
    init?(setCookie line: String, from url: HTTPURL, at now: Timestamp, date: Timestamp? = nil) {
        let bytes = Array(line.utf8)
        guard bytes.count <= Cookie.lineLimit, bytes.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
            return nil
        }
        let pairEnd = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        guard let equals = bytes[..<pairEnd].firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let name = Cookie.trimmed(bytes[..<equals])
        let value = Cookie.trimmed(bytes[(equals + 1)..<pairEnd])
        guard !name.isEmpty, name.count + value.count <= Cookie.lineLimit / 2 else { return nil }

        var path = Cookie.defaultPath(for: url.path)
        var expires: Timestamp?, maxAge: Timestamp?
        var isSecure = false
        for attribute in bytes[pairEnd...].split(separator: UInt8(ascii: ";")) {
            let parts = attribute.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let text = parts.count > 1 ? Cookie.text(Cookie.trimmed(parts[1])) : ""
            switch Cookie.text(Cookie.trimmed(parts[0])).lowercased() {
            case "path": path = text.hasPrefix("/") ? text : Cookie.defaultPath(for: url.path)
            case "expires": expires = CookieDate.read(text).map { Cookie.moment($0, by: date, at: now) } ?? expires
            case "max-age": maxAge = Cookie.end(ofAge: text, from: now) ?? maxAge
            case "secure": isSecure = true
            case "domain": guard Cookie.domain(text, covers: url.host) else { return nil }
            default: break
            }
        }
        guard !isSecure || url.scheme == "https" else { return nil }
        self.init(
            name: Cookie.text(name), value: Cookie.text(value), path: path, expires: maxAge ?? expires,
            isSecure: isSecure, set: now)
    }

    /// Converts a time of the server's clock to the local clock.
    private static func moment(_ moment: Timestamp, by date: Timestamp?, at now: Timestamp) -> Timestamp {
        guard let date else { return moment }
        return now.advanced(bySeconds: moment.seconds - date.seconds)
    }

    /// The directory of the request path, without a trailing slash (RFC 6265, 5.1.4).
    private static func defaultPath(for path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The time `text` seconds from now, at most four centuries away; nil if `text` is not a number.
    private static func end(ofAge text: String, from now: Timestamp) -> Timestamp? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let maxSeconds: Int64 = 400 * 366 * 86400
        guard !text.hasPrefix("-") else { return now }
        return now.advanced(bySeconds: min(Int64(digits) ?? maxSeconds, maxSeconds))
    }

    /// Whether a `Domain` attribute is the host or one of its parent domains. Such a cookie is accepted but still sent
    /// only to the host.
    private static func domain(_ text: String, covers host: String) -> Bool {
        let domain = (text.hasPrefix(".") ? String(text.dropFirst()) : text).lowercased()
        return domain.isEmpty || domain == host || host.hasSuffix("." + domain)
    }

    fileprivate static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    fileprivate static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Parses dates in `Expires` and other headers, as leniently as RFC 6265, 5.1.1 requires: instances write `Thu,
/// 01-Jan-1970 00:00:10 GMT` and `Thu, 01 Jan 1970 00:00:10 GMT`.
package enum CookieDate {
    /// Returns nil if a part is missing or the date does not exist.
    package static func read(_ text: String) -> Timestamp? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?, month: Int?, year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if clock == nil, let found = clockTime(token) {
                clock = found
            } else if day == nil, let number = leadingNumber(token, digits: 1...2) {
                day = number
            } else if month == nil, let number = monthNumber(token) {
                month = number
            } else if year == nil, let number = leadingNumber(token, digits: 2...4) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let clock, let day, let month, let year, year >= 1601, (1...31).contains(day) else { return nil }
        let time = CivilTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
        let seconds = time.secondsSince1970
        return CivilTime(secondsSince1970: seconds) == time ? Timestamp(seconds: seconds) : nil
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func clockTime(_ token: Substring.UTF8View) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = leadingNumber(parts[0], digits: 1...2),
            let minute = leadingNumber(parts[1], digits: 1...2), let second = leadingNumber(parts[2], digits: 1...2),
            hour < 24, minute < 60, second < 60
        else { return nil }
        return (hour, minute, second)
    }

    private static func leadingNumber(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let number = token.prefix { (48...57).contains($0) }
        guard digits.contains(number.count) else { return nil }
        return number.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    private static func monthNumber(_ token: Substring.UTF8View) -> Int? {
        let letters = token.prefix(3).map { $0 | 0x20 }
        guard letters.count == 3 else { return nil }
        return CivilTime.monthNames.firstIndex { $0.utf8.map { $0 | 0x20 } == letters }.map { $0 + 1 }
    }
}
