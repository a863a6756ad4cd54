import CassetteStore
import ExchangeModel

/// What the earlier sessions of a tape that is extended can answer.
///
/// A session that is added continues the epoch in which the one before it ended, so that epoch's answers, and no others,
/// are from no side of a change but its own. Of the sessions that asked the same there, the newest speaks: its answers in
/// their order, the last stays. What an extended session played stands in it as its own exchanges, so the next one finds
/// the whole sequence there, and none twice.
struct EarlierAnswers: Sendable {
    /// Where the answers of one key are played from.
    private struct Place: Sendable {
        /// The exchange before those of the session.
        var before: Int64
        /// What was played last.
        var last: Int64?
    }

    private struct Stretch: Hashable {
        var key: RequestKey
        var epoch: Int64?
    }

    private let cassette: Cassette
    private let ways: [Keying.Way]
    /// The last exchange of the earlier sessions.
    private let end: Int64
    private var places: [Stretch: Place] = [:]

    /// - Parameter end: the last exchange before the session that extends the tape.
    init(of cassette: Cassette, upTo end: Int64) throws(CassetteError) {
        self.cassette = cassette
        self.end = end
        ways = end == 0 ? [] : try Keying(of: cassette).ways
    }

    /// The recorded answer to a request, nil when there is none.
    ///
    /// - Parameters:
    ///   - parts: of the redacted request.
    ///   - epochs: where it may stand, the first choice first.
    ///   - stands: whether an answer can be given again as it is.
    mutating func answer(
        to parts: RequestParts, in epochs: [Int64?], stands: (HTTPResponse) -> Bool
    ) throws(CassetteError) -> HTTPResponse? {
        for way in ways {
            let key = RequestKey(of: parts, by: way.matchers)
            for epoch in epochs {
                if let found = try next(Stretch(key: key, epoch: epoch), way.index, stands) { return found }
            }
        }
        return nil
    }

    private mutating func next(
        _ stretch: Stretch, _ index: any KeyIndex, _ stands: (HTTPResponse) -> Bool
    ) throws(CassetteError) -> HTTPResponse? {
        var place: Place
        if let known = places[stretch] {
            place = known
        } else {
            guard let newest = try index.last(stretch.key, epoch: stretch.epoch, before: end + 1),
                let first = try cassette.firstExchange(ofSessionWith: newest)
            else { return nil }
            place = Place(before: first - 1)
        }
        var id = place.last ?? place.before
        while let candidate = try index.first(stretch.key, epoch: stretch.epoch, after: id), candidate <= end {
            id = candidate
            guard let response = try response(of: candidate), stands(response) else { continue }
            place.last = candidate
            places[stretch] = place
            return response
        }
        places[stretch] = place
        return try place.last.flatMap { last throws(CassetteError) in try response(of: last) }
    }

    private func response(of exchange: Int64) throws(CassetteError) -> HTTPResponse? {
        guard case .response(let response)? = try cassette.exchange(exchange)?.outcome else { return nil }
        return response
    }
}
