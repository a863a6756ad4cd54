import CassetteStore
import ExchangeModel
import Redactors

struct MissExplainer {
    let index: TapeIndex
    package let epoch: Int64
    let last: Int64
    package let placement: EpochCounter.Placement
    let maxCompared: Int

    /// The error for a request that was not found.
    func explain(_ request: HTTPRequest, _ parts: RequestParts) throws(CassetteError) -> TapeError {
        .missed(try miss(request, parts).placed(on: index.cassette))
    }

    private func miss(_ request: HTTPRequest, _ parts: RequestParts) throws(CassetteError) -> Miss {
        var miss = Miss(
            method: request.method.rawValue, url: request.url.description, body: request.body ?? [],
            reason: .notRecorded, epoch: epoch)
        let key = RequestKey(of: parts)
        if let interrupted = try index.first(key, epoch: placement.epoch, after: 0) {
            miss.reason = .interrupted(exchange: interrupted)
            return miss
        }
        if let own = placement.epoch {
            if let earlier = try index.latestEpoch(key, before: own),
                let exchange = try index.first(key, epoch: earlier, after: 0)
            {
                if placement.isSafe {
                    miss.reason = .alreadyChanged(exchange: exchange, epoch: earlier)
                    return miss
                }
                // An unsafe request that is recorded again later is not exhausted: something else must come first.
                if try index.earliestEpoch(key, after: own) == nil {
                    miss.reason = .exhausted(exchange: exchange)
                    return miss
                }
            }
            if let later = try index.earliestEpoch(key, after: own),
                let exchange = try index.first(key, epoch: later, after: 0),
                let first = try nextChange(before: exchange, after: epoch)
            {
                miss.reason = .laterOnly(exchange: exchange, epoch: later, first: first)
                return miss
            }
        }
        let search = NearestSearch(cassette: index.cassette, most: maxCompared)
        let found = try search.nearest(to: parts, from: last)
        miss.nearest = found.nearest
        miss.compared = found.compared
        miss.isCapped = found.isCapped
        return miss
    }

    /// The first exchange after an epoch: it must come before anything later. Found by binary search, because
    /// exchange ids grow with the epochs of a range.
    private func nextChange(before exchange: Int64, after epoch: Int64) throws(CassetteError) -> Miss.Step? {
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
            let record = try index.cassette.requests(after: found.id - 1, limit: 1).first?.request
        else { return nil }
        var line: String?
        if let command = record.command { line = try index.cassette.command(command)?.line }
        return Miss.Step(exchange: found.id, line: line, method: record.method, url: record.url)
    }

    private func firstInEpochs(after id: Int64, upTo end: Int64) throws(CassetteError) -> (id: Int64, epoch: Int64)? {
        let range = EpochRange(containing: epoch)
        var last = id
        while last < end {
            let batch = try index.cassette.requests(after: last, limit: 16)
            guard let newest = batch.last?.id else { return nil }
            for exchange in batch where exchange.id <= end {
                if let epoch = exchange.request.epoch, range.contains(epoch) { return (exchange.id, epoch) }
            }
            last = newest
        }
        return nil
    }
}

/// Finds the recorded requests most similar to a request: by method, path and query among up to `maxCompared` of them,
/// beginning before the last played exchange; of equal ones that with the fewest differences.
struct NearestSearch {
    static let maxCompared = 20_000
    private static let batch = 256
    private static let maxFullyCompared = 24
    private static let maxNamed = 3

    /// The limit for all misses of one replay of a tape's own commands, so that a tape on which every request misses
    /// cannot make the replay slow.
    static let maxComparedInReplay = 100_000

    let cassette: Cassette
    var most = Self.maxCompared

    struct Result {
        var nearest: [Miss.Nearest] = []
        var compared = 0
        var isCapped = false
    }

    /// The nearest exchanges, the most similar first. `place` is the exchange played last.
    func nearest(to asked: RequestParts, from place: Int64) throws(CassetteError) -> Result {
        var result = Result()
        var best: [(score: Double, exchange: ExchangeRecord)] = []
        let start = max(0, place - Int64(most / 2))
        var last = start
        while result.compared < most {
            let batch = try cassette.requests(after: last, limit: min(Self.batch, most - result.compared))
            guard let end = batch.last?.id else { break }
            last = end
            result.compared += batch.count
            for exchange in batch {
                let score = rough(exchange.request, asked)
                if best.count == Self.maxFullyCompared, score <= best[best.count - 1].score { continue }
                let at = best.partitioningIndex { $0.score < score }
                best.insert((score, exchange), at: at)
                if best.count > Self.maxFullyCompared { best.removeLast() }
            }
        }
        let end = try cassette.lastExchange()
        result.isCapped = start > 0 || last < end
        var seen: Set<[Mismatch]> = []
        let scored = best.compactMap { found in
            nearest(found.exchange, asked).map { (score: found.score, count: $0.differences.count, near: $0) }
        }.sorted { ($0.score, -$0.count) > ($1.score, -$1.count) }
            .map(\.near).filter { seen.insert($0.mismatches).inserted }
        // If there are requests to the same path, others are not worth showing.
        let isSameAddress = scored.contains { Self.isToSameAddress($0) }
        for var near in scored.filter({ !isSameAddress || Self.isToSameAddress($0) }).prefix(Self.maxNamed) {
            if let command = try cassette.exchange(near.exchange)?.request.command {
                near.line = try cassette.command(command)?.line
            }
            result.nearest.append(near)
        }
        return result
    }

    private static func isToSameAddress(_ near: Miss.Nearest) -> Bool {
        !near.mismatches.contains { [TextMatcher.method.name, TextMatcher.path.name].contains($0.matcher) }
    }

    private func rough(_ record: RequestRecord, _ asked: RequestParts) -> Double {
        guard let url = HTTPURL(record.url) else { return 0 }
        var score = record.method == asked.method ? 2.0 : 0
        score += 3 * (url.path == asked.path ? 1 : Self.likeness(ofPaths: url.path, asked.path))
        let fields = Set((url.query ?? "").split(separator: "&").map(PercentCoding.decodeForm))
        let wanted = asked.query.map { $0.name + "=" + $0.value }
        score += 2 * Double(wanted.count { fields.contains($0) }) / Double(max(wanted.count, fields.count, 1))
        return score
    }

    /// The share of path segments that are equal, counted from both ends.
    private static func likeness(ofPaths left: String, _ right: String) -> Double {
        let left = left.split(separator: "/"), right = right.split(separator: "/")
        let longer = max(left.count, right.count)
        guard longer > 0 else { return 1 }
        let front = zip(left, right).prefix { $0 == $1 }.count
        let back = zip(left.reversed(), right.reversed()).prefix { $0 == $1 }.count
        return Double(min(front + back, longer)) / Double(longer)
    }

    private func nearest(_ exchange: ExchangeRecord, _ asked: RequestParts) -> Miss.Nearest? {
        guard let recorded = RequestParts(of: exchange.request) else { return nil }
        return Miss.Nearest(
            exchange: exchange.id, method: exchange.request.method, url: exchange.request.url,
            mismatches: Matchers.standard.compactMap { $0.mismatch(asked: asked, recorded: recorded) })
    }
}
