import ExchangeModel
import NowSDK
import Tapes
import Workbench

extension Recipe {
    /// Every command with its line, including those of loops.
    var commands: [(text: String, line: Int)] {
        blocks.flatMap { block in
            (block.loop.map { $0.list == nil ? [($0.command, $0.line)] : [] } ?? [])
                + block.steps.map { ($0.command, $0.line) }
        }
    }
}

extension CommandMatch {
    /// The range of the command's name.
    func nameSpan(in invocation: Invocation) -> Range<Int> {
        let words = invocation.words.prefix(command.words.count)
        return (words.first?.span.lowerBound ?? 0)..<(words.last?.span.upperBound ?? 0)
    }
}

/// What a recipe may not do, found in one of its commands.
struct RecipeViolation {
    let problem: Problem
    let span: Range<Int>
    /// Whether `--trust` permits it, and whether a plan may contain it.
    var isTrusted = false, isPlanned = false

    /// All violations of a command, apart from changes that are not declared.
    static func all(of invocation: Invocation, _ match: CommandMatch, in recipe: Recipe) -> [RecipeViolation] {
        var found: [RecipeViolation] = []
        func add(_ span: Range<Int>, _ message: String, _ hints: [String] = []) {
            found.append(RecipeViolation(problem: Problem(.guardRefused, message, hints: hints), span: span))
        }
        func addUntrusted(_ span: Range<Int>, _ what: String, isPlanned: Bool) {
            add(span, "A recipe may \(what) only with --trust.", ["--trust permits it."])
            (found[found.count - 1].isTrusted, found[found.count - 1].isPlanned) = (true, isPlanned)
        }
        func check(_ span: Range<Int>, _ body: () throws(Problem) -> String) {
            do throws(Problem) { _ = try body() } catch { found.append(RecipeViolation(problem: error, span: span)) }
        }
        let command = match.command, name = match.nameSpan(in: invocation)
        let files = LineEffects.of(invocation).files, folder = RecipeFolder(of: recipe.path)
        if let refusal = RecipeRules.refusal(of: command) { add(name, refusal) }
        if case .pipeline(_, let span)? = invocation.destination {
            addUntrusted(span, "start programs", isPlanned: true)
        }
        for file in files { addUntrusted(file.span, "create files", isPlanned: true) }
        if command.traits.opensBrowser { addUntrusted(name, "open a browser", isPlanned: false) }
        var iterator = ArgumentIterator(match.words, of: match.command)
        while let part = iterator.next() {
            // Writes from the browser are authorized only by the user.
            guard case .flag(let flag, _, _, _, let words) = part, flag.name == "allow-writes",
                !command.traits.servesUntilEnded
            else { continue }
            add(
                words.first?.span ?? name, "A recipe cannot allow writes itself.",
                ["recipe run \(Quoting.word(recipe.name)) --allow-writes INSTANCE"])
        }
        for file in RecipeRules.files(namedBy: match) where file.isKnown {
            check(file.span) { () throws(Problem) in try folder.file(file.path) }
        }
        for file in files {
            guard let path = file.path else { continue }
            check(file.span) { () throws(Problem) in try folder.newFile(path) }
        }
        return found
    }
}

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
            recipe.commands.contains { text, _ in
                guard let invocation = try? Parser.parse(text) else { return false }
                let opensBrowser = (try? CommandTable.match(invocation))?.command.traits.opensBrowser ?? false
                return invocation.destination != nil || opensBrowser || !LineEffects.of(invocation).files.isEmpty
            }
        }
    }

    /// Checks all recipes and throws the first problem, with all others attached.
    func check() throws(Problem) {
        var problems: [Problem] = []
        for recipe in [main] + recipes.values.filter({ $0.path != main.path }).sorted(by: { $0.path < $1.path }) {
            for (text, line) in recipe.commands {
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
        let violation = RecipeViolation.all(of: invocation, match, in: main).first {
            !($0.isTrusted && trusts || $0.isPlanned && plans)
        }
        if let violation {
            var problem = violation.problem
            problem.source = Problem.Source(text: text, span: violation.span)
            throw problem
        }
        try RecipeGuard.declare(LineEffects.of(invocation), in: main, text)
        try instance.checkReach(of: invocation)
    }

    /// Throws if a change is not declared. Changes that depend on variables are checked when the step runs.
    static func declare(_ effects: LineEffects, in main: Recipe, _ text: String) throws(Problem) {
        let declared = main.writes.map(\.name)
        for change in effects.changes {
            guard let name = change.name, !declared.contains(name) else { continue }
            let says =
                declared.isEmpty
                ? "declares no changes" : "declares changes of \(Phrase.listed(declared, joinedBy: "and"))"
            throw Problem(
                .guardRefused, "This changes \(name), and the recipe \(says).",
                source: Problem.Source(text: text, span: change.span),
                hints: [
                    "writes: \((declared + [name]).joined(separator: ", "))   "
                        + "on a line of its own below the heading of \(main.path)"
                ])
        }
    }
}

extension Instance {
    /// Checks that a command's words send no request to another host. Words with unknown variables are checked when the
    /// step runs.
    ///
    /// - Throws: `.guardRefused` for an address of another origin.
    func checkReach(of invocation: Invocation, _ variables: Expansion = .none) throws(Problem) {
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
            guard let origin = foreignOrigin(of: text) else { continue }
            throw Problem(
                .guardRefused, "A recipe may contact only \(self), not \(origin).",
                source: Problem.Source(text: invocation.text, span: word.span))
        }
    }

    /// The origin of an absolute address, or of another host's address without a scheme; nil for a path, and for an
    /// address of this instance.
    private func foreignOrigin(of text: String) -> String? {
        let lower = text.lowercased(), hasNoScheme = text.hasPrefix("//") || text.hasPrefix("\\\\")
        guard hasNoScheme || lower.hasPrefix("http:") || lower.hasPrefix("https:") else { return nil }
        let scheme = origin.origin.prefix { $0 != ":" }
        let address = HTTPURL(hasNoScheme ? "\(scheme)://" + text.dropFirst(2) : text)?.origin
        return address == origin.origin ? nil : address
    }
}
