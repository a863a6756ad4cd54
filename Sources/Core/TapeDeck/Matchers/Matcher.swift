import Redactors
import Notation

/// Compares one part of two requests: writes the part's lines of a request key, and names differences. Two requests
/// match if and only if their lines are equal.
protocol Matcher: Sendable {
    /// The name in a cassette's policy.
    var name: String { get }
    var weight: Int { get }
    func write(_ parts: RequestParts, to lines: inout KeyLines)
    /// What differs; nil means match.
    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch?
}

/// All matchers, in the order of a key's lines. To add one, add a file and a line here.
enum Matchers {
    /// Incremented when the lines change: tapes with another key version are rejected.
    static let keyVersion = 3

    static let standard: [any Matcher] = [
        TextMatcher.origin, TextMatcher.principal, TextMatcher.method, TextMatcher.path, QueryMatcher(),
        HeadersMatcher(), BodyMatcher(),
    ]
}

/// How one part of a request differs from the recorded one.
package struct Mismatch: Sendable, Hashable {
    /// One place and its value on either side.
    package struct Difference: Sendable, Hashable {
        /// What differs: `method`, `sysparm_limit`, `sysparm_query term`, `body.short_description`.
        package var place: String
        /// On the tape; nil if missing.
        package var recorded: String?
        /// In the request; nil if missing.
        package var asked: String?

        package init(_ place: String, recorded: String?, asked: String?) {
            self.place = place
            self.recorded = recorded
            self.asked = asked
        }
    }

    package var matcher: String
    package var differences: [Difference]
    /// The similarity of the part, from 0 to below 1.
    package var likeness: Double

    package init(_ matcher: String, _ differences: [Difference], likeness: Double = 0) {
        self.matcher = matcher
        self.differences = differences
        self.likeness = min(max(likeness, 0), 0.99)
    }
}

/// One text of a request, compared byte by byte.
struct TextMatcher: Matcher {
    package let name: String
    let weight: Int
    /// The part's name in messages.
    package let place: String
    package let text: @Sendable (RequestParts) -> String?
    /// The similarity of two different texts.
    var likeness: @Sendable (String, String) -> Double = { _, _ in 0 }

    /// The instance: scheme, host and port, without the port of a loopback address.
    package static let origin = TextMatcher(name: "origin", weight: 10, place: "instance") { $0.origin }
    /// The user in whose name the request is sent.
    static let principal = TextMatcher(name: "principal", weight: 5, place: "user") { $0.principal }
    /// The effective method, after a method override.
    static let method = TextMatcher(name: "method", weight: 15, place: "method") { $0.method }
    static let path = TextMatcher(
        name: "path", weight: 30, place: "path", text: { $0.path }, likeness: Likeness.ofPaths)

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        if let text = text(parts) { lines.add(name, text) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let (asked, recorded) = (text(asked), text(recorded))
        guard asked.map({ Array($0.utf8) }) != recorded.map({ Array($0.utf8) }) else { return nil }
        return Mismatch(
            name, [.init(place, recorded: recorded, asked: asked)], likeness: likeness(asked ?? "", recorded ?? ""))
    }
}

/// The header fields that can change a response.
struct HeadersMatcher: Matcher {
    package let name = "headers", weight = 5

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.headers { lines.add("header", field.name + ": " + field.normal) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(name, asked: asked.headers, recorded: recorded.headers)
    }
}

/// The similarity of two parts of requests, from 0 to 1. It only ranks the nearest exchanges.
enum Likeness {
    /// The share of path segments that are equal, counted from both ends.
    @Sendable static func ofPaths(_ left: String, _ right: String) -> Double {
        let left = left.split(separator: "/"), right = right.split(separator: "/")
        let longer = max(left.count, right.count)
        guard longer > 0 else { return 1 }
        let front = zip(left, right).prefix { $0 == $1 }.count
        let back = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        return Double(min(front + back, longer)) / Double(longer)
    }
}
