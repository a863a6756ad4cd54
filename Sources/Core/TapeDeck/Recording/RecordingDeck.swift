package import CassetteStore
package import ExchangeModel
import Notation
import Redactors
import Synchronization

/// The deck of a live session. The tape is opened, and its session begun, at the first command or exchange; the
/// transport is created at the first request.
package final class RecordingDeck: Deck {
    let tape: TapeWriter
    let recorder: Recorder
    private let clients = Mutex<[String: (tape: TapeWriter, recorder: Recorder)]>([:])
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

    package func settle() async { await recorder.settle() }

    /// Records a client apart from all others: with a session, an order and epochs of its own.
    ///
    /// - Parameters:
    /// - client: the client's name; empty for requests without one, which belong to the deck's own session.
    /// - limit: how many clients there may be.
    /// - Returns: nil if there are too many clients.
    func recorder(for client: String, limit: Int) -> Recorder? {
        guard !client.isEmpty else { return recorder }
        return clients.withLock { clients in
            if let known = clients[client] { return known.recorder }
            guard clients.count < limit else { return nil }
            let tape = tape.writer(for: ClientLabel(client))
            let made = Recorder(onto: tape, next: { [recorder] () throws(TransportFailure) in try recorder.next() })
            clients[client] = (tape, made)
            return made
        }
    }

    var clientNames: [String] { clients.withLock { $0.keys.sorted() } }

    package func open() throws(TapeError) { _ = try tape.openingState() }

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

    package func wrote(_ bytes: [UInt8], to stream: OutputStream, isMasked: Bool) throws(TapeError) {
        tape.wrote(bytes, to: stream, isMasked: isMasked)
    }

    package func finish(exitStatus: Int) throws(TapeError) { tape.finish(exitStatus: exitStatus) }

    package var loss: TapeError? { writers.compactMap(\.loss).first }

    package func takeLoss() -> TapeError? {
        for writer in writers {
            if let loss = writer.takeLoss() { return loss }
        }
        return nil
    }

    package func takeUnchecked() -> [UncheckedPart] { writers.flatMap { $0.takeUnchecked() } }
    package func takeWithheldHeaders() -> [String] { tape.redaction.takeWithheldHeaders() }

    private var writers: [TapeWriter] { [tape] + clients.withLock { $0.values.map(\.tape) } }

    package func close() throws(TapeError) { try tape.close() }

    package func hidingSecrets(in line: String) -> String { tape.redaction.hidingLineSecrets(in: line) }
}

private struct CommandClock: Clock {
    let tape: TapeWriter
    let real: any Clock

    var now: Timestamp { tape.commandTime ?? real.now }
    func sleep(microseconds: Int64) async throws { try await real.sleep(microseconds: microseconds) }
}

/// The name of the client whose requests a session holds, in the session's settings. Sessions of the prompt, and of
/// clients without a name, have none.
struct ClientLabel: Sendable, Hashable {
    package let name: String

    init(_ name: String) { self.name = name }

    init?(settings: String) {
        guard let name = (try? JSONDocument(Array(settings.utf8)))?.root["client"]?.string, !name.isEmpty else {
            return nil
        }
        self.name = name
    }

    /// The epoch at which the client's last session begins: it continues its earlier ones.
    func start(on cassette: Cassette) throws(CassetteError) -> EpochCounter {
        let first = try cassette.sessions().first { ClientLabel(settings: $0.settings) == self }
        guard let range = first.flatMap({ EpochRange(ofSession: $0.id) }) else {
            throw CassetteError(.full, path: cassette.path, "The tape has too many sessions for another client.")
        }
        return try EpochCounter(continuing: cassette, in: range)
    }

    package var settings: String {
        let label: JSON = ["client": .string(name)]
        return label.compact
    }
}
