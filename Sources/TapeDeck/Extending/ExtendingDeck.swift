package import CassetteStore
package import ExchangeModel
import Synchronization

/// The deck of a tape that is extended: it records a new session behind those that the tape holds, and a safe request
/// that they can answer (`EarlierAnswers`) is answered by them and not sent.
///
/// Such an answer is put on the tape once more, as an exchange of the new session, without the cookies it set: the whole
/// tape then replays like any other, session by session, and no sign-in that was never made is taken for one. From the
/// first unsafe request on, everything is sent.
package final class ExtendingDeck: Deck {
    /// What came of the requests of this session.
    package struct Counts: Sendable, Hashable {
        /// Answered by the tape.
        package var played = 0
        /// Sent and recorded, sign-in included.
        package var recorded = 0
    }

    private struct State {
        var earlier: EarlierAnswers?
        var isLive = false
        var counts = Counts()
    }

    private let recording: RecordingDeck
    private let state = Mutex(State())

    /// Extends what the deck records onto. Nothing is opened before the first command or request.
    package init(_ recording: RecordingDeck) { self.recording = recording }

    /// What came of the requests so far.
    package var counts: Counts { state.withLock { $0.counts } }

    /// Whether everything is sent by now.
    package var isLive: Bool { state.withLock { $0.isLive } }

    /// Sends and records; nothing is played here. What plays stands above the sign-in: `transport(over:as:stands:)`.
    package var transport: any Transport { CountingTransport(deck: self, next: recording.transport) }

    /// A transport that answers from the tape what the tape can answer, and hands all else to `next`. It stands above
    /// whatever signs in, so that nobody is asked for a password while the tape answers.
    ///
    /// - Parameters:
    ///   - principal: in whose name `next` sends a request.
    ///   - stands: whether an answer can be given again as it is, without what would follow it (a redirect, a sign-in,
    ///     another attempt).
    package func transport(
        over next: any Transport, as principal: @escaping @Sendable (HTTPRequest) -> String?,
        stands: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Bool
    ) -> any Transport {
        ExtendingTransport(deck: self, next: next, principal: principal, stands: stands)
    }

    /// Opens the tape now, so that what is wrong with it shows before anything is recorded.
    package func open() throws(TapeError) { try recording.open() }
    /// Puts the command on the tape.
    package func begin(_ line: String) async throws(TapeError) -> CommandFrame { try await recording.begin(line) }
    /// Reads, and puts on the tape what was read or why it could not be.
    package func input(
        _ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] { try await recording.input(kind, name, read: read) }
    /// Puts rendered bytes on the tape.
    package func wrote(_ bytes: [UInt8], to stream: OutputStream) throws(TapeError) {
        try recording.wrote(bytes, to: stream)
    }
    /// Puts the exit status on the tape.
    package func finish(exitStatus: Int) throws(TapeError) { try recording.finish(exitStatus: exitStatus) }
    /// The machine's clock, standing still while a command runs.
    package var clock: any Clock { recording.clock }
    /// Why nothing more is recorded.
    package var loss: TapeError? { recording.loss }
    /// `loss`, given once.
    package func takeLoss() -> TapeError? { recording.takeLoss() }
    /// None: no answer is from before a change.
    package func takeNotes() -> [PlayNote] { [] }
    /// What the tape hides in the line, the history hides too.
    package func hidingSecrets(in line: String) -> String { recording.hidingSecrets(in: line) }
    /// Writes what is held back and closes the cassette.
    package func close() throws(TapeError) { try recording.close() }

    /// The recorded answer, on the tape once more; nil when the request is to be sent.
    fileprivate func play(
        _ request: HTTPRequest, stands: (HTTPResponse) -> Bool
    ) async throws(TransportFailure) -> HTTPResponse? {
        let tape = recording.tape
        let parts = RequestParts(of: tape.redaction.redact(RequestParts.relevant(of: request)))
        let found = try await recording.recorder.place(request) { placement throws(TapeError) in
            let ground = try tape.ground()
            guard placement.epoch == nil || placement.epoch == ground.epoch else { return nil }
            // What is asked outside epochs may have been seen by a command.
            let epochs = placement.epoch.map { [$0] } ?? [nil, ground.epoch]
            return try state.withLock { state throws(TapeError) in
                guard !state.isLive else { return nil }
                do throws(CassetteError) {
                    if state.earlier == nil {
                        state.earlier = try EarlierAnswers(of: ground.cassette, upTo: ground.last)
                    }
                    guard var response = try state.earlier?.answer(to: parts, in: epochs, stands: stands) else {
                        return nil
                    }
                    response.headers.remove("Set-Cookie")
                    return response
                } catch {
                    throw TapeError(error)
                }
            }
        }
        if found != nil { state.withLock { $0.counts.played += 1 } }
        return found
    }

    fileprivate func goLive() { state.withLock { $0.isLive = true } }
    fileprivate func countSent() { state.withLock { $0.counts.recorded += 1 } }
}

/// Answers from the tape above the sign-in.
private struct ExtendingTransport: Transport {
    let deck: ExtendingDeck
    let next: any Transport
    let principal: @Sendable (HTTPRequest) -> String?
    let stands: @Sendable (HTTPRequest, HTTPResponse) -> Bool

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard Safety.isSafe(request) else {
            deck.goLive()
            return try await next.send(request)
        }
        guard request.purpose != .signIn, !deck.isLive else { return try await next.send(request) }
        var asked = request
        asked.principal = principal(request)
        if let response = try await deck.play(asked, stands: { stands(request, $0) }) { return response }
        return try await next.send(request)
    }
}

/// Counts what is sent below the sign-in. An unsafe request that came past the transport above ends playing too, save
/// those of the sign-in itself.
private struct CountingTransport: Transport {
    let deck: ExtendingDeck
    let next: any Transport

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        if request.purpose != .signIn, !Safety.isSafe(request) { deck.goLive() }
        deck.countSent()
        return try await next.send(request)
    }
}
