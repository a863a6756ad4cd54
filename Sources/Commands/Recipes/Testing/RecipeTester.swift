import CassetteStore
import Notation
package import NowSDK
package import Rendering
import Synchronization
package import TapeDeck
package import Workbench

/// Plays a recipe's tape strictly with the recipe's current text. It sends no requests, writes nothing and is
/// independent of the calling session, so several can run in parallel.
package struct RecipeTester: Sendable {
    /// Whether a run continues after a step whose expectations fail.
    package var continuesAfterFailure = false
    private let host: HostEnvironment
    private let sandbox: Instance
    private let version: String

    package init(_ host: HostEnvironment, sandbox: Instance, version: String) {
        self.host = host
        self.sandbox = sandbox
        self.version = version
    }

    /// The result for one recorded run of a recipe.
    package struct Finding: Sendable {
        package var line: String
        package var outcome: TestReport.Outcome
        /// The new run; nil if it did not begin.
        package var run: RecipeRun?
        /// The commands that did not end or print as recorded, the run itself first.
        package var differing: [CommandComparison] = []
        /// Removed and added steps, as the lines of a diff.
        package var changes: [String] = []
    }

    /// Tests one recipe. Returns a finding for each of its recorded runs, or one that says why there are none.
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
            let problem = ProblemMapper.problem(TapeError(error))
            return broken(
                error.kind == .missing ? "It has no tape." : problem.message,
                "recipe run \(Quoting.word(name)) --record makes it.")
        }
        defer { try? cassette.close() }
        do {
            let findings = try await play(cassette, tape, path)
            if !findings.isEmpty { return findings }
            return broken("Its tape has no run of it.", "recipe run \(Quoting.word(name)) --record makes one.")
        } catch {
            return broken(ProblemMapper.problem(error).message, "")
        }
    }

    private func play(_ cassette: Cassette, _ tape: String, _ path: String) async throws -> [Finding] {
        let folder = RunFolder(of: path)
        let deck = PlayingDeck(
            cassette, isStrict: true, isChecking: true, playsItself: true,
            present: { [host] file in
                guard file.hasSuffix(Recipe.suffix), let own = folder.present(file) else { return nil }
                return try? host.files.readRegular(own)
            })
        let sessions = Dictionary(try cassette.sessions().map { ($0.id, $0) }) { first, _ in first }
        var runs: [(command: RecordedCommand, recipe: String, given: [String])] = []
        var last: Int64 = 0
        while case let commands = try deck.commands(after: last, limit: 1000), let end = commands.last {
            last = end.id
            for command in commands where command.within == nil {
                guard let run = run(command.line, path) else { continue }
                let given = given(to: run)
                // An extending run also records what it replays, so it replaces earlier runs.
                if run[.extend] { runs.removeAll { $0.given == given } }
                runs.append((command, ShellSession.recipePath(run[.recipe] ?? ""), given))
            }
        }
        var findings: [Finding] = []
        for (command, recipe, _) in runs {
            guard let session = sessions[command.session], !Task.isCancelled else { continue }
            try deck.move(to: command)
            folder.begin(recipe)
            var finding = try await play(command, of: session, deck, cassette, tape)
            finding.run?.moveFiles(folder.present)
            findings.append(finding)
        }
        return findings
    }

    private func run(_ line: String, _ path: String) -> BoundArguments? {
        guard let invocation = try? Parser.parse(line), let match = try? CommandTable.match(invocation),
            match.command == .recipeRun,
            let bound = try? match.bind(in: line, variables: Expansion(names: []) { "{{\($0)}}" })
        else { return nil }
        let name = bound[.recipe] ?? ""
        return name == path || Recipe.name(ofFile: name) == Recipe.name(ofFile: path) ? bound : nil
    }

    /// The recipe's parameters in a line.
    private func given(to run: BoundArguments) -> [String] {
        let values = run.assignments.map { "\($0.name)=\($0.value.text)" } + run[.parameter]
        return values.sorted() + (run[.params].map { ["@" + $0] } ?? [])
    }

    private func play(
        _ command: RecordedCommand, of session: SessionRecord, _ deck: PlayingDeck, _ cassette: Cassette, _ tape: String
    ) async throws -> Finding {
        let said = ByteCollector()
        let log = RecipeRunLog(continuesAfterFailure: continuesAfterFailure)
        let shell = try ShellSession.replaying(
            session, by: deck, from: tape, errors: said, sandbox: sandbox, version: version, log: log)
        let status = await shell.run(command.line)
        try deck.continueReplay()
        let run = log.take().last
        let judge = RecipeRunComparison(
            status: status, run: run, said: said.text, comparisons: try deck.takeComparisons(), command: command)
        let steps = try recorded(within: command.id, on: cassette)
        return Finding(
            line: command.line, outcome: judge.outcome(recorded: steps), run: run,
            differing: judge.comparisons.filter { !$0.isSame || !$0.misses.isEmpty }
                .sorted { $0.command.id < $1.command.id },
            changes: judge.changes(steps))
    }

    /// The steps of a command on the tape.
    private func recorded(within outer: Int64, on cassette: Cassette) throws(CassetteError) -> [CommandRecord] {
        var steps: [CommandRecord] = []
        var last = outer
        while case let batch = try cassette.commands(after: last, limit: 500), let end = batch.last {
            last = end.id
            let nesting = try Nesting.outer(of: batch, on: cassette)
            let own = batch.filter { nesting[$0.id] == outer }
            steps += own
            // Steps directly follow the command that ran them.
            if own.count < batch.count { break }
        }
        return steps
    }
}

/// The folder of the recipe under test. A tape's line may name another path, as recorded elsewhere or forged; the files
/// that are read, and that `recipe accept` changes, are the user's.
private final class RunFolder: Sendable {
    private let own: String
    private let named = Mutex("")

    init(of path: String) { own = path }

    func begin(_ recipe: String) { named.withLock { $0 = recipe } }

    /// The present file of one that the tape's recipe reads; nil if it is not in the recipe's folder.
    func present(_ file: String) -> String? {
        let named = named.withLock { $0 }
        if file == named { return own }
        let folder = Self.folder(of: named)
        let inner = file.dropFirst(folder.count)
        guard file.hasPrefix(folder), !RecipeRules.leadsOut(String(inner)) else { return nil }
        return String(Self.folder(of: own) + inner)
    }

    private static func folder(of path: String) -> Substring {
        path.lastIndex(of: "/").map { path[...$0] } ?? ""
    }
}

extension RecipeRun {
    /// Replaces the paths of its steps. Steps of other files are left out.
    fileprivate mutating func moveFiles(_ move: (String) -> String?) {
        steps = steps.compactMap { step in
            guard let path = move(step.path) else { return nil }
            var step = step
            step.path = path
            return step
        }
    }
}

struct RecipeRunComparison {
    let status: Int32
    /// Nil if the run did not begin.
    let run: RecipeRun?
    /// The run's standard error.
    let said: String
    let comparisons: [CommandComparison]
    let command: RecordedCommand

    /// - Parameter recorded: the steps on the tape.
    func outcome(recorded: [CommandRecord]) -> TestReport.Outcome {
        let changes = changes(recorded)
        if status == Problem.Kind.tape.exitStatus {
            let message =
                changes.isEmpty ? "Its tape cannot answer." : "Its steps differ from the tape, which cannot answer."
            return .broken(message, detail: lines(changes + [said]))
        }
        if status != 0 { return .failed(firstFailure, detail: lines(changes + [said])) }
        if !changes.isEmpty { return .failed("Its steps differ from the tape.", detail: lines(changes)) }
        let differing = comparisons.filter { !$0.isSame }
        guard let first = differing.first else { return .passed }
        return .failed(
            "\(Phrase.counted(differing.count, "command")) did not end or print as recorded.",
            detail: lines([first.command.line] + Finding.lines(of: first.findings, between: .tapeAndNow)))
    }

    private var firstFailure: String {
        let line = said.split(separator: "\n").first.map(String.init) ?? "It ended with exit \(status)."
        return TerminalText.plain(line)
    }

    /// Removed and added steps, as the lines of a diff.
    func changes(_ recorded: [CommandRecord]) -> [String] {
        guard let run else { return [] }
        let played = Set(comparisons.map(\.command.id))
        let gone = recorded.filter { !played.contains($0.id) }
        // After a failure the remaining steps did not run; they were not removed.
        let isCutShort = status != 0
        let added = run.steps.filter { $0.command == nil && $0.isTaped }
        return (isCutShort && added.isEmpty ? [] : gone.map { "- > \(SingleLine.of($0.line))" })
            + added.map { "+ > \(SingleLine.of($0.step.command))   (\($0.path):\($0.step.line))" }
    }

    private func lines(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
