import CCurl
package import ExchangeModel
import Synchronization

/// The network: performs one exchange with libcurl, faithfully.
///
/// Nothing is added to a request but what HTTP itself asks for (`Host`, `Content-Length`, and `Accept-Encoding` when the
/// request has none); no redirect is followed, no cookie kept, no file of credentials read. All exchanges share one
/// thread, which starts with the first of them that does not block its caller, and ends with this object.
package final class CurlTransport: Transport {
    /// Says where the requests to an address go instead; nil means: where its name points. It is asked before each
    /// request and may take its time, to start a server for instance. What it throws is the outcome of the request.
    package typealias Router = @Sendable (HTTPURL) async throws(TransportFailure) -> Route?

    /// The certificate that a connection for an address is proven with, asked before each request. One that is meant for
    /// another origin is not shown.
    package typealias Prover = @Sendable (HTTPURL) -> ClientCertificate?

    private let options: WireOptions
    private let proof: Prover
    private let route: Router
    private let mayBlock: @Sendable () -> Bool
    private let loop = Mutex<TransferLoop?>(nil)

    /// Makes a transport. Nothing is loaded or started before the first request.
    ///
    /// - Parameter mayBlock: asked on the thread that sends: whether that may be blocked until the answer is here. That
    ///   is for a caller whose tasks all run on one thread of their own, one request after another.
    package init(
        _ options: WireOptions = WireOptions(), route: @escaping Router = { _ in nil },
        proof: @escaping Prover = { _ in nil }, mayBlock: @escaping @Sendable () -> Bool = { false }
    ) {
        self.options = options
        self.proof = proof
        self.mayBlock = mayBlock
        self.route = route
    }

    /// Loads libcurl, for a caller that knows that requests will follow: its thirty libraries take
    /// longer than all else before the first of them. Whether that works out is said by that request.
    package static func prepare() { _ = ccurl_open() }

    deinit { loop.withLock { $0?.stop() } }

    /// Performs one exchange. Cancelling the task drops the connection it is on.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let outgoing = try OutgoingRequest(request)
        var options = options
        if let limits = request.limits {
            options.totalTimeout = .seconds(limits.seconds)
            options.maximumBody = limits.body
        }
        let certificate = proof(request.url).flatMap { $0.serves(request.url) ? $0 : nil }
        let transfer = Transfer(
            outgoing, route: try await route(request.url), certificate: certificate, options: options,
            redirector: request.redirector)
        let loop = try startedLoop()
        let outcome = await withTaskCancellationHandler {
            loop.submit(transfer, blocks: mayBlock())
            return await withCheckedContinuation { transfer.deliver(to: $0) }
        } onCancel: {
            if transfer.finish(with: .failure(transfer.cancelled)) { loop.drop(transfer) }
        }
        return try outcome.get()
    }

    private func startedLoop() throws(TransportFailure) -> TransferLoop {
        let outcome = loop.withLock { loop -> Result<TransferLoop, TransportFailure> in
            if let loop { return .success(loop) }
            do throws(TransportFailure) {
                let started = try TransferLoop.start(connectionsPerHost: options.connectionsPerHost)
                loop = started
                return .success(started)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }
}
