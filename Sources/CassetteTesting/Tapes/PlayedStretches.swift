import CassetteStore
import ExchangeModel
import TapeDeck

/// The stretches of a tape that one test plays, one after the other, and a player for them.
final class PlayedStretches: Sendable {
    /// What came of looking for an answer.
    struct Finding {
        /// The recorded answer or failure, or another trouble.
        var outcome: Result<HTTPResponse, TransportFailure>
        /// Why there is no answer, when that is so.
        var miss: TapeError?
    }

    private let tape: SharedTape
    private let cassette: Cassette
    private let stretches: [SharedTape.Stretch]
    private let player: Player

    init(_ tape: SharedTape, of test: String?, secrets: SecretBook) throws(CassetteTestingError) {
        self.tape = tape
        cassette = try tape.cassette()
        stretches = tape.stretches(of: test)
        player = Player(cassette, isStrict: true, secrets: secrets)
        player.keepHeard()
        move(to: 0)
    }

    var path: String { tape.path }
    var count: Int { stretches.count }
    var epoch: Int64 { player.epoch }
    /// The first stretch, which says when the tape was made, where and in whose name.
    var first: SharedTape.Stretch { stretches[0] }
    /// Whether the tape knows the test by name.
    var isOwn: Bool { first.test != nil }

    /// Lets go of the tape, for who has it alone.
    func close() { tape.close() }

    /// The session that a stretch was recorded in; 0 for a tape as a whole.
    func session(at place: Int) -> Int64 { stretches[place].session }

    /// Goes to the beginning of a stretch.
    func move(to place: Int) { player.move(to: stretches[place].epoch) }

    /// Goes back into an epoch.
    func back(to epoch: Int64) { player.move(to: epoch) }

    /// The answer to the first form of a request that the tape holds; the trouble with the first when it holds none.
    func answer(_ forms: [HTTPRequest]) -> Finding {
        var first: Finding?
        for form in forms {
            do throws(TransportFailure) {
                return Finding(outcome: .success(try player.answer(form)), miss: nil)
            } catch {
                let finding = Finding(outcome: .failure(error), miss: error.cause as? TapeError)
                guard finding.miss?.miss != nil else { return finding }
                first = first ?? finding
            }
        }
        return first ?? Finding(outcome: .failure(TransportFailure(.tape, "There is no request.")), miss: nil)
    }

    /// The exchanges of a stretch that were not played, a line for each.
    func unplayed(at place: Int) throws(CassetteTestingError) -> [String] {
        let stretch = stretches[place], heard = player.heard
        var lines: [String] = [], after = stretch.firstExchange - 1
        do throws(CassetteError) {
            while true {
                let batch = try cassette.requests(after: after, limit: 500)
                guard let last = batch.last else { return lines }
                after = last.id
                for exchange in batch where stretch.holds(exchange) && !heard.contains(exchange.id) {
                    lines.append("exchange \(exchange.id): \(exchange.request.method) \(exchange.request.url)")
                }
            }
        } catch {
            throw CassetteTestingError(.unreadable, error.message)
        }
    }
}
