import CassetteStore
import ExchangeModel

/// Finds out why a tape does not answer a request.
struct MissExplainer {
    let cassette: Cassette
    /// The epoch the deck stands in.
    let epoch: Int64
    /// The exchange that was played last.
    let last: Int64
    /// Where the request would stand.
    let placement: EpochCounter.Placement
    /// The most requests that may be compared with this one.
    let mostCompared: Int

    /// The error for a request that was looked for in every way and not found.
    func explain(
        _ request: HTTPRequest, _ parts: RequestParts, _ ways: [Keying.Way]
    ) throws(CassetteError) -> TapeError {
        var miss = Miss(
            method: request.method.rawValue, url: request.url.description, reason: .notRecorded, epoch: epoch)
        for way in ways {
            let key = RequestKey(of: parts, by: way.matchers)
            if let interrupted = try way.index.first(key, epoch: placement.epoch, after: 0) {
                miss.reason = .interrupted(exchange: interrupted)
                return .notRecorded(miss)
            }
            guard let own = placement.epoch else { continue }
            if let earlier = try way.index.latestEpoch(key, before: own),
                let exchange = try way.index.first(key, epoch: earlier, after: 0)
            {
                if placement.isSafe {
                    miss.reason = .alreadyChanged(exchange: exchange, epoch: earlier)
                    return .otherEpoch(miss)
                }
                // A change that is recorded again further on is not exhausted: something else comes before it.
                if try way.index.earliestEpoch(key, after: own) == nil {
                    miss.reason = .exhausted(exchange: exchange)
                    return .exhausted(miss)
                }
            }
            if let later = try way.index.earliestEpoch(key, after: own),
                let exchange = try way.index.first(key, epoch: later, after: 0),
                let first = try nextChange(before: exchange)
            {
                miss.reason = .laterOnly(exchange: exchange, epoch: later, first: first)
                return .otherEpoch(miss)
            }
        }
        let search = NearestSearch(
            cassette: cassette, matchers: ways.first?.matchers ?? Matchers.standard, most: mostCompared)
        let found = try search.nearest(to: parts, from: last)
        miss.nearest = found.nearest
        miss.compared = found.compared
        miss.isCapped = found.isCapped
        return .notRecorded(miss)
    }

    /// The first exchange after the present epoch: what must come before anything later can. Sequence numbers grow with
    /// epochs, so it is found by halving.
    private func nextChange(before exchange: Int64) throws(CassetteError) -> Miss.Step? {
        var low: Int64 = 0, high = exchange
        while low < high {
            let middle = (low + high) / 2
            if let found = try firstInEpochs(after: middle, upTo: high), found.epoch <= epoch {
                low = found.id
            } else {
                high = middle
            }
        }
        guard let found = try firstInEpochs(after: low, upTo: exchange),
            let record = try cassette.requests(after: found.id - 1, limit: 1).first?.request
        else { return nil }
        var line: String?
        if let command = record.command { line = try cassette.command(command)?.line }
        return Miss.Step(exchange: found.id, line: line, method: record.method, url: record.url)
    }

    /// The first exchange after `id` that has an epoch.
    private func firstInEpochs(
        after id: Int64, upTo end: Int64
    ) throws(CassetteError) -> (id: Int64, epoch: Int64)? {
        var last = id
        while last < end {
            let batch = try cassette.requests(after: last, limit: 16)
            guard let newest = batch.last?.id else { return nil }
            for exchange in batch where exchange.id <= end {
                if let epoch = exchange.request.epoch { return (exchange.id, epoch) }
            }
            last = newest
        }
        return nil
    }
}
