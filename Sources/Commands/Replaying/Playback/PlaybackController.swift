package import ExchangeModel
package import LineEditing
import Rendering
import Synchronization

/// Plays on a terminal, controlled by keys.
package struct PlaybackController {
    package enum Ending: Sendable, Hashable {
        case done
        case quit
        case interrupted
        /// The terminal is gone, or the program is being terminated.
        case ended(signal: Int32?)
    }

    private enum Action {
        case waits, proceeds, moved
        case over(Ending)
    }

    private let events: [Playback.Event]
    private let keys: any PlaybackKeys
    private let clock: any Clock
    private let steps: Bool
    private var screen: PlaybackScreen
    private var speed: Double
    private var isPaused = false
    private var place = 0
    /// Overrides the pause before the current part, after the user went back to it.
    private var pause: Int64?
    /// The message after the cursor, and until when it is shown.
    private var said: (forms: [String], until: Timestamp)?

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - keys: Waits and reads keys; uses the same clock.
    ///   - speed: A factor of the playback's pace.
    ///   - steps: Whether each command waits for a key.
    ///   - paints: Whether to use colors.
    package init(
        _ playback: Playback, on terminal: any PlaybackTerminal, keys: any PlaybackKeys, clock: any Clock,
        speed: Double = 1, steps: Bool = false, paints: Bool = true
    ) {
        events = playback.events
        self.keys = keys
        self.clock = clock
        self.steps = steps
        self.speed = speed
        screen = PlaybackScreen(terminal: terminal, paints: paints)
    }

    /// Plays to the end, or until the user quits. The cursor is then at the beginning of a line.
    package mutating func run() async -> Ending {
        defer { screen.leave() }
        while place < events.count {
            let event = events[place]
            let left = pause ?? event.pause
            pause = nil
            switch await wait(left, before: event.part) {
            case .over(let ending): return ending
            case .moved: continue
            case .waits, .proceeds:
                place += 1
                screen.show(event.part)
                if let said, clock.now < said.until { screen.remark(said.forms) }
            }
        }
        return .done
    }

    /// Waits for a time or for a key.
    private mutating func wait(_ pause: Int64, before part: Playback.Part) async -> Action {
        var left = pause
        let needsKey = if case .cue = part { steps } else { false }
        if case .cue(0, _) = part { screen.remark(needsKey ? Self.stepHelp : Self.help) }
        while true {
            if isPaused { screen.remark(Self.paused) }
            let isOpen = isPaused || needsKey
            let began = clock.now
            guard let key = await keys.next(within: isOpen ? nil : Int64((Double(left) / speed).rounded())) else {
                return .proceeds
            }
            if !isOpen {
                let passed = Double(clock.now.microseconds - began.microseconds) * speed
                left = max(0, min(left, left - Int64(passed.rounded())))
            }
            switch action(for: key, before: part, needsKey: needsKey) {
            case .waits: continue
            case let action:
                if needsKey { isPaused = false }
                return action
            }
        }
    }

    private mutating func action(for key: TerminalKey, before part: Playback.Part, needsKey: Bool) -> Action {
        switch key {
        case .interrupted: return .over(.interrupted)
        case .ended(let signal): return .over(.ended(signal: signal))
        case .resized, .continued:
            screen.redraw(events[..<place].lazy.map(\.part))
            return .waits
        case .left:
            goBack()
            return .moved
        case .up, .character("+"), .character("="): return changeSpeed(to: Self.speeds.first { $0 > speed })
        case .down, .character("-"), .character("_"): return changeSpeed(to: Self.speeds.last { $0 < speed })
        case .character("q"), .character("Q"): return .over(.quit)
        case .right:
            if needsKey || (!isPaused && part.isStop) { return .proceeds }
            complete()
            return .moved
        case .character(" "):
            if needsKey { return .proceeds }
            isPaused.toggle()
            if !isPaused { screen.hideRemark() }
            return .waits
        case .character: return needsKey ? .proceeds : .waits
        }
    }

    /// Shows the rest of the command at once, up to the next one.
    private mutating func complete() {
        repeat {
            screen.show(events[place].part)
            place += 1
        } while place < events.count && !events[place].part.isStop
    }

    /// Goes back to the start of the current command; at its start, to the previous one.
    private mutating func goBack() {
        let begun = events[..<place].dropLast().lastIndex { $0.part.isStop }
        place = begun ?? events.firstIndex { $0.part.isStop } ?? 0
        screen.redraw(events[..<place].lazy.map(\.part))
        pause = Self.breath
    }

    private mutating func changeSpeed(to next: Double?) -> Action {
        speed = next ?? speed
        let text = speed == speed.rounded() ? String(Int(speed)) : String(speed)
        said = (["(speed \(text))"], clock.now.advanced(bySeconds: 1))
        screen.remark(["(speed \(text))"])
        return .waits
    }

    /// The pause before a command after the user went back to it, in microseconds.
    private static let breath: Int64 = 1_000_000
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100]
    private static let help = [
        "(space pauses, arrows go on and back, + and - set the speed, q ends)", "(space pauses, q ends)",
    ]
    private static let stepHelp = [
        "(any key: next, left arrow: back, + and -: speed, q: quit)", "(any key: next, q: quit)",
    ]
    private static let paused = ["(paused: space resumes, right arrow shows the next command)", "(paused)"]
}

extension Playback.Part {
    /// Whether the keys can go to this part.
    fileprivate var isStop: Bool {
        switch self {
        case .cue, .end: true
        case .prompt, .typed, .answer: false
        }
    }
}

package protocol PlaybackTerminal: Sendable {
    /// Its current size in cells.
    var size: (columns: Int, rows: Int) { get }
    func write(_ text: String)
}

extension TerminalKeys: PlaybackTerminal {}

/// The screen during a playback: the lines so far, and sometimes a message after the cursor.
struct PlaybackScreen {
    let terminal: any PlaybackTerminal
    let paints: Bool
    /// The text of the cursor's line.
    private(set) var line = ""
    /// The width of the visible message.
    private(set) var remarkWidth = 0

    mutating func show(_ part: Playback.Part) {
        hideRemark()
        terminal.write(part.written(paints: paints))
        line = Self.lastLine(line + part.plain)
    }

    /// Clears the screen and shows the last parts that fit.
    mutating func redraw(_ parts: some Sequence<Playback.Part>) {
        remarkWidth = 0
        var text = ""
        var plain = ""
        for part in parts {
            text += part.written(paints: paints)
            plain += part.plain
        }
        // Each line takes at least one row; earlier ones would only scroll by.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).suffix(terminal.size.rows)
        terminal.write("\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\r\n"))
        line = Self.lastLine(plain)
    }

    /// Shows a message after the cursor, in the first form that fits. It is ASCII.
    mutating func remark(_ forms: [String]) {
        hideRemark()
        let columns = terminal.size.columns
        let width = DisplayWidth.of(line.replacing("\t", with: "        "))
        // After a full row, the position of the cursor depends on the terminal.
        guard width == 0 || width % columns != 0 else { return }
        guard let form = forms.first(where: { width % columns + 2 + $0.utf8.count < columns }) else { return }
        terminal.write(paints ? "\u{1B}[2m  \(form)\u{1B}[0m" : "  \(form)")
        remarkWidth = form.utf8.count + 2
    }

    mutating func hideRemark() {
        guard remarkWidth > 0 else { return }
        terminal.write(String(repeating: "\u{8}", count: remarkWidth) + "\u{1B}[K")
        remarkWidth = 0
    }

    /// Moves the cursor to the beginning of a line.
    mutating func leave() {
        hideRemark()
        if !line.isEmpty { terminal.write("\r\n") }
        line = ""
    }

    private static func lastLine(_ text: String) -> String {
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return text }
        return String(text[text.utf8.index(after: end)...])
    }
}

package protocol PlaybackKeys: Sendable {
    /// The next key; nil after so many microseconds. Without a limit it waits forever.
    func next(within microseconds: Int64?) async -> TerminalKey?
}

/// Keys and time-outs by a clock. Only one caller waits at a time.
package final class TimedKeys: PlaybackKeys {
    private enum Event {
        case key(TerminalKey)
        /// The wait of that number timed out.
        case due(Int)
    }

    private struct State {
        var waits = 0
        var events: [Event] = []
        var waiter: CheckedContinuation<Event, Never>?
    }

    private let clock: any Clock
    private let state = Mutex(State())

    package init(_ clock: any Clock) { self.clock = clock }

    package func press(_ key: TerminalKey) { send(.key(key)) }

    package func next(within microseconds: Int64?) async -> TerminalKey? {
        if let microseconds, microseconds <= 0 { return pressedAlready() }
        let wait = state.withLock { state in
            state.waits += 1
            return state.waits
        }
        let clock = clock
        let timer = microseconds.map { pause in
            Task {
                do { try await clock.sleep(microseconds: pause) } catch { return }
                self.send(.due(wait))
            }
        }
        defer { timer?.cancel() }
        while true {
            switch await nextEvent() {
            case .key(let key): return key
            case .due(wait): return nil
            // An earlier wait timed out just when its key arrived.
            case .due: continue
            }
        }
    }

    private func pressedAlready() -> TerminalKey? {
        state.withLock { state in
            while !state.events.isEmpty { if case .key(let key) = state.events.removeFirst() { return key } }
            return nil
        }
    }

    private func send(_ event: Event) {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            if state.waiter == nil { state.events.append(event) }
            return state.waiter
        }
        waiter?.resume(returning: event)
    }

    private func nextEvent() async -> Event {
        await withCheckedContinuation { continuation in
            let known: Event? = state.withLock { state in
                guard state.events.isEmpty else { return state.events.removeFirst() }
                state.waiter = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
