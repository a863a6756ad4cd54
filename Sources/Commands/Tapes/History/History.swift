import Workbench
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Parameter {
    fileprivate static let text = Argument<String>("text", .word("TEXT"), .optional, "Only lines that contain this")
    fileprivate static let limit = Flag<Int>(
        "limit", short: "n", .number(0...1_000_000_000), fallback: "20", "Show at most this many lines")
    fileprivate static let failed = Flag<Bool>("failed", "Only lines that failed")
    fileprivate static let writes = Flag<Bool>("writes", "Only lines that change records")
    fileprivate static let here = Flag<Bool>("here", "Only lines run at this instance")
    fileprivate static let since = Flag<String>(
        "since", .word("TIME"), "Only lines since then: today, yesterday, 2h, 3d, 2026-11-20")
    fileprivate static let output = Flag<String>(
        "output", .word("TEXT"), "Only lines whose recorded answer contains this")
}

extension Command {
    static let history = Command(
        "history", "List earlier command lines",
        details: """
            rows is how many rows or records the answer had. history show prints the answer again, history run runs the
            line again, and history diff shows what has changed since.

            --output reads the recorded answers, newest first, until -n lines are found.
            """,
        arguments: [.text],
        flags: [
            .limit,
            .failed,
            .writes,
            .here,
            .since,
            .output,
        ],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session")),
        examples: [
            Example("history", "the last 20 lines"),
            Example("history 'table create' -n 5", "the last five that created records"),
            Example("history --writes --here --since yesterday", "what was changed here since yesterday"),
            Example("history --output INC0010021", "lines whose answers contain that number"),
        ]
    ) { run in
        let store = try run.history()
        let arguments = run.arguments
        let limit = arguments[.limit] ?? 20
        let filter = HistoryFilter(
            text: arguments[.text], hasFailed: arguments[.failed],
            instance: arguments[.here] ? run.instance.description : nil,
            since: try arguments.moment(.since, now: run.now, zone: run.zone))
        var search = arguments[.output].map { AnswerSearch(for: $0, run.tapes) }
        var entries: [HistoryEntry] = []
        var last = Int64.max
        while entries.count < limit, case let batch = store.newest(200, before: last, filter), let end = batch.last {
            last = end.id
            for entry in batch where entries.count < limit {
                try Task.checkCancellation()
                if arguments[.writes], !Command.changes(run.aliases.expanded(entry.line)) { continue }
                if try search?.finds(entry) == false { continue }
                entries.append(entry)
            }
        }
        for note in [store.failure, search?.note].compactMap(\.self) { run.notes.add(note) }
        let columns = ["id", "at", "instance", "exit", "ms", "rows", "line"]
        let sandbox = run.options.sandbox
        let rows = entries.reversed().map { entry in
            let instance = try? Instance(entry.instance)
            let short = instance == sandbox ? "sandbox" : instance?.shortName
            return [
                Cell(String(entry.id)), run.cell(entry.at), Cell(entry.instance, display: short),
                Cell(entry.exitStatus.map(String.init) ?? ""), Cell(entry.duration.map { String($0 / 1000) } ?? ""),
                Cell(entry.rows.map(String.init) ?? ""), Cell(entry.line),
            ]
        }
        return CommandResult(.table(OutputTable(columns, rows)))
    }
}

extension Parameter {
    /// The number of a line in the history.
    static let historyLine = Argument<Int>("number", .number(1...Int.max), "A line's number in the history")
}

extension Run {
    func history() throws(Problem) -> HistoryStore {
        guard let store = options.history else {
            throw Problem(.refused, "There is no history outside the prompt.")
        }
        return store
    }

    /// The line of the history that a command names.
    func historyEntry(_ arguments: BoundArguments) throws(Problem) -> HistoryEntry {
        let store = try history()
        let number = arguments[.historyLine] ?? 0
        guard let entry = store.entry(Int64(number)) else {
            throw arguments.problem(
                .refused, store.failure ?? "The history has no line \(number).", at: .historyLine, hints: ["history"])
        }
        return entry
    }

    /// Throws if a line held a secret, which the history does not keep: it would run with the placeholder.
    func refuseSecret(in line: String, of entry: HistoryEntry) throws(Problem) {
        let bytes = Array(line.utf8)
        guard [Placeholder.mark, Redaction.mask].contains(where: { bytes.firstRange(of: Array($0.utf8)) != nil }) else {
            return
        }
        throw Problem(
            .refused, "Line \(entry.id) held a secret, which is not kept.", notes: [line], hints: ["edit \(entry.id)"])
    }
}
