import Glibc
import LoopbackServer
import Sandbox
import Shell

/// `snowdeck serve sandbox`.
struct ServeVerb {
    private let globals: BoundArguments

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) { self.globals = globals }

    /// Serves until the process is told to end.
    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        let options = try SandboxFlags(verb: verb, globals: globals).options()
        let listener: LoopbackListener
        do {
            listener = try LoopbackListener(
                SandboxInstance(options), options: ListenerOptions(port: verb.int("port") ?? 0))
        } catch let error as ListenerError {
            throw verb.problem(.network, error.message, at: "port")
        } catch let error as SandboxError {
            if error.kind == .cannotGrow { throw verb.problem(.usage, "--rows: \(error)", at: "rows") }
            throw Problem(.usage, "\(error)")
        } catch {
            throw Problem(.internal, "The sandbox could not be started: \(error).")
        }
        // Caught before the address is told: whoever reads it may end the server at once.
        let signals = SignalPipe([SIGINT, SIGTERM])
        DescriptorWriter.standardOutput.write(Array("http://127.0.0.1:\(listener.port)\n".utf8))
        DescriptorWriter.standardError.write(
            Array(
                "The sandbox answers there. Users: john.doe (password), admin (admin), abel.tuter (password). Ctrl-C ends it.\n"
                    .utf8))
        await signals.first()
        listener.stop()
        return 0
    }
}
