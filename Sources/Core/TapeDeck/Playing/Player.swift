package import CassetteStore
package import ExchangeModel
import Redactors
import Synchronization

/// Answers requests only from a tape.
///
/// Within an epoch, identical requests play in recorded order and the last is repeated. A safe request that the current
/// epoch does not have is answered from the latest earlier one, with a note, or in strict mode not at all; never from a
/// later one. Only played requests, and unsafe ones whose recording was interrupted, advance the epoch. Requests
/// outside epochs are answered from such requests; schema and completion also from what commands have received so far.
package final class Player: ImmediateTransport {
    let redaction: Redaction
    private let head: Mutex<Playhead>
    private let budget: ReplayBudget?

    /// Plays `cassette`. Nothing is read before the first request.
    package convenience init(_ cassette: Cassette, isStrict: Bool, secrets: SecretBook = SecretBook()) {
        self.init(cassette, isStrict: isStrict, redaction: Redaction(secrets: secrets))
    }

    /// - Parameters:
    /// - comparisons: how many requests are compared at most to explain misses; nil for no limit.
    /// - budget: counts the requests; nil for interactive requests.
    init(
        _ cassette: Cassette, isStrict: Bool, redaction: Redaction, comparisons: Int? = nil, budget: ReplayBudget? = nil
    ) {
        self.budget = budget
        self.redaction = redaction
        head = Mutex(Playhead(cassette: cassette, isStrict: isStrict, comparisons: comparisons))
    }

    /// The recorded response or failure. A miss is a failure of kind `.tape` whose cause is a `TapeError`.
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
        case .interrupted: throw TransportFailure(.tape, "The recording was interrupted before this was answered.")
        }
    }

    /// The notes about responses played since the last call.
    package func takeNotes() -> [PlayNote] {
        head.withLock { head in
            defer { head.notes = [] }
            return head.notes
        }
    }

    package var lastMiss: Miss? { head.withLock { $0.miss } }

    package func move(to epoch: Int64) { head.withLock { $0.move(to: epoch) } }

    package var epoch: Int64 { head.withLock { $0.counter.epoch } }

    package func recordPlayed() { head.withLock { $0.playedExchanges = $0.playedExchanges ?? [] } }

    /// The exchanges played since `recordPlayed()`; empty before.
    package var playedExchanges: Set<Int64> { head.withLock { $0.playedExchanges ?? [] } }
}

/// The position on a tape: the epoch, and what was played of each request.
struct Playhead: Sendable {
    let cassette: Cassette
    let isStrict: Bool
    private(set) var counter = EpochCounter()
    var notes: [PlayNote] = []
    private(set) var miss: Miss?
    private(set) var cursor: TapeCursor?
    var playedExchanges: Set<Int64>?
    private(set) var last: Int64 = 0
    /// How many requests may still be compared to explain misses; nil for no limit.
    var comparisons: Int?

    /// Plays a request: the recorded outcome, never `.interrupted`. If it throws, only `miss` changes, and the epoch if
    /// the request was interrupted while it opened one: later exchanges are in that epoch.
    mutating func play(
        _ request: HTTPRequest, _ redacted: HTTPRequest, _ parts: RequestParts
    ) throws(TapeError) -> OutcomeRecord {
        var placement = counter.placement(of: request)
        let error: TapeError
        do throws(CassetteError) {
            // Moved out of `self` to be mutated in place.
            var cursor: TapeCursor
            if let known = self.cursor { cursor = known } else { cursor = TapeCursor(try TapeIndex(of: cassette)) }
            self.cursor = nil
            defer { self.cursor = cursor }
            let key = RequestKey(of: parts)
            if try isRecordedAsRead(key, placement, cursor.index) {
                placement = EpochCounter.Placement(epoch: counter.epoch, isSafe: true, opens: false)
            }
            if let (hit, moves) = try find(key, placement, request.purpose, &cursor) {
                if let epoch = placement.epoch, let recorded = hit.epoch, recorded < epoch {
                    notes.append(
                        PlayNote(
                            place: try cassette.place(of: hit.exchange.id), method: redacted.method.rawValue,
                            url: redacted.url.description))
                }
                counter.take(request, at: placement)
                if moves { cursor.move(past: hit) }
                last = hit.exchange.id
                playedExchanges?.insert(last)
                return hit.exchange.outcome
            }
            let most = min(comparisons ?? .max, NearestSearch.maxCompared)
            error = try MissExplainer(
                index: cursor.index, epoch: counter.epoch, last: last, placement: placement, maxCompared: most
            ).explain(redacted, parts)
            if let left = comparisons { comparisons = left - (error.miss?.compared ?? 0) }
        } catch {
            throw TapeError(error)
        }
        miss = error.miss
        if placement.opens, case .interrupted(let exchange)? = error.miss?.reason {
            counter.take(request, at: placement)
            last = exchange
        }
        throw error
    }

    /// Moves to an epoch; the next request sets the identity.
    mutating func move(to epoch: Int64) { counter = EpochCounter(epoch: epoch) }

    /// Whether a request that is a change was recorded as a read, by a version that did not know that it is one: it did
    /// not open the epoch that it is in. It plays as it was recorded, so that old tapes keep their epochs.
    private func isRecordedAsRead(
        _ key: RequestKey, _ placement: EpochCounter.Placement, _ index: TapeIndex
    ) throws(CassetteError) -> Bool {
        guard !placement.isSafe, placement.epoch != nil,
            let last = try index.last(key, epoch: counter.epoch, before: .max)
        else { return false }
        // A change is never in the first epoch of a range.
        return try index.cassette.epoch(before: last, of: counter.epoch) == counter.epoch
            || counter.epoch == EpochRange(containing: counter.epoch).start
    }

    /// A response, and whether the next request with this key gets the next one. Responses from earlier epochs, or from
    /// other commands, do not advance the cursor.
    private func find(
        _ key: RequestKey, _ placement: EpochCounter.Placement, _ purpose: RequestPurpose, _ cursor: inout TapeCursor
    ) throws(CassetteError) -> (TapeCursor.Hit, moves: Bool)? {
        if let hit = try cursor.next(key, epoch: placement.epoch) { return (hit, true) }
        guard let epoch = placement.epoch else {
            guard purpose != .signIn, let seen = try cursor.index.latestEpoch(key, before: counter.epoch + 1) else {
                return nil
            }
            if seen < counter.epoch { return try cursor.latest(key, epoch: seen).map { ($0, false) } }
            var hit = try cursor.repeated(key, epoch: seen)
            if hit == nil { hit = try cursor.next(key, epoch: seen) }
            return hit.map { ($0, false) }
        }
        guard placement.isSafe else { return nil }
        if let hit = try cursor.next(key, epoch: nil) { return (hit, true) }
        guard !isStrict, let earlier = try cursor.index.latestEpoch(key, before: epoch) else { return nil }
        return try cursor.latest(key, epoch: earlier).map { ($0, false) }
    }
}

/// A note about a played response: it is from an earlier epoch.
package struct PlayNote: Sendable, Hashable, CustomStringConvertible {
    package var place: String
    package var method: String
    package var url: String

    package var description: String {
        "The answer to \(method) \(MissText.address(url)) is from before a change: %\(place)."
    }
}

/// Plays a tape's requests strictly, as programs send them: what `serve record` and imports leave has no commands.
package struct RequestReplay: Sendable {
    /// A request of no command that does not get its recorded outcome.
    package struct Difference: Sendable {
        package var exchange: Int64
        package var method: String
        package var url: String
        /// Why there is no outcome; nil if there is another one.
        package var miss: TapeError?
    }

    package private(set) var count = 0
    package private(set) var differences: [Difference] = []

    /// Requests without a recorded outcome are left out. Those of commands are played for their order only: they are
    /// compared with the commands.
    package init(of cassette: Cassette) throws(CassetteError) {
        guard try cassette.hasRequestsOfPrograms() else { return }
        let player = Player(
            cassette, isStrict: true, redaction: Redaction(secrets: SecretBook()),
            comparisons: NearestSearch.maxComparedInReplay)
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let record = exchange.request
            // Clients that were recorded at the same time have epochs of their own.
            guard let epoch = record.epochBefore, let request = HTTPRequest(record),
                let recorded = try cassette.answer(exchange.id), recorded != .interrupted
            else { return }
            player.move(to: epoch)
            let played: OutcomeRecord
            var miss: TapeError?
            do throws(TransportFailure) { played = .response(try player.answer(request)) } catch {
                played = .failure(error)
                miss = error.cause as? TapeError
            }
            guard record.command == nil else { return }
            count += 1
            guard played != recorded else { return }
            differences.append(Difference(exchange: exchange.id, method: record.method, url: record.url, miss: miss))
        }
    }
}
