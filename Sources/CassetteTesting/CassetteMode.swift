/// What a test does with its tape.
public enum CassetteMode: String, Sendable, Hashable, CaseIterable {
    /// Answers come from the tape and from nowhere else; no network is even made.
    case replay
    /// Requests go to the instance, and the tape is made anew: the first test of a process that records onto a tape starts
    /// it over, those after it add to it, one at a time.
    case record
    /// Safe requests are answered from the tape. From the first one that it does not hold, or that changes something, on
    /// requests go to the instance and are added.
    case extend

    /// The environment variable that says the mode where a test says none.
    public static let variable = "SNOWDECK_CASSETTE_MODE"
}
