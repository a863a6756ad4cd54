package import CassetteStore
import Notation
import Redactors

/// The rules a session was recorded with, as stored on its tape.
package struct TapePolicy: Sendable, Hashable {
    package var keyVersion: Int
    package var matchers: [String]
    package var redactors: [String]

    package static let standard = TapePolicy(
        keyVersion: Matchers.keyVersion, matchers: Matchers.standard.map(\.name), redactors: TapePlace.redactorNames)

    package init(keyVersion: Int, matchers: [String], redactors: [String]) {
        self.keyVersion = keyVersion
        self.matchers = matchers
        self.redactors = redactors
    }

    /// Parses the stored policy; nil if it is malformed.
    package init?(_ text: String) {
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root, let version = root["keyVersion"]?.number,
            let keyVersion = Int(version), let matchers = root["matchers"], let redactors = root["redactors"]
        else { return nil }
        self.init(
            keyVersion: keyVersion, matchers: matchers.elements.compactMap(\.string),
            redactors: redactors.elements.compactMap(\.string))
    }

    package var text: String {
        let json: JSON = [
            "keyVersion": .number(String(keyVersion)), "matchers": .array(matchers.map(JSON.string)),
            "redactors": .array(redactors.map(JSON.string)),
        ]
        return json.compact
    }

    /// Throws when a session was recorded with other rules, because its keys would not match.
    package static func verify(_ sessions: [SessionRecord], of cassette: Cassette) throws(CassetteError) {
        for session in sessions {
            let policy = TapePolicy(session.policy)
            if let policy, policy.keyVersion == standard.keyVersion, Set(policy.matchers) == Set(standard.matchers) {
                continue
            }
            if let policy, policy.keyVersion < standard.keyVersion {
                throw CassetteError(
                    .foreign, path: cassette.path,
                    "Session \(session.id) of the tape was recorded by an older version of Snowdeck (request keys of "
                        + "version \(policy.keyVersion), not \(standard.keyVersion)); record it again.")
            }
            throw CassetteError(
                .newer, path: cassette.path,
                "Session \(session.id) of the tape was recorded with rules that this version does not know; "
                    + "use a newer Snowdeck.")
        }
    }
}

/// Finds exchanges by key and epoch (nil: outside epochs), in recorded order, with the tape's index.
struct TapeIndex: Sendable {
    let cassette: Cassette

    init(of cassette: Cassette) throws(CassetteError) {
        try TapePolicy.verify(cassette.sessions(), of: cassette)
        self.cassette = cassette
    }

    func first(_ key: RequestKey, epoch: Int64?, after id: Int64) throws(CassetteError) -> Int64? {
        try cassette.firstExchange(keyHash: key.hash, key: key.text, epoch: epoch, after: id)
    }

    func last(_ key: RequestKey, epoch: Int64?, before id: Int64) throws(CassetteError) -> Int64? {
        try cassette.lastExchange(keyHash: key.hash, key: key.text, epoch: epoch, before: id)
    }

    func latestEpoch(_ key: RequestKey, before epoch: Int64) throws(CassetteError) -> Int64? {
        try cassette.latestEpoch(keyHash: key.hash, key: key.text, before: epoch)
    }

    func earliestEpoch(_ key: RequestKey, after epoch: Int64) throws(CassetteError) -> Int64? {
        try cassette.earliestEpoch(keyHash: key.hash, key: key.text, after: epoch)
    }
}

/// What was played of each request. Identical requests of an epoch play in recorded order, and the last is repeated.
struct TapeCursor: Sendable {
    /// A key's digest in an epoch. Results are verified with the full key.
    private struct Place: Hashable {
        package var key: Int64
        package var epoch: Int64?
    }

    /// The same with the key's text: keys with equal digests are independent.
    private struct Passage: Hashable {
        package var key: String
        package var epoch: Int64?
    }

    struct Hit {
        var exchange: ExchangeRecord
        package var epoch: Int64?
        fileprivate var key: Int64
    }

    let index: TapeIndex
    private var played: [Place: Int64] = [:]
    /// The last unplayable exchange of a key in an epoch, so that each is skipped only once.
    private var passedOver: [Passage: Int64] = [:]
    /// The same backwards, for earlier epochs.
    private var passedBack: [Passage: Int64] = [:]

    init(_ index: TapeIndex) { self.index = index }

    /// The next request with this key gets the exchange after this one.
    mutating func move(past hit: Hit) { played[Place(key: hit.key, epoch: hit.epoch)] = hit.exchange.id }

    /// The next playable exchange with that key in that epoch, after `start` and up to `end`; when all were played, the
    /// last again.
    mutating func next(
        _ key: RequestKey, epoch: Int64?, after start: Int64 = 0, upTo end: Int64 = .max,
        where canPlay: (ExchangeRecord) -> Bool = TapeCursor.hasOutcome
    ) throws(CassetteError) -> Hit? {
        let before = max(start, played[Place(key: key.hash, epoch: epoch)] ?? 0)
        let passage = Passage(key: key.text, epoch: epoch)
        var id = max(before, passedOver[passage] ?? 0)
        while let candidate = try index.first(key, epoch: epoch, after: id), candidate <= end {
            if let hit = try hit(candidate, key, epoch, canPlay) { return hit }
            id = candidate
            passedOver[passage] = id
        }
        return try repeated(key, epoch: epoch)
    }

    func repeated(_ key: RequestKey, epoch: Int64?) throws(CassetteError) -> Hit? {
        // Verified by the full key: keys with equal digests must not answer for each other.
        guard let before = played[Place(key: key.hash, epoch: epoch)],
            try index.first(key, epoch: epoch, after: before - 1) == before
        else { return nil }
        return try hit(before, key, epoch, Self.hasOutcome)
    }

    mutating func latest(_ key: RequestKey, epoch: Int64) throws(CassetteError) -> Hit? {
        let passage = Passage(key: key.text, epoch: epoch)
        var id = passedBack[passage] ?? .max
        while let candidate = try index.last(key, epoch: epoch, before: id) {
            if let hit = try hit(candidate, key, epoch, Self.hasOutcome) { return hit }
            id = candidate
            passedBack[passage] = id
        }
        return nil
    }

    static func hasOutcome(_ exchange: ExchangeRecord) -> Bool {
        if case .interrupted = exchange.outcome { false } else { true }
    }

    private func hit(
        _ id: Int64, _ key: RequestKey, _ epoch: Int64?, _ canPlay: (ExchangeRecord) -> Bool
    ) throws(CassetteError) -> Hit? {
        guard let exchange = try index.cassette.exchange(id), canPlay(exchange) else { return nil }
        return Hit(exchange: exchange, epoch: epoch, key: key.hash)
    }
}
