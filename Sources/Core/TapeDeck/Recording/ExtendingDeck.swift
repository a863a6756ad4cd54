package import CassetteStore
package import ExchangeModel
import Redactors
import Synchronization

/// The deck of extend mode: it records a new session and answers safe requests from earlier sessions until the first
/// unsafe one. A played response is recorded again, without cookies, so that every session replays by itself and
/// contains no sign-in that was not made.
package final class ExtendingDeck: Deck {
    package struct Counts: Sendable, Hashable {
        package var played = 0
        package var recorded = 0
    }

    private struct State {
        var earlier: EarlierResponses?
        var isLive = false
        var counts = Counts()
    }

    private let recording: RecordingDeck
    private let state = Mutex(State())

    /// Nothing is opened before the first command or request.
    package init(_ recording: RecordingDeck) { self.recording = recording }

    package var counts: Counts { state.withLock { $0.counts } }

    package var isLive: Bool { state.withLock { $0.isLive } }

    /// Sends and records. Playing happens above sign-in: `transport(over:as:isReusable:)`.
    package var transport: any Transport { CountingTransport(deck: self, next: recording.transport) }

    /// A transport that answers from the tape if it can, and passes everything else to `next`. It is above sign-in, so
    /// no password is needed while the tape answers.
    ///
    /// - Parameters:
    /// - principal: the user in whose name `next` sends a request.
    /// - isReusable: whether a response can be reused without what followed it (a redirect, a sign-in, a retry).
    package func transport(
        over next: any Transport, as principal: @escaping @Sendable (HTTPRequest) -> String?,
        isReusable: @escaping @Sendable (HTTPRequest, HTTPResponse) -> Bool
    ) -> any Transport { ExtendingTransport(deck: self, next: next, principal: principal, isReusable: isReusable) }

    package func open() throws(TapeError) { try recording.open() }
    package func begin(_ line: String) async throws(TapeError) -> CommandFrame { try await recording.begin(line) }
    package func input(
        _ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] { try await recording.input(kind, name, read: read) }
    package func wrote(_ bytes: [UInt8], to stream: OutputStream, isMasked: Bool) throws(TapeError) {
        try recording.wrote(bytes, to: stream, isMasked: isMasked)
    }
    package func finish(exitStatus: Int) throws(TapeError) { try recording.finish(exitStatus: exitStatus) }
    package func settle() async { await recording.settle() }
    package var clock: any Clock { recording.clock }
    package var loss: TapeError? { recording.loss }
    package func takeLoss() -> TapeError? { recording.takeLoss() }

    package func takeUnchecked() -> [UncheckedPart] { recording.takeUnchecked() }
    package func takeWithheldHeaders() -> [String] { recording.takeWithheldHeaders() }
    package func hidingSecrets(in line: String) -> String { recording.hidingSecrets(in: line) }
    package func close() throws(TapeError) { try recording.close() }

    /// The recorded response, recorded again; nil if the request must be sent.
    fileprivate func play(
        _ request: HTTPRequest, isReusable: (HTTPResponse) -> Bool
    ) async throws(TransportFailure) -> HTTPResponse? {
        let tape = recording.tape
        let parts = RequestParts(of: tape.redaction.redact(RequestParts.relevant(of: request)))
        let found = try await recording.recorder.place(request) { placement throws(TapeError) in
            let openingState = try tape.openingState()
            guard placement.epoch == nil || placement.epoch == openingState.epoch else { return nil }
            // Requests outside epochs may also be answered by what commands received.
            let epochs = placement.epoch.map { [$0] } ?? [nil, openingState.epoch]
            return try state.withLock { state throws(TapeError) in
                guard !state.isLive else { return nil }
                do throws(CassetteError) {
                    if state.earlier == nil {
                        state.earlier = try EarlierResponses(of: openingState.cassette, upTo: openingState.last)
                    }
                    guard var response = try state.earlier?.answer(to: parts, in: epochs, where: isReusable) else {
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

/// Answers from the tape, above sign-in.
private struct ExtendingTransport: Transport {
    let deck: ExtendingDeck
    let next: any Transport
    let principal: @Sendable (HTTPRequest) -> String?
    let isReusable: @Sendable (HTTPRequest, HTTPResponse) -> Bool

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard Safety.isSafe(request) else {
            deck.goLive()
            return try await next.send(request)
        }
        guard request.purpose != .signIn, !deck.isLive else { return try await next.send(request) }
        var asked = request
        asked.principal = principal(request)
        if let response = try await deck.play(asked, isReusable: { isReusable(request, $0) }) { return response }
        return try await next.send(request)
    }
}

/// Counts what is sent below sign-in. An unsafe request that bypassed the transport above ends playing too, except
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

/// The responses of earlier sessions: the exchanges of the tape's last epoch, which an added session continues. The
/// newest session with the same request answers, in recorded order, the last repeated.
struct EarlierResponses: Sendable {
    private struct Place: Hashable {
        package var key: RequestKey
        package var epoch: Int64?
    }

    private let cassette: Cassette
    private let end: Int64
    private var cursor: TapeCursor?
    /// The last exchange before the session that answers.
    private var starts: [Place: Int64] = [:]

    /// - Parameter end: the last exchange before the session that extends the tape.
    init(of cassette: Cassette, upTo end: Int64) throws(CassetteError) {
        self.cassette = cassette
        self.end = end
        cursor = try end == 0 ? nil : TapeCursor(TapeIndex(of: cassette))
    }

    /// The recorded response to a redacted request that `canRepeat` accepts, from the first of `epochs` that has one.
    mutating func answer(
        to parts: RequestParts, in epochs: [Int64?], where canRepeat: (HTTPResponse) -> Bool
    ) throws(CassetteError) -> HTTPResponse? {
        let key = RequestKey(of: parts)
        for epoch in epochs {
            guard let start = try self.start(of: Place(key: key, epoch: epoch)),
                let hit = try cursor?.next(
                    key, epoch: epoch, after: start, upTo: end,
                    where: { if case .response(let response) = $0.outcome { canRepeat(response) } else { false } }),
                case .response(let response) = hit.exchange.outcome
            else { continue }
            cursor?.move(past: hit)
            return response
        }
        return nil
    }

    private mutating func start(of place: Place) throws(CassetteError) -> Int64? {
        if let known = starts[place] { return known }
        guard let newest = try cursor?.index.last(place.key, epoch: place.epoch, before: end + 1),
            let first = try cassette.firstExchange(ofSessionWith: newest)
        else { return nil }
        starts[place] = first - 1
        return first - 1
    }
}
