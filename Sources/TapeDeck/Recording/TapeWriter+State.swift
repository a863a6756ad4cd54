import CassetteStore
import ExchangeModel

// What a tape writer remembers between calls.
extension TapeWriter {
    struct OpenCommand {
        var frame: CommandFrame
        var id: Int64
        var line: String
        var recorded: String
        /// Whether the line is on the tape without its variables, because its document has not been read.
        var isUnread: Bool
        /// What its documents, and those of its requests, say of names.
        var known: DocumentSecrets
        var held: [OutputStream: OutputBuffer] = [:]
    }

    struct State {
        var cassette: Cassette?
        var session: Int64 = 0
        var start = EpochCounter()
        /// The last exchange of the sessions before this one.
        var before: Int64 = 0
        var commands: [OpenCommand] = []
        /// What requests without an outcome say of their answers.
        var asked: [Int64: DocumentSecrets] = [:]
        var loss: TapeLoss?
        var isLossTaken = false
        var isClosed = false
    }
}
