package import ExchangeModel
import LineEditing

/// Performs on a stage, and does what the person at the keys wants.
package struct Performer {
    /// How a performance ended.
    package enum Ending: Sendable, Hashable {
        /// At its end.
        case done
        /// Somebody had enough.
        case quit
        /// Ctrl-C.
        case interrupted
        /// The terminal went away, or the program is to end.
        case ended(signal: Int32?)
    }

    /// What a key leads to.
    private enum Turn {
        case stays, goesOn, moved
        case over(Ending)
    }

    private let events: [Performance.Event]
    private let keys: any PerformanceKeys
    private let clock: any Clock
    private let steps: Bool
    private var screen: StageScreen
    private var speed: Double
    private var isPaused = false
    /// The next event.
    private var place = 0
    /// The pause before it where that is not its own: somebody went back to it.
    private var pause: Int64?
    /// What is said behind the cursor, and until when.
    private var said: (forms: [String], until: Timestamp)?

    /// A performer.
    ///
    /// - Parameters:
    ///   - keys: What is waited with; its clock is `clock`.
    ///   - speed: How many times faster than its pace.
    ///   - steps: Whether each command waits for a key.
    ///   - paints: Whether the stage shows colours.
    package init(
        _ performance: Performance, on stage: any Stage, keys: any PerformanceKeys, clock: any Clock,
        speed: Double = 1, steps: Bool = false, paints: Bool = true
    ) {
        events = performance.events
        self.keys = keys
        self.clock = clock
        self.steps = steps
        self.speed = speed
        screen = StageScreen(stage, paints: paints)
    }

    /// Performs to the end, or until somebody ends it. The cursor then stands at the beginning of a line.
    package mutating func run() async -> Ending {
        defer { screen.leave() }
        while place < events.count {
            let event = events[place]
            let left = pause ?? event.pause
            pause = nil
            switch await wait(left, before: event.part) {
            case .over(let ending): return ending
            case .moved: continue
            case .stays, .goesOn:
                place += 1
                screen.show(event.part)
                if let said, clock.now < said.until { screen.remark(said.forms) }
            }
        }
        return .done
    }

    /// Waits for as long as a pause takes, or for what somebody wants instead.
    private mutating func wait(_ pause: Int64, before part: Performance.Part) async -> Turn {
        var left = pause
        let needsKey = if case .cue = part { steps } else { false }
        if case .cue(0, _) = part { screen.remark(needsKey ? Self.stepHelp : Self.help) }
        while true {
            if isPaused { screen.remark(Self.paused) }
            let isOpen = isPaused || needsKey
            let began = clock.now
            guard let key = await keys.next(within: isOpen ? nil : Int64((Double(left) / speed).rounded())) else {
                return .goesOn
            }
            if !isOpen {
                let passed = Double(clock.now.microseconds - began.microseconds) * speed
                left = max(0, min(left, left - Int64(passed.rounded())))
            }
            switch turn(key, before: part, needsKey: needsKey) {
            case .stays: continue
            case let turn:
                if needsKey { isPaused = false }
                return turn
            }
        }
    }

    private mutating func turn(_ key: TerminalKey, before part: Performance.Part, needsKey: Bool) -> Turn {
        switch key {
        case .interrupted: return .over(.interrupted)
        case .ended(let signal): return .over(.ended(signal: signal))
        case .resized, .continued:
            screen.redraw(events[..<place].lazy.map(\.part))
            return .stays
        case .left:
            goBack()
            return .moved
        case .up, .character("+"), .character("="): return changeSpeed(to: Self.speeds.first { $0 > speed })
        case .down, .character("-"), .character("_"): return changeSpeed(to: Self.speeds.last { $0 < speed })
        case .character("q"), .character("Q"): return .over(.quit)
        case .right:
            if needsKey || (!isPaused && part.isStop) { return .goesOn }
            complete()
            return .moved
        case .character(" "):
            if needsKey { return .goesOn }
            isPaused.toggle()
            if !isPaused { screen.hideRemark() }
            return .stays
        case .character: return needsKey ? .goesOn : .stays
        }
    }

    /// Shows the rest of the command at once, up to where the next one is about to be typed.
    private mutating func complete() {
        repeat {
            screen.show(events[place].part)
            place += 1
        } while place < events.count && !events[place].part.isStop
    }

    /// Goes back to where the command that is being shown is about to be typed; when none of it was shown, to the one
    /// before.
    private mutating func goBack() {
        let begun = events[..<place].dropLast().lastIndex { $0.part.isStop }
        place = begun ?? events.firstIndex { $0.part.isStop } ?? 0
        screen.redraw(events[..<place].lazy.map(\.part))
        pause = Self.breath
    }

    private mutating func changeSpeed(to next: Double?) -> Turn {
        speed = next ?? speed
        let text = speed == speed.rounded() ? String(Int(speed)) : String(speed)
        said = (["(speed \(text))"], clock.now.advanced(bySeconds: 1))
        screen.remark(["(speed \(text))"])
        return .stays
    }

    /// How long a command waits that somebody went back to, in microseconds.
    private static let breath: Int64 = 1_000_000
    private static let speeds = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20, 50, 100]
    private static let help = [
        "(space pauses, arrows go on and back, + and - set the speed, q ends)", "(space pauses, q ends)",
    ]
    private static let stepHelp = [
        "(a key goes on, left arrow goes back, + and - set the speed, q ends)", "(a key goes on, q ends)",
    ]
    private static let paused = ["(paused: space goes on, right arrow shows the next command)", "(paused)"]
}

extension Performance.Part {
    /// Whether it is a place that one can go to.
    fileprivate var isStop: Bool {
        switch self {
        case .cue, .end: true
        case .prompt, .typed, .answer: false
        }
    }
}
