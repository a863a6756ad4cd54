package import CassetteStore
import ExchangeModel
import Notation
package import NowSDK
package import TapeDeck
package import Workbench

/// Replays a cassette's commands with its recorded responses, to show them or to check that their output is the same.
package struct ReplayRunner: Sendable {
    package enum Purpose: Sendable, Hashable {
        case show
        /// Shows differences only, and plays strictly.
        case check
    }

    private let host: HostEnvironment
    private let purpose: Purpose
    private let trusts: Bool
    private let sandbox: Instance
    let version: String
    private let outputIsTerminal: Bool
    private let executor: (any TaskExecutor)?
    package var limits = ReplayBudget.Limits()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - trusts: Whether the tape's pipelines and files are opened.
    ///   - version: The current version of Snowdeck.
    ///   - executor: The executor of the commands; the runner's own saves two thread switches for each command.
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

    /// The same runner on the shared thread pool, to check several tapes in parallel.
    var onSharedThreads: ReplayRunner {
        var runner = ReplayRunner(
            host, purpose: purpose, trusts: trusts, sandbox: sandbox, version: version,
            outputIsTerminal: outputIsTerminal)
        runner.limits = limits
        return runner
    }

    /// Replays one cassette. Returns 0 if everything was as recorded, 5 if not or if the tape cannot be read; without a
    /// check, the status of the first command that failed when recorded.
    package func run(_ path: String) async -> Int32 {
        if purpose == .check {
            let report = await check(path)
            write(report.remarks)
            _ = try? host.standardOutput.say(report.summary)
            return report.exitStatus
        }
        do {
            let cassette = try host.tapes.play(path)
            var first: Int32 = 0
            let isDone = try await replay(cassette, deck(cassette), path) { _, status, _ in
                if first == 0 { first = status }
            }
            return isDone ? first : Problem.Kind.interrupted.exitStatus
        } catch {
            let problem = ProblemMapper.problem(error)
            write(ProblemText.lines(problem))
            return problem.exitStatus
        }
    }

    package func check(_ path: String) async -> ReplayReport {
        var report = ReplayReport(path: path)
        do {
            let isDone = try await comparing(path) {
                report.add($0, recordedBy: $1)
            } unfinished: {
                report.addUnfinished($0)
            } others: {
                report.add(
                    try RequestReplay(of: $0), commands: try $0.commandCount(), pipelines: $1,
                    mayLackLog: $0.mayLackLog)
            }
            if !isDone { report.problem = Problem(.interrupted, "Interrupted.") }
        } catch {
            report.problem = ProblemMapper.problem(error)
        }
        return report
    }

    /// Plays a cassette strictly. Passes on every comparison, with the version that recorded it if it is another one,
    /// and every unfinished command. False if interrupted.
    ///
    /// - Parameter others: called at the end with the tape and the number of pipelines.
    package func comparing(
        _ path: String, _ tell: (CommandComparison, String?) -> Void, unfinished: (CommandRecord) -> Void,
        others: (Cassette, Int) throws -> Void = { _, _ in }
    ) async throws -> Bool {
        let cassette = try host.tapes.play(path)
        defer { try? cassette.close() }
        let deck = deck(cassette)
        let versions = Dictionary(try cassette.sessions().map { ($0.id, $0.version) }) { first, _ in first }
        let isDone = try await replay(cassette, deck, path) { command, status, comparisons in
            guard command.exitStatus != nil else { return unfinished(command) }
            // A line that this version does not understand begins no command.
            let comparisons = try comparisons.isEmpty ? [notRun(command, status, on: cassette)] : comparisons
            let recorder = versions[command.session].flatMap { $0 == version ? nil : $0 }
            for comparison in comparisons { tell(comparison, recorder) }
        }
        try others(cassette, deck.pipelines)
        return isDone
    }

    private func notRun(
        _ command: CommandRecord, _ status: Int32, on cassette: Cassette
    ) throws(CassetteError) -> CommandComparison {
        CommandComparison(
            command: RecordedCommand(command),
            recorded: .init(
                exitStatus: command.exitStatus, standardOutput: try cassette.output(of: command.id, .standardOutput),
                standardError: try cassette.output(of: command.id, .standardError)),
            played: .init(exitStatus: Int(status), standardOutput: [], standardError: []))
    }

    private func deck(_ cassette: Cassette) -> PlayingDeck {
        let isCheck = purpose == .check
        return PlayingDeck(cassette, isStrict: isCheck, isChecking: isCheck, playsItself: true, limits: limits)
    }

    /// Runs every command of a cassette and reports how each ended. False if cancelled.
    private func replay(
        _ cassette: Cassette, _ deck: PlayingDeck, _ path: String,
        _ tell: (CommandRecord, Int32, [CommandComparison]) throws -> Void
    ) async throws -> Bool {
        let sessions = Dictionary(try cassette.sessions().map { ($0.id, $0) }) { first, _ in first }
        var last: Int64 = 0
        var shell: (session: Int64, run: ShellSession)?
        while case let commands = try cassette.commands(after: last, limit: 100), !commands.isEmpty {
            let steps = try Nesting.outer(of: commands, on: cassette)
            for command in commands {
                last = command.id
                // The steps of a recipe are run by the command that ran them.
                if steps[command.id] != nil { continue }
                if shell?.session != command.session, let session = sessions[command.session] {
                    shell = (session.id, try self.shell(for: session, deck, path))
                }
                if purpose == .show { try host.standardOutput.say("> \(command.line)\n") }
                // Only error messages contain the location.
                let place = command.exitStatus == 0 ? nil : try ScriptLocation(of: command, on: cassette)
                let status = await shell?.run.run(command.line, from: place) ?? 0
                try tell(command, status, try deck.takeComparisons())
                if Task.isCancelled { return false }
                guard let excess = deck.budget?.excess else { continue }
                // When showing, the command that exceeded the budget has reported it.
                if purpose == .show { return true }
                throw excess
            }
        }
        return true
    }

    private func shell(for session: SessionRecord, _ deck: PlayingDeck, _ path: String) throws -> ShellSession {
        let isCheck = purpose == .check
        return try .replaying(
            session, by: deck, from: path, output: isCheck ? NullSink() : shownOutput,
            errors: isCheck ? NullSink() : host.standardError, trusted: trusts ? host : nil,
            sandbox: sandbox, version: version, executor: executor)
    }

    /// Where the tape's commands write to.
    private var shownOutput: any ByteSink {
        outputIsTerminal ? PlainSink(terminal: host.standardOutput) : host.standardOutput
    }

    private func write(_ text: String) {
        guard !text.isEmpty else { return }
        _ = try? host.standardError.say(text)
    }
}

/// Removes control characters before they reach the terminal. Output that was recorded for a file or a pipe may contain
/// them.
struct PlainSink: ByteSink {
    let terminal: any ByteSink

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { try terminal.write(Array(TerminalText.plain(bytes).utf8)) }
    func finish() throws(Problem) { try terminal.finish() }
}
