import Workbench
import CassetteStore
import Notation
import Rendering
import Synchronization
import TapeDeck

extension Command {
    static let historyShow = Command(
        "history show", "Show the recorded answer of an earlier line",
        details: """
            The answer comes from the tape; nothing is requested. With --format the tape's session is replayed up to the
            line, without network, and the answer is shown in that format.
            """,
        arguments: [.historyLine],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session")),
        examples: [
            Example("history show 12", "the answer of line 12 as it was"),
            Example("history show 12 --format csv > found.csv", "the same answer in another format, in a file"),
        ]
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
private func replay(
    _ answer: RecordedAnswer, as format: Format, _ run: isolated Run
) async throws -> Int32 {
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
