import ExchangeModel
import Notation
import NowData
import NowSDK
import Synchronization
import TapeDeck

/// A command's notes for standard error, in order. They are written after the result, or before a question, and
/// recorded.
package final class CommandNotes: Sendable {
    struct Note: Sendable {
        let text: String
        /// Whether it explains how to undo the write. Recipes omit such notes.
        var isAboutUndo = false
    }

    private let notes = Mutex<[Note]>([])
    private let left = Mutex<[String]>([])

    /// What undo cannot restore, in sentences.
    var lost: [String] { left.withLock { $0 } }

    package func add(_ line: String) { notes.withLock { $0.append(Note(text: line)) } }
    package func warn(_ line: String) { add("warning: " + line) }
    package func addUndo(_ line: String) { notes.withLock { $0.append(Note(text: line, isAboutUndo: true)) } }

    /// Reports what undo cannot restore, now and when it is undone.
    package func addLost(_ sentence: String) {
        addUndo(sentence)
        left.withLock { $0.append(sentence) }
    }

    /// Writes the notes so far.
    package func flush(to tee: OutputTee, omittingUndo: Bool = false) throws {
        let taken = notes.withLock { notes in
            defer { notes = [] }
            return notes
        }
        for note in taken where !(note.isAboutUndo && omittingUndo) {
            try tee.note(TerminalText.plain(note.text) + "\n")
        }
    }
}

enum RetryText {
    /// The longest total wait of a request for retries, in seconds, unless its timeout is longer.
    static let patience = 300

    static func note(_ pause: RetryPause) -> String? {
        let cause =
            switch pause.cause {
            case .tooManyRequests: "The instance limits requests (HTTP 429)"
            case .unavailable(let status): "The instance is not available (HTTP \(status))"
            case .failure(let failure):
                failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
            }
        if pause.isServerRequested { return "\(cause); trying again in \(Phrase.duration(pause.seconds))." }
        return pause.repeats == 0 ? "\(cause); trying again." : nil
    }

    static func countdown(_ pause: RetryPause, _ secondsLeft: Int64) -> String {
        secondsLeft == 0 ? "" : "trying again in \(StatusLine.span(secondsLeft)); Ctrl-C stops"
    }
}

extension ErrorResponse {
    /// What a note adds to a rejection for too many requests: how long to wait, and until when in the session's zone.
    ///
    /// - Parameter now: counts if the response has no date.
    func pauseNote(now: Timestamp, in session: isolated ShellSession) -> String? {
        guard kind == .tooManyRequests, let retryAfter else { return nil }
        let end = (sentAt ?? now).advanced(bySeconds: Int64(min(retryAfter, 1_000_000_000)))
        return "The instance asks for a pause of \(Phrase.duration(Int64(retryAfter))), until \(session.shown(end))."
    }
}

/// A task of any result.
protocol CancellableWork: Sendable {
    var isCancelled: Bool { get }
    func cancel()
}

extension Task: CancellableWork {}

/// The running command, for Ctrl-C. It can be interrupted while the session itself is busy.
package final class RunningCommand: Sendable {
    private struct State {
        var work: (any CancellableWork)?
        var end: EndSignal?
        var deck: (any Deck)?
        var waitsForProgram = false
        /// When the user began to read a page, and how long earlier ones were read, in microseconds.
        var pausedAt: Timestamp?
        var paused: Int64 = 0
    }

    private let state = Mutex(State())

    package var gentleEnd: EndSignal? {
        get { state.withLock { $0.end } }
        set { state.withLock { $0.end = newValue } }
    }

    var deck: (any Deck)? {
        get { state.withLock { $0.deck } }
        set { state.withLock { $0.deck = newValue } }
    }

    /// Whether another program owns the terminal and receives Ctrl-C itself.
    var waitsForProgram: Bool {
        get { state.withLock { $0.waitsForProgram } }
        set { state.withLock { $0.waitsForProgram = newValue } }
    }

    /// Begins and ends time that is the user's and not the command's: reading in the pager, answering a question.
    func pause(_ isPaused: Bool, at now: Timestamp) {
        state.withLock { state in
            if let since = state.pausedAt { state.paused += max(0, now.microseconds - since.microseconds) }
            state.pausedAt = isPaused ? now : nil
        }
    }

    /// The user's time since the last call, in microseconds.
    func takePaused() -> Int64 {
        state.withLock { state in
            defer { state.paused = 0 }
            return state.paused
        }
    }

    var isRunning: Bool { state.withLock { $0.work != nil } }

    /// Sets the running command; nil between commands.
    func begin(_ work: (any CancellableWork)?) { state.withLock { $0.work = work } }

    /// Ends the command gracefully if it can, else cancels it. False if it was already cancelled and is still running.
    func interrupt() -> Bool {
        let (end, work, waitsForProgram) = state.withLock { state in
            defer { state.end = nil }
            return (state.end, state.work, state.waitsForProgram)
        }
        if waitsForProgram { return true }
        if let end {
            end.signal()
            return true
        }
        guard let work else { return true }
        defer { work.cancel() }
        return !work.isCancelled
    }
}
