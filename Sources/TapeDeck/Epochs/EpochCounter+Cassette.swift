import CassetteStore
import ExchangeModel

extension EpochCounter {
    /// Where a tape that is added to stands: in the epoch of its last exchange that has one, in that one's name.
    init(continuing cassette: Cassette) throws(CassetteError) {
        guard let last = try cassette.lastInEpochs()?.request, let epoch = last.epoch else {
            self.init()
            return
        }
        let url = HTTPURL(last.url)
        self.init(
            epoch: epoch,
            identity: url.map { Identity(origin: RequestParts.origin(of: $0), principal: last.principal) })
    }
}
