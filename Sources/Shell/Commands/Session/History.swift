import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let history = Command(
        "history", "List earlier command lines",
        arguments: [ArgumentDefinition("text", .word("TEXT"), .optional, "Only lines that contain this")],
        flags: [
            FlagDefinition(
                "limit", short: "n", .number(0...1_000_000_000), fallback: "20", "Show at most this many lines")
        ],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session")),
        examples: [
            Example("history", "the last 20 lines"),
            Example("history 'table create' -n 5", "the last five that created records"),
        ]
    ) { session, context in
        guard let store = session.options.history else {
            throw Problem(.refused, "There is no history outside the prompt.")
        }
        let entries = store.newest(context.arguments.int("limit") ?? 20, containing: context.arguments.string("text"))
            .reversed()
        if let failure = store.failure { context.notes.add(failure) }
        let columns = ["id", "at", "instance", "exit", "ms", "line"]
        let sandbox = session.options.sandbox
        let rows = entries.map { entry in
            let instance = try? Instance(entry.instance)
            let short = instance == sandbox ? "sandbox" : instance?.shortName
            return [
                Cell(String(entry.id)), session.cell(entry.at), Cell(entry.instance, display: short),
                Cell(entry.exitStatus.map(String.init) ?? ""), Cell(entry.duration.map { String($0 / 1000) } ?? ""),
                Cell(entry.line),
            ]
        }
        return CommandResult(.table(Table(columns, rows)))
    }
}
