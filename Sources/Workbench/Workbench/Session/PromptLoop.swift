package import CassetteStore
import ExchangeModel
package import LineEditing
import Notation
import NowSDK
import Redactors
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
                _ = await session.say(Problem(.internal, "The terminal cannot be read (error \(number))."), from: nil)
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
        return await session.inHistory(text) { await session.run(typed: text) }
    }

    private func end() async -> Int32 {
        await reader.close()
        await session.write("\n")
        return 0
    }
}

extension ShellSession {
    /// Runs a line and keeps it in the history, with the place of its answer.
    package nonisolated func inHistory(_ text: String, run: @Sendable () async -> Int32) async -> Int32 {
        let begun = host.clock.now
        let entry = HistoryEntry(
            line: redaction.redact(line: TypedSecrets.hidden(in: text), knowing: nil), at: begun,
            instance: await instance.description, session: options.seed, tape: await slot.path)
        let id = options.history?.add(entry)
        _ = running.takePaused()
        let status = await run()
        if let id {
            options.history?.finish(
                id, line: await redacted(promptState.repeated ?? text), exitStatus: Int(status),
                duration: host.clock.now.microseconds - begun.microseconds - running.takePaused(),
                answer: await answerPlace)
        }
        return status
    }
}

extension HistoryStore: HistorySource {
    package func entries(skipping: Int, limit: Int) -> [HistoryLine] {
        newest(limit, skipping: skipping).map {
            HistoryLine($0.line, instance: $0.instance, hasFailed: ($0.exitStatus ?? 0) != 0)
        }
    }

    package func entry(numbered number: Int64) -> String? { entry(number)?.line }
}

package struct ScriptRunner: Sendable {
    private let session: ShellSession
    private let name: String
    private let keepsGoing: Bool

    package init(_ session: ShellSession, name: String, keepsGoing: Bool = false) {
        self.session = session
        self.name = name
        self.keepsGoing = keepsGoing
    }

    package func run(_ text: String) async -> Int32 {
        var first: Int32 = 0
        for command in Script(text).commands {
            let status = await run(command, startingAt: command.line)
            if first == 0 { first = status }
            if await isDone(after: status) { break }
        }
        return first
    }

    /// Runs lines as they arrive, so that a program can drive the shell through a pipe.
    package func run(_ reader: any LineReader) async -> Int32 {
        var first: Int32 = 0
        var pending = "", begun = 0, number = 0
        var closers: Set<UInt8>?
        while true {
            var status: Int32 = 0
            let result = await reader.readLine(prompt: Prompt(""))
            switch result {
            case .line(let line):
                number += 1
                if pending.isEmpty { begun = number }
                pending += pending.isEmpty ? line : "\n" + line
                if let closers, !line.utf8.contains(where: closers.contains) { continue }
                closers = nil
                if Parser.mayContinue(pending) {
                    closers = Parser.closers(of: pending)
                    continue
                }
            case .end, .interrupted: break
            case .failed(let error):
                number += 1
                status = await session.say(Problem(.usage, "Nothing was run: \(error)."), from: nil)
                (pending, closers) = ("", nil)
            }
            if !pending.isEmpty {
                for command in Script(pending).commands {
                    status = await run(command, startingAt: begun + command.line - 1)
                    if await isDone(after: status) { break }
                }
                (pending, closers) = ("", nil)
            }
            if first == 0 { first = status }
            if result == .end || result == .interrupted { return first }
            if await isDone(after: status) { return first }
        }
    }

    private func run(_ command: Script.Command, startingAt line: Int) async -> Int32 {
        let place = ScriptLocation(name: name, line: line)
        switch command.invocation {
        case .success(let invocation): return await session.run(invocation, from: place)
        case .failure(let error): return await session.say(command.problem(error), from: place)
        }
    }

    private func isDone(after status: Int32) async -> Bool {
        if await session.isOver || status == Problem.Kind.interrupted.exitStatus { return true }
        return status != 0 && !keepsGoing
    }
}

/// The location of a line in a script.
package struct ScriptLocation: Sendable, Hashable {
    var name: String
    var line: Int

    package init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}

/// On a tape the location is an input of the command, like a file.
extension ScriptLocation {
    /// Records the location, because error messages contain it.
    func keep(on deck: (any Deck)?) async {
        let line = Array(String(line).utf8)
        // If the tape cannot take it, the error is reported when the command ends. A tape being played may lack it.
        _ = try? await deck?.input(.place, name) { line }
    }

    package init?(of command: CommandRecord, on cassette: Cassette) throws(CassetteError) {
        let kept = try cassette.inputs(of: command.id).last { $0.kind == InputKind.place.rawValue }
        guard let kept, let line = Int(String(decoding: kept.content, as: UTF8.self)), line > 0 else { return nil }
        self.init(name: kept.name, line: line)
    }
}
