import CassetteStore

/// An index made in memory, for a tape whose keys were made by older rules: every request on it gets a new key.
struct MemoryIndex: KeyIndex {
    /// One place of a key.
    private struct Place {
        var epoch: Int64?
        var exchange: Int64
    }

    /// By key; outside epochs first, then by epoch, then in recorded order.
    private var places: [RequestKey: [Place]] = [:]

    /// Reads every request of the tape once.
    init(of cassette: Cassette, by matchers: [any Matcher]) throws(CassetteError) {
        var last: Int64 = 0
        while true {
            let batch = try cassette.requests(after: last, limit: 1024)
            guard let end = batch.last?.id else { break }
            last = end
            for exchange in batch {
                guard let parts = RequestParts(of: exchange.request) else { continue }
                places[RequestKey(of: parts, by: matchers), default: []]
                    .append(Place(epoch: exchange.request.epoch, exchange: exchange.id))
            }
        }
        for key in places.keys {
            places[key]?.sort { ($0.epoch ?? .min, $0.exchange) < ($1.epoch ?? .min, $1.exchange) }
        }
    }

    func first(_ key: RequestKey, epoch: Int64?, after id: Int64) -> Int64? {
        let places = places[key] ?? []
        let at = places.firstPlace { ($0.epoch ?? .min, $0.exchange) > (epoch ?? .min, id) }
        return at < places.count && places[at].epoch == epoch ? places[at].exchange : nil
    }

    func last(_ key: RequestKey, epoch: Int64?, before id: Int64) -> Int64? {
        let places = places[key] ?? []
        let at = places.firstPlace { ($0.epoch ?? .min, $0.exchange) >= (epoch ?? .min, id) }
        return at > 0 && places[at - 1].epoch == epoch ? places[at - 1].exchange : nil
    }

    func latestEpoch(_ key: RequestKey, before epoch: Int64) -> Int64? {
        let places = places[key] ?? []
        let at = places.firstPlace { ($0.epoch ?? .min) >= epoch }
        return at > 0 ? places[at - 1].epoch : nil
    }

    func earliestEpoch(_ key: RequestKey, after epoch: Int64) -> Int64? {
        let places = places[key] ?? []
        let at = places.firstPlace { ($0.epoch ?? .min) > epoch }
        return at < places.count ? places[at].epoch : nil
    }
}
