import Workbench
import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let historyDiff = Command(
        "history diff", "Show what has changed since an earlier answer",
        details: """
            Runs the line again, records it, and compares both answers by meaning: times do not count. The exit status
            is 1 if they differ. Only lines that change nothing are run.
            """,
        arguments: [.historyLine],
        traits: Traits(isRecorded: false, inRecipes: .never("is about this session")),
        examples: [Example("history diff 12", "what has changed since line 12")]
    ) { run in
        let entry = try run.historyEntry(run.arguments)
        let answer = try RecordedAnswer(of: entry, run.tapes)
        defer { try? answer.cassette.close() }
        let again = try await askAgain(answer.command, entry, run)
        let cassette = try run.tapes.play(again.tape)
        defer { try? cassette.close() }
        guard let second = try cassette.command(again.command) else {
            throw Problem(.tape, "\(cassette.path) lacks this command.")
        }
        let drift = try TapeDrift(from: answer.command, of: answer.cassette, to: second, of: cassette)
        if answer.command.exitStatus != second.exitStatus, !again.said.isEmpty { run.notes.add(again.said) }
        let text = DriftText(of: drift)
        var result = CommandResult(.text(text.isSame ? same(drift, line: answer.command.line) : text.lines))
        result.exitStatus = text.isSame ? 0 : 1
        return result
    }
}

/// A recorded command that was run again.
private struct RepeatedCommand {
    let tape: String
    let command: Int64
    /// What it wrote to standard error.
    let said: String
}

/// Runs a line as it is on the tape, without its captures and its destination, and records it without showing it.
private func askAgain(
    _ recorded: CommandRecord, _ entry: HistoryEntry, _ run: isolated Run
) async throws -> RepeatedCommand {
    let arguments = run.arguments
    guard !run.slot.isPlaying, !run.slot.isExtending else {
        throw Problem(.refused, "The instance is not asked while the tape answers.", hints: ["tape new"])
    }
    guard entry.instance == run.instance.origin.origin else {
        throw arguments.problem(
            .refused, "Line \(entry.id) was run at \(entry.instance), not here.", at: .historyLine,
            hints: ["connect \(entry.instance)"])
    }
    try run.refuseSecret(in: recorded.line, of: entry)
    let whole: Invocation, invocation: Invocation
    do throws(ParseError) {
        whole = try Parser.parse(recorded.line)
        let end = whole.words.last?.span.upperBound ?? 0
        invocation = try Parser.parse(String(decoding: recorded.line.utf8.prefix(end), as: UTF8.self))
    } catch {
        throw error.problem(in: recorded.line)
    }
    let match = try CommandTable.match(invocation)
    guard match.command.isRepeatable, !match.asksForHelp, !Command.changes(invocation.text),
        LineEffects.of(invocation).files.isEmpty
    else {
        throw arguments.problem(
            .refused, "history diff runs only lines that read records or pages, not \(match.command.name).",
            at: .historyLine, notes: [recorded.line], hints: ["history show \(entry.id)"])
    }
    let bound = try match.bind(in: invocation.text, variables: Expansion(run.variables))
    let messages = ErrorCollector()
    let place = await run.perform(bound, invocation, hidden: messages)
    try Task.checkCancellation()
    let said = String(ASCII.trimmed(messages.text[...]))
    guard let tape = place.tape, let command = place.command else {
        throw Problem(.tape, "Line \(entry.id) was not run again.", notes: said.isEmpty ? [] : [said])
    }
    return RepeatedCommand(tape: tape, command: command, said: said)
}

private func same(_ drift: TapeDrift, line: String) -> String {
    let compared = Phrase.counted(drift.comparedExchanges, "exchange")
    let moved = drift.moved == 0 ? "" : "; \(Phrase.counted(drift.moved, "time")) moved"
    return "> \(TerminalText.plain(line))\n\(compared) compared: nothing changed\(moved).\n"
}
