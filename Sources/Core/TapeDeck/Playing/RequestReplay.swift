package import CassetteStore
import ExchangeModel

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
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 64), let end = batch.last {
            last = end.id
            for case let (id, record) in batch.map({ ($0.id, $0.request) }) {
                // Clients that were recorded at the same time have epochs of their own.
                guard let epoch = record.epochBefore, let request = HTTPRequest(record),
                    let recorded = try cassette.answer(id), recorded != .interrupted
                else { continue }
                player.move(to: epoch)
                let played: OutcomeRecord
                var miss: TapeError?
                do throws(TransportFailure) { played = .response(try player.answer(request)) } catch {
                    played = .failure(error)
                    miss = error.cause as? TapeError
                }
                guard record.command == nil else { continue }
                count += 1
                guard played != recorded else { continue }
                differences.append(Difference(exchange: id, method: record.method, url: record.url, miss: miss))
            }
        }
    }
}
