import CassetteStore
import ExchangeModel

extension EpochCounter {
    /// Where a tape that is added to stands: in the epoch of its last exchange that has one, in that one's name.
    init(continuing cassette: Cassette) throws(CassetteError) {
        self.init()
        guard let epoch = try cassette.lastEpoch() else { return }
        let batch: Int64 = 64
        var end = try cassette.lastExchange()
        while end > 0 {
            let start = max(0, end - batch)
            let requests = try cassette.requests(after: start, limit: Int(end - start))
            if let last = requests.last(where: { $0.request.epoch != nil }) {
                let url = HTTPURL(last.request.url)
                self.init(
                    epoch: epoch,
                    identity: url.map {
                        Identity(origin: RequestParts.origin(of: $0), principal: last.request.principal)
                    })
                return
            }
            end = start
        }
    }
}
