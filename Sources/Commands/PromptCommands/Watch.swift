import CassetteStore
import ExchangeModel
import LineEditing
import Notation
import RecipeDocument
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let command = Argument<[String]>(
        "command", .command, .repeatedAtLeastOnce, "The command, after every and a time such as 5s or 2m")
    fileprivate static let times = Flag<Int>(
        "times", .number(1...1_000_000), fallback: "until q or Ctrl-C; required in a script",
        "End after so many rounds")
}

extension Command {
    static let watch = Command(
        "watch",
        arguments: [.command],
        flags: [.times],
        traits: Traits(
            repeats: WatchRun.commandStart,
            inRecipes: .never("repeats a command; retry 5 every 2s until … repeats a step"))
    ) { run in
        var watch = try WatchRun(run)
        return try await watch.repeated(run)
    }
}

/// Runs the rounds of a `watch`.
struct WatchRun {
    private let arguments: BoundArguments
    private let pause: Timespan
    private let line: String
    private let match: CommandMatch
    private let isOnScreen: Bool
    private var screen: WatchScreen?

    /// The index of the repeated command among the words of `watch`.
    static func commandStart(_ words: some Sequence<Word>) -> Int {
        let words = Array(words)
        if words.first?.literal?.utf8.allSatisfy(ASCII.isDigit) == true { return 1 }
        return words.first?.literal == "every" ? min(2, words.count) : 0
    }

    init(_ run: isolated Run) throws(Problem) {
        arguments = run.arguments
        let words = arguments.given(.command).map(\.word)
        let start = Self.commandStart(words)
        pause = try Self.pause(words.prefix(start), arguments)
        guard start < words.count else {
            throw Problem(.usage, "watch needs a command to repeat.", hints: ["watch every 5s table count incident"])
        }
        line = String(decoding: Array(arguments.line.utf8)[words[start].span.lowerBound...], as: UTF8.self)
        match = try CommandTable.match(Invocation(text: arguments.line, words: Array(words[start...])))
        let span = words[start].span.lowerBound..<words[words.count - 1].span.upperBound
        guard match.command.isRepeatable, !match.asksForHelp, !Command.changes(line, files: false) else {
            throw Problem(
                .usage, "watch cannot repeat \(match.command.name): it repeats commands that read records or pages.",
                source: .init(text: arguments.line, span: span))
        }
        isOnScreen =
            (run.tee.map { $0.showsProgress && $0.outputIsTerminal } ?? false) && run.host.terminal.canReadKeys
            && run.options.step == nil && run.host.variable("TERM") != "dumb" && !run.slot.isPlaying
    }

    private static func pause(_ words: ArraySlice<Word>, _ arguments: BoundArguments) throws(Problem) -> Timespan {
        guard let word = words.last, word.literal != "every" else { return Timespan(microseconds: 5_000_000) }
        let text = word.literal ?? ""
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
        guard let pause = Timespan(isNumber ? text + "s" : text), pause.microseconds >= 1_000_000 else {
            throw Problem(
                .usage, "The pause of watch is a time of at least 1s: 5s, 2m, 1h.",
                source: .init(text: arguments.line, span: word.span))
        }
        return pause
    }

    mutating func repeated(_ run: isolated Run) async throws -> CommandResult {
        let times = run.arguments[.times], terminal = run.host.terminal
        _ = try await run.input(.setting, "watch") {
            guard times != nil || terminal.canReadKeys else {
                throw Problem(.usage, "watch needs --times NUMBER here: there is no terminal to end it on.")
            }
            return ""
        }
        let end = EndSignal()
        run.running.gentleEnd = end
        defer {
            run.running.gentleEnd = nil
            screen?.close()
        }
        var result = CommandResult(.none)
        var now = run.now
        for round in 1... {
            result.exitStatus = try await show(round, at: now, run)
            if Self.isFinal(result.exitStatus) || round == times { break }
            try Task.checkCancellation()
            guard let next = try await wait(for: round + 1, end, run) else { break }
            now = next
        }
        if let screen {
            screen.close()
            self.screen = nil
            run.tee?.show(screen.last)
        }
        return result
    }

    /// Whether repeating is pointless: the line is invalid or rejected, it was interrupted, or the tape is at its end.
    private static func isFinal(_ status: Int32) -> Bool {
        [Problem.Kind.usage, .guardRefused, .interrupted, .tape, .internal].contains { $0.exitStatus == status }
    }

    /// The time of the next round; nil after the last one.
    private func wait(for round: Int, _ end: EndSignal, _ run: isolated Run) async throws -> Timestamp? {
        let name = "round \(round)", length = pause.microseconds
        do {
            let text = try await run.input(.setting, name) { [host = run.host] in
                try await host.terminal.pause(name, microseconds: length, on: host.clock, until: end)
                return end.isSignaled ? "" : String(host.clock.now.microseconds)
            }
            return Int64(text).map(Timestamp.init(microseconds:))
        } catch TapeError.noInput {
            return nil
        }
    }

    private mutating func show(_ round: Int, at now: Timestamp, _ run: isolated Run) async throws -> Int32 {
        let outer = run.tee
        let frame = WatchFrame()
        let tee = OutputTee(
            deck: nil, output: frame.output, error: frame.errors, showsProgress: false,
            outputIsTerminal: outer?.outputIsTerminal ?? false, hasColor: run.toTerminal && run.options.showsColor)
        let bound = try match.bind(in: run.arguments.line, variables: Expansion(run.variables))
        let invocation = Invocation(text: run.arguments.line, words: [])
        run.waiting?.hide(screen != nil)
        let status = await run.perform(bound, invocation, at: now, tee)
        if let failure = tee.failure { throw failure }
        guard isOnScreen else {
            try outer?.note("Round \(round), \(run.shown(now)):\n")
            try outer?.write(frame.output.bytes)
            if !frame.errors.bytes.isEmpty { try outer?.note(String(decoding: frame.errors.bytes, as: UTF8.self)) }
            return status
        }
        try outer?.record(frame.output.bytes, to: .standardOutput)
        try outer?.record(frame.errors.bytes, to: .standardError)
        run.waiting?.hide(true)
        if screen == nil { screen = WatchScreen(run.host.standardOutput) }
        let about = "every \(pause.text): \(line)"
        screen?.draw(
            frame, about, run.shown(now), width: run.settings.width ?? 80, height: run.host.terminal.height ?? 24)
        return status
    }
}

extension CompletionEngine {
    /// Completes the words before the command that `watch` repeats.
    @Sendable static func watchedValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        guard kind == .command, before.command == .watch else { return nil }
        if before.arguments.first?.literal == "every", before.arguments.count < 2 {
            return engine.offer(["5s", "30s", "1m"].map { Candidate($0) }, point, in: point.current)
        }
        let found = await engine.innerCommand(point, before)
        guard before.arguments.isEmpty else { return found }
        let every = engine.offer(
            [Candidate("every", "a time such as 5s, before the command")], point, in: point.current)
        return Completions(replacing: found.replaced, with: every.candidates + found.candidates)
    }
}
