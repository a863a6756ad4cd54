import Notation

/// Compares one part of two requests: writes the part's lines of a request key and names differences. Two requests have no
/// mismatch if and only if they have the same lines.
protocol Matcher: Sendable {
    /// The name a cassette's policy lists it under.
    var name: String { get }
    var weight: Int { get }
    func write(_ parts: RequestParts, to lines: inout KeyLines)
    /// What differs; nil means match.
    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch?
}

/// The list of all matchers, in the order of a key's lines. A new one is a file and a line here.
enum Matchers {
    /// Rises when what matchers write changes: a tape with keys of another version is refused.
    static let keyVersion = 3

    static let standard: [any Matcher] = [
        TextMatcher.origin, TextMatcher.principal, TextMatcher.method, TextMatcher.path, QueryMatcher(),
        HeadersMatcher(), BodyMatcher(),
    ]
}

/// How one part of a request differs from that part of a recorded one.
package struct Mismatch: Sendable, Hashable {
    /// One place and what is there on either side.
    package struct Difference: Sendable, Hashable {
        /// What differs: `method`, `sysparm_limit`, `sysparm_query term`, `body.short_description`.
        package var place: String
        /// On the tape; nil when there is nothing.
        package var recorded: String?
        /// In the request; nil when there is nothing.
        package var asked: String?

        package init(_ place: String, recorded: String?, asked: String?) {
            self.place = place
            self.recorded = recorded
            self.asked = asked
        }
    }

    package var matcher: String
    package var differences: [Difference]
    /// How alike the part is nevertheless, from 0 to below 1.
    package var likeness: Double

    package init(_ matcher: String, _ differences: [Difference], likeness: Double = 0) {
        self.matcher = matcher
        self.differences = differences
        self.likeness = min(max(likeness, 0), 0.99)
    }
}
