import CassetteStore
import ExchangeModel
import Synchronization
import TapeDeck

/// What a test records: a session of its own on the tape, begun with its first request to the instance.
final class RecordedStretch: Sendable {
    private let guarding: LiveGuard
    private let make: @Sendable (_ continued: Int64?) -> RecordingDeck
    private let state = Mutex<(continued: Int64?, deck: RecordingDeck?)>((nil, nil))

    init(guarding: LiveGuard, make: @escaping @Sendable (_ continued: Int64?) -> RecordingDeck) {
        self.guarding = guarding
        self.make = make
    }

    /// Says that the recording goes on where a session that was played was left.
    func continues(_ session: Int64?) { state.withLock { $0.continued = session } }

    /// Begins the session now.
    func begin() throws(CassetteTestingError) {
        do throws(TapeError) { try deck.open() } catch { throw CassetteTestingError(.unreadable, error.message) }
    }

    /// Records a request and what the instance says to it.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try guarding.check(request)
        return try await deck.transport.send(request)
    }

    /// Ends the session, when one was begun.
    func close() throws(CassetteTestingError) {
        guard let deck = state.withLock({ $0.deck }) else { return }
        do throws(TapeError) {
            if let loss = deck.loss { throw loss }
            try deck.close()
        } catch {
            throw CassetteTestingError(.unreadable, error.message)
        }
    }

    private var deck: RecordingDeck {
        state.withLock { state in
            if let deck = state.deck { return deck }
            let deck = make(state.continued)
            state.deck = deck
            return deck
        }
    }
}
