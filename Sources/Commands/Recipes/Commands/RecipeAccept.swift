import Notation
import Rendering
import Workbench

extension Parameter {
    fileprivate static let all = Flag<Bool>("all", "Accept every difference without asking")
    fileprivate static let live = Flag<Bool>("live", "Run the recipe now instead of replaying its tape")
}

extension Command {
    static let recipeAccept = Command(
        "recipe accept", arguments: [.recipe],
        flags: [.all, .live],
        traits: Traits(isRecorded: false, inRecipes: .never("is about recipes"))
    ) { run in
        let arguments = run.arguments
        let name = arguments[.recipe] ?? "", path = run.recipePath(name)
        let text = try run.currentRecipeText(path)
        do throws(RecipeError) { _ = try Recipe.read(text, at: path) } catch { throw error.problem }
        try run.refuseLinks(path)
        let runs = try await runs(of: name, path, run, isLive: arguments[.live])
        var texts: [String: String] = [:]
        for file in Set(runs.flatMap { $0.steps.map(\.path) } + [path]) {
            texts[file] = try run.currentRecipeText(file)
        }
        var taken: [AcceptedHunk] = [], left = 0, others: [String] = []
        var seen: [AcceptedHunk] = [], isOver = false
        for changes in runs.map({ AcceptedChanges($0, texts) }) {
            for other in changes.others where !others.contains(other) { others.append(other) }
            for hunk in changes.hunks {
                // Another run of the same recipe may change the same lines differently; the first change wins.
                if seen.contains(where: { $0.path == hunk.path && $0.lines.overlaps(hunk.lines) || $0 == hunk }) {
                    continue
                }
                seen.append(hunk)
                if isOver {
                    left += 1
                    continue
                }
                run.write(TerminalText.plain(hunk.diff))
                let answer: Character =
                    try await arguments[.all]
                    ? "y"
                    : run.choice(
                        "Take it? y, n, or q to end: ", of: "ynq", withoutTerminal: "--all accepts every difference.")
                isOver = answer == "q"
                if answer == "y" { taken.append(hunk) } else { left += 1 }
            }
        }
        for (file, text) in texts.sorted(by: { $0.key < $1.key }) {
            let own = taken.filter { $0.path == file }
            guard !own.isEmpty else { continue }
            let made = AcceptedHunk.applied(own, to: text)
            // Used recipes lie beside it, as when it runs.
            if file != path { try RecipeFolder(of: path).refuseLinks(file, file, among: run.files) }
            // The result must be the same steps with other expectations.
            let isSame: Bool
            do throws(RecipeError) {
                isSame = try Recipe.read(made, at: file).actions == Recipe.read(text, at: file).actions
            } catch { throw error.problem }
            guard isSame else { throw Problem(.refused, "\(file) would get other steps, so it was not changed.") }
            try run.files.make(file, Array(made.utf8), replacing: true)
            run.notes.add("Changed \(file) in \(Phrase.counted(own.count, "place")).")
        }
        if seen.isEmpty, others.isEmpty { run.notes.add("\(path) already meets its expectations.") }
        if left > 0 {
            let were = left == 1 ? "it was" : "they were"
            run.notes.add("\(Phrase.counted(left, "difference")) left as \(were).")
        }
        for other in others { run.notes.add(other) }
        let own = Quoting.word(name)
        if !taken.isEmpty {
            run.notes.add(
                arguments[.live]
                    ? "recipe run \(own) --record records its tape again."
                    : "recipe test \(own) plays it against its tape.")
        }
        return CommandResult(.none)
    }
}

private func runs(of name: String, _ path: String, _ run: isolated Run, isLive: Bool) async throws -> [RecipeRun] {
    if isLive { return [try await liveRun(of: name, run)] }
    var tester = RecipeTester(run.host, sandbox: run.options.sandbox, version: run.options.version)
    tester.continuesAfterFailure = true
    let findings = await tester.test(path)
    let runs = findings.compactMap(\.run)
    if runs.isEmpty, let finding = findings.first {
        throw Problem(
            .tape, message(finding.outcome),
            hints: ["recipe run \(Quoting.word(name)) --record", "recipe accept \(Quoting.word(name)) --live"])
    }
    return runs
}

private func message(_ outcome: TestReport.Outcome) -> String {
    switch outcome {
    case .failed(let message, _), .broken(let message, _): message
    case .passed, .skipped: "The recipe did not run."
    }
}

/// Runs the recipe against the session's own instance, on a separate tape.
private func liveRun(of name: String, _ run: isolated Run) async throws -> RecipeRun {
    let log = RecipeRunLog()
    var options = run.options
    options.settings = run.settings
    options.variables = [:]
    options.instance = run.instance
    options.signIn = run.signIn
    options.profile = run.profile
    options.slot = .waiting(path: nil, replacing: false)
    options.log = log
    let shell = ShellSession(host: run.host, options: options)
    let status = await shell.run("recipe run \(Quoting.word(name)) --go-on --quiet")
    try await shell.close()
    guard let run = log.take().last else {
        throw Problem(.refused, "\(name) did not run (exit \(status)).", hints: ["recipe run \(Quoting.word(name))"])
    }
    return run
}
