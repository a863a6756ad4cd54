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
    /// The line when the program last waited for a key.
    private var drawn: [UInt32] = []
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
        var rest = WideText.scalars(prompt.initial)
        while true {
            (ending, search, whenDrawn, menu, insertedWord, suggestion) = (nil, nil, nil, nil, nil, nil)
            step = rest.isEmpty ? nil : { [rest] in self.insert(rest) }
            setPasteMarks(true)
            let text = line.read()
            setPasteMarks(false)
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
            let event = keys.next()
            // Before the menu is erased: an Escape takes the keys that are pending now, none typed at the result.
            let handling: MenuKey = if case .key(let key) = event { menuKey(key) } else { .passed }
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
            case .key(let key) where search != nil:
                step = { self.searchKey(key) }
                return EditCommand.stepKey
            case .key(EditCommand.newlineKey): return 0x0D
            case .key(EditCommand.stepKey), .woken: continue
            case .key(let key): return key
            case .end: return nil
            case .signal(SIGINT): return 0x03
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

    var promptText: [UInt32] {
        if let search { return WideText.scalars(TerminalScreen.sanitized(search.prompt)) }
        if !above.isEmpty { return WideText.scalars(TerminalScreen.sanitized(prompt.continuation)) }
        return prompt.scalars
    }

    var text: [UInt32] { above + line.text }

    func fits(_ text: [UInt32]) -> Bool {
        let size = screen.size
        var layout = LineLayout(columns: size.columns)
        layout.add(promptText.visible)
        layout.add(text)
        return layout.row < max(size.rows - 1, 1)
    }

    /// Draws a line with wide characters as a whole. libedit updates only what has changed, and puts that into the wrong
    /// column when it begins with the second half of a wide character.
    private func redrawWideCharacters() {
        if keys.hasPending { return }
        let text = line.text
        guard text != drawn else { return }
        let isWide = !LineLayout.isNarrow(text), wasWide = !LineLayout.isNarrow(drawn)
        drawn = text
        if isWide || wasWide, !isDumb { drawAgain(resized: false) }
    }

    func drawAgain(resized: Bool) {
        var layout = LineLayout(columns: screen.size.columns)
        layout.add(promptText.visible)
        let text = line.text, cursor = line.cursor
        layout.add(text[..<cursor])
        // The cursor is on the character after it, which is on the next row if it is wide and does not fit.
        let row = cursor < text.count ? layout.place(of: text[cursor]).row : layout.row
        let up = row == 0 ? "" : "\u{1B}[\(row)A"
        screen.write(isDumb ? "\r\n" : "\r" + up + "\u{1B}[J")
        if resized { line.resize() }
        line.redraw()
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
