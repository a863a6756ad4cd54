/// How much is logged.
public enum NowLogLevel: String, Sendable, Hashable, CaseIterable {
    /// Everything.
    case debug
    /// What happens, and everything below.
    case info
    /// What went wrong, and what is fatal.
    case error
    /// What ends the application.
    case fatal
    /// Nothing.
    case none
}
