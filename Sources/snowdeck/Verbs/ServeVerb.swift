import Glibc
import LoopbackServer
import Sandbox
import Shell

/// `snowdeck serve sandbox`.
struct ServeVerb {
    private let globals: BoundArguments
    private let path: String?

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        path = environment["PATH"]
        self.globals = globals
    }

    /// Serves until the process is told to end.
    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let options = try SandboxFlags(verb: verb, globals: globals).options()
        let serving = try ServingIdentity.meant(verb, path: path)
        let origins = try AllowedOrigins.named(by: verb)
        let listener: LoopbackListener
        do {
            listener = try LoopbackListener(
                try FaultFlags(verb).transport(options),
                options: ListenerOptions(
                    port: verb.int("port") ?? 0, allowedOrigins: origins, identity: serving?.identity,
                    compresses: true))
        } catch let error as ListenerError {
            if let serving, [.tls, .clientAuthorities].contains(error.kind) {
                throw serving.refused(verb, error.kind)
            }
            throw verb.problem(.network, error.message, at: "port")
        } catch let problem as Problem {
            throw problem
        } catch let error as SandboxError {
            if error.kind == .cannotGrow { throw verb.problem(.usage, "--rows: \(error)", at: "rows") }
            throw Problem(.usage, "\(error)")
        } catch {
            throw Problem(.internal, "The sandbox could not be started: \(error).")
        }
        // Caught before the address is told: whoever reads it may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        let scheme = serving == nil ? "http" : "https"
        let remarks = [ServeVerb.users] + (serving?.remarks ?? [])
        DescriptorWriter.standardOutput.write(Array("\(scheme)://127.0.0.1:\(listener.port)\n".utf8))
        DescriptorWriter.standardError.write(Array((remarks.joined(separator: "\n") + "\n").utf8))
        await signals.first()
        listener.stop()
        return 0
    }

    private static let users = """
        The sandbox answers there. Users: john.doe (password), admin (admin), abel.tuter (password), joe.employee \
        (password), fred.luddy (password and passcode 246810). Ctrl-C ends it.
        OAuth client: snowdeck (snowdeck-client-secret), or snowdeck-public without a secret. API key: \
        sandbox-api-key-of-abel.tuter.
        """
}
