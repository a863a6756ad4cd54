package import ExchangeModel

/// One command line that was run.
package struct CommandRecord: Sendable, Hashable {
    /// The command's number; 0 before it is on a tape.
    package var id: Int64 = 0
    /// The session it was run in.
    package var session: Int64
    /// The line as it was typed, redacted.
    package var line: String
    /// The command's virtual time.
    package var now: Timestamp
    /// Nil while it runs, or when the process died under it.
    package var exitStatus: Int?

    /// A command that begins.
    package init(session: Int64, line: String, now: Timestamp) {
        self.session = session
        self.line = line
        self.now = now
    }
}
