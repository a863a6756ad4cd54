import ExchangeModel
import NowSDK
import Sandbox
import Shell

/// `snowdeck replay CASSETTE|FOLDER [--check]`.
struct ReplayVerb {
    private let environment: MachineEnvironment
    private let globals: BoundArguments
    private let workbench: MachineWorkbench
    private let thread: MainThread

    init(_ environment: MachineEnvironment, _ globals: BoundArguments, on thread: MainThread) {
        self.thread = thread
        self.environment = environment
        self.globals = globals
        let host = SandboxHost(SandboxOptions(clock: SystemClock()))
        let limit = Composition.settings(environment, globals).maxBody
        workbench = Composition.workbench(environment, globals, sandbox: host, bodyLimit: limit)
    }

    func run(_ verb: BoundArguments) async throws(Problem) -> Int32 {
        guard let sandbox = Composition.sandbox else { throw Problem(.internal, "The sandbox has no address.") }
        if verb.flag("play") || verb.has("cast") {
            return try await PlayVerb(environment, globals, workbench, sandbox: sandbox, on: thread).run(verb)
        }
        let runner = ReplayRunner(
            workbench, purpose: verb.flag("check") ? .check : .show, trusts: globals.flag("trust"), sandbox: sandbox,
            version: Program.version, outputIsTerminal: environment.outputIsTerminal, executor: thread)
        let path = verb.string("cassette") ?? ""
        guard let cassettes = TapeFolder.cassettes(below: path) else {
            return await runner.run(workbench.cassettePath(path))
        }
        if cassettes.isEmpty {
            throw verb.problem(
                .tape, "There is no cassette in the folder \(path).", at: "cassette", hints: ["tape list"])
        }
        var first: Int32 = 0
        for cassette in cassettes {
            let status = await runner.run(cassette)
            if first == 0 { first = status }
        }
        return first
    }
}
