import CassetteStore
import ExchangeModel
import Notation
package import NowSDK
package import TapeDeck

/// Runs a cassette's own commands against its own answers: to show them, or to check that they still give what was
/// recorded.
package struct ReplayRunner: Sendable {
    package enum Purpose: Sendable, Hashable {
        case show
        /// Shows differences only; strict.
        case check
    }

    private let host: HostEnvironment
    private let purpose: Purpose
    private let trusts: Bool
    private let sandbox: Instance
    private let version: String
    private let outputIsTerminal: Bool
    private let executor: (any TaskExecutor)?
    package var limits = ReplayBudget.Limits()

    /// A runner.
    ///
    /// - Parameters:
    ///   - trusts: Whether the tape's pipelines and files are opened.
    ///   - version: The present version of Snowdeck.
    ///   - executor: What the commands run on; the runner's own spares two changes of threads for each.
    package init(
        _ host: HostEnvironment, purpose: Purpose, trusts: Bool, sandbox: Instance, version: String,
        outputIsTerminal: Bool = false, executor: (any TaskExecutor)? = nil
    ) {
        self.host = host
        self.purpose = purpose
        self.trusts = trusts
        self.sandbox = sandbox
        self.version = version
        self.outputIsTerminal = outputIsTerminal
        self.executor = executor
    }

    /// The same runner, its commands on threads that are shared, so that several tapes are checked at once.
    var onSharedThreads: ReplayRunner {
        var runner = ReplayRunner(
            host, purpose: purpose, trusts: trusts, sandbox: sandbox, version: version,
            outputIsTerminal: outputIsTerminal)
        runner.limits = limits
        return runner
    }

    /// Replays one cassette. 0 when everything was as recorded, 5 when something was not or the tape cannot be read;
    /// without a check, the first recorded failure's status.
    package func run(_ path: String) async -> Int32 {
        if purpose == .check {
            let finding = await check(path)
            write(finding.remarks)
            _ = try? host.standardOutput.write(Array(finding.summary.utf8))
            return finding.exitStatus
        }
        do {
            let cassette = try host.tapes.play(path)
            var first: Int32 = 0
            let isDone = try await replay(cassette, path) { _, status, _ in if first == 0 { first = status } }
            return isDone ? first : Problem.Kind.interrupted.exitStatus
        } catch {
            let problem = ProblemMaking.problem(error)
            write(ProblemText.lines(problem))
            return problem.exitStatus
        }
    }

    package func check(_ path: String) async -> ReplayFinding {
        var report = ReplayReport(path: path)
        do {
            let isDone = try await comparing(path) {
                report.add($0, recordedBy: $1)
            } unfinished: {
                report.addUnfinished($0)
            }
            return ReplayFinding(path: path, ending: isDone ? .checked(report) : .interrupted)
        } catch {
            return ReplayFinding(path: path, ending: .broken(ProblemMaking.problem(error)))
        }
    }

    /// Plays a cassette strictly and passes on every comparison, with the version that recorded it when that is another one,
    /// and the unfinished commands. False when it was interrupted.
    func comparing(
        _ path: String, _ tell: (CommandComparison, String?) -> Void, unfinished: (String) -> Void
    ) async throws -> Bool {
        let cassette = try host.tapes.play(path)
        defer { try? cassette.close() }
        let versions = Dictionary(try cassette.sessions().map { ($0.id, $0.version) }) { first, _ in first }
        return try await replay(cassette, path) { command, _, comparisons in
            guard command.exitStatus != nil else { return unfinished(command.line) }
            let recorder = versions[command.session].flatMap { $0 == version ? nil : $0 }
            for comparison in comparisons { tell(comparison, recorder) }
        }
    }

    /// Runs every command of a cassette and tells how it ended. False when it was called off.
    private func replay(
        _ cassette: Cassette, _ path: String, _ tell: (CommandRecord, Int32, [CommandComparison]) -> Void
    ) async throws -> Bool {
        let isCheck = purpose == .check
        let deck = PlayingDeck(cassette, isStrict: isCheck, isChecking: isCheck, playsItself: true, limits: limits)
        let sessions = Dictionary(try cassette.sessions().map { ($0.id, $0) }) { first, _ in first }
        var last: Int64 = 0
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
                if purpose == .show { _ = try host.standardOutput.write(Array("> \(shown(command.line))\n".utf8)) }
                // Only the message of a failure names a place.
                let place = command.exitStatus == 0 ? nil : try ScriptPlace(of: command, on: cassette)
                let status = await shell?.run.run(command.line, from: place) ?? 0
                tell(command, status, try deck.takeComparisons())
                if Task.isCancelled { return false }
                guard let excess = deck.budget?.excess else { continue }
                // Shown, the command that went beyond the budget has reported it.
                if purpose == .show { return true }
                throw excess
            }
        }
        return true
    }

    /// A session as it was when it was recorded.
    private func shell(for session: SessionRecord, _ deck: PlayingDeck, _ path: String) throws -> ShellSession {
        let isCheck = purpose == .check
        return try .replaying(
            session, by: deck, from: path, output: isCheck ? NullSink() : shownOutput,
            errors: isCheck ? NullSink() : host.standardError, trusted: trusts ? host : nil,
            sandbox: sandbox, version: version, executor: executor)
    }

    /// Where commands of the tape write to.
    private var shownOutput: any ByteSink {
        outputIsTerminal ? PlainSink(terminal: host.standardOutput) : host.standardOutput
    }

    /// A line of the tape, fit for a terminal.
    private func shown(_ line: String) -> String { TerminalText.plain(line) }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        _ = try? host.standardError.write(Array(text.utf8))
    }
}

extension ShellSession {
    /// A session as it was when it was recorded, which touches nothing outside of its tape.
    ///
    /// - Parameters:
    ///   - trusted: opens the tape's pipelines and files; nil for a tape that is not trusted.
    ///   - version: the current version of Snowdeck.
    ///   - log: takes the runs of recipes.
    static func replaying(
        _ session: SessionRecord, by deck: PlayingDeck, from path: String, output: any ByteSink = NullSink(),
        errors: any ByteSink = NullSink(), trusted: HostEnvironment? = nil, sandbox: Instance, version: String,
        executor: (any TaskExecutor)? = nil, log: RecipeRunLog? = nil
    ) throws(InstanceError) -> ShellSession {
        let choices = SessionChoices(reading: session.settings)
        var settings = Settings(width: session.width)
        for (name, value) in choices.settings { settings.set(name, to: value) }
        var signIn = choices.signIn
        signIn.user = session.user
        var options = SessionOptions(
            settings: settings, instance: try Instance(session.instance), signIn: signIn, sandbox: sandbox,
            sandboxUser: session.user ?? "", slot: .playing(deck, path: path), trust: trusted != nil, version: version,
            seed: session.seed)
        options.variables = choices.variables
        options.zone = ZoneRule(taped: session.zone, session.zoneRules)
        options.profile = choices.profile
        options.executor = executor
        options.recipeRuns = log
        let closed = HostEnvironment.closed(
            clock: deck.clock, standardOutput: output, standardError: errors, trusted: trusted)
        return ShellSession(host: closed, options: options)
    }
}

/// Takes bytes and forgets them.
struct NullSink: ByteSink {
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { true }
    func finish() throws(Problem) {}
}

/// A terminal that a tape is shown on. What was recorded for a file or a pipe holds values as they are, control
/// characters too; they do not reach the terminal.
struct PlainSink: ByteSink {
    let terminal: any ByteSink

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { try terminal.write(Array(TerminalText.plain(bytes).utf8)) }
    func finish() throws(Problem) { try terminal.finish() }
}
