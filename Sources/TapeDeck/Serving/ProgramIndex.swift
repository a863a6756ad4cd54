import CassetteStore
import ExchangeModel

/// Where on a tape each request stands, in memory: by its key's digest and by the number of changes before it.
///
/// A stretch is what lies between two changes of the instance; the first, before any, has number 0. What a session did in
/// another name opens epochs, and no stretch. Of what is no part of the story (sign-in, schema, completion) the stretch is
/// `ProgramIndex.outside`.
struct ProgramIndex: Sendable {
    /// An exchange with an outcome, and where it stands. The order is that of looking up.
    struct Place: Sendable, Hashable, Comparable {
        var key: Int64
        var stretch: Int32
        var exchange: Int64

        static func < (left: Place, right: Place) -> Bool {
            (left.key, left.stretch, left.exchange) < (right.key, right.stretch, right.exchange)
        }
    }

    /// The stretch of what stands outside epochs.
    static let outside: Int32 = -1

    private var places: [Place] = []
    /// The exchanges that can be played, in recorded order.
    private(set) var exchanges: [Int64] = []

    mutating func add(_ exchange: ExchangeRecord, key: Int64?, stretch: Int?) {
        if case .interrupted = exchange.outcome { return }
        guard let key else { return }
        places.append(
            Place(key: key, stretch: stretch.map { Int32(clamping: $0) } ?? Self.outside, exchange: exchange.id))
        exchanges.append(exchange.id)
    }

    /// To be called once, when everything has been added.
    mutating func sort() { places.sort() }

    /// The exchanges of a key in a stretch, in recorded order.
    func exchanges(_ key: Int64, in stretch: Int32) -> ArraySlice<Place> {
        let start = places.firstPlace { ($0.key, $0.stretch) >= (key, stretch) }
        var end = start
        while end < places.count, places[end].key == key, places[end].stretch == stretch { end += 1 }
        return places[start..<end]
    }

    /// How the sessions of a tape make their keys.
    struct Rules {
        /// By session: nil where keys are as they are made today.
        private var older: [Int64: [any Matcher]] = [:]

        init(of cassette: Cassette) throws(CassetteError) {
            for session in try cassette.sessions() {
                guard let policy = TapePolicy(session.policy), policy.keyVersion != RequestKey.version else { continue }
                older[session.id] = Matchers.named(policy.matchers) ?? Matchers.standard
            }
        }

        /// The digest by which an exchange is found; nil when damage has left it no address.
        func key(of exchange: ExchangeRecord) -> Int64? {
            guard let matchers = older[exchange.request.session] else { return exchange.request.keyHash }
            return RequestParts(of: exchange.request).map { RequestKey(of: $0, by: matchers).hash }
        }
    }
}
