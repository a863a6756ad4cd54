import NowSDK
import Notation

/// What a recipe is held to before its first step: commands from a list, changes that are declared, no programs.
struct RecipeGuard {
    /// The recipes by file, used ones included.
    let recipes: [String: Recipe]
    /// The one that was named.
    let main: Recipe
    /// The only one that it reaches.
    let instance: Instance
    /// Whether the user trusts it: `--trust`.
    let trusts: Bool

    /// Whether anything in it needs trust.
    static func needsTrust(_ recipes: some Sequence<Recipe>) -> Bool {
        recipes.contains { recipe in
            commands(of: recipe).contains { command in
                guard let invocation = try? Parser.parse(command.text) else { return false }
                return invocation.destination != nil || isProgram(invocation)
            }
        }
    }

    /// Every command with its line, those of loops included.
    static func commands(of recipe: Recipe) -> [(text: String, line: Int)] {
        recipe.blocks.flatMap { block in
            (block.loop.map { [($0.command, $0.line)] } ?? []) + block.steps.map { ($0.command, $0.line) }
        }
    }

    private static func isProgram(_ invocation: Invocation) -> Bool {
        (try? CommandTable.match(invocation))?.command.traits.opensBrowser ?? false
    }

    /// Looks at everything and throws the first breach, with all others behind it.
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
        if let destination = invocation.destination, !trusts {
            switch destination {
            case .pipeline(_, let span):
                throw Problem(
                    .guardRefused, "A recipe starts no program, unless you trust it.", source: source(span),
                    hints: ["--trust runs its pipelines and writes its files."])
            case .file(_, _, let span):
                throw Problem(
                    .guardRefused, "A recipe redirects nothing into files, unless you trust it.", source: source(span),
                    hints: ["--trust runs its pipelines and writes its files."])
            }
        }
        if command.traits.opensBrowser, !trusts {
            throw Problem(
                .guardRefused, "A recipe opens no browser, unless you trust it.", source: source(called),
                hints: ["--trust lets it."])
        }
        var walk = ArgumentWalk(match.words, of: match.command)
        while let part = walk.next() {
            guard case .flag(let flag, _, _, _, let words) = part, flag.name == "allow-writes" else { continue }
            // What may be changed is for whoever runs it to say, and no recipe's business.
            if command == .pageBrowse { continue }
            throw Problem(
                .guardRefused, "A recipe does not say itself that writes are allowed.",
                source: source(words.first?.span),
                hints: ["recipe run \(Quoting.word(main.name)) --allow-writes INSTANCE"])
        }
        try RecipeGuard.declare(RecipeEffects.of(invocation), in: main, text)
        try RecipeReach(instance).check(invocation)
        for (file, span) in RecipeGuard.files(of: match) {
            do throws(Problem) {
                _ = try RecipeFolder(of: main.path).file(file)
            } catch {
                var problem = error
                problem.source = source(span)
                throw problem
            }
        }
    }

    /// Refuses changes that the recipe does not declare; those that are not known yet are let through and judged anew.
    static func declare(_ effects: RecipeEffects, in main: Recipe, _ text: String) throws(Problem) {
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

    /// The files that are named in so many words: `@body.json`, `text=@note.txt`, `--out report.pdf`.
    private static func files(of match: CommandMatch) -> [(name: String, span: Range<Int>)] {
        var files: [(String, Range<Int>)] = []
        var arguments = match.command.arguments[...]
        func add(_ word: Word, isFile: Bool) {
            guard let text = word.literal else { return }
            let bare = word.barePrefix
            if isFile {
                files.append((text, word.span))
            } else if bare.hasPrefix("@") {
                files.append((String(text.dropFirst()), word.span))
            } else if let sign = bare.firstIndex(of: "="), bare[sign...].hasPrefix("=@") {
                files.append((String(text.drop { $0 != "=" }.dropFirst(2)), word.span))
            }
        }
        var walk = ArgumentWalk(match.words, of: match.command)
        while let part = walk.next() {
            switch part {
            case .argument(let word):
                add(word, isFile: arguments.first?.kind == .file)
                if !(arguments.first?.isRepeated ?? false) { arguments = arguments.dropFirst() }
            case .flag(let flag, _, let values, _, _):
                for (kind, word) in zip(flag.values, values) { add(word, isFile: kind == .file) }
            case .unknownFlag, .end: break
            }
        }
        return files
    }
}
