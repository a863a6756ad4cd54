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
        let arguments = context.arguments
        // A number alone is an exchange of the cassette in the deck.
        let alone = arguments.has("exchange") ? nil : arguments.int("cassette")
        let cassette = try alone == nil ? cassette(session, arguments) : cassetteInDeck(session)
        guard let number = alone ?? arguments.int("exchange") else { return try overview(of: cassette) }
        guard let exchange = try cassette.exchange(Int64(number)) else {
            throw arguments.problem(
                .refused, "The tape holds no exchange \(number).", at: alone == nil ? "exchange" : "cassette",
                hints: [alone == nil ? "tape show " + Quoting.word(cassette.path) : "tape show"])
        }
        return CommandResult(.text(ExchangePage(exchange).text))
    }

    @Sendable static func dump(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let feed = DumpFeed(try cassette(session, context.arguments))
        return CommandResult(.longText(TextPieces { try await feed.next() }))
    }

    /// A line for every exchange. The address, which may be long, stands last.
    private static func overview(of cassette: Cassette) throws -> CommandResult {
        let columns = ["exchange", "epoch", "method", "status", "ms", "bytes", "address"].map(Column.init)
        let feed = OverviewFeed(cassette)
        return CommandResult(.stream(columns: columns, batches: RowBatches { try await feed.next() }))
    }
}
