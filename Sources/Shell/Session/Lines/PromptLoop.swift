import ExchangeModel
package import LineEditing
import NowSDK
import TapeDeck

/// Reads lines from a person and runs them, until there are no more or `quit` is typed.
package struct PromptLoop: Sendable {
    private let session: ShellSession
    private let reader: any LineReader

    /// A loop over the lines of a reader, which it closes at its end.
    package init(_ session: ShellSession, reader: any LineReader) {
        self.session = session
        self.reader = reader
    }

    /// Runs to the end. A prompt ends with 0: what failed in between was said and seen.
    package func run() async -> Int32 {
        while await !session.isOver {
            switch await reader.readLine(prompt: await session.prompt) {
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
        let begun = session.workbench.clock.now
        let entry = HistoryEntry(
            line: session.redaction.redact(line: TypedSecrets.hidden(in: text), knowing: nil), at: begun,
            instance: await session.instance.description,
            sitting: session.options.seed, tape: await session.slot.path)
        let id = history?.add(entry)
        let status = await session.run(text)
        if let id {
            history?.finish(
                id, line: await session.redacted(text), exitStatus: Int(status),
                duration: session.workbench.clock.now.microseconds - begun.microseconds)
        }
    }

    private func end() async -> Int32 {
        await reader.close()
        await session.write("\n")
        return 0
    }
}

extension ShellSession {
    /// What stands before the line: the instance, what its guard is when that lets nothing through, and the tape when it
    /// plays. An instance that asks before changes is bold, and red unless its profile has another colour.
    var prompt: Prompt {
        if case .playing(_, let path) = slot {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return Prompt("\(shortName) ⏵ \(name)> ", style: style(.bold))
        }
        if case .some(let path) = slot.path, slot.isExtending {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            return Prompt("\(shortName) ⏵+ \(name)> ", style: style(guardStyle))
        }
        return Prompt(ownPrompt.text, style: style(ownPrompt.style))
    }

    /// The prompt while no tape plays, on a terminal with colours.
    var ownPrompt: Prompt {
        let closed = writeGuard == .readOnly ? " (read-only)" : ""
        return Prompt("\(shortName)\(closed)> ", style: settings["color"] == "auto" ? guardStyle : .plain)
    }

    private var guardStyle: Prompt.Style {
        guard let colour = profile?.colour else { return isSandbox ? .bold : .warning }
        return colour.paint.map { .painted($0, isBold: writeGuard != .open) } ?? (writeGuard == .open ? .plain : .bold)
    }

    private func style(_ style: Prompt.Style) -> Prompt.Style {
        options.showsColour && settings["color"] == "auto" ? style : .plain
    }

    /// A line as it may be kept: without secrets.
    func redacted(_ line: String) -> String {
        let line = redaction.redact(line: TypedSecrets.hidden(in: line), knowing: documentSecrets)
        return slot.deck?.hidingSecrets(in: line) ?? line
    }
}

extension HistoryStore: HistorySource {
    /// The lines alone, newest first.
    package func entries(skipping: Int, limit: Int) -> [String] { newest(limit, skipping: skipping).map(\.line) }
}
