import Foundation
import FoundationNetworking

/// Loads the requests of one configuration's sessions from its tape.
final class CassetteProtocol<Number: TypeNumber>: URLProtocol {
    private var loading: TapeLoading?

    /// Everything: what were refused here would go to the network.
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let address = ProtocolRegistry.address(Number.number) else { return }
        let loading = TapeLoading(self, from: address)
        self.loading = loading
        loading.start()
    }

    override func stopLoading() { loading?.stop() }
}
