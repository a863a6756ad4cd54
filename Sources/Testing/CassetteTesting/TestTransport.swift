import ExchangeModel
import Synchronization
import TapeDeck

/// The bottom transport of a test: stubs, then the tape, then, if the mode allows, the instance.
///
/// A tape that was extended has several stretches for a test. Both when recording and when replaying, the next stretch
/// begins with the first unsafe request and with the first request that the current stretch does not contain.
final class TestTransport: Transport {
    private typealias Answer = Result<HTTPResponse, TransportFailure>

    private struct State {
        var place = 0
        var answered = 0
        var misses: [(report: String, miss: Miss?)] = []
        var isLive: Bool
        var isOver = false
    }

    let stubs: StubQueue
    private let played: PlayedStretches?
    private let recorded: RecordedStretch?
    private let remedy: String
    private let state: Mutex<State>

    /// - Parameter remedy: the last line of a report: how to add what is missing.
    init(stubs: StubQueue, played: PlayedStretches?, recorded: RecordedStretch?, remedy: String) {
        self.stubs = stubs
        self.played = played
        self.recorded = recorded
        self.remedy = remedy
        state = Mutex(State(isLive: played == nil && recorded != nil))
    }

    var misses: [(report: String, miss: Miss?)] { state.withLock { $0.misses } }

    /// Ends the tape: later requests of code that outlives the test fail.
    func end() { state.withLock { $0.isOver = true } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try await send(request, recordedAs: [])
    }

    /// Sends a request whose recorded form is not known exactly: the tape matches the other forms too.
    func send(_ request: HTTPRequest, recordedAs others: [HTTPRequest]) async throws(TransportFailure) -> HTTPResponse {
        if state.withLock({ $0.isOver }) {
            throw TransportFailure(.tape, "The test that \(request.method) \(request.url) belongs to has ended.")
        }
        if let stub = stubs.take(request) { return try stub.get() }
        let answer = try state.withLock { state throws(TransportFailure) -> Answer? in
            try found(request, others, &state)
        }
        if let answer { return try answer.get() }
        guard let recorded else { throw TransportFailure(.tape, "There is no tape.") }
        return try await recorded.send(request)
    }

    /// The tape's response; nil if the request goes to the instance.
    private func found(
        _ request: HTTPRequest, _ others: [HTTPRequest], _ state: inout State
    ) throws(TransportFailure) -> Answer? {
        if state.isLive || recorded != nil && request.purpose == .signIn { return nil }
        let changes = request.purpose == .command && !Safety.isSafe(request)
        if changes, recorded != nil {
            goLive(&state)
            return nil
        }
        guard let played else { throw miss(stubs.report(request), nil, &state) }
        if changes, state.place + 1 < played.count {
            state.place += 1
            played.move(to: state.place)
        }
        var answer = played.answer(request, others)
        if answer.tapeError != nil, state.place + 1 < played.count {
            let here = played.epoch
            played.move(to: state.place + 1)
            let next = played.answer(request, others)
            if next.tapeError == nil {
                state.place += 1
                answer = next
            } else {
                played.back(to: here)
            }
        }
        guard let error = answer.tapeError else {
            state.answered += 1
            return answer
        }
        if recorded != nil {
            goLive(&state)
            return nil
        }
        throw miss(([error.message] + (error.miss?.lines ?? [])).joined(separator: "\n"), error, &state)
    }

    /// From here on the instance responds, and the recording continues what was played.
    private func goLive(_ state: inout State) {
        state.isLive = true
        let continued = state.answered > 0 ? played?.session(at: state.place) : nil
        recorded?.continues(continued)
    }

    private func miss(_ text: String, _ cause: TapeError?, _ state: inout State) -> TransportFailure {
        var lines = [text]
        if let played {
            lines.append(
                "tape: \(played.path), \(state.answered) requests of this test answered, after "
                    + "\(played.epoch) changes")
        }
        if cause != nil, !stubs.isEmpty { lines.append(stubs.summary) }
        if !remedy.isEmpty { lines.append(remedy) }
        let report = lines.joined(separator: "\n")
        state.misses.append((report, cause?.miss))
        return TransportFailure(.tape, report, cause: cause)
    }

    func unplayed(ofStubs: Bool) throws(CassetteTestingError) -> [String] {
        let place = state.withLock { $0.isLive ? nil : $0.place }
        var own: [String] = []
        if let place, let played { own = try played.unplayed(at: place) }
        return own + (ofStubs ? stubs.unused : [])
    }

    /// Whether the test itself recorded the tape or its stretch of it.
    var isOwn: Bool { played?.isOwn ?? false }
}

extension Result<HTTPResponse, TransportFailure> {
    /// Why the tape has no response.
    var tapeError: TapeError? {
        if case .failure(let failure) = self { failure.cause as? TapeError } else { nil }
    }
}
