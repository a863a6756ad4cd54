package import CassetteStore
package import ExchangeModel
import Synchronization

/// What is between a command and the tape: it tells the time, hands over what is read from outside, takes what is
/// written, and carries requests. A command cannot tell whether the deck in front of it records or plays.
package protocol Deck: Sendable {
    /// Begins a command's record, and gives its time and seed. Commands may nest (`run FILE`): what follows belongs to
    /// the innermost one until it is finished.
    func begin(_ line: String) async throws(TapeError) -> CommandFrame

    /// What a command reads from outside goes through here. Live it is read by `read` and kept on the tape; played, it
    /// comes from the tape and `read` is never called. The name is the path as it was typed, the question, the variable.
    /// Throws `InputFailure` when `read` throws, and `CancellationError` when it was called off; both are kept and
    /// replay. Throws `TapeError`.
    func input(
        _ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8]

    /// Takes rendered bytes of the innermost command, before any pipe. What a recording cannot take becomes its `loss` and
    /// is shown all the same. Throws `TapeError.interrupted` where the command that is played was interrupted.
    func wrote(_ bytes: [UInt8], to stream: OutputStream) throws(TapeError)

    func finish(exitStatus: Int) throws(TapeError)

    /// What requests are sent by: a recorder, or a player.
    var transport: any Transport { get }

    /// The time as the innermost command sees it: its own `now`, however long it runs. Between commands it is the
    /// present, played: the latest time given. Waiting is real when recording and instant when playing.
    var clock: any Clock { get }

    /// Why nothing more is recorded; nil while recording goes on.
    var loss: TapeError? { get }

    func takeLoss() -> TapeError?

    /// What to tell the user about answers that were played, since it was last asked.
    func takeNotes() -> [PlayNote]

    /// Ends the tape: what is still held back is written and the file stands alone.
    func close() throws(TapeError)

    /// A line without anything that the requests and answers of the command that ended last gave away: for the history.
    func hidingSecrets(in line: String) -> String
}

package struct CommandFrame: Sendable, Hashable {
    /// The command's number on the tape; nil for a command that plays and is not on it.
    package var id: Int64?
    package var now: Timestamp
    /// What identifiers that the command generates are derived from.
    package var seed: UInt64

    package init(id: Int64?, now: Timestamp, seed: UInt64) {
        self.id = id
        self.now = now
        self.seed = seed
    }
}

enum CommandSeed {
    /// The seed of a command: SplitMix64, begun at the session's seed and drawn as often as the number says.
    static func mix(_ session: Int64, _ command: Int64) -> UInt64 {
        StableHash.mixed(UInt64(bitPattern: session) &+ UInt64(bitPattern: command) &* 0x9E37_79B9_7F4A_7C15)
    }
}

package enum InputKind: String, Sendable, Hashable, CaseIterable {
    case file
    case answer
    /// An answer that was typed without echo. The tape holds a placeholder.
    case secret
    case variable
    case setting
    /// Where in a script the command was, by the script's name; kept when a message named it.
    case place
    /// What a browser asked the command for, by its number in the command; one without content is the last.
    case visit
    /// The command that this one is a step of, by its number; without content.
    case within
}

/// Something outside could not be read: the file is missing, the answer was refused. It is kept on the tape like what
/// could be read, and replays as itself.
package struct InputFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var kind: InputKind
    package var name: String
    package var message: String

    package init(_ kind: InputKind, _ name: String, _ message: String) {
        self.kind = kind
        self.name = name
        self.message = message
    }

    package var description: String { message }

    /// The kind under which a failure of reading is on the tape.
    static func recordKind(of kind: InputKind) -> String { kind.rawValue + "-failure" }

    /// The kind under which it is on the tape that reading was called off.
    static func interruptedKind(of kind: InputKind) -> String { kind.rawValue + "-interrupted" }
}

/// A clock that shows the time it was given last and never waits.
package final class VirtualClock: Clock {
    private let time: Mutex<Timestamp>

    package init(_ now: Timestamp = Timestamp(microseconds: 0)) { time = Mutex(now) }

    package var now: Timestamp { time.withLock { $0 } }

    package func set(_ now: Timestamp) { time.withLock { $0 = now } }

    /// Returns at once; the time stays, as it does for a command that waits while it is recorded.
    package func sleep(microseconds: Int64) async throws { try Task.checkCancellation() }
}
