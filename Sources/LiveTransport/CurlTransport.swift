import CCurl
package import ExchangeModel
import Synchronization

/// Sends one request over the network with libcurl.
///
/// Nothing is added to a request but what HTTP requires (`Host`, `Content-Length`, and `Accept-Encoding` if the request
/// has none); redirects, cookies and `.netrc` are off. All requests share one thread, which starts with the first that
/// does not block its caller, and ends with this object.
package final class CurlTransport: Transport {
    /// Where requests to a URL are sent instead; nil for the URL's own host. Called before each request; it may take
    /// time, for instance to start a server. What it throws is the outcome of the request.
    package typealias Router = @Sendable (HTTPURL) async throws(TransportFailure) -> Route?

    /// The client certificate for a URL, requested before each request. A certificate for another origin is not used.
    package typealias CertificateProvider = @Sendable (HTTPURL) -> ClientCertificate?

    private let options: WireOptions
    private let proof: CertificateProvider
    private let route: Router
    private let mayBlock: @Sendable () -> Bool
    private let loop = Mutex<TransferLoop?>(nil)

    /// Nothing is loaded or started before the first request.
    ///
    /// - Parameter mayBlock: called on the sending thread: whether that thread may block until the response arrives,
    /// for a caller that runs its requests one after another on its own thread.
    package init(
        _ options: WireOptions = WireOptions(), route: @escaping Router = { _ in nil },
        proof: @escaping CertificateProvider = { _ in nil }, mayBlock: @escaping @Sendable () -> Bool = { false }
    ) {
        self.options = options
        self.proof = proof
        self.mayBlock = mayBlock
        self.route = route
    }

    /// Loads libcurl early, for a caller that will send requests: its thirty libraries take longer than anything else
    /// before the first one. A failure is reported by that request.
    package static func prepare() { _ = ccurl_open() }

    deinit { loop.withLock { $0?.stop() } }

    /// Sends one request. Cancelling the task closes its connection. A stream in the response continues afterwards,
    /// until it is cancelled.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let outgoing = try OutgoingRequest(request)
        var options = options
        if let limits = request.limits {
            options.totalTimeout = .seconds(limits.seconds)
            options.maximumBody = limits.body
        }
        let certificate = proof(request.url).flatMap { $0.serves(request.url) ? $0 : nil }
        let loop = try startedLoop()
        let transfer = Transfer(
            outgoing, route: try await route(request.url), certificate: certificate, options: options,
            redirector: request.redirector, streams: request.limits?.streams ?? false,
            resume: { [weak loop] in loop?.resume($0) })
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
