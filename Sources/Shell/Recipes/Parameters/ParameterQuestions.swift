import ExchangeModel
import NowData
import TapeDeck

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
    func ask(in session: isolated ShellSession, _ context: CommandContext) async throws -> [String: String] {
        var values: [String: String] = [:]
        var above = form + "\n"
        for parameter in missing {
            for attempt in 1...Self.attempts {
                let question = above + parameter.name + ": "
                above = ""
                let answer: String
                do {
                    answer = try await self.answer(question, parameter, session)
                } catch is InputFailure {
                    throw notATerminal
                }
                do {
                    values[parameter.name] = try await check.value(of: answer, for: parameter, in: session, context)
                    break
                } catch let problem as Problem where problem.kind == .usage && attempt < Self.attempts {
                    above = ([problem.message] + problem.hints.map { "hint: \($0)" }).joined(separator: "\n") + "\n"
                }
            }
        }
        return values
    }

    private func answer(
        _ question: String, _ parameter: RecipeParameter, _ session: isolated ShellSession
    ) async throws -> String {
        if parameter.kind == .secret {
            return try await session.input(.secret, question) { [host = session.host] in
                let text = try await host.terminal.askSecret(question)
                host.secrets.write(text, as: "secret")
                return text
            }
        }
        let session = session
        let folder = recipe.folder
        return try await session.input(.answer, question) { [host = session.host] in
            try await host.terminal.ask(question) { typed in
                await Self.candidates(for: parameter.kind, beginning: typed, filesOf: folder, session)
            }
        }
    }

    /// Candidates for Tab; not recorded.
    private static func candidates(
        for kind: RecipeParameter.Kind, beginning typed: String, filesOf folder: String, _ session: ShellSession
    ) async -> RecordNames {
        switch kind {
        case .bool: return RecordNames([Candidate("true"), Candidate("false")])
        case .choice(let table, let column): return RecordNames(await session.choices(of: table, column: column))
        case .reference(let table, let column):
            return await session.values(of: table, column: column, beginning: typed)
        case .file:
            let files = session.host.files.contents(folder).filter { !$0.isFolder }
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
