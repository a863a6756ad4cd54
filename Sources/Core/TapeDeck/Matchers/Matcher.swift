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
