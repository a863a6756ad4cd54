/// What is said about what a test did not ask for.
///
/// A tape that a test recorded itself is expected to be played to its end, and a warning says what was not. A tape that was
/// recorded elsewhere, and the cases of a test with arguments, are not, unless one of these is given.
public struct CassetteOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Options of bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Warns of every exchange and every stub that was not played.
    public static let reportsUnplayed = CassetteOptions(rawValue: 1)
    /// Fails a test that left something unplayed. One that failed anyway keeps its own failure and no other.
    public static let strictlyPlayed = CassetteOptions(rawValue: 2)
    /// Says nothing about what was not played.
    public static let ignoresUnplayed = CassetteOptions(rawValue: 4)
}
