import CassetteStore
import ExchangeModel

/// Counts epochs, alike in recording and playing. An unsafe request opens the next epoch and belongs to it; so does the first
/// request to another instance or in another name. Sign-in, schema and completion have none. A session that is added to a tape
/// continues the epoch in which the one before it ended.
struct EpochCounter: Sendable, Hashable {
    struct Identity: Sendable, Hashable {
        /// The instance, without a port of this machine.
        var origin: String
        var principal: String?

        init(origin: String, principal: String?) {
            self.origin = origin
            self.principal = principal
        }

        init(of request: HTTPRequest) {
            self.init(origin: RequestParts.origin(of: request.url), principal: request.principal)
        }
    }

    struct Placement: Sendable, Hashable {
        var epoch: Int64?
        var isSafe: Bool
        /// Whether it is the first of its epoch, so that everything before it must have ended.
        var opens: Bool
    }

    private(set) var epoch: Int64
    /// Of the last request that had an epoch; nil before the first.
    private(set) var identity: Identity?

    init(epoch: Int64 = 0, identity: Identity? = nil) {
        self.epoch = epoch
        self.identity = identity
    }

    func placement(of request: HTTPRequest) -> Placement {
        let isSafe = Safety.isSafe(request)
        guard request.purpose == .command else { return Placement(epoch: nil, isSafe: isSafe, opens: false) }
        let isStranger = identity != nil && identity != Identity(of: request)
        let opens = !isSafe || isStranger
        return Placement(epoch: opens ? epoch + 1 : epoch, isSafe: isSafe, opens: opens)
    }

    mutating func take(_ request: HTTPRequest, at placement: Placement) {
        guard let epoch = placement.epoch else { return }
        self.epoch = epoch
        identity = Identity(of: request)
    }
}

extension EpochCounter {
    /// Where a tape that is added to is: in the epoch of its last exchange that has one, in that one's name.
    init(continuing cassette: Cassette) throws(CassetteError) {
        guard let last = try cassette.lastEpoch() else {
            self.init()
            return
        }
        let url = HTTPURL(last.url)
        self.init(
            epoch: last.epoch,
            identity: url.map { Identity(origin: RequestParts.origin(of: $0), principal: last.principal) })
    }

    /// Where a tape is before an exchange, for who plays it from there on; nil outside epochs.
    init?(before exchange: ExchangeRecord) {
        guard let epoch = exchange.request.epoch else { return nil }
        let changes = HTTPRequest(exchange.request).map { !Safety.isSafe($0) } ?? false
        self.init(epoch: changes ? max(0, epoch - 1) : epoch)
    }

    /// Where a tape that is added to is when what is added is to be by itself: in an epoch that holds nothing yet.
    init(after cassette: Cassette) throws(CassetteError) {
        self.init(epoch: try cassette.lastEpoch().map { $0.epoch + 1 } ?? 0)
    }
}
