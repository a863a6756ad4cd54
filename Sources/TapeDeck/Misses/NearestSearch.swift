import CassetteStore
import ExchangeModel

/// Looks for the recorded requests that are most alike one that was asked.
///
/// It works in two steps, so that a large tape costs little: a rough score by method, path and raw query for every
/// request, then the matchers' full comparison for the best few. Not more than `mostCompared` requests are looked at,
/// beginning somewhat before the place the tape was last played at.
struct NearestSearch {
    /// The most requests that are looked at.
    static let mostCompared = 20_000
    private static let batch = 256
    private static let mostFullyCompared = 24
    private static let mostNamed = 3

    /// The most requests that are looked at in all while a tape's own commands play, so that a tape on which nothing is
    /// answered ends in good time: its misses together cost no more than a few.
    static let mostComparedInReplay = 100_000

    let cassette: Cassette
    let matchers: [any Matcher]
    /// The most that this search looks at.
    var most = Self.mostCompared

    struct Result {
        var nearest: [Miss.Nearest] = []
        var compared = 0
        var isCapped = false
    }

    /// The nearest of the tape, the most alike first. `place` is the exchange that was played last.
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
                if best.count == Self.mostFullyCompared, score <= best[best.count - 1].score { continue }
                let at = best.firstPlace { $0.score < score }
                best.insert((score, exchange), at: at)
                if best.count > Self.mostFullyCompared { best.removeLast() }
            }
        }
        let end = try cassette.lastExchange()
        result.isCapped = start > 0 || last < end
        var seen: Set<[Mismatch]> = []
        let scored = best.compactMap { full($0.exchange, asked) }.sorted { $0.score > $1.score }
            .filter { seen.insert($0.mismatches).inserted }
        // Beside a request to the same address one to another says nothing.
        let isSameAddress = scored.contains { Self.isToSameAddress($0) }
        for var near in scored.filter({ !isSameAddress || Self.isToSameAddress($0) }).prefix(Self.mostNamed) {
            if let command = try cassette.exchange(near.exchange)?.request.command {
                near.line = try cassette.command(command)?.line
            }
            result.nearest.append(near)
        }
        return result
    }

    private static func isToSameAddress(_ near: Miss.Nearest) -> Bool {
        !near.mismatches.contains { [MethodMatcher.name, PathMatcher.name].contains($0.matcher) }
    }

    /// A cheap score from what needs no parsing.
    private func rough(_ record: RequestRecord, _ asked: RequestParts) -> Double {
        guard let url = HTTPURL(record.url) else { return 0 }
        var score = record.method == asked.method ? 2.0 : 0
        score += 3 * (url.path == asked.path ? 1 : Likeness.ofPaths(url.path, asked.path))
        let fields = Set((url.query ?? "").split(separator: "&").map(PercentCoding.decodeForm))
        let wanted = asked.query.map { $0.name + "=" + $0.value }
        score += 2 * Double(wanted.count { fields.contains($0) }) / Double(max(wanted.count, fields.count, 1))
        return score
    }

    private func full(_ exchange: ExchangeRecord, _ asked: RequestParts) -> Miss.Nearest? {
        guard let recorded = RequestParts(of: exchange.request) else { return nil }
        var score = 0.0
        var mismatches: [Mismatch] = []
        for matcher in matchers {
            let weight = Double(type(of: matcher).weight)
            if let mismatch = matcher.mismatch(asked: asked, recorded: recorded) {
                mismatches.append(mismatch)
                score += weight * mismatch.likeness
            } else {
                score += weight
            }
        }
        let weights = matchers.reduce(0) { $0 + type(of: $1).weight }
        return Miss.Nearest(
            exchange: exchange.id, line: nil, method: exchange.request.method, url: exchange.request.url,
            score: Int(100 * score / Double(max(weights, 1))), mismatches: mismatches)
    }
}
