package import CassetteStore
package import ExchangeModel

/// The deck of a live session. The tape is opened, and its session begun, at the first command or exchange; the
/// transport is created at the first request.
package final class RecordingDeck: Deck {
    let tape: TapeWriter
    let recorder: Recorder
    package let clock: any Clock

    /// - Parameters:
    /// - session: without start and policy, which are filled in.
    /// - secrets: the secrets to redact; secrets that are found are added.
    /// - standsAlone: whether the session begins in a new epoch, so that it can be played without earlier ones.
    package init(
        session: SessionRecord, secrets: SecretBook, clock: any Clock, standsAlone: Bool = false,
        open: @escaping @Sendable () throws(CassetteError) -> Cassette,
        next: @escaping @Sendable () throws(TransportFailure) -> any Transport
    ) {
        let tape = TapeWriter(
            session: session, redaction: Redaction(secrets: secrets, sharing: .publishes), clock: clock,
            standsAlone: standsAlone, open: open)
        self.tape = tape
        self.clock = CommandClock(tape: tape, real: clock)
        recorder = Recorder(onto: tape, next: next)
    }

    package var transport: any Transport { recorder }

    package func open() throws(TapeError) { _ = try tape.start() }

    package func begin(_ line: String) async throws(TapeError) -> CommandFrame { try tape.begin(line) }

    package func input(
        _ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let content: [UInt8]
        do {
            content = try await read()
        } catch is CancellationError {
            try tape.addInterrupted(kind, name)
            throw CancellationError()
        } catch {
            let failure = error as? InputFailure ?? InputFailure(kind, name, "\(error)")
            try tape.add(failure)
            throw failure
        }
        try tape.add(kind, name, content)
        return content
    }

    package func wrote(_ bytes: [UInt8], to stream: OutputStream) throws(TapeError) {
        tape.wrote(bytes, to: stream)
    }

    package func finish(exitStatus: Int) throws(TapeError) { tape.finish(exitStatus: exitStatus) }

    package var loss: TapeError? { tape.loss }

    package func takeLoss() -> TapeError? { tape.takeLoss() }

    package func takeNotes() -> [PlayNote] { [] }

    package func close() throws(TapeError) { try tape.close() }

    package func hidingSecrets(in line: String) -> String { tape.redaction.hidingLineSecrets(in: line) }
}

private struct CommandClock: Clock {
    let tape: TapeWriter
    let real: any Clock

    var now: Timestamp { tape.commandTime ?? real.now }
    func sleep(microseconds: Int64) async throws { try await real.sleep(microseconds: microseconds) }
}
