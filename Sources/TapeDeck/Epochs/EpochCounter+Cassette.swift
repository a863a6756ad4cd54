import CassetteStore
import ExchangeModel

extension EpochCounter {
    /// Where a tape that is added to stands: in the epoch of its last exchange that has one, in that one's name.
    init(continuing cassette: Cassette) throws(CassetteError) {
        guard let stand = try cassette.stand() else {
            self.init()
            return
        }
        let url = HTTPURL(stand.url)
        self.init(
            epoch: stand.epoch,
            identity: url.map { Identity(origin: RequestParts.origin(of: $0), principal: stand.principal) })
    }

    /// Where a tape stands before an exchange, for who plays it from there on; nil outside epochs.
    init?(before exchange: ExchangeRecord) {
        guard let epoch = exchange.request.epoch else { return nil }
        let changes = HTTPRequest(exchange.request).map { !Safety.isSafe($0) } ?? false
        self.init(epoch: changes ? max(0, epoch - 1) : epoch)
    }

    /// Where a tape that is added to stands when what is added is to stand by itself: in an epoch that holds nothing yet.
    init(after cassette: Cassette) throws(CassetteError) {
        self.init(epoch: try cassette.stand().map { $0.epoch + 1 } ?? 0)
    }
}
