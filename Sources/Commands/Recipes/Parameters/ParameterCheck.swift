import ExchangeModel
import Notation
import NowData
import Workbench

/// Checks a parameter's value and converts it to the stored form.
struct ParameterCheck: Sendable {
    let recipe: Recipe

    /// The value for commands: the sys_id of a referenced record, the value of a choice, or the text itself.
    ///
    /// - Throws: a usage problem that names the parameter, or the instance's error.
    func value(of text: String, for parameter: RecipeParameter, in run: isolated Run) async throws -> String {
        if let wrong = ParameterCheck.validationError(in: text, parameter.kind) {
            throw problem(parameter, wrong.0, wrong.1)
        }
        switch parameter.kind {
        case .string, .int, .bool, .date, .sysID, .query: return text
        case .reference(let table, let column):
            return try await reference(text, parameter, table, column, run)
        case .choice(let table, let column): return try await choice(text, parameter, table, column, run)
        case .file:
            let path = recipe.folder + text
            _ = try await run.readFile(path, isRegular: true)
            return path
        case .secret:
            run.host.secrets.write(text, as: "secret")
            if text.utf8.count < ParameterCheck.shortSecret {
                run.notes.add(
                    "The secret \(parameter.name) is short; a tape finds a short secret only where secrets are expected."
                )
            }
            return text
        }
    }

    /// Why a text is not valid for a type, without asking the instance; nil if it may be.
    static func validationError(in text: String, _ kind: RecipeParameter.Kind) -> (String, [String])? {
        switch kind {
        case .string: return nil
        case .int:
            let digits = text.utf8.first == .dash ? text.utf8.dropFirst() : text.utf8[...]
            let isNumber = !digits.isEmpty && digits.allSatisfy(ASCII.isDigit)
            return isNumber ? nil : ("takes a whole number, not \(shown(text))", [])
        case .bool:
            return text == "true" || text == "false" ? nil : ("takes true or false, and not \(shown(text))", [])
        case .date:
            return Timestamp(glideText: text) != nil
                ? nil : ("takes a date, not \(shown(text))", ["2025-03-03", "\"2025-03-03 08:00:00\""])
        case .sysID:
            return SysIDForm.isWritten(text) ? nil : ("takes a sys_id, 32 hexadecimal digits, not \(shown(text))", [])
        case .query:
            let parts = EncodedQuery.parts(of: text)
            return text.isEmpty || !parts.isEmpty ? nil : ("takes an encoded query", ["active=true^priority=1"])
        case .reference, .choice, .secret: return text.isEmpty ? ("is empty", []) : nil
        case .file:
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            let leads = text.isEmpty || text.hasPrefix("/") || text.hasPrefix("~") || parts.contains("..")
            return leads ? ("takes a file below the recipe's folder, not \(shown(text))", []) : nil
        }
    }

    /// Shorter secrets, in bytes, are redacted only where their place is known.
    static let shortSecret = 8

    private func reference(
        _ text: String, _ parameter: RecipeParameter, _ table: String, _ column: String, _ run: isolated Run
    ) async throws -> String {
        if SysIDForm.isWritten(text) { return text }
        guard EncodedQuery.isValidValue(text) else {
            throw problem(parameter, "is a name, which cannot contain a ^", [])
        }
        let read = TableRead(
            table, query: "\(column)=\(text)", fields: ["sys_id", column], limit: 3, display: .value, skipsCount: true)
        let rows = try await run.tables().list(read).rows
        let found = rows.compactMap(\.sysID)
        guard let first = found.first else {
            throw problem(
                parameter, "finds no record: no \(table) has the \(column) \(ParameterCheck.shown(text))",
                ["table list \(table) -q \(column)LIKE\(Quoting.word(String(text.prefix(3)))) -f \(column)"])
        }
        guard found.count == 1 else {
            throw problem(
                parameter,
                "finds several records: more than one \(table) has the \(column) \(ParameterCheck.shown(text))",
                found.map { "\(parameter.name)=\($0)" })
        }
        run.typedReferences[first] = text
        return first
    }

    private func choice(
        _ text: String, _ parameter: RecipeParameter, _ table: String, _ column: String, _ run: isolated Run
    ) async throws -> String {
        guard let known = try await run.columns(of: table).first(where: { $0.name == column }) else {
            throw problem(parameter, "takes a choice of \(table).\(column), but that column does not exist", [])
        }
        guard !known.choices.isEmpty else {
            throw problem(parameter, "takes a choice of \(table).\(column), which has none", [])
        }
        if known.choices.contains(where: { $0.value == text }) { return text }
        if case .label(let labelled) = known.read(text) { return labelled[0].value }
        let near = DidYouMean.hints(for: text, among: known.choices.map(\.label))
        let all = known.choices.map { "\($0.value) (\($0.label))" }
        throw problem(
            parameter, "takes a choice of \(table).\(column), not \(ParameterCheck.shown(text))",
            near + ["There are \(Phrase.listed(all, joinedBy: "and"))."])
    }

    /// A text, shortened for a message.
    static func shown(_ text: String) -> String { Quoting.word(text.count > 60 ? String(text.prefix(59)) + "…" : text) }

    private func problem(_ parameter: RecipeParameter, _ rest: String, _ hints: [String]) -> Problem {
        Problem(
            .usage, "\(parameter.name) \(rest).", notes: ["It is in \(recipe.path):\(parameter.line)."], hints: hints)
    }
}
