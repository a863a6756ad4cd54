package import ExchangeModel
package import LineEditing
import Notation

/// A playback as timed parts, for the screen and for a cast.
package struct Playback: Sendable, Hashable {
    package enum Pace: String, Sendable, Hashable, CaseIterable {
        case human
        /// The times of the recorded commands, with pauses of at most `maxRecorded`.
        case recorded
    }

    /// Something shown on the screen, or a position in the playback.
    package enum Part: Sendable, Hashable {
        case prompt(Prompt)
        /// Before the command of that index is typed. The label is its text on one line.
        case cue(Int, label: String)
        case typed(String)
        /// A line of the answer, with its line end.
        case answer(String)
        /// The end, after time to read the last answer.
        case end
    }

    /// A part and the pause before it.
    package struct Event: Sendable, Hashable {
        /// In microseconds, at speed 1.
        package var pause: Int64
        package var part: Part
    }

    /// The longest pause at the recorded pace, in microseconds.
    package static let maxRecorded: Int64 = 10_000_000

    package private(set) var events: [Event] = []

    package init(of tape: PlaybackTape, pace: Pace = .human) {
        var before: PlaybackTape.Command?
        for (number, command) in tape.commands.enumerated() {
            add(0, .prompt(command.prompt))
            add(command, number, after: before, pace)
            before = command
        }
        add(0, .prompt(tape.lastPrompt))
        add(before.map { Self.reading($0.answer) } ?? 0, .end)
    }

    private mutating func add(
        _ command: PlaybackTape.Command, _ number: Int, after before: PlaybackTape.Command?, _ pace: Pace
    ) {
        let label = SafeText.line(command.line, limit: 200)
        switch (pace, before) {
        case (_, nil):
            add(Self.opening, .cue(number, label: label))
            add(command.line, Self.pauses(of: command.line), enter: Self.hesitation)
        case (.human, let before?):
            add(Self.reading(before.answer), .cue(number, label: label))
            add(command.line, Self.pauses(of: command.line), enter: Self.hesitation)
        case (.recorded, let before?):
            // A command is timed at its Enter; the previous answer was shown since.
            let (between, overflow) = command.moment.microseconds.subtractingReportingOverflow(
                before.moment.microseconds)
            let whole = overflow ? Self.maxRecorded : min(max(between, 0), Self.maxRecorded)
            let pauses = Self.pauses(of: command.line, within: min(whole, Self.longestLine))
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

    // Pauses of a person typing, in microseconds.
    private static let opening: Int64 = 1_500_000
    private static let hesitation: Int64 = 350_000
    private static let latency: Int64 = 150_000
    private static let lineTime: Int64 = 15_000
    private static let longestAnswer: Int64 = 600_000
    private static let keyTime: Int64 = 50_000
    /// The longest time for a line; longer lines are typed faster.
    private static let longestLine: Int64 = 4_000_000

    /// The pause before each character of a text.
    ///
    /// - Parameter limit: the most for all of them.
    private static func pauses(of text: String, within limit: Int64 = longestLine) -> [Int64] {
        let count = text.count
        return Array(repeating: min(keyTime, max(limit, 0) / Int64(max(count, 1))), count: count)
    }

    /// How long an answer is shown before the next command, depending on its length.
    private static func reading(_ answer: String) -> Int64 {
        let lines = Int64(min(answer.utf8.count { $0 == UInt8(ascii: "\n") }, 1000))
        return min(900_000 + 280_000 * lines, 4_500_000)
    }
}

extension Playback.Part {
    /// The text for a terminal; empty for a position.
    ///
    /// - Parameter paints: whether prompts are styled.
    package func written(paints: Bool) -> String {
        switch self {
        case .prompt(let prompt): paints ? prompt.painted : Prompt(prompt.text).painted
        case .typed(let text), .answer(let text): text == "\n" ? "\r\n" : Self.withTerminalEnds(text)
        case .cue, .end: ""
        }
    }

    /// The text without styles, with `\n` as line end.
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

/// The commands of a tape with their output, ready for playback. Control characters other than tabs and line ends are
/// removed from all texts.
package struct PlaybackTape: Sendable, Hashable {
    package struct Command: Sendable, Hashable {
        package var prompt: Prompt
        /// The command; it may have several lines.
        package var line: String
        /// Standard output and standard error in the order they were written, ending with a line end.
        package var answer: String
        /// When the command was recorded.
        package var moment: Timestamp
    }

    package var title: String
    /// The start of the first session.
    package var beganAt: Timestamp
    /// The width of the terminal in cells: the widest of the sessions, 80 without a terminal.
    package var columns: Int
    package var commands: [Command]
    package var lastPrompt: Prompt
}
