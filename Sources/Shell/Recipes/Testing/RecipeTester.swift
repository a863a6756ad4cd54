import CassetteStore
import ExchangeModel
package import NowSDK
import Notation
import Synchronization
import TapeDeck

/// Plays a recipe's tape strictly with the recipe's present text. It sends nothing, writes nothing, and knows nothing of
/// the session that it is asked from, so any number may run at once.
package struct RecipeTester: Sendable {
    /// Whether a run goes on after a step whose expectations do not hold.
    package var goesOn = false
    private let host: HostEnvironment
    private let sandbox: Instance
    private let version: String

    /// - Parameters:
    ///   - host: where recipes and tapes are read from.
    ///   - version: the present version of Snowdeck.
    package init(_ host: HostEnvironment, sandbox: Instance, version: String) {
        self.host = host
        self.sandbox = sandbox
        self.version = version
    }

    /// What came of one recorded run of a recipe.
    package struct Finding: Sendable {
        /// The line that was recorded.
        package var line: String
        /// How the test ended.
        package var outcome: TestReport.Outcome
        /// What came of the run now; nil when it did not begin.
        package var run: RecipeRun?
    }

    /// Tests one recipe: a finding for each of its recorded runs, or one that says why there are none.
    ///
    /// - Parameter path: the recipe's file.
    package func test(_ path: String) async -> [Finding] {
        let name = Recipe.name(ofFile: path)
        func broken(_ message: String, _ detail: String) -> [Finding] {
            [Finding(line: "recipe run \(name)", outcome: .broken(message, detail: detail))]
        }
        do throws(Problem) { _ = try host.files.readRegular(path) } catch { return broken(error.message, "") }
        let tape = host.tapes.path(name)
        let cassette: Cassette
        do throws(CassetteError) { cassette = try host.tapes.play(tape) } catch {
            let problem = ProblemMaking.problem(TapeError(error))
            return broken(
                error.kind == .missing ? "It has no tape." : problem.message,
                "recipe run \(Quoting.word(name)) --record makes it.")
        }
        defer { try? cassette.close() }
        do {
            let findings = try await play(cassette, tape, path)
            if !findings.isEmpty { return findings }
            return broken("Its tape holds no run of it.", "recipe run \(Quoting.word(name)) --record makes one.")
        } catch {
            return broken(ProblemMaking.problem(error).message, "")
        }
    }

    private func play(_ cassette: Cassette, _ tape: String, _ path: String) async throws -> [Finding] {
        let deck = PlayingDeck(
            cassette, isStrict: true, isChecking: true, playsItself: true,
            present: { [host] file in
                file.hasSuffix(Recipe.suffix) ? try? host.files.readRegular(file) : nil
            })
        let sessions = Dictionary(try cassette.sessions().map { ($0.id, $0) }) { first, _ in first }
        var runs: [(command: RecordedCommand, given: [String])] = [], last: Int64 = 0
        while case let commands = try deck.commands(after: last, limit: 1000), let end = commands.last {
            last = end.id
            for command in commands where command.within == nil {
                guard let run = run(command.line, path) else { continue }
                let given = given(to: run)
                // What an extending run played stands on the tape once more, behind what the runs before it left.
                if run.flag("extend") { runs.removeAll { $0.given == given } }
                runs.append((command, given))
            }
        }
        var findings: [Finding] = []
        for (command, _) in runs {
            guard let session = sessions[command.session], !Task.isCancelled else { continue }
            try deck.move(to: command)
            findings.append(try await play(command, of: session, deck, cassette, tape))
        }
        return findings
    }

    /// A line that runs the recipe of that file, read; nil for any other.
    private func run(_ line: String, _ path: String) -> BoundArguments? {
        guard let invocation = try? Parser.parse(line), let match = try? CommandTable.match(invocation),
            match.command == .recipeRun,
            let bound = try? match.bind(in: line, variables: Expansion(names: []) { "{{\($0)}}" })
        else { return nil }
        let name = bound.string("recipe") ?? ""
        return name == path || Recipe.name(ofFile: name) == Recipe.name(ofFile: path) ? bound : nil
    }

    /// What a line gives to the recipe's parameters.
    private func given(to run: BoundArguments) -> [String] {
        let values = run.assignments.map { "\($0.name)=\($0.value.text)" } + run.strings("param")
        return values.sorted() + (run.string("params").map { ["@" + $0] } ?? [])
    }

    private func play(
        _ command: RecordedCommand, of session: SessionRecord, _ deck: PlayingDeck, _ cassette: Cassette, _ tape: String
    ) async throws -> Finding {
        let said = SaidLines(), log = RecipeRunLog(goesOn: goesOn)
        var options = try SessionOptions(
            asRecorded: session, playing: deck, from: tape, trusts: false, sandbox: sandbox, version: version,
            executor: nil)
        options.recipeRuns = log
        let shell = ShellSession(
            host: .closed(clock: deck.clock, standardOutput: NullSink(), standardError: said), options: options)
        let status = await shell.run(command.line)
        try deck.continueReplay()
        let run = log.take().last
        let judge = RecipeJudge(
            status: status, run: run, said: said.text, comparisons: try deck.takeComparisons(), command: command)
        let steps = try recorded(within: command.id, on: cassette)
        return Finding(line: command.line, outcome: judge.outcome(recorded: steps), run: run)
    }

    /// The steps of a command as they are on the tape.
    private func recorded(within outer: Int64, on cassette: Cassette) throws(CassetteError) -> [CommandRecord] {
        var steps: [CommandRecord] = [], last = outer
        while case let batch = try cassette.commands(after: last, limit: 500), let end = batch.last {
            last = end.id
            let nesting = try Nesting.outer(of: batch, on: cassette)
            let own = batch.filter { nesting[$0.id] == outer }
            steps += own
            // Steps stand directly behind what they are steps of.
            if own.count < batch.count { break }
        }
        return steps
    }
}

/// Keeps what a replayed recipe says on standard error.
private final class SaidLines: ByteSink {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    func write(_ piece: [UInt8]) throws(Problem) -> Bool {
        bytes.withLock { $0 += piece }
        return true
    }
    func finish() throws(Problem) {}
}
