package import CassetteStore
package import ExchangeModel
import Synchronization

/// Connects commands with the tape: time, input, output and requests go through it. A command cannot tell whether its
/// deck records or plays.
package protocol Deck: Sendable {
    /// Begins a command and returns its time and seed. Commands may nest (`run FILE`): what follows belongs to the
    /// innermost one until it is finished.
    func begin(_ line: String) async throws(TapeError) -> CommandFrame

    /// Reads input of a command. When recording, `read` is called and its result kept on the tape; when playing, the
    /// result comes from the tape and `read` is never called. The name is the typed path, the prompt or the variable.
    /// Rethrows `InputFailure` and `CancellationError` of `read`; both are recorded and replayed. Throws `TapeError`.
    func input(_ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]) async throws -> [UInt8]

    /// Takes rendered output of the innermost command, before any pipe. If it cannot be recorded, that becomes `loss`
    /// and the output is shown anyway. Throws `TapeError.interrupted` where a played command was interrupted.
    ///
    /// - Parameter isMasked: whether secrets that it names are masked already.
    func wrote(_ bytes: [UInt8], to stream: OutputStream, isMasked: Bool) throws(TapeError)

    func finish(exitStatus: Int) throws(TapeError)

    /// Sends requests: a recorder, or a player.
    var transport: any Transport { get }

    /// Waits until all responses that were returned are on the tape, also those of requests that do not wait for it.
    func settle() async

    /// The time as the innermost command sees it: its own `now`, however long it runs. Between commands: the current
    /// time when recording, the latest time so far when playing. Sleeping is real when recording and instant when
    /// playing.
    var clock: any Clock { get }

    /// Why recording ended; nil while it continues.
    var loss: TapeError? { get }

    func takeLoss() -> TapeError?

    /// What could not be searched for secrets since the last call; it was recorded as it is.
    func takeUnchecked() -> [UncheckedPart]

    /// The names of response headers whose values were withheld from the tape, each once.
    func takeWithheldHeaders() -> [String]

    /// The notes about played responses since the last call.
    func takeNotes() -> [PlayNote]

    /// Ends the tape: buffered output is written, and the file is complete without a WAL.
    func close() throws(TapeError)

    /// A line for the history, without the secrets that the requests and responses of the last command revealed.
    func hidingSecrets(in line: String) -> String
}

extension Deck {
    package func settle() async {}

    package func takeUnchecked() -> [UncheckedPart] { [] }
    package func takeWithheldHeaders() -> [String] { [] }
    package func takeNotes() -> [PlayNote] { [] }

    package func wrote(_ bytes: [UInt8], to stream: OutputStream) throws(TapeError) {
        try wrote(bytes, to: stream, isMasked: false)
    }
}

package struct CommandFrame: Sendable, Hashable {
    /// The command's number on the tape; nil for a played command that is not recorded.
    package var id: Int64?
    package var now: Timestamp
    package var seed: UInt64

    package init(id: Int64?, now: Timestamp, seed: UInt64) {
        self.id = id
        self.now = now
        self.seed = seed
    }
}

package enum CommandSeed {
    /// The seed of a command: the output of SplitMix64 with the session's seed after `command` steps.
    static func mix(_ session: Int64, _ command: Int64) -> UInt64 {
        StableHash.mixed(UInt64(bitPattern: session) &+ UInt64(bitPattern: command) &* step)
    }

    private static let step: UInt64 = 0x9E37_79B9_7F4A_7C15
}

/// A clock that shows the time it was set to and never waits.
package final class VirtualClock: Clock {
    private let time: Mutex<Timestamp>

    package init(_ now: Timestamp = Timestamp(microseconds: 0)) { time = Mutex(now) }

    package var now: Timestamp { time.withLock { $0 } }

    package func set(_ now: Timestamp) { time.withLock { $0 = now } }

    /// Returns at once; the time does not change, as it does not within a recorded command.
    package func sleep(microseconds: Int64) async throws { try Task.checkCancellation() }
}
