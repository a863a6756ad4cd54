import Notation

/// How one part of a request differs from that part of a recorded one.
package struct Mismatch: Sendable, Hashable {
    /// One place and what stands there on either side.
    package struct Difference: Sendable, Hashable {
        /// What differs: `method`, `sysparm_limit`, `sysparm_query term`, `body.short_description`.
        package var place: String
        /// On the tape; nil when there is nothing.
        package var recorded: String?
        /// In the request; nil when there is nothing.
        package var asked: String?

        /// A difference at a place.
        package init(_ place: String, recorded: String?, asked: String?) {
            self.place = place
            self.recorded = recorded
            self.asked = asked
        }
    }

    /// The name of the matcher.
    package var matcher: String
    /// Never empty.
    package var differences: [Difference]
    /// How alike the part is nevertheless, from 0 to below 1.
    package var likeness: Double

    /// What a matcher found.
    package init(_ matcher: String, _ differences: [Difference], likeness: Double = 0) {
        self.matcher = matcher
        self.differences = differences
        self.likeness = min(max(likeness, 0), 0.99)
    }
}
