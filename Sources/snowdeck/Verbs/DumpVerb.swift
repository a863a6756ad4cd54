import CassetteStore
import Sandbox
import Shell

/// `snowdeck dump CASSETTE`.
struct DumpVerb {
    private let workbench: MachineWorkbench

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        let host = SandboxHost(SandboxOptions(clock: SystemClock()))
        workbench = Composition.workbench(environment, globals, sandbox: host, bodyLimit: Cassette.standardBodyLimit)
    }

    func run(_ verb: BoundArguments) throws(Problem) -> Int32 {
        do {
            let cassette = try workbench.play(workbench.cassettePath(verb.string("cassette") ?? ""))
            var dump = CassetteDump(of: cassette)
            // Whoever has read enough ends it.
            while let text = try dump.next() {
                guard try workbench.standardOutput.write(Array(text.utf8)) else { break }
            }
            return 0
        } catch {
            throw ProblemMaking.problem(error)
        }
    }
}
