import ExchangeModel
package import LineEditing
import NowSDK
import TapeDeck

package struct PromptLoop: Sendable {
    private let session: ShellSession
    private let reader: any LineReader

    package init(_ session: ShellSession, reader: any LineReader) {
        self.session = session
        self.reader = reader
    }

    /// Runs to the end. A prompt ends with 0: what failed in between was said and seen.
    package func run() async -> Int32 {
        while await !session.isOver {
            switch await reader.readLine(prompt: await session.editedPrompt) {
            case .line(let text): await run(text)
            case .interrupted: continue
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

    private func run(_ text: String) async {
        guard text.utf8.contains(where: { $0 > 0x20 }) else { return }
        let history = session.options.history
        let begun = session.host.clock.now
        let entry = HistoryEntry(
            line: session.redaction.redact(line: TypedSecrets.hidden(in: text), knowing: nil), at: begun,
            instance: await session.instance.description,
            sitting: session.options.seed, tape: await session.slot.path)
        let id = history?.add(entry)
        let status = await session.run(text)
        if let id {
            history?.finish(
                id, line: await session.redacted(text), exitStatus: Int(status),
                duration: session.host.clock.now.microseconds - begun.microseconds)
        }
    }

    private func end() async -> Int32 {
        await reader.close()
        await session.write("\n")
        return 0
    }
}

extension HistoryStore: HistorySource {
    package func entries(skipping: Int, limit: Int) -> [String] { newest(limit, skipping: skipping).map(\.line) }
    package func entry(numbered number: Int64) -> String? { line(numbered: number) }
}
