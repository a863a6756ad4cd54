import CassetteStore
import ExchangeModel

/// Where a tape is played at: the epoch, and what has been played of each key.
struct Playhead: Sendable {
    /// A key's place in time. Its digest stands for the key here; what it leads to is compared in full.
    private struct Place: Hashable {
        var key: Int64
        var epoch: Int64?
    }

    /// An answer that was found, and where.
    private struct Hit {
        var exchange: ExchangeRecord
        var place: Place
        /// Whether the next request with this key gets the next answer. Looking back, and looking at what commands have
        /// seen, does not move what they will see.
        var moves = true
    }

    let cassette: Cassette
    let isStrict: Bool
    private(set) var counter = EpochCounter()
    /// What there is to tell.
    var notes: [PlayNote] = []
    /// The last request that was not answered.
    private(set) var miss: Miss?
    private var keying: Keying?
    private var played: [Place: Int64] = [:]
    /// The numbers of all exchanges that were played; nil while nobody wants to know.
    var heard: Set<Int64>?
    private var last: Int64 = 0
    /// Up to where a key's exchanges in one epoch have no outcome, so that they are passed over once and not at every
    /// request. By the key's text: two keys of one digest have nothing to do with each other.
    private var passedOver: [Passage: Int64] = [:]
    /// The same from the end, for epochs that are over.
    private var passedBack: [Passage: Int64] = [:]
    /// How many requests may still be compared with those that miss; nil for any number.
    private var comparisons: Int?

    private struct Passage: Hashable {
        var key: String
        var epoch: Int64?
    }

    /// - Parameter comparisons: how many requests are compared at most, over all misses; nil for any number.
    init(cassette: Cassette, isStrict: Bool, comparisons: Int? = nil) {
        self.cassette = cassette
        self.isStrict = isStrict
        self.comparisons = comparisons
    }

    /// Plays a request: the recorded outcome, never `.interrupted`. When it throws, only `miss` has changed, and the
    /// epoch if the request opened one while recording and broke off: what follows on the tape follows that.
    mutating func play(
        _ request: HTTPRequest, _ redacted: HTTPRequest, _ parts: RequestParts
    ) throws(TapeError) -> OutcomeRecord {
        let placement = counter.placement(of: request)
        let error: TapeError
        do throws(CassetteError) {
            let ways = try keyed().ways
            for way in ways {
                let key = RequestKey(of: parts, by: way.matchers)
                guard let hit = try find(key, placement, request.purpose, way.index) else { continue }
                if let epoch = placement.epoch, let recorded = hit.place.epoch, recorded < epoch {
                    notes.append(
                        PlayNote(
                            exchange: hit.exchange.id, method: redacted.method.rawValue, url: redacted.url.description,
                            recordedEpoch: recorded, epoch: epoch))
                }
                counter.take(request, at: placement)
                if hit.moves { played[hit.place] = hit.exchange.id }
                last = hit.exchange.id
                heard?.insert(last)
                return hit.exchange.outcome
            }
            let most = min(comparisons ?? .max, NearestSearch.mostCompared)
            error = try MissExplainer(
                cassette: cassette, epoch: counter.epoch, last: last, placement: placement, mostCompared: most
            ).explain(redacted, parts, ways)
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

    /// Goes to an epoch; who asks first there is at home.
    mutating func move(to epoch: Int64) { counter = EpochCounter(epoch: epoch) }

    private mutating func keyed() throws(CassetteError) -> Keying {
        if let keying { return keying }
        let made = try Keying(of: cassette)
        keying = made
        return made
    }

    private mutating func find(
        _ key: RequestKey, _ placement: EpochCounter.Placement, _ purpose: RequestPurpose, _ index: any KeyIndex
    ) throws(CassetteError) -> Hit? {
        if let hit = try next(key, placement.epoch, index) { return hit }
        if placement.epoch == nil {
            guard purpose != .signIn, let seen = try index.latestEpoch(key, before: counter.epoch + 1) else {
                return nil
            }
            return seen < counter.epoch ? try latest(key, seen, index) : try present(key, seen, index)
        }
        guard placement.isSafe, let epoch = placement.epoch else { return nil }
        if let hit = try next(key, nil, index) { return hit }
        guard !isStrict, let earlier = try index.latestEpoch(key, before: epoch) else { return nil }
        return try latest(key, earlier, index)
    }

    /// The last exchange of that key in an epoch that is over.
    private mutating func latest(_ key: RequestKey, _ epoch: Int64, _ index: any KeyIndex) throws(CassetteError)
        -> Hit?
    {
        let passage = Passage(key: key.text, epoch: epoch)
        var id = passedBack[passage] ?? .max
        while let candidate = try index.last(key, epoch: epoch, before: id) {
            if let exchange = try completed(candidate) {
                return Hit(exchange: exchange, place: Place(key: key.hash, epoch: epoch), moves: false)
            }
            id = candidate
            passedBack[passage] = id
        }
        return nil
    }

    /// What was played last of that key in the present epoch, else what will be played first.
    private mutating func present(_ key: RequestKey, _ epoch: Int64, _ index: any KeyIndex) throws(CassetteError)
        -> Hit?
    {
        let place = Place(key: key.hash, epoch: epoch)
        var hit = try repeated(key, place, index)
        if hit == nil { hit = try next(key, epoch, index) }
        hit?.moves = false
        return hit
    }

    /// The next exchange of that key in that epoch that has an outcome; when all have been played, the last again.
    private mutating func next(_ key: RequestKey, _ epoch: Int64?, _ index: any KeyIndex) throws(CassetteError) -> Hit?
    {
        let place = Place(key: key.hash, epoch: epoch)
        let before = played[place] ?? 0
        let passage = Passage(key: key.text, epoch: epoch)
        var id = max(before, passedOver[passage] ?? 0)
        while let candidate = try index.first(key, epoch: epoch, after: id) {
            if let exchange = try completed(candidate) { return Hit(exchange: exchange, place: place) }
            id = candidate
            passedOver[passage] = id
        }
        return try repeated(key, place, index)
    }

    /// What was played last at that place.
    private func repeated(_ key: RequestKey, _ place: Place, _ index: any KeyIndex) throws(CassetteError) -> Hit? {
        // Asked for again by its key, so that two keys of one digest cannot answer for each other.
        guard let before = played[place], try index.first(key, epoch: place.epoch, after: before - 1) == before,
            let exchange = try completed(before)
        else { return nil }
        return Hit(exchange: exchange, place: place)
    }

    private func completed(_ id: Int64) throws(CassetteError) -> ExchangeRecord? {
        guard let exchange = try cassette.exchange(id) else { return nil }
        if case .interrupted = exchange.outcome { return nil }
        return exchange
    }
}
