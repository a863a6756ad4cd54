package import CassetteStore
package import ExchangeModel
import Synchronization

/// Answers requests from a tape, and from nothing else.
///
/// A request is redacted as it would be for recording and looked up by its key. In its own epoch, identical requests play
/// in recorded order and the last stays. A safe request that its epoch does not hold is answered from the latest earlier
/// one, with a note, or in strict play not at all; what is recorded only after a change that has not been played is never
/// answered. Time moves as it did when recording, but only for requests that are answered, and for changes whose
/// recording broke off: a mistyped command that misses leaves the deck where it was.
///
/// Traffic outside epochs (sign-in, schema, completion) is answered from traffic outside epochs; schema and completion
/// also from what commands have seen so far.
package final class Player: ImmediateTransport {
    let cassette: Cassette
    let redaction: Redaction
    private let isStrict: Bool
    private let head: Mutex<Playhead>
    private let budget: ReplayBudget?

    /// Plays `cassette`. Nothing is read before the first request.
    package convenience init(_ cassette: Cassette, isStrict: Bool, secrets: SecretBook = SecretBook()) {
        self.init(cassette, isStrict: isStrict, redaction: Redaction(secrets: secrets))
    }

    /// - Parameters:
    ///   - comparisons: how many requests are compared at most with those that miss; nil for any number.
    ///   - budget: counts the requests; nil when a person makes them.
    init(
        _ cassette: Cassette, isStrict: Bool, redaction: Redaction, comparisons: Int? = nil, budget: ReplayBudget? = nil
    ) {
        self.budget = budget
        self.cassette = cassette
        self.isStrict = isStrict
        self.redaction = redaction
        head = Mutex(Playhead(cassette: cassette, isStrict: isStrict, comparisons: comparisons))
    }

    /// The recorded answer, or the recorded failure. A miss is a failure of kind `.tape` whose cause is a `TapeError`.
    package func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let redacted = redaction.redact(RequestParts.relevant(of: request))
        let parts = RequestParts(of: redacted)
        let outcome: OutcomeRecord
        do throws(TapeError) {
            try budget?.takeStep()
            outcome = try head.withLock { head throws(TapeError) in try head.play(request, redacted, parts) }
        } catch {
            throw error.failure
        }
        switch outcome {
        case .response(let response): return response
        case .failure(let failure): throw failure
        case .interrupted: throw TransportFailure(.tape, "The recording broke off before this was answered.")
        }
    }

    /// What there is to tell about answers played since this was last called.
    package func takeNotes() -> [PlayNote] {
        head.withLock { head in
            defer { head.notes = [] }
            return head.notes
        }
    }

    /// The last request that was not answered; nil while every one was.
    package var lastMiss: Miss? { head.withLock { $0.miss } }

    /// Goes to an epoch, for who shows a tape from its middle on.
    package func move(to epoch: Int64) { head.withLock { $0.move(to: epoch) } }

    /// The epoch the deck stands in.
    package var epoch: Int64 { head.withLock { $0.counter.epoch } }

    /// Remembers from now on which exchanges were played.
    package func keepHeard() { head.withLock { $0.heard = $0.heard ?? [] } }

    /// The numbers of the exchanges that were played since `keepHeard()`; none before it.
    package var heard: Set<Int64> { head.withLock { $0.heard ?? [] } }
}
