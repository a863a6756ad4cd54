package import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck

package struct CommandContext: Sendable {
    package let arguments: BoundArguments
    /// The command's time, read once. A command that is not recorded has it too.
    package let now: Timestamp
    package let seed: UInt64
    package let notes: NoteBook
    /// Reports progress on a terminal; it overwrites itself and is not recorded.
    package let progress: @Sendable (String) -> Void
    /// The command's number on the tape; nil for one that is not on it.
    var number: Int64?
    /// What takes the bytes of a command that writes while it runs; nil where none does.
    var tee: OutputTee?
    var waiting: WaitingLine?
    /// Whether the line sends its output nowhere else.
    var toTerminal = true

    /// Reports how far the command is: on a terminal while it runs, and when it is interrupted.
    func count(_ done: Int, of total: Int?, _ noun: String) {
        waiting?.counted(.init(done: done, total: total, noun: noun))
    }
}

/// Remarks a command makes beside its result, for standard error, in order. They are written after the result and are
/// part of the command's record.
package final class NoteBook: Sendable {
    struct Note: Sendable {
        let text: String
        /// Whether it says how the write is taken back: a recipe, which cleans up after itself, leaves it out.
        var isAboutUndo = false
    }

    private let notes = Mutex<[Note]>([])

    package init() {}

    package func add(_ line: String) { notes.withLock { $0.append(Note(text: line)) } }
    func warn(_ line: String) { add("warning: " + line) }
    func addUndo(_ line: String) { notes.withLock { $0.append(Note(text: line, isAboutUndo: true)) } }

    func take() -> [Note] {
        notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
    }
}

enum RetryText {
    /// How many seconds a request may wait altogether, unless an answer may take longer.
    static let patience = 300

    static func note(_ pause: RetryPause) -> String? {
        let cause =
            switch pause.cause {
            case .tooManyRequests: "The instance limits requests (HTTP 429)"
            case .unavailable(let status): "The instance is not available (HTTP \(status))"
            case .failure(let failure):
                failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
            }
        if pause.isAskedFor { return "\(cause); trying again in \(Phrase.counted(Int(pause.seconds), "second"))." }
        return pause.repeats == 0 ? "\(cause); trying again." : nil
    }

    static func countdown(_ pause: RetryPause, _ secondsLeft: Int64) -> String {
        secondsLeft == 0 ? "" : "trying again in \(secondsLeft) s; Ctrl-C stops"
    }
}

/// The command that runs, as far as Ctrl-C is concerned. It can be called off while the session itself is busy.
final class RunningCommand: Sendable {
    private struct State {
        var work: Task<Int32, Never>?
        var end: EndSignal?
        var deck: (any Deck)?
        var waitsForProgram = false
    }

    private let state = Mutex(State())

    var gentleEnd: EndSignal? {
        get { state.withLock { $0.end } }
        set { state.withLock { $0.end = newValue } }
    }

    var deck: (any Deck)? {
        get { state.withLock { $0.deck } }
        set { state.withLock { $0.deck = newValue } }
    }

    /// Whether another program has the terminal and gets Ctrl-C itself.
    var waitsForProgram: Bool {
        get { state.withLock { $0.waitsForProgram } }
        set { state.withLock { $0.waitsForProgram = newValue } }
    }

    var isRunning: Bool { state.withLock { $0.work != nil } }

    /// Names the command that runs; nil between commands.
    func begin(_ work: Task<Int32, Never>?) { state.withLock { $0.work = work } }

    /// Ends the command gently where it has a way, else cancels it. False when it was cancelled before and still runs.
    func interrupt() -> Bool {
        let (end, work, waitsForProgram) = state.withLock { state in
            defer { state.end = nil }
            return (state.end, state.work, state.waitsForProgram)
        }
        if waitsForProgram { return true }
        if let end {
            end.tell()
            return true
        }
        guard let work else { return true }
        defer { work.cancel() }
        return !work.isCancelled
    }
}
