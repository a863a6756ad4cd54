import Agents
import CassetteStore
import ExchangeModel
import Notation
import Redactors
import Replaying
import SandboxCommands
import TapeDeck
import Tapes
import Workbench

/// One run of the program: parses the arguments, composes the stack, and returns an exit status.
struct Program {
    let environment: MachineEnvironment
    let thread: MainThread

    func run() async -> Int32 {
        CommandTable.ofProgram.install()
        let arguments: ProgramArguments
        do throws(Problem) {
            arguments = try ProgramArguments(environment.arguments)
        } catch {
            return say(error, asJSON: false)
        }
        do throws(Problem) {
            try ProcessLimits.check(serves: arguments.serves)
            return try await perform(arguments)
        } catch {
            return say(error, asJSON: arguments.globals[.format] == "json")
        }
    }

    private func perform(_ arguments: ProgramArguments) async throws(Problem) -> Int32 {
        try CertificateFile.check(arguments.globals)
        if let renamed = arguments.renamed { _ = try? StreamSink.standardError.say("note: \(renamed)\n") }
        switch arguments.action {
        case .version:
            return try show("snowdeck \(Snowdeck.version)\n")
        case .help(let words):
            let text =
                words.isEmpty
                ? Help.program(width: environment.width) : try Help.text(about: words, width: environment.width)
            return try show(text)
        case .prompt:
            return try await SessionRunner(environment, arguments.globals, on: thread).prompt()
        case .command(let invocation):
            return try await SessionRunner(environment, arguments.globals, on: thread).run(invocation)
        case .program(let verb):
            return try await perform(verb, arguments.globals)
        }
    }

    private func perform(_ verb: BoundArguments, _ globals: BoundArguments) async throws(Problem) -> Int32 {
        switch verb.command {
        case .runFile:
            return try await SessionRunner(environment, globals, on: thread).run(
                file: verb[.commandFile] ?? "-", keepsGoing: verb[.runsOn])
        case .replayCassette: return try await ReplayVerb(environment, globals, on: thread).run(verb)
        case .serveSandbox: return try await ServeVerb(environment, globals).run(verb)
        case .serveReplay: return try await ServeReplayVerb(environment, globals).run(verb)
        case .serveRecord: return try await ServeRecordVerb(environment, globals).run(verb)
        case .serveAgents:
            return try await SessionRunner(environment, globals, on: thread).serveAgents(verb)
        case .dumpCassette: return try DumpVerb(environment, globals).run(verb)
        case .gitInstall: return try await GitVerb(environment: environment).install()
        case .tour: return try await SessionRunner(environment, globals, on: thread).tour()
        case .doctor: return try await DoctorVerb(environment: environment, globals: globals).run(verb)
        case .completeArguments:
            return try await CompleteVerb(environment: environment, globals: globals, thread: thread).run(verb)
        case .writeManual: return try ManualVerb(environment: environment).run(verb)
        default: throw Problem(.internal, "snowdeck \(verb.command.name) has no function.")
        }
    }

    private func show(_ text: String) throws(Problem) -> Int32 {
        try StreamSink.standardOutput.say(text)
        return 0
    }

    private func say(_ problem: Problem, asJSON: Bool) -> Int32 {
        let problem = problem.withoutSecrets(Redaction(secrets: SecretBook()))
        let text =
            asJSON ? ProblemText.json(problem).pretty + "\n" : ProblemText.lines(problem, width: environment.width)
        _ = try? StreamSink.standardError.say(text)
        return problem.exitStatus
    }
}

struct DumpVerb {
    private let host: HostEnvironment

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        host = Composition.host(environment, globals, bodyLimit: Cassette.standardBodyLimit).environment
    }

    func run(_ verb: BoundArguments) throws(Problem) -> Int32 {
        do {
            let cassette = try host.tapes.play(host.tapes.located(verb[.dumpedCassette] ?? ""))
            var dump = CassetteDump(of: cassette), review = TapeReview(of: cassette)
            let isReview = verb[.review]
            // False if the reader is gone, as after `| head`.
            while let text = try isReview ? review.next() : dump.next() {
                guard try host.standardOutput.say(text) else { break }
            }
            return 0
        } catch {
            throw ProblemMapper.problem(error)
        }
    }
}
