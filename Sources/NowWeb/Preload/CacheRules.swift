package import ExchangeModel
import Notation
import NowSDK

/// The rules of HTTP for a private cache (RFC 9111), as far as they are of use for the assets of an instance.
///
/// Stricter than they need be in three ways: pages are never kept, whatever they say of themselves; nothing is fresh
/// because it seems to be (4.2.2); nothing stale is used without asking (4.2.4).
package enum CacheRules {
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

    private static let statuses: Set<Int> = [200, 203, 301, 308, 404, 410]
}

/// What the `Cache-Control` lines of an answer say to a private cache (RFC 9111, 5.2.2). What is meant for shared caches
/// alone (`public`, `private`, `s-maxage`, `proxy-revalidate`) says nothing here.
struct CacheControl: Sendable, Hashable {
    /// How long the answer stays fresh by `max-age`.
    enum Lifetime: Sendable, Hashable {
        case unsaid
        /// So many seconds.
        case seconds(Int64)
        /// Something that cannot be read, or two words that contradict each other: stale, then (RFC 9111, 4.2.1).
        case unreadable
    }

    /// `no-store`: it may not be kept.
    var forbidsKeeping = false
    /// `no-cache`: it may be kept, and is asked about each time. With names of header lines it says less; that is read
    /// as if there were none, which is allowed and safe.
    var asksEachTime = false
    /// `max-age`.
    var lifetime = Lifetime.unsaid

    init(_ headers: HeaderFields) {
        for line in headers.values(of: "Cache-Control") {
            for directive in CacheControl.directives(line) { take(directive) }
        }
    }

    private mutating func take(_ directive: Substring) {
        let bytes = directive.utf8
        let sign = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        switch ASCII.lowercased(String(ASCII.trimmed(directive[..<sign]))) {
        case "no-store": forbidsKeeping = true
        case "no-cache": asksEachTime = true
        case "max-age":
            let value = CacheControl.seconds(ASCII.trimmed(Substring(bytes[sign...].dropFirst())))
            let said = value.map(Lifetime.seconds) ?? .unreadable
            lifetime = lifetime == .unsaid || lifetime == said ? said : .unreadable
        default: break
        }
    }

    /// What stands between commas that are in no quotes.
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

    /// A number of seconds, in quotes or not; one that is too large is the largest that is of use (RFC 9111, 1.2.2).
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

/// An answer that may be used again, and what is needed to decide whether it still may.
package struct CachedAnswer: Sendable, Hashable {
    /// The whole address, version and all: it is what the answer is found by.
    package let address: HTTPURL
    /// The answer, without lines that belong to the connection it came by and without cookies.
    package private(set) var response: HTTPResponse
    /// Until when it is used without asking; nil: it is asked about each time.
    package private(set) var freshUntil: Timestamp?
    /// How often it was used in a request's place, or after the instance said that it still holds.
    package var hits = 0
    private var received: Timestamp
    private var age: Int64

    /// Nil when the answer may not be kept, or could never be used again: neither fresh nor with anything to ask by.
    ///
    /// - Parameters:
    ///   - asked: when the request went out.
    ///   - received: when the answer was there.
    package init?(address: HTTPURL, response: HTTPResponse, asked: Timestamp, received: Timestamp) {
        guard CacheRules.mayBeKept(response) else { return nil }
        self.address = address
        self.received = received
        age = CacheRules.age(response, asked: asked, received: received)
        freshUntil = CacheRules.freshUntil(response, asked: asked, received: received)
        self.response = response
        for name in CachedAnswer.passing { self.response.headers.remove(name) }
        guard freshUntil != nil || (response.status == 200 && validator != nil) else { return nil }
    }

    /// What the instance is asked by: the entity tag, else the date of the last change; nil when there is neither.
    package var validator: String? { response.headers["ETag"] ?? response.headers["Last-Modified"] }

    /// Whether it may be used without asking.
    package func isFresh(at now: Timestamp) -> Bool { freshUntil.map { now < $0 } ?? false }

    /// The answer as it is handed out at that moment: with its age.
    package func answer(at now: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers["Age"] = String(age + max(0, now.seconds - received.seconds))
        return answer
    }

    /// The request that asks whether it still holds; nil when nothing was given to ask by.
    func asking(_ request: HTTPRequest) -> HTTPRequest? {
        guard response.status == 200, validator != nil else { return nil }
        var request = request
        request.headers["If-None-Match"] = response.headers["ETag"]
        request.headers["If-Modified-Since"] = response.headers["Last-Modified"]
        return request
    }

    /// Whether a 304 speaks of this answer: it may name another one (RFC 9111, 4.3.4).
    func isMeant(by notModified: HTTPResponse) -> Bool {
        guard let said = notModified.headers["ETag"], let own = response.headers["ETag"] else { return true }
        return CachedAnswer.opaque(said).elementsEqual(CachedAnswer.opaque(own))
    }

    /// The answer with the headers of a 304 (RFC 9111, 3.2); those about the body stay.
    func renewed(by notModified: HTTPResponse, asked: Timestamp, received: Timestamp) -> HTTPResponse {
        var answer = response
        answer.headers.remove("Age")
        var taken: Set<String> = []
        for field in notModified.headers {
            let name = ASCII.lowercased(field.name)
            guard !CachedAnswer.passing.contains(name), !CachedAnswer.ofBody.contains(name) else { continue }
            // Repeated lines replace together.
            if taken.insert(name).inserted { answer.headers.remove(name) }
            answer.headers.append(field.name, field.value)
        }
        return answer
    }

    /// A tag without the mark of a weak one, which makes no difference to who asks for the whole.
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
