package import CassetteStore
import Notation
import Rendering
import Synchronization
package import TapeDeck

/// Writes one command's output: each piece to the tape first, then to its destination.
///
/// Thread-safe: output and progress may come from different threads.
package final class OutputTee: Sendable {
    private struct State {
        var shownProgress = 0
        var isRead = true
        var hasWritten = false
        var failure: Problem?
        var page: Page?
        /// Whether the pager owns the terminal, until the user quits it.
        var hasPager: Bool { isRead && page?.program != nil }
    }

    /// The pager for output that is taller than the screen.
    package struct Pager: Sendable {
        /// The screen's height in rows.
        let height: Int
        /// Takes how many columns of the screen stay beside a list's heading.
        let open: @Sendable (Int?) throws(Problem) -> any ByteSink
        /// Called with true while Ctrl-C belongs to the pager: while it is written to and waited for.
        var hasTerminal: @Sendable (Bool) -> Void = { _ in }

        func attended(_ work: () -> Void) {
            hasTerminal(true)
            defer { hasTerminal(false) }
            work()
        }
    }

    /// An answer that may go to the pager, held back until it is known to be too tall.
    private struct Page {
        let pager: Pager
        let frozen: @Sendable ([UInt8]) -> Int?
        var held: [UInt8] = []
        var lines = 0
        var program: (any ByteSink)?
        /// Text for standard error until the pager is closed.
        var remarks = ""
    }

    private let deck: (any Deck)?
    private let output: any ByteSink
    private let error: any ByteSink
    package let showsProgress: Bool
    package let outputIsTerminal: Bool
    private let hasColor: Bool
    private let paintsLabels: Bool
    private let pager: Pager?
    private let watch: StepObserver?
    private let state = Mutex(State())

    /// - Parameters:
    ///   - deck: nil for a command that is not recorded.
    ///   - showsProgress: whether standard error is a terminal that nothing else writes to while the command runs.
    ///   - outputIsTerminal: whether output goes to the terminal, so progress must be cleared before it.
    ///   - hasColor: whether output may contain colors. The tape gets it without.
    ///   - paintsLabels: whether `error:` and `warning:` are colored on the screen.
    ///   - pager: nil to print answers of any height.
    ///   - watch: the observer of a recipe's step.
    package init(
        deck: (any Deck)?, output: any ByteSink, error: any ByteSink, showsProgress: Bool,
        outputIsTerminal: Bool, hasColor: Bool, paintsLabels: Bool = false, pager: Pager? = nil,
        watch: StepObserver? = nil
    ) {
        self.watch = watch
        self.deck = deck
        self.output = output
        self.error = error
        self.showsProgress = showsProgress
        self.outputIsTerminal = outputIsTerminal
        self.hasColor = hasColor
        self.paintsLabels = paintsLabels
        self.pager = pager
    }

    /// Why standard output or standard error could not be written. The tape has the output anyway.
    package var failure: Problem? { state.withLock { $0.failure } }
    /// Whether output still has a reader, unlike after `| head`.
    package var isRead: Bool { state.withLock { $0.isRead } }
    var hasWritten: Bool { state.withLock { $0.hasWritten } }

    /// Writes to the destination and the tape; after an error, or once the reader is gone, to the tape only. A replay
    /// writes all of it. `isMasked`: it is JSON, and secrets that it names are masked already.
    package func write(_ bytes: [UInt8], isMasked: Bool = false) throws {
        try state.withLock { state in
            let plain = hasColor ? Style.removed(from: bytes) : bytes
            watch?.wrote(plain)
            try deck?.wrote(plain, to: .standardOutput, isMasked: isMasked)
            if outputIsTerminal { clearProgress(&state) }
            put(bytes, &state)
        }
    }

    /// Records bytes that the screen shows in another form.
    package func record(_ bytes: [UInt8], to stream: OutputStream) throws {
        let plain = hasColor ? Style.removed(from: bytes) : bytes
        try state.withLock { _ in try deck?.wrote(plain, to: stream) }
    }

    /// Writes already recorded bytes of a step to standard output, without control characters on a terminal.
    package func show(_ bytes: [UInt8]) {
        state.withLock { state in
            if outputIsTerminal { clearProgress(&state) }
            let safe = outputIsTerminal ? Array(TerminalText.plain(bytes).utf8) : bytes
            put(safe, &state)
        }
    }

    private func put(_ bytes: [UInt8], _ state: inout State) {
        guard state.isRead else { return }
        state.hasWritten = state.hasWritten || !bytes.isEmpty
        guard var page = state.page else { return send(bytes, to: output, &state) }
        if let program = page.program { return page.pager.attended { send(bytes, to: program, &state) } }
        page.held += bytes
        page.lines += bytes.count { $0 == .lineFeed }
        // One row is for the prompt.
        guard page.lines >= page.pager.height else { return state.page = page }
        do throws(Problem) {
            let program = try page.pager.open(page.frozen(page.held))
            page.program = program
            clearProgress(&state)
            page.pager.attended { send(page.held, to: program, &state) }
            page.held = []
            state.page = page
        } catch {
            state.page = nil
            send(page.held, to: output, &state)
            say("warning: The pager cannot be started: \(error.message)\n", &state)
        }
    }

    private func send(_ bytes: [UInt8], to sink: any ByteSink, _ state: inout State) {
        do throws(Problem) {
            state.isRead = try sink.write(bytes)
        } catch {
            state.isRead = false
            state.failure = error
        }
    }

    /// Begins an answer that may go to the pager; does nothing without a pager.
    /// - Parameter frozen: how many columns stay while a text is scrolled; nil if it has no heading.
    package func beginPage(frozen: @escaping @Sendable ([UInt8]) -> Int? = { _ in nil }) {
        state.withLock { state in
            guard let pager, !state.hasWritten else { return }
            state.page = Page(pager: pager, frozen: frozen)
        }
    }

    /// Prints the held output, or waits until the user quits the pager.
    func endPage() {
        let open = state.withLock { $0.page }
        open?.pager.attended {
            do throws(Problem) { try open?.program?.finish() } catch { state.withLock { $0.failure = error } }
        }
        state.withLock { state in
            guard let page = state.page else { return }
            state.page = nil
            clearProgress(&state)
            if page.program == nil { send(page.held, to: output, &state) } else { state.isRead = true }
            if !page.remarks.isEmpty { say(page.remarks, &state) }
        }
    }

    package func note(_ text: String) throws {
        watch?.noted(text)
        try deck?.wrote(Array(text.utf8), to: .standardError)
        remark(text)
    }

    /// Writes to standard error without recording, for what concerns only this run.
    package func remark(_ text: String) {
        state.withLock { state in
            // Until the pager is closed, or the answer is printed.
            if let page = state.page, state.hasPager || !page.held.isEmpty {
                state.page?.remarks += text
            } else {
                say(text, &state)
            }
        }
    }

    private func say(_ text: String, _ state: inout State) {
        clearProgress(&state)
        do throws(Problem) {
            try error.say(text, paintsLabels: paintsLabels)
        } catch {
            if state.failure == nil { state.failure = error }
        }
    }

    /// Shows progress on one line that overwrites itself; empty text removes it. The text is ASCII.
    func progress(_ text: String) {
        guard showsProgress else { return }
        let text = TerminalText.plain(text)
        state.withLock { state in
            clearProgress(&state)
            guard !text.isEmpty, !state.hasPager else { return }
            state.shownProgress = text.utf8.count
            // A closed terminal is reported by the next real write.
            _ = try? error.write(Array(text.utf8))
        }
    }

    private func clearProgress(_ state: inout State) {
        guard state.shownProgress > 0 else { return }
        // The terminal may have echoed ^C after it.
        let cells = state.shownProgress + 2
        _ = try? error.write(Array(("\r" + String(repeating: " ", count: cells) + "\r").utf8))
        state.shownProgress = 0
    }
}

/// Keeps what is written.
package final class ByteCollector: ByteSink {
    private let written = Mutex<[UInt8]>([])

    package init() {}

    package var bytes: [UInt8] { written.withLock(\.self) }
    package var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The bytes, which it forgets.
    package func take() -> [UInt8] {
        written.withLock { written in
            defer { written = [] }
            return written
        }
    }
    package func write(_ piece: [UInt8]) throws(Problem) -> Bool {
        written.withLock { $0 += piece }
        return true
    }
    package func finish() throws(Problem) {}
}

/// Discards bytes.
package struct NullSink: ByteSink {

    package init() {}
    package func write(_ bytes: [UInt8]) throws(Problem) -> Bool { true }
    package func finish() throws(Problem) {}
}
