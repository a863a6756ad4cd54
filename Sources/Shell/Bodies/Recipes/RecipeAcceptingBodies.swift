import NowSDK
import Notation
import Rendering
import TapeDeck

/// The command that takes what a recipe gives now for what it is expected to give.
enum RecipeAcceptingBodies {
    @Sendable static func accept(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let name = arguments.string("recipe") ?? "", path = session.recipePath(name)
        let text = try session.presentRecipeText(path)
        do throws(RecipeError) { _ = try Recipe.read(text, at: path) } catch { throw error.problem }
        let runs = try await runs(of: name, path, session, isLive: arguments.flag("live"))
        var texts: [String: String] = [:]
        for file in Set(runs.flatMap { $0.steps.map(\.path) } + [path]) {
            texts[file] = try session.presentRecipeText(file)
        }
        var taken: [AcceptedHunk] = [], left = 0, others: [String] = []
        var seen: [AcceptedHunk] = [], isOver = false
        for changes in runs.map({ AcceptedChanges($0, texts) }) {
            for other in changes.others where !others.contains(other) { others.append(other) }
            for hunk in changes.hunks {
                // Another run of the same recipe may want the same place otherwise; the first one asked has it.
                if seen.contains(where: { $0.path == hunk.path && $0.lines.overlaps(hunk.lines) || $0 == hunk }) {
                    continue
                }
                seen.append(hunk)
                if isOver {
                    left += 1
                    continue
                }
                session.write(TerminalText.plain(hunk.diff))
                let answer = try await arguments.flag("all") ? "y" : ask(session)
                isOver = answer == "q"
                if answer == "y" { taken.append(hunk) } else { left += 1 }
            }
        }
        for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
            let own = taken.filter { $0.path == file }
            guard !own.isEmpty else { continue }
            let made = AcceptedHunk.applied(own, to: text)
            // What was written has to be a recipe still.
            do throws(RecipeError) { _ = try Recipe.read(made, at: file) } catch { throw error.problem }
            try session.workbench.makeFile(file, Array(made.utf8), replacing: true)
            context.notes.add("Changed \(file) in \(Phrase.counted(own.count, "place")).")
        }
        if seen.isEmpty, others.isEmpty { context.notes.add("\(path) gives what it is expected to give.") }
        if left > 0 {
            let were = left == 1 ? "it was" : "they were"
            context.notes.add("\(Phrase.counted(left, "difference")) left as \(were).")
        }
        for other in others { context.notes.add(other) }
        let own = Quoting.word(name)
        if !taken.isEmpty {
            context.notes.add(
                arguments.flag("live")
                    ? "recipe run \(own) --record makes its tape anew."
                    : "recipe test \(own) plays it against its tape.")
        }
        return CommandResult(.none)
    }

    /// y, n or q.
    private static func ask(_ session: isolated ShellSession) async throws -> String {
        while true {
            let answer = try await session.workbench.ask("Take it? y, n, or q to end: ")
            guard let letter = answer.first.map({ String($0).lowercased() }) else { return "n" }
            if ["y", "n", "q"].contains(letter) { return letter }
        }
    }

    /// What came of the recipe: on its tape, or now.
    private static func runs(
        of name: String, _ path: String, _ session: isolated ShellSession, isLive: Bool
    ) async throws -> [RecipeRun] {
        if isLive { return [try await liveRun(of: name, session)] }
        var tester = RecipeTester(
            session.workbench, sandbox: session.options.sandbox, version: session.options.version)
        tester.goesOn = true
        let findings = await tester.test(path)
        let runs = findings.compactMap(\.run)
        if runs.isEmpty, let finding = findings.first {
            throw Problem(
                .tape, Self.message(finding.outcome),
                hints: ["recipe run \(Quoting.word(name)) --record", "recipe accept \(Quoting.word(name)) --live"])
        }
        return runs
    }

    private static func message(_ outcome: TestReport.Outcome) -> String {
        switch outcome {
        case .failed(let message, _), .broken(let message, _): message
        case .passed, .skipped: "The recipe did not run."
        }
    }

    /// Runs it against the session's own instance, on a tape of its own.
    private static func liveRun(of name: String, _ session: isolated ShellSession) async throws -> RecipeRun {
        let log = RecipeRunLog()
        var options = session.options
        options.settings = session.settings
        options.variables = [:]
        options.instance = session.instance
        options.signIn = session.signIn
        options.profile = session.profile
        options.slot = .waiting(path: nil, replacing: false)
        options.recipeRuns = log
        let shell = ShellSession(workbench: session.workbench, options: options)
        let status = await shell.run("recipe run \(Quoting.word(name)) --go-on --quiet")
        try await shell.close()
        guard let run = log.take().last else {
            throw Problem(
                .refused, "\(name) did not run (exit \(status)).", hints: ["recipe run \(Quoting.word(name))"])
        }
        return run
    }
}
