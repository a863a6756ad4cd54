import ExchangeModel
import Synchronization
import TapeDeck

/// The bottom of a test's stack: stubs first, then what the tape holds, then, where that is allowed, the instance.
///
/// A tape to which tests added later has several stretches for one test. From one to the next goes, when recording as when
/// playing, the first request that changes something, and the first that the present stretch does not hold.
final class TapeHead: Transport {
    private typealias Answer = Result<HTTPResponse, TransportFailure>

    private struct State {
        /// Which stretch is played.
        var place = 0
        var answered = 0
        var misses: [String] = []
        var isLive: Bool
        var isOver = false
    }

    let stubs: StubShelf
    private let played: PlayedStretches?
    private let recorded: RecordedStretch?
    private let remedy: String
    private let state: Mutex<State>

    /// - Parameters:
    ///   - played: what answers; nil while recording, and for stubs alone.
    ///   - recorded: what the tape does not answer goes there; nil in replay.
    ///   - remedy: the last line of a report: what to do about what is missing.
    init(stubs: StubShelf, played: PlayedStretches?, recorded: RecordedStretch?, remedy: String) {
        self.stubs = stubs
        self.played = played
        self.recorded = recorded
        self.remedy = remedy
        state = Mutex(State(isLive: played == nil && recorded != nil))
    }

    /// Reports of what was not answered.
    var misses: [String] { state.withLock { $0.misses } }

    /// Ends it: whatever is still asked for by what the test left behind fails.
    func end() { state.withLock { $0.isOver = true } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse { try await send([request]) }

    /// Sends a request of which it is not known how exactly it was recorded. The first of its forms is the one that is
    /// recorded; the tape answers whichever it holds.
    func send(_ forms: [HTTPRequest]) async throws(TransportFailure) -> HTTPResponse {
        guard let request = forms.first else { throw TransportFailure(.invalidRequest, "There is no request.") }
        if state.withLock({ $0.isOver }) {
            throw TransportFailure(.tape, "The test that \(request.method) \(request.url) belongs to has ended.")
        }
        if let stub = stubs.take(request) {
            return try stub.get()
        }
        let answer = try state.withLock { state throws(TransportFailure) -> Answer? in
            try found(forms, request, &state)
        }
        if let answer { return try answer.get() }
        guard let recorded else { throw TransportFailure(.tape, "There is no tape.") }
        return try await recorded.send(request)
    }

    /// What the tape says; nil when the instance is to be asked.
    private func found(
        _ forms: [HTTPRequest], _ request: HTTPRequest, _ state: inout State
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
        var failure = played.answer(forms)
        if failure.miss != nil, state.place + 1 < played.count {
            let here = played.epoch
            played.move(to: state.place + 1)
            let next = played.answer(forms)
            if next.miss == nil {
                state.place += 1
                failure = next
            } else {
                played.back(to: here)
            }
        }
        guard let error = failure.miss else {
            state.answered += 1
            return failure.outcome
        }
        if recorded != nil {
            goLive(&state)
            return nil
        }
        throw miss(([error.message] + (error.miss?.lines ?? [])).joined(separator: "\n"), error, &state)
    }

    /// From here on the instance answers, and what it says continues what was played.
    private func goLive(_ state: inout State) {
        state.isLive = true
        let continued = state.answered > 0 ? played?.session(at: state.place) : nil
        recorded?.continues(continued)
    }

    private func miss(_ text: String, _ cause: TapeError?, _ state: inout State) -> TransportFailure {
        var lines = [text]
        if let played {
            lines.append(
                "tape: \(played.path), \(state.answered) requests of this test answered, standing in epoch "
                    + "\(played.epoch)")
        }
        if cause != nil, !stubs.isEmpty { lines.append(stubs.summary) }
        if !remedy.isEmpty { lines.append(remedy) }
        let report = lines.joined(separator: "\n")
        state.misses.append(report)
        return TransportFailure(.tape, report, cause: cause)
    }

    /// What was not played: of the tape's part and, if wanted, of the stubs.
    func unplayed(ofStubs: Bool) throws(CassetteTestingError) -> [String] {
        let place = state.withLock { $0.isLive ? nil : $0.place }
        var own: [String] = []
        if let place, let played { own = try played.unplayed(at: place) }
        return own + (ofStubs ? stubs.untaken : [])
    }

    /// Whether the test recorded the tape, or its part of it, itself.
    var isOwn: Bool { played?.isOwn ?? false }
}
