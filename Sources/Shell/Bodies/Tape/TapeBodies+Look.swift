import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

/// The `tape` commands that look into a cassette.
extension TapeBodies {
    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let cassette = try cassette(session, context.arguments)
        guard let number = context.arguments.int("exchange") else { return try overview(of: cassette) }
        guard let exchange = try cassette.exchange(Int64(number)) else {
            throw context.arguments.problem(
                .refused, "The tape holds no exchange \(number).", at: "exchange", hints: ["tape show"])
        }
        return CommandResult(.text(ExchangePage(exchange).text))
    }

    @Sendable static func dump(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let feed = DumpFeed(try cassette(session, context.arguments))
        return CommandResult(.longText(TextPieces { try await feed.next() }))
    }

    @Sendable static func audit(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let cassette = try cassette(session, context.arguments)
        let audit = Audit(of: cassette, secrets: session.workbench.secrets)
        let counted = Phrase.counted(audit.exchanges, "exchange")
        if audit.findings.isEmpty { return CommandResult(.text("\(cassette.path): \(counted), no secret found.")) }
        throw Problem(
            .tape,
            "\(cassette.path): \(Phrase.counted(audit.findings.count, "finding"))\(audit.isCapped ? ", the rest was not looked at" : "") in \(counted).",
            notes: audit.findings.map(\.description),
            hints: ["Record it anew with this version of Snowdeck, and do not share this file."])
    }

    /// A line for every exchange. The address, which may be long, stands last.
    private static func overview(of cassette: Cassette) throws -> CommandResult {
        let columns = ["exchange", "epoch", "method", "status", "ms", "bytes", "address"].map(Column.init)
        let feed = OverviewFeed(cassette)
        return CommandResult(.stream(columns: columns, batches: RowBatches { try await feed.next() }))
    }
}
