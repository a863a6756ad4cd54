/// What a request is sent for. It never travels; the tape uses it to keep sign-in, schema and completion traffic out of
/// epochs and out of a command's own record.
public enum RequestPurpose: String, Sendable, Hashable, CaseIterable {
    /// The command the user gave.
    case command
    /// Getting or renewing a sign-in.
    case signIn
    /// Learning tables, columns and choices.
    case schema
    /// Filling a completion menu.
    case completion
}
