import ExchangeModel
import Notation
import NowSDK
import Replaying
import Tapes
import Workbench

/// Checks a recipe before its first step: allowed commands, declared changes, no programs and no new files without trust.
struct RecipeGuard {
    /// The recipes by file, including those used by others.
    let recipes: [String: Recipe]
    let main: Recipe
    /// The only instance that it may contact.
    let instance: Instance
    /// Whether the user trusts it (`--trust`).
    let trusts: Bool
    /// Whether it is only planned: then nothing is created or started.
    let plans: Bool

    static func needsTrust(_ recipes: some Sequence<Recipe>) -> Bool {
        recipes.contains { recipe in
            commands(of: recipe).contains { command in
                guard let invocation = try? Parser.parse(command.text) else { return false }
                return invocation.destination != nil || isProgram(invocation)
                    || !LineEffects.of(invocation).files.isEmpty
            }
        }
    }

    /// Every command with its line, including those of loops.
    static func commands(of recipe: Recipe) -> [(text: String, line: Int)] {
        recipe.blocks.flatMap { block in
            (block.loop.map { [($0.command, $0.line)] } ?? []) + block.steps.map { ($0.command, $0.line) }
        }
    }

    private static func isProgram(_ invocation: Invocation) -> Bool {
        (try? CommandTable.match(invocation))?.command.traits.opensBrowser ?? false
    }

    /// Checks all recipes and throws the first problem, with all others attached.
    func check() throws(Problem) {
        var problems: [Problem] = []
        for recipe in [main] + recipes.values.filter({ $0.path != main.path }).sorted(by: { $0.path < $1.path }) {
            for (text, line) in RecipeGuard.commands(of: recipe) {
                do throws(Problem) {
                    try check(text)
                } catch {
                    problems.append(error.located(in: recipe.path, line: line, command: text))
                }
            }
        }
        guard var first = problems.first else { return }
        first.further = Array(problems.dropFirst().prefix(20))
        throw first
    }

    private func check(_ text: String) throws(Problem) {
        let invocation: Invocation
        do throws(ParseError) { invocation = try Parser.parse(text) } catch { throw error.problem(in: text) }
        let match = try CommandTable.match(invocation)
        let command = match.command
        func source(_ span: Range<Int>?) -> Problem.Source {
            Problem.Source(text: text, span: span ?? 0..<text.utf8.count)
        }
        let words = invocation.words.prefix(match.command.words.count)
        let called = (words.first?.span.lowerBound ?? 0)..<(words.last?.span.upperBound ?? 0)
        if let refusal = RecipeRules.refusal(of: command) {
            throw Problem(.guardRefused, refusal, source: source(called))
        }
        let effects = LineEffects.of(invocation), folder = RecipeFolder(of: main.path)
        let hints = ["--trust runs its pipelines and creates its files."]
        if case .pipeline(_, let span)? = invocation.destination, !trusts, !plans {
            throw Problem(
                .guardRefused, "A recipe may start programs only with --trust.", source: source(span), hints: hints)
        }
        if let file = effects.files.first, !trusts, !plans {
            throw Problem(
                .guardRefused, "A recipe may create files only with --trust.", source: source(file.span), hints: hints)
        }
        if command.traits.opensBrowser, !trusts {
            throw Problem(
                .guardRefused, "A recipe may open a browser only with --trust.", source: source(called),
                hints: ["--trust lets it."])
        }
        var iterator = ArgumentIterator(match.words, of: match.command)
        while let part = iterator.next() {
            guard case .flag(let flag, _, _, _, let words) = part, flag.name == "allow-writes" else { continue }
            // Writes from the browser are authorized only by the user.
            if command.traits.servesUntilEnded { continue }
            throw Problem(
                .guardRefused, "A recipe cannot allow writes itself.",
                source: source(words.first?.span),
                hints: ["recipe run \(Quoting.word(main.name)) --allow-writes INSTANCE"])
        }
        try RecipeGuard.declare(effects, in: main, text)
        try RecipeReach(instance).check(invocation)
        func check(_ span: Range<Int>, _ body: () throws(Problem) -> String) throws(Problem) {
            do throws(Problem) { _ = try body() } catch {
                var problem = error
                problem.source = source(span)
                throw problem
            }
        }
        for file in RecipeRules.files(namedBy: match) where file.isKnown {
            try check(file.span) { () throws(Problem) in try folder.file(file.path) }
        }
        for file in effects.files {
            guard let path = file.path else { continue }
            try check(file.span) { () throws(Problem) in try folder.newFile(path) }
        }
    }

    /// Throws if a change is not declared. Changes that depend on variables are checked when the step runs.
    static func declare(_ effects: LineEffects, in main: Recipe, _ text: String) throws(Problem) {
        let declared = main.writes.map(\.name)
        for change in effects.changes {
            guard let name = change.name, !declared.contains(name) else { continue }
            let line = declared.isEmpty ? "writes: \(name)" : "writes: \((declared + [name]).joined(separator: ", "))"
            let says =
                declared.isEmpty
                ? "declares no changes" : "declares changes of \(Phrase.listed(declared, joinedBy: "and"))"
            throw Problem(
                .guardRefused, "This changes \(name), and the recipe \(says).",
                source: Problem.Source(text: text, span: change.span),
                hints: ["\(line)   on a line of its own below the heading of \(main.path)"])
        }
    }
}

/// Rejects commands that would send requests to other hosts.
struct RecipeReach {
    private let instance: Instance

    init(_ instance: Instance) { self.instance = instance }

    /// Checks a command's words. Words with unknown variables are checked when the step runs.
    ///
    /// - Throws: `.guardRefused` for an address of another origin.
    func check(_ invocation: Invocation, _ variables: Expansion = .none) throws(Problem) {
        guard let match = try? CommandTable.match(invocation), match.command.traits.takesAddress else { return }
        var iterator = ArgumentIterator(match.words, of: match.command)
        var place = 0
        while let part = iterator.next() {
            guard case .argument(let word) = part else { continue }
            place += 1
            // Later words are values, which may be anything.
            guard place <= 2 else { break }
            let template = RecipeTemplate(word)
            guard template.firstUnknown(variables.value) == nil else { continue }
            let text = template.expanded(variables.value)
            guard let origin = RecipeReach.origin(of: text, like: instance), origin != instance.origin.origin else {
                continue
            }
            throw Problem(
                .guardRefused, "A recipe may contact only \(instance), not \(origin).",
                source: Problem.Source(text: invocation.text, span: word.span))
        }
    }

    /// The origin of an absolute address, or of another host's address without a scheme; nil for a path.
    private static func origin(of text: String, like instance: Instance) -> String? {
        let lower = text.lowercased()
        if lower.hasPrefix("http:") || lower.hasPrefix("https:") { return HTTPURL(text)?.origin }
        guard text.hasPrefix("//") || text.hasPrefix("\\\\") else { return nil }
        let scheme = instance.origin.origin.prefix { $0 != ":" }
        return HTTPURL("\(scheme)://" + text.dropFirst(2))?.origin
    }
}
