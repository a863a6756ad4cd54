import NowData
import Notation
import Rendering

extension TableBodies {
    @Sendable static func count(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let asked = try CountQuestion(arguments)
        let check = try await QueryCheck(
            flags: ["by"] + Aggregation.Function.allCases.map(\.rawValue), session, context)
        let question = asked.asking(check.sent)
        let link = try session.connected()
        let counts: [TableCount]
        do throws(RequestFailure) {
            counts = try await link.tables.count(question.aggregation)
        } catch {
            guard case .refused(let refusal) = error, refusal.kind == .forbidden else { throw error }
            throw closed(refusal, question, arguments)
        }
        let foundNothing = counts.isEmpty && question.aggregation.bounds.isEmpty || counts.first?.count == 0
        try await check.note(rows: nil, foundNothing: foundNothing, session, context)
        if question.isPlain, !session.format(of: arguments).isForPrograms {
            return CommandResult(.text(String(counts.first?.count ?? 0))) { question.json(counts) }
        }
        if counts.isEmpty {
            context.notes.add(question.aggregation.bounds.isEmpty ? "No record found." : "No group is like that.")
        }
        return CommandResult(question.output(counts)) { question.json(counts) }
    }

    /// An instance counts only for those who may read every record; a list says how many there are all the same.
    private static func closed(
        _ refusal: InstanceRefusal, _ question: CountQuestion, _ arguments: BoundArguments
    ) -> Problem {
        let asked = question.aggregation
        let query = asked.query.map { " -q " + Quoting.word($0) } ?? ""
        return arguments.problem(
            .refused, refusal.description + ".", at: "table",
            notes: ["An instance counts and groups only for those who may read every record of the table."],
            hints: ["table list \(Quoting.word(asked.table))\(query) -n 1" + " says how many there are."])
    }
}
