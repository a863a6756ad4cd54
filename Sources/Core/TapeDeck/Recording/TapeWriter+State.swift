import CassetteStore
import ExchangeModel

extension TapeWriter {
    struct OpenCommand {
        var frame: CommandFrame
        var id: Int64
        var line: String
        var recorded: String
        /// Whether the line is recorded without its variables, because its document has not been read.
        var isUnread: Bool
        /// What its documents, and those of its requests, reveal about names.
        var known: DocumentSecrets
        var held: [OutputStream: OutputBuffer] = [:]
    }

    struct State {
        var cassette: Cassette?
        var session: Int64 = 0
        var start = EpochCounter()
        /// The last exchange of earlier sessions.
        var before: Int64 = 0
        var commands: [OpenCommand] = []
        var loss: TapeLoss?
        var isLossTaken = false
        var isClosed = false
    }

    /// What concurrent requests read while others are committed, which takes much longer than this lock is held.
    struct Traffic {
        /// The state's start, once it is known.
        var start: EpochCounter?
        /// By exchange without an outcome: what the request's documents reveal about the response.
        var asked: [Int64: DocumentSecrets] = [:]
        var unchecked: [UncheckedPart] = []
    }
}

/// A recorded part that could not be searched for secrets.
package struct UncheckedPart: Sendable, Hashable, CustomStringConvertible {
    /// `exchange 12`.
    package var place: String
    package var reason: String

    package var description: String { "\(place) could not be checked for secrets: \(reason)" }
}
