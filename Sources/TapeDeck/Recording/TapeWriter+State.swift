import CassetteStore
import ExchangeModel

// What a tape writer remembers between calls.
extension TapeWriter {
    /// A command whose record is open.
    struct OpenCommand {
        var frame: CommandFrame
        var id: Int64
        /// As it was typed.
        var line: String
        /// As it is on the tape.
        var recorded: String
        /// Whether the line stands on the tape without its variables, because its document has not been read.
        var isUnread: Bool
        /// What its documents, and those of its requests, say of names.
        var known: DocumentSecrets
        var held: [OutputStream: OutputHold] = [:]
    }

    struct State {
        var cassette: Cassette?
        var session: Int64 = 0
        /// Where the tape stood when it was opened.
        var start = EpochCounter()
        /// The last exchange of the sessions before this one.
        var before: Int64 = 0
        /// Innermost last.
        var commands: [OpenCommand] = []
        /// What requests without an outcome say of their answers.
        var asked: [Int64: DocumentSecrets] = [:]
        /// Why nothing more is recorded.
        var loss: TapeLoss?
        var isLossTaken = false
        var isClosed = false
    }
}
