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
        do throws(CassetteError) {
            let cassette = try workbench.play(workbench.cassettePath(verb.string("cassette") ?? ""))
            var isRead = true
            try cassette.dump { text in
                if isRead { isRead = DescriptorWriter.standardOutput.write(Array(text.utf8)) == .written }
            }
            return 0
        } catch {
            throw ProblemMaking.problem(error)
        }
    }
}
