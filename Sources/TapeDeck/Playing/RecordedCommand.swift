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

    init(_ record: CommandRecord) {
        id = record.id
        session = record.session
        line = record.line
        now = record.now
        exitStatus = record.exitStatus
    }
}
