import CLibedit
import Glibc

/// The state of editing one line, and the custom editing commands.
///
/// libedit draws the line when a command has returned, and then requests the next key. Output that needs the line on
/// the screen therefore waits in `whenDrawn`.
final class EditSession {
    let screen: TerminalScreen
    let line: EditedLine
    let keys: KeyInput
    let hooks: LineHooks
    private let signals: TerminalSignals
    private let callbacks: EditCallbacks
    private let utf8: UnsafeMutableRawPointer?
    let isDumb: Bool

    var history: HistoryNavigator
    var search: HistorySearch?
    var beforeSearch: (text: [UInt32], cursor: Int) = ([], 0)
    private(set) var prompt = Prompt("")

    /// Earlier lines of the text that can no longer be edited, each with its `\n`.
    var above: [UInt32] = []
    /// Why libedit ended its line; nil if it was accepted.
    var ending: Ending?
    var queued: [UInt32] = []
    /// Run by the `step` command before the next key is read.
    var step: (() -> Int)?
    var whenDrawn: (() -> Void)?
    var overlay = LineOverlay()
    var menu: CompletionMenu?
    /// The candidates that were requested and have not arrived.
    var lookup: Lookup?
    /// The line when the program last waited for a key.
    var drawn: [UInt32] = []
    /// The width in which the line was drawn.
    var drawnColumns = 0
    /// The suggested line, if it begins with the current one.
    var suggestion: String?
    /// The last insertion by `lastWord`; pressing the key again replaces it with an older word.
    var insertedWord: (place: Int, range: Range<Int>, text: [UInt32])?

    enum Ending {
        case interrupted, end
        /// The text continues on the next line. `writing` is the part of `above` that is not on the screen yet.
        case continued(above: [UInt32], rest: [UInt32], writing: [UInt32])
        case terminated(Int32)
    }

    init?(_ setup: LibeditReader.Setup, _ hooks: LineHooks) {
        guard let signals = TerminalSignals() else { return nil }
        let callbacks = EditCallbacks()
        let utf8 = cel_enter_utf8()
        guard let editor = callbacks.open(setup) else {
            cel_leave_utf8(utf8)
            return nil
        }
        self.callbacks = callbacks
        self.utf8 = utf8
        self.hooks = hooks
        self.signals = signals
        line = EditedLine(editor)
        screen = TerminalScreen(descriptor: setup.output)
        keys = KeyInput(descriptor: setup.input, signals: signals)
        history = HistoryNavigator(hooks.history)
        isDumb = setup.terminal == "dumb"
        callbacks.session = self
    }

    deinit { cel_leave_utf8(utf8) }

    func readLine(_ prompt: Prompt) -> LineResult {
        self.prompt = prompt
        above = []
        history.restart()
        signals.watch()
        defer { signals.unwatch() }
        drawnColumns = screen.size.columns
        var rest = WideText.scalars(prompt.initial)
        while true {
            (ending, search, whenDrawn, menu, insertedWord, suggestion) = (nil, nil, nil, nil, nil, nil)
            step = rest.isEmpty ? nil : { [rest] in self.insert(rest) }
            setPasteMarks(true)
            let text = line.read()
            setPasteMarks(false)
            cancelLookup()
            switch ending {
            case nil:
                guard let text else { return .end }
                return .line(WideText.string(above + (text.last == 0x0A ? text.dropLast() : text[...])))
            case .interrupted: return .interrupted
            case .end: return .end
            case .continued(let above, let next, let unseen):
                self.above = above
                rest = next
                write(unseen)
            case .terminated(let signal):
                signals.unwatch()
                TerminalSignals.deliver(signal)
                return .end
            }
        }
    }

    /// The next key for libedit; nil ends its line.
    func nextKey() -> UInt32? {
        if let action = whenDrawn {
            whenDrawn = nil
            action()
        }
        if let ending, queued.isEmpty {
            if case .continued = ending {} else { return nil }
        }
        if step != nil { return EditCommand.stepKey }
        if !queued.isEmpty { return queued.removeFirst() }
        if menu?.isStale == true { refreshMenu() }
        redrawWideCharacters()
        while true {
            drawOverlay()
            let event = keys.next(until: lookup?.answer.descriptor)
            // Before the menu is erased: an Escape takes the keys that are pending now, none typed at the result.
            let handling: MenuKey =
                switch event {
                case .key(let key): lookup == nil ? menuKey(key) : lookupKey(key)
                case .woken where lookup != nil: .step(endLookup)
                default: .passed
                }
            overlay.erase(from: screen)
            switch handling {
            case .taken: continue
            case .step(let action):
                step = action
                return EditCommand.stepKey
            case .passed: break
            }
            switch event {
            case .paste:
                menu = nil
                step = paste
                return EditCommand.stepKey
            case .key(0x03), .signal(SIGINT):
                interruptReading()
                return nil
            case .key(let key) where search != nil:
                step = { self.searchKey(key) }
                return EditCommand.stepKey
            case .key(EditCommand.newlineKey): return 0x0D
            case .key(EditCommand.stepKey), .woken: continue
            case .key(let key): return key
            case .end: return nil
            case .signal(SIGWINCH): drawAgain(resized: true)
            case .signal(SIGCONT):
                line.setRaw(false)
                line.setRaw(true)
                drawAgain(resized: true)
            case .signal(let number):
                ending = .terminated(number)
                screen.write("\r\n")
                return nil
            }
        }
    }

    func run(_ command: EditCommand) -> Int {
        switch command {
        case .accept: return accept()
        case .newline: return beginLine()
        case .interrupt: return finish(.interrupted, writing: "^C")
        case .endOrDelete: return endOrDelete()
        case .suspend: return suspend()
        case .complete: return complete()
        case .older: return older()
        case .newer: return newer()
        case .search: return beginSearch()
        case .forward: return forward()
        case .forwardWord: return forwardWord()
        case .toEnd: return toEnd()
        case .lastWord: return insertLastWord()
        case .edit: return openEditor()
        case .step:
            let action = step
            step = nil
            return action?() ?? CEL_NORMAL
        }
    }

    func finish(_ ending: Ending, writing text: String) -> Int {
        self.ending = ending
        search = nil
        line.cursor = line.text.count
        whenDrawn = { self.screen.write(text + "\r\n") }
        return CEL_REFRESH
    }

    func endLine() -> Int {
        line.cursor = line.text.count
        queued.append(EditCommand.newlineKey)
        return CEL_REFRESH
    }

    func insert(_ text: [UInt32]) -> Int {
        line.insert(text)
        return CEL_REFRESH
    }

    func setPasteMarks(_ on: Bool) {
        if !isDumb { screen.write(on ? "\u{1B}[?2004h" : "\u{1B}[?2004l") }
    }

    private func write(_ lines: [UInt32]) {
        let lines = lines.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        screen.write(lines.map { TerminalScreen.sanitized(WideText.string($0)) + "\r\n" }.joined())
    }
}
