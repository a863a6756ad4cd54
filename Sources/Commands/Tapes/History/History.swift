import CassetteStore
import Notation
import NowSDK
import Redactors
import Rendering
import Synchronization
import TapeDeck
import Workbench

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
        "history", arguments: [.text],
        flags: [.limit, .failed, .writes, .here, .since, .output],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session"))
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
        let labels = run.labels(of: Set(entries.filter { $0.command != nil }.compactMap(\.tape)))
        let columns = ["command", "at", "instance", "exit", "ms", "rows", "line"]
        let sandbox = run.options.sandbox
        let rows = entries.reversed().map { entry in
            let instance = try? Instance(entry.instance)
            let short = instance == sandbox ? "sandbox" : instance?.shortName
            let label = entry.tape.flatMap { labels[$0] }
            return [
                Cell(entry.command.flatMap { command in label.map { "\($0):\(command)" } } ?? ""), run.cell(entry.at),
                Cell(entry.instance, display: short),
                Cell(entry.exitStatus.map(String.init) ?? ""), Cell(entry.duration.map { String($0 / 1000) } ?? ""),
                Cell(entry.rows.map(String.init) ?? ""), Cell(entry.line),
            ]
        }
        return CommandResult(.table(OutputTable(columns, rows)))
    }
}

extension Parameter {
    static let historyLine = Argument<String>("command", .word("COMMAND"), "A command on a tape: %6:12, or %:12")
}

extension Run {
    func historyEntry(_ arguments: BoundArguments) throws -> HistoryEntry {
        try historyEntry(arguments[.historyLine] ?? "", at: .historyLine)
    }

    /// Throws if a line held a secret, which the history does not keep: it would run with the placeholder.
    func refuseSecret(in line: String, of name: String) throws(Problem) {
        let bytes = Array(line.utf8)
        guard [Placeholder.mark, Redaction.mask].contains(where: { bytes.firstRange(of: Array($0.utf8)) != nil }) else {
            return
        }
        throw Problem(
            .refused, "Line \(name) held a secret, which is not kept.", notes: [line], hints: ["edit \(name)"])
    }
}

extension Command {
    static let historyShow = Command(
        "history show", arguments: [.historyLine],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session"))
    ) { run in
        let answer = try RecordedAnswer(of: run.historyEntry(run.arguments), run.tapes)
        defer { try? answer.cassette.close() }
        var result = CommandResult(.none)
        if let format = run.arguments[.format].flatMap(Format.init) {
            result.exitStatus = try await replay(answer, as: format, run)
            return result
        }
        run.tee?.beginPage()
        try answer.cassette.readOutput(of: answer.command.id, .standardOutput) { piece in
            try Task.checkCancellation()
            run.tee?.show(piece)
            return true
        }
        var messages = try answer.cassette.output(of: answer.command.id, .standardError)
        if messages.last == .lineFeed { messages.removeLast() }
        if !messages.isEmpty { run.notes.add(String(decoding: messages, as: UTF8.self)) }
        return result
    }
}

/// Replays the session of an answer silently up to its command, because earlier commands set variables and decide
/// which of several equal requests comes next, and shows the answer of that command only.
///
/// - Returns: 0 if the command ended as recorded.
private func replay(_ answer: RecordedAnswer, as format: Format, _ run: isolated Run) async throws -> Int32 {
    let deck = PlayingDeck(answer.cassette, isStrict: false, playsItself: true)
    let number = answer.command.session
    guard let recorded = try answer.cassette.sessions().first(where: { $0.id == number }) else {
        throw Problem(.tape, "\(answer.cassette.path) lacks the session of this command.")
    }
    let tee = run.tee
    tee?.beginPage()
    let output = OpenableSink { tee?.show($0) }
    let errors = OpenableSink { tee?.remark(TerminalText.plain($0)) }
    let shell = try ShellSession.replaying(
        recorded, by: deck, from: answer.cassette.path, output: output, errors: errors,
        sandbox: run.options.sandbox, version: run.options.version, executor: run.options.executor,
        format: format)
    var last: Int64 = 0
    var hasBegun = false
    while case let commands = try deck.commands(after: last, limit: 200), let end = commands.last {
        last = end.id
        for command in commands where command.session == number && command.within == nil {
            let isWanted = command.id == answer.command.id
            if isWanted || !hasBegun { try deck.move(to: command) }
            hasBegun = true
            if isWanted {
                output.open()
                errors.open()
            }
            let status = await shell.run(command.line)
            try deck.continueReplay()
            if isWanted { return Int(status) == answer.command.exitStatus ? 0 : status }
        }
    }
    throw Problem(.tape, "\(answer.cassette.path) lacks this command.")
}

/// Discards bytes until it is opened.
private final class OpenableSink: ByteSink {
    private let isOpen = Mutex(false)
    private let put: @Sendable ([UInt8]) -> Void

    init(_ put: @escaping @Sendable ([UInt8]) -> Void) { self.put = put }

    func open() { isOpen.withLock { $0 = true } }
    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        if isOpen.withLock({ $0 }) { put(bytes) }
        return true
    }
    func finish() throws(Problem) {}
}

extension Command {
    static let historyRun = Command(
        "history run", arguments: [.historyLine],
        traits: Traits(isRecorded: false, takesRest: true, inRecipes: .never("is about this session"))
    ) { run in
        let entry = try run.historyEntry(run.arguments)
        guard !runsAnother(run.aliases.expanded(entry.line)) else {
            throw run.arguments.problem(
                .refused, "Line \(entry.name) runs another line.", at: .historyLine, hints: ["history"])
        }
        try run.refuseSecret(in: entry.line, of: entry.name)
        var line = await run.meaning(of: entry.line) ?? entry.line
        if let typed = try? Parser.parse(run.arguments.line), let end = typed.words.last?.span.upperBound {
            line += String(decoding: typed.text.utf8.dropFirst(end), as: UTF8.self)
        }
        run.repeats(line)
        run.write("→ \(TerminalText.plain(line))\n")
        // The line shows its own progress.
        run.waiting?.hide(true)
        var result = CommandResult(.none)
        result.exitStatus = await run.run(line)
        return result
    }
}

/// Whether a line is `history run` itself, which could run in a circle.
private func runsAnother(_ line: String) -> Bool {
    guard let invocation = try? Parser.parse(line) else { return false }
    return (try? CommandTable.match(invocation))?.command == .historyRun
}
