package import ExchangeModel
package import LineEditing
import Notation

/// A playback as its timed parts: what both the screen and a cast are made of.
package struct Playback: Sendable, Hashable {
    package enum Pace: String, Sendable, Hashable, CaseIterable {
        case human
        /// As the commands came when they were recorded; what took longer than `mostRecorded` is cut.
        case recorded
    }

    /// Something that happens on the screen, or a place in the playback.
    package enum Part: Sendable, Hashable {
        case prompt(Prompt)
        /// The command of that number, counted from 0, is about to be typed. The label is its line, in one line.
        case cue(Int, label: String)
        case typed(String)
        /// A line of the answer appears, with its end.
        case answer(String)
        /// The end, after the last answer could be read.
        case end
    }

    /// One part with the pause before it.
    package struct Event: Sendable, Hashable {
        /// In microseconds, at the speed 1.
        package var pause: Int64
        package var part: Part
    }

    /// The longest pause of the recorded pace, in microseconds.
    package static let mostRecorded: Int64 = 10_000_000

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

    /// How long an answer is shown before the next command, by its length.
    private static func reading(_ answer: String) -> Int64 {
        let lines = Int64(min(answer.utf8.count { $0 == UInt8(ascii: "\n") }, 1000))
        return min(900_000 + 280_000 * lines, 4_500_000)
    }
}

extension Playback.Part {
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

/// A tape's commands with what each of them shows, ready to be played. All texts are fit for a terminal: control
/// characters but tabs and line ends are left out.
package struct PlaybackTape: Sendable, Hashable {
    package struct Command: Sendable, Hashable {
        /// The prompt before the line when it was typed.
        package var prompt: Prompt
        /// The line; it may have several lines.
        package var line: String
        /// What it shows: standard output and standard error in the order in which they came. Its last line has an end.
        package var answer: String
        /// When it was run, as the tape has it.
        package var moment: Timestamp
        /// What the rhythm of its typing derives from.
        package var seed: UInt64
    }

    package var title: String
    /// When its first session began.
    package var beganAt: Timestamp
    /// How wide the terminal was, in cells: the widest of its sessions, 80 for one without a terminal.
    package var columns: Int
    package var commands: [Command]
    package var lastPrompt: Prompt
}

/// Pauses between keys as a person makes them, who is quick within words and hesitates between them. The same seed gives the
/// same rhythm on every machine.
struct TypingRhythm {
    /// The longest a line takes: longer ones are typed faster.
    static let longest: Int64 = 4_000_000

    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The pause before each character of a text, in microseconds.
    ///
    /// - Parameter limit: how long all of them may take together.
    mutating func pauses(of text: String, within limit: Int64 = TypingRhythm.longest) -> [Int64] {
        var before: Character = " "
        var pauses: [Int64] = []
        for character in text {
            pauses.append(before.isLetter || before.isNumber ? draw(28_000...75_000) : draw(55_000...130_000))
            before = character
        }
        let whole = pauses.reduce(0, +)
        guard whole > limit, whole > 0 else { return pauses }
        // In whole microseconds and without the product of two of them, which could be too large.
        let share = Double(max(limit, 0)) / Double(whole)
        return pauses.map { Int64((Double($0) * share).rounded(.down)) }
    }

    private mutating func draw(_ range: ClosedRange<Int64>) -> Int64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return range.lowerBound + Int64(StableHash.mixed(state) % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
