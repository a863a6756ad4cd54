import ExchangeModel
import NowData
import Notation
import Rendering

/// The `graphql` commands.
enum GraphQLBodies {
    /// Reads and binds everything, checks it, and only then sends: what is a mistake of usage does nothing.
    @Sendable static func graphql(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let arguments = context.arguments
        let run = try await GraphQLRun.read(session, arguments)
        if !arguments.flag("no-validate") { try await GraphQLChecking.check(run, session, context) }
        let isPlan = arguments.flag("plan")
        if arguments.flag("all"), !isPlan { return try await GraphQLPaging.everything(run, session, context) }
        let writing = try await GraphQLWriting.read(run, session, context)
        guard !writing.records.changes.isEmpty else {
            if isPlan {
                context.notes.add("This would change nothing on \(session.shortName). Nothing was sent.")
                return CommandResult(.none)
            }
            return GraphQLResult(run, try await send(run, session), format: session.format(of: arguments))
                .result(context.notes)
        }
        if !arguments.flag("no-validate") { try writing.checkValues() }
        let plan = GraphQLPlan(writing.records).plan
        if isPlan {
            context.notes.add(plan.text(on: session.shortName))
            context.notes.add("Nothing was sent.")
            return CommandResult(.none)
        }
        try await session.authorise(plan, context)
        let answers = try await writing.send(session)
        return GraphQLResult(run, answers, format: session.format(of: arguments)).result(context.notes)
    }

    /// Sends all operations in one request. After a mutation, what is known of records counts no more, whatever came of it.
    static func send(_ run: GraphQLRun, _ session: isolated ShellSession) async throws -> [GraphQLAnswer] {
        let link = try session.connected()
        let tables = GraphQLChange.all(in: run).map { $0.record?.table }
        defer {
            // What a scripted mutation writes to is not known.
            if run.writes { session.recordsHaveChanged(in: tables.contains(nil) ? nil : tables.compactMap(\.self)) }
        }
        return try await GraphQLClient(instance: session.instance, transport: link.transport).run(run.requests)
    }
}
