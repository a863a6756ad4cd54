import Redactors
import ExchangeModel
package import LineEditing
import NowSDK
import Notation
import TapeDeck

package struct PromptLoop: Sendable {
    private let session: ShellSession
    private let reader: any LineReader

    package init(_ session: ShellSession, reader: any LineReader) {
        self.session = session
        self.reader = reader
    }

    /// Runs until the end of input. The status is 0, because the user has seen every error.
    package func run() async -> Int32 {
        while await !session.isOver {
            switch await reader.readLine(prompt: await session.editedPrompt) {
            case .line(let text): await runAll(text)
            case .interrupted: await session.discardInitialLine()
            case .end: return await end()
            case .failed(.unreadable(let number)):
                _ = await session.say(
                    Problem(.internal, "The terminal cannot be read (error \(number))."), from: nil)
                await reader.close()
                return Problem.Kind.internal.exitStatus
            case .failed(let error):
                _ = await session.say(Problem(.usage, "Nothing was run: \(error)."), from: nil)
            }
        }
        await reader.close()
        return 0
    }

    /// Runs what was typed. Several commands, such as a paste, are listed and confirmed one by one.
    private func runAll(_ text: String) async {
        let commands = Script(text).commands
        guard commands.count > 1 else {
            await run(text)
            return
        }
        await session.write(
            "\(commands.count) commands:\n"
                + commands.enumerated().map { "  \($0.offset + 1)  \(TerminalText.plain($0.element.text))\n" }.joined())
        var asks = true
        for (place, command) in commands.enumerated() {
            if await session.isOver { return }
            if asks {
                let question = "Run \(place + 1) of \(commands.count)? Enter runs it, s skips it, a runs all, q stops: "
                guard case .line(let answer) = await reader.readLine(prompt: Prompt(question)) else { return }
                switch answer.lowercased().filter({ !$0.isWhitespace }) {
                case "", "y", "yes": break
                case "a", "all": asks = false
                case "s", "n", "no", "skip": continue
                default: return
                }
            }
            let status = await run(command.text)
            // Later commands may depend on the failed one.
            if status != 0 { asks = true }
        }
    }

    @discardableResult
    private func run(_ text: String) async -> Int32 {
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return 0 }
        let history = session.options.history
        let begun = session.host.clock.now
        let entry = HistoryEntry(
            line: session.redaction.redact(line: TypedSecrets.hidden(in: text), knowing: nil), at: begun,
            instance: await session.instance.description,
            session: session.options.seed, tape: await session.slot.path)
        let id = history?.add(entry)
        _ = session.running.takePaused()
        let status = await session.run(typed: text)
        if let id {
            history?.finish(
                id, line: await session.redacted(session.promptState.repeated ?? text), exitStatus: Int(status),
                duration: session.host.clock.now.microseconds - begun.microseconds - session.running.takePaused(),
                answer: await session.answerPlace)
        }
        return status
    }

    private func end() async -> Int32 {
        await reader.close()
        await session.write("\n")
        return 0
    }
}

extension HistoryStore: HistorySource {
    package func entries(skipping: Int, limit: Int) -> [HistoryLine] {
        newest(limit, skipping: skipping).map {
            HistoryLine($0.line, instance: $0.instance, hasFailed: ($0.exitStatus ?? 0) != 0)
        }
    }

    package func entry(numbered number: Int64) -> String? { line(numbered: number) }
}
