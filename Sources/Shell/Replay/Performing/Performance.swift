import ExchangeModel
package import LineEditing
import Notation

/// A performance as its timed parts: what both the screen and a cast are made of.
package struct Performance: Sendable, Hashable {
    /// How long its pauses are.
    package enum Pace: String, Sendable, Hashable, CaseIterable {
        /// So that one can read along.
        case human
        /// As the commands came when they were recorded; what took longer than `mostRecorded` is cut.
        case recorded
    }

    /// Something that happens on the screen, or a place in the performance.
    package enum Part: Sendable, Hashable {
        /// A prompt appears.
        case prompt(Prompt)
        /// The command of that number, counted from 0, is about to be typed. The label is its line, in one line.
        case cue(Int, label: String)
        /// A character is typed, or Enter.
        case typed(String)
        /// A line of the answer appears, with its end.
        case answer(String)
        /// The last prompt has stood long enough.
        case end
    }

    /// One part with the pause before it.
    package struct Event: Sendable, Hashable {
        /// In microseconds, at the speed 1.
        package var pause: Int64
        /// What comes then.
        package var part: Part
    }

    /// The longest pause of the recorded pace, in microseconds.
    package static let mostRecorded: Int64 = 10_000_000

    /// In their order.
    package private(set) var events: [Event] = []

    /// The performance of a tape.
    package init(of tape: PerformedTape, pace: Pace = .human) {
        var before: PerformedTape.Command?
        for (number, command) in tape.commands.enumerated() {
            add(0, .prompt(command.prompt))
            add(command, number, after: before, pace)
            before = command
        }
        add(0, .prompt(tape.lastPrompt))
        add(before.map { Self.reading($0.answer) } ?? 0, .end)
    }

    private mutating func add(
        _ command: PerformedTape.Command, _ number: Int, after before: PerformedTape.Command?, _ pace: Pace
    ) {
        var rhythm = TypingRhythm(seed: command.seed)
        let label = SafeText.line(command.line, limit: 200)
        switch (pace, before) {
        case (_, nil):
            add(Self.opening, .cue(number, label: label))
            add(command.line, rhythm.pauses(of: command.line), enter: Self.hesitation)
        case (.human, let before?):
            add(Self.reading(before.answer), .cue(number, label: label))
            add(command.line, rhythm.pauses(of: command.line), enter: Self.hesitation)
        case (.recorded, let before?):
            // A command's time is that of its Enter, and the answer of the one before came in between.
            let (between, overflow) = command.moment.microseconds.subtractingReportingOverflow(
                before.moment.microseconds)
            let whole = overflow ? Self.mostRecorded : min(max(between, 0), Self.mostRecorded)
            let pauses = rhythm.pauses(of: command.line, within: min(whole, TypingRhythm.longest))
            add(whole - pauses.reduce(0, +), .cue(number, label: label))
            add(command.line, pauses, enter: 0)
        }
        let lines = command.answer.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for (index, line) in lines.enumerated() {
            let pause = index == 0 ? Self.latency : min(Self.lineTime, Self.longestAnswer / Int64(lines.count))
            add(pace == .recorded ? 0 : pause, .answer(line + "\n"))
        }
    }

    private mutating func add(_ line: String, _ pauses: [Int64], enter: Int64) {
        for (character, pause) in zip(line, pauses) { add(pause, .typed(String(character))) }
        add(enter, .typed("\n"))
    }

    private mutating func add(_ pause: Int64, _ part: Part) { events.append(Event(pause: pause, part: part)) }

    // What pauses a person makes, in microseconds.
    private static let opening: Int64 = 1_500_000
    private static let hesitation: Int64 = 350_000
    private static let latency: Int64 = 150_000
    private static let lineTime: Int64 = 15_000
    private static let longestAnswer: Int64 = 600_000

    /// How long an answer stands before the next command: the longer, the longer, until nobody would wait.
    private static func reading(_ answer: String) -> Int64 {
        let lines = Int64(min(answer.utf8.count { $0 == UInt8(ascii: "\n") }, 1000))
        return min(900_000 + 280_000 * lines, 4_500_000)
    }
}

extension Performance.Part {
    /// What is written to a terminal for it; nothing for a place.
    ///
    /// - Parameter paints: whether prompts are set off.
    package func written(paints: Bool) -> String {
        switch self {
        case .prompt(let prompt): paints ? prompt.painted : Prompt(prompt.text).painted
        case .typed(let text), .answer(let text): text == "\n" ? "\r\n" : Self.withTerminalEnds(text)
        case .cue, .end: ""
        }
    }

    /// The same without anything that sets it off, with `\n` for line ends.
    var plain: String {
        switch self {
        case .prompt(let prompt): prompt.text
        case .typed(let text), .answer(let text): text
        case .cue, .end: ""
        }
    }

    private static func withTerminalEnds(_ text: String) -> String {
        guard text.utf8.last == UInt8(ascii: "\n") else { return text }
        return text.dropLast() + "\r\n"
    }
}
