package import CassetteStore
package import ExchangeModel

/// What stands between a command and the tape: it tells the time, hands over what is read from outside, takes what is
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

    /// Ends the innermost command's record.
    func finish(exitStatus: Int) throws(TapeError)

    /// What requests are sent by: a recorder, or a player.
    var transport: any Transport { get }

    /// The time as the innermost command sees it: its own `now`, however long it runs. Between commands it is the
    /// present, played: the latest time given. Waiting is real when recording and instant when playing.
    var clock: any Clock { get }

    /// Why nothing more is recorded; nil while recording goes on.
    var loss: TapeError? { get }

    /// `loss`, given once, to the caller that reports it.
    func takeLoss() -> TapeError?

    /// What to tell the user about answers that were played, since it was last asked.
    func takeNotes() -> [PlayNote]

    /// Ends the tape: what is still held back is written and the file stands alone.
    func close() throws(TapeError)

    /// A line without anything that the requests and answers of the command that ended last gave away: for the history.
    func hidingSecrets(in line: String) -> String
}
