import CassetteStore
import ExchangeModel
import Notation
import TapeDeck
package import Workbench

/// Determines and checks the value of each parameter: from arguments, the environment, the default, or a prompt.
package enum RecipeParameters {
    /// The values by name. References and choices are as the instance stores them.
    ///
    /// The user is prompted for missing values; without a terminal, all of them are listed in one problem (exit 2).
    /// Invalid values are reported together, too.
    ///
    /// - Parameter given: values by name, which take precedence over the environment and defaults.
    package static func resolve(
        _ recipe: Recipe, given: [String: String], in run: isolated Run
    ) async throws -> [String: String] {
        try checkNames(given, recipe)
        var texts: [String: String] = [:]
        for parameter in recipe.parameters {
            if let text = given[parameter.name] {
                texts[parameter.name] = text
            } else if let text = try await ofEnvironment(parameter, in: run) {
                texts[parameter.name] = text
            } else if let text = parameter.fallback {
                texts[parameter.name] = text
            }
        }
        let check = ParameterCheck(recipe: recipe)
        var values: [String: String] = [:]
        var problems: [Problem] = []
        for parameter in recipe.parameters {
            guard let text = texts[parameter.name] else { continue }
            do {
                values[parameter.name] = try await check.value(of: text, for: parameter, in: run)
            } catch let problem as Problem where problem.kind == .usage {
                problems.append(problem)
            }
        }
        if var first = problems.first {
            first.further = Array(problems.dropFirst())
            throw first
        }
        let missing = recipe.parameters.filter { texts[$0.name] == nil }
        if !missing.isEmpty {
            let questions = ParameterQuestions(recipe: recipe, missing: missing, check: check)
            values.merge(try await questions.ask(in: run)) { known, _ in known }
        }
        return values
    }

    /// The values of a command line: `name=value`, `--param name=value`, and `--params FILE` with a JSON object. Values
    /// on the line take precedence over the file.
    package static func given(to recipe: Recipe, in run: isolated Run) async throws -> [String: String] {
        let arguments = run.arguments
        var given: [String: String] = [:]
        if let path = arguments[.params] { given = try await ofFile(path, recipe, run) }
        var typed = arguments.assignments.map { ($0.name, $0.value.text) }
        for text in arguments[.parameter] {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            typed.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
        }
        for (name, value) in typed {
            if recipe.parameters.contains(where: { $0.name == name && $0.kind == .secret }) {
                throw Problem(
                    .usage, "\(name) is a secret, and a line is kept in the history.",
                    hints: ["Without it you are asked; \(variable(of: name)) in the environment gives it to scripts."])
            }
            given[name] = value
        }
        return given
    }

    /// The environment variable of a parameter: `SNOWDECK_PARAM_CALLER`.
    package static func variable(of name: String) -> String {
        "SNOWDECK_PARAM_"
            + String(
                decoding: name.utf8.map { $0 == .dash ? .underscore : ASCII.isLowercaseLetter($0) ? $0 - 32 : $0 },
                as: UTF8.self)
    }

    private static func checkNames(_ given: [String: String], _ recipe: Recipe) throws(Problem) {
        let names = recipe.parameters.map(\.name)
        var problems: [Problem] = []
        for name in given.keys.sorted() where !names.contains(name) {
            var hints = DidYouMean.hints(for: name, among: names)
            if hints.isEmpty { hints = names.isEmpty ? [] : ["It takes \(Phrase.listed(names, joinedBy: "and"))."] }
            problems.append(Problem(.usage, "\(recipe.name) has no parameter \(name).", hints: hints))
        }
        guard var first = problems.first else { return }
        first.further = Array(problems.dropFirst())
        throw first
    }

    private static func ofEnvironment(_ parameter: RecipeParameter, in run: isolated Run) async throws -> String? {
        let name = variable(of: parameter.name)
        let kind: InputKind = parameter.kind == .secret ? .secret : .variable
        let found = run.host.variable(name)
        guard found != nil || run.slot.isPlaying else { return nil }
        do {
            return try await run.input(kind, name) { [secrets = run.host.secrets] in
                let text = found ?? ""
                if kind == .secret { secrets.write(text, as: "secret") }
                return text
            }
        } catch let error as TapeError where run.slot.isPlaying && error.miss == nil {
            return nil
        }
    }

    /// The members of a file's JSON object, as text. Secrets are registered before the file is recorded.
    private static func ofFile(_ path: String, _ recipe: Recipe, _ run: isolated Run) async throws -> [String: String] {
        let names = Set(recipe.parameters.filter { $0.kind == .secret }.map(\.name))
        let bytes = try await run.readFile(path) { [secrets = run.host.secrets] bytes in
            for (name, value) in (try? members(of: bytes, path)) ?? [] where names.contains(name) {
                secrets.write(value, as: "secret")
            }
        }
        return Dictionary(try members(of: bytes, path)) { _, last in last }
    }

    private static func members(of bytes: [UInt8], _ path: String) throws(Problem) -> [(String, String)] {
        let root: JSON
        do throws(JSONError) { root = JSON(try JSONDocument(bytes).root) } catch {
            throw Problem(.usage, "\(path) is not valid JSON: \(error).")
        }
        guard case .object(let members) = root else {
            throw Problem(.usage, "\(path) does not contain a JSON object.", hints: [#"{"caller": "abel.tuter"}"#])
        }
        var found: [(String, String)] = []
        for member in members {
            switch member.value {
            case .string(let text): found.append((member.name, text))
            case .number(let digits): found.append((member.name, digits))
            case .bool(let flag): found.append((member.name, flag ? "true" : "false"))
            case .null, .array, .object:
                throw Problem(.usage, "In \(path) the value of \(member.name) is not a text, number, true or false.")
            }
        }
        return found
    }
}

/// Asks for missing parameters: lists all of them first, then prompts for each.
struct ParameterQuestions {
    let recipe: Recipe
    let missing: [RecipeParameter]
    let check: ParameterCheck

    /// How often a question is repeated after an invalid answer.
    private static let attempts = 3

    /// The checked answers by name.
    ///
    /// - Throws: a usage problem that lists all missing parameters if there is no terminal.
    func ask(in run: isolated Run) async throws -> [String: String] {
        var values: [String: String] = [:]
        var above = form + "\n"
        for parameter in missing {
            for attempt in 1...Self.attempts {
                let question = above + parameter.name + ": "
                above = ""
                let answer: String
                do {
                    answer = try await self.answer(question, parameter, run)
                } catch is InputFailure {
                    throw notATerminal
                }
                do {
                    values[parameter.name] = try await check.value(of: answer, for: parameter, in: run)
                    break
                } catch let problem as Problem where problem.kind == .usage && attempt < Self.attempts {
                    above = ([problem.message] + problem.hints.map { "hint: \($0)" }).joined(separator: "\n") + "\n"
                }
            }
        }
        return values
    }

    private func answer(_ question: String, _ parameter: RecipeParameter, _ run: isolated Run) async throws -> String {
        if parameter.kind == .secret {
            return try await run.input(.secret, question) { [host = run.host] in
                let text = try await host.terminal.askSecret(question)
                host.secrets.write(text, as: "secret")
                return text
            }
        }
        let folder = recipe.folder
        return try await run.input(.answer, question) { [host = run.host] in
            try await host.terminal.ask(question) { typed in
                await Self.candidates(for: parameter.kind, beginning: typed, filesOf: folder, run)
            }
        }
    }

    /// Candidates for Tab; not recorded.
    private static func candidates(
        for kind: RecipeParameter.Kind, beginning typed: String, filesOf folder: String, _ run: Run
    ) async -> RecordNames {
        switch kind {
        case .bool: return RecordNames([Candidate("true"), Candidate("false")])
        case .choice(let table, let column): return RecordNames(await run.choices(of: table, column: column))
        case .reference(let table, let column):
            return await run.values(of: table, column: column, beginning: typed)
        case .file:
            let files = run.files.contents(folder).filter { !$0.isFolder }
            return RecordNames(files.map { Candidate($0.name) })
        case .string, .int, .date, .sysID, .query, .secret: return RecordNames([])
        }
    }

    /// All missing parameters, one per line.
    private var form: String {
        let head =
            missing.count == 1
            ? "\(recipe.name) needs a parameter:" : "\(recipe.name) needs \(missing.count) parameters:"
        return ([head] + lines.map { "  " + $0 }).joined(separator: "\n")
    }

    private var lines: [String] {
        let width = missing.map(\.name.count).max() ?? 0
        return missing.map { parameter in
            let name = parameter.name + String(repeating: " ", count: width - parameter.name.count)
            return "\(name)  \(parameter.kind.text)"
                + (parameter.description.isEmpty ? "" : ": \(parameter.description)")
        }
    }

    private var notATerminal: Problem {
        let names = missing.map(\.name)
        let open = missing.filter { $0.kind != .secret }.map { "\($0.name)=…" }
        var hints: [String] = []
        if !open.isEmpty { hints.append("recipe run \(recipe.name) \(open.joined(separator: " "))") }
        hints += missing.filter { $0.kind == .secret }.prefix(3).map {
            "\(RecipeParameters.variable(of: $0.name)) in the environment gives the secret \($0.name)."
        }
        return Problem(
            .usage,
            "\(recipe.name) needs \(Phrase.listed(names, joinedBy: "and")), and there is no terminal to ask on.",
            notes: lines, hints: hints)
    }
}
