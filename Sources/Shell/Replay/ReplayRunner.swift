import CassetteStore
import ExchangeModel
package import NowSDK
import Notation
import TapeDeck

/// Runs a cassette's own commands against its own answers: to show them, or to check that they still give what was
/// recorded.
package struct ReplayRunner: Sendable {
    /// What a replay is for.
    package enum Purpose: Sendable, Hashable {
        /// Shows each command and its output.
        case show
        /// Shows differences only; strict.
        case check
    }

    private let workbench: any Workbench
    private let purpose: Purpose
    private let trusts: Bool
    private let sandbox: Instance
    private let version: String
    private let outputIsTerminal: Bool
    private let executor: (any TaskExecutor)?

    /// A runner.
    ///
    /// - Parameters:
    ///   - trusts: Whether the tape's pipelines and files are opened.
    ///   - version: The present version of Snowdeck.
    ///   - executor: What the commands run on; the runner's own spares two changes of threads for each.
    package init(
        _ workbench: any Workbench, purpose: Purpose, trusts: Bool, sandbox: Instance, version: String,
        outputIsTerminal: Bool = false, executor: (any TaskExecutor)? = nil
    ) {
        self.workbench = workbench
        self.purpose = purpose
        self.trusts = trusts
        self.sandbox = sandbox
        self.version = version
        self.outputIsTerminal = outputIsTerminal
        self.executor = executor
    }

    /// Replays one cassette. 0 when everything was as recorded, 5 when something was not or the tape cannot be read;
    /// without a check, the first recorded failure's status.
    package func run(_ path: String) async -> Int32 {
        do {
            return try await replay(path)
        } catch {
            let problem = ProblemMaking.problem(error)
            write(ProblemText.lines(problem))
            return problem.exitStatus
        }
    }

    private func replay(_ path: String) async throws -> Int32 {
        let cassette = try workbench.play(path)
        let isCheck = purpose == .check
        let deck = PlayingDeck(cassette, isStrict: isCheck, isChecking: isCheck, playsItself: true)
        let sessions = Dictionary(try cassette.sessions().map { ($0.id, $0) }) { first, _ in first }
        var first: Int32 = 0, last: Int64 = 0
        var report = ReplayReport(path: path)
        var shell: (session: Int64, run: ShellSession)?
        while case let commands = try cassette.commands(after: last, limit: 100), !commands.isEmpty {
            let steps = try Nesting.outer(of: commands, on: cassette)
            for command in commands {
                last = command.id
                // A step runs again with the command that it is a step of.
                if steps[command.id] != nil { continue }
                if shell?.session != command.session, let session = sessions[command.session] {
                    shell = (session.id, try self.shell(for: session, deck, path))
                }
                if purpose == .show { _ = try workbench.standardOutput.write(Array("> \(shown(command.line))\n".utf8)) }
                // Only a message names a place, and what is said without failing names none.
                let place = command.exitStatus == 0 ? nil : try ScriptPlace(of: command, on: cassette)
                let status = await shell?.run.run(command.line, from: place) ?? 0
                if first == 0 { first = status }
                if Task.isCancelled { return Problem.Kind.interrupted.exitStatus }
                let comparisons = deck.takeComparisons()
                if command.exitStatus == nil {
                    report.addUnfinished(command.line)
                } else {
                    for comparison in comparisons { report.add(comparison) }
                }
            }
        }
        if purpose == .show { return first }
        write(report.differences)
        _ = try workbench.standardOutput.write(Array((report.summary + "\n").utf8))
        return report.isSame ? 0 : Problem.Kind.tape.exitStatus
    }

    /// A session as it was when it was recorded.
    private func shell(for session: SessionRecord, _ deck: PlayingDeck, _ path: String) throws -> ShellSession {
        let choices = SessionChoices(reading: session.settings)
        var settings = Settings(width: session.width)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        let instance = try Instance(session.instance)
        var signIn = choices.signIn
        signIn.user = session.user
        var options = SessionOptions(
            settings: settings, instance: instance, signIn: signIn, sandbox: sandbox,
            sandboxUser: session.user ?? "", slot: .playing(deck, path: path), trust: trusts, version: version,
            seed: session.seed)
        options.variables = choices.variables
        options.profile = choices.profile
        options.executor = executor
        let isCheck = purpose == .check
        let closed = ClosedWorkbench(
            clock: deck.clock, standardOutput: isCheck ? NullSink() : shownOutput,
            standardError: isCheck ? NullSink() : workbench.standardError, trusted: trusts ? workbench : nil)
        return ShellSession(workbench: closed, options: options)
    }

    /// Where commands of the tape write to.
    private var shownOutput: any ByteSink {
        outputIsTerminal ? PlainSink(terminal: workbench.standardOutput) : workbench.standardOutput
    }

    /// A line of a stranger's tape, fit for a terminal.
    private func shown(_ line: String) -> String { TerminalText.plain(line) }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        _ = try? workbench.standardError.write(Array(text.utf8))
    }
}
