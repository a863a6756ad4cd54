import CassetteStore
package import ExchangeModel

/// A command as a tape holds it.
package struct RecordedCommand: Sendable, Hashable {
    /// Its number on the tape.
    package var id: Int64
    /// The session it belongs to.
    package var session: Int64
    /// As it was typed, redacted.
    package var line: String
    /// Its virtual time.
    package var now: Timestamp
    /// Nil when the program died under it.
    package var exitStatus: Int?
    /// The command that it is a step of, by its number; nil for one that was typed.
    package var within: Int64?

    init(_ record: CommandRecord, within: Int64? = nil) {
        self.within = within
        id = record.id
        session = record.session
        line = record.line
        now = record.now
        exitStatus = record.exitStatus
    }
}
