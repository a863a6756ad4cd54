/// What stands before a change of an instance's records.
package enum WriteGuard: String, Sendable, Hashable, CaseIterable {
    /// One record is changed without a question, several are asked for: the embedded sandbox.
    case open
    /// Every change is asked for: an instance that has no profile.
    case confirm
    /// Nothing is changed, whatever is said.
    case readOnly = "read-only"

    /// Whether it lets less through than another.
    func isStricter(than other: WriteGuard) -> Bool {
        guard let own = Self.allCases.firstIndex(of: self), let its = Self.allCases.firstIndex(of: other) else {
            return false
        }
        return own > its
    }
}
