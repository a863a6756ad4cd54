import CassetteStore
import ExchangeModel
import Rendering

/// Reads the exchanges of a cassette in batches.
actor OverviewFeed {
    private let cassette: Cassette
    private var last: Int64 = 0

    init(_ cassette: Cassette) { self.cassette = cassette }

    func next() throws -> [[Cell]]? {
        let batch = try cassette.requests(after: last, limit: 200)
        guard let end = batch.last?.id else { return nil }
        let sizes = try cassette.answerSizes(after: last, upTo: end)
        last = end
        return batch.map { exchange in
            let request = exchange.request
            let url = HTTPURL(request.url)?.target ?? request.url
            var row = [String(exchange.id), request.epoch.map(String.init) ?? "", request.method]
            switch exchange.outcome {
            case .response(let response):
                row += [
                    String(response.status), String(response.facts.timings.total / 1000),
                    sizes[exchange.id].map(String.init) ?? "",
                ]
            case .failure(let failure): row += [failure.kind.rawValue, "", ""]
            case .interrupted: row += ["interrupted", "", ""]
            }
            return (row + [PercentCoding.decode(url)]).map { Cell($0) }
        }
    }
}
