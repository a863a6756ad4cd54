import ExchangeModel
import LiveTransport
import LoopbackServer
import NowSDK
import Sandbox
import Synchronization

/// The embedded sandbox: started behind the loopback server when the first request wants it, and spoken to over real HTTP.
final class EmbeddedSandbox: Sendable {
    static let address = HTTPURL(scheme: "http", host: "sandbox.localhost")
    /// The default user, as in the seeds.
    static let user = "john.doe"

    private let options: SandboxOptions
    private let listener = Mutex<LoopbackListener?>(nil)

    init(_ options: SandboxOptions) { self.options = options }

    /// Where requests to the sandbox go; nil for every other address.
    func route(_ url: HTTPURL) throws(TransportFailure) -> Route? {
        guard url.host == Self.address.host else { return nil }
        let started = listener.withLock { listener -> Result<Int, TransportFailure> in
            if let listener { return .success(listener.port) }
            do {
                let made = try LoopbackListener(SandboxInstance(options))
                listener = made
                return .success(made.port)
            } catch let error as SandboxError {
                return .failure(TransportFailure(.connect, "\(error)"))
            } catch let error as ListenerError {
                return .failure(TransportFailure(.connect, "The sandbox could not be started: \(error.message)"))
            } catch {
                return .failure(TransportFailure(.connect, "The sandbox could not be started."))
            }
        }
        return Route(address: "127.0.0.1", port: try started.get())
    }

    func stop() { listener.withLock { $0.take() }?.stop() }
}
