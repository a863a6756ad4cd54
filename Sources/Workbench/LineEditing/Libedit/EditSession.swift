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

/// Draws over libedit's line while waiting for a key: colors, a suggestion after the line, and rows below it.
///
/// libedit does not know about the overlay: the line's characters are redrawn in place, and the rest is erased before
/// the next key is handled. All cursor movements are relative, so scrolling does no harm.
struct LineOverlay {
    private var text = ""
    private var row = 0
    /// Moves from the cursor to the end of the line, erases everything after and below it, and moves back; nil if
    /// nothing was drawn there.
    private var erasing: String?

    /// Draws over a line and leaves the cursor in place.
    ///
    /// - Parameters:
    ///   - prompt: the visible characters before the line.
    ///   - styles: the SGR sequence of each character, nil for none; empty if nothing is colored.
    ///   - suggestion: shown after the line, truncated at the end of the row.
    ///   - rows: shown below the line, each narrower than the screen; styles in them end in the same row.
    mutating func draw(
        _ line: [UInt32], cursor: Int, prompt: [UInt32], columns: Int, styles: [String?], suggestion: [UInt32],
        rows: [String], on screen: TerminalScreen
    ) {
        var layout = LineLayout(columns: columns)
        layout.add(prompt)
        var places: [(row: Int, column: Int)] = []
        places.reserveCapacity(line.count)
        var start = (row: layout.row, column: layout.column)
        for (index, character) in line.enumerated() {
            places.append(layout.place(of: character))
            if index == cursor { start = places[index] }
            layout.add([character])
        }
        let end = (row: layout.row, column: layout.column)
        if cursor == line.count { start = end }
        text = ""
        row = start.row
        if !styles.isEmpty, line.allSatisfy({ $0 == 0x0A || LineLayout.isPlain($0) }) {
            color(line, places, styles)
        }
        let hint = Self.cut(suggestion, to: columns - 1 - end.column)
        if !hint.isEmpty {
            move(to: end)
            text += "\u{1B}[2m" + WideText.string(hint) + "\u{1B}[0m"
        }
        if !rows.isEmpty {
            move(to: end)
            for line in rows { text += "\r\n\u{1B}[K" + line }
            row = end.row + rows.count
        }
        if !text.isEmpty {
            move(to: start)
            screen.write(text)
        }
        erasing = nil
        if hint.isEmpty, rows.isEmpty { return }
        (text, row) = ("", start.row)
        move(to: end)
        text += "\u{1B}[J"
        move(to: start)
        erasing = text
    }

    mutating func erase(from screen: TerminalScreen) {
        if let erasing { screen.write(erasing) }
        erasing = nil
    }

    private mutating func color(_ line: [UInt32], _ places: [(row: Int, column: Int)], _ styles: [String?]) {
        var next: (row: Int, column: Int)?
        var current: String?
        for (index, character) in line.enumerated() where character != 0x0A {
            let place = places[index]
            if next.map({ $0 != place }) ?? true { move(to: place) }
            if styles[index] != current {
                text += "\u{1B}[0m" + (styles[index] ?? "")
                current = styles[index]
            }
            text.unicodeScalars.append(Unicode.Scalar(character) ?? "\u{FFFD}")
            next = (place.row, place.column + Int(cel_width(character)))
        }
        if current != nil { text += "\u{1B}[0m" }
    }

    private mutating func move(to place: (row: Int, column: Int)) {
        text += "\r"
        if place.row < row { text += "\u{1B}[\(row - place.row)A" }
        if place.row > row { text += "\u{1B}[\(place.row - row)B" }
        if place.column > 0 { text += "\u{1B}[\(place.column)C" }
        row = place.row
    }

    private static func cut(_ text: [UInt32], to room: Int) -> ArraySlice<UInt32> {
        var width = 0
        return text.prefix {
            width += max(Int(cel_width($0)), 0)
            return width <= room
        }
    }
}

extension LineLayout {
    /// Whether a character is drawn as itself and takes at least one cell.
    static func isPlain(_ character: UInt32) -> Bool {
        character >= 0x20 && character != 0x7F && cel_width(character) > 0
    }
}

extension EditSession {
    /// Draws the overlay of the current line, unless keys are pending.
    ///
    /// - Parameter waiting: whether it shows that the prompt waits for candidates.
    func drawOverlay(waiting: Bool = false) {
        // The rest of a key's escape sequence may be pending; the suggestion from before stays valid.
        if isDumb || keys.hasPending && !waiting { return }
        suggestion = nil
        let text = line.text, cursor = line.cursor
        let size = screen.size
        var layout = LineLayout(columns: size.columns)
        let prompt = promptText.visible
        layout.add(prompt)
        layout.add(text)
        let room = min(size.rows - 1 - layout.row, CompletionMenu.maxRows)
        let rows =
            waiting
            ? Array([waitingRow].prefix(room))
            : search?.rows(columns: size.columns, most: room) ?? menu?.rows(columns: size.columns, most: room) ?? []
        var hint: [UInt32] = []
        if menu == nil, search == nil, cursor == text.count, let found = findSuggestion(for: text) {
            suggestion = found
            hint = Array(WideText.scalars(found).dropFirst(text.count))
        }
        overlay.draw(
            text, cursor: cursor, prompt: prompt, columns: size.columns, styles: styles(of: text), suggestion: hint,
            rows: rows, on: screen)
    }

    private func styles(of text: [UInt32]) -> [String?] {
        guard prompt.highlights, !text.isEmpty else { return [] }
        let whole = WideText.string(above + text)
        var byte = WideText.string(above).utf8.count
        let highlights = hooks.highlights(whole)
        var next = 0
        return text.map { character in
            defer { byte += Unicode.Scalar(character).map { UTF8.width($0) } ?? 3 }
            while next < highlights.count, highlights[next].bytes.upperBound <= byte { next += 1 }
            guard next < highlights.count, highlights[next].bytes.contains(byte) else { return nil }
            return highlights[next].kind.sequence
        }
    }

    /// The newest history line with the typed prefix, else the line with its last word completed.
    private func findSuggestion(for text: [UInt32]) -> String? {
        let offer = WideText.scalars(prompt.offer)
        if above.isEmpty, offer.count > text.count, offer.starts(with: text) { return prompt.offer }
        guard prompt.suggests, above.isEmpty, !text.isEmpty, !text.contains(0x0A) else { return nil }
        let typed = WideText.string(text)
        for place in 0..<Self.maxSuggested {
            guard let line = history.line(place) else { break }
            let entry = line.text
            if !line.hasFailed, entry.utf8.count > typed.utf8.count, entry.utf8.starts(with: typed.utf8),
                !entry.utf8.contains(0x0A), entry.unicodeScalars.allSatisfy({ !TerminalScreen.acts($0) }),
                prompt.suggestsChanges || !hooks.changes(entry)
            {
                return entry
            }
        }
        guard let longer = hooks.suggest(typed), prompt.suggestsChanges || !hooks.changes(longer),
            longer.unicodeScalars.allSatisfy({ !TerminalScreen.acts($0) })
        else { return nil }
        return longer
    }

    /// How many lines are searched for a suggestion.
    private static let maxSuggested = 1000

    func forward() -> Int {
        if line.cursor < line.text.count {
            line.cursor += 1
            return CEL_REFRESH
        }
        return acceptSuggestion { $0 }
    }

    func toEnd() -> Int {
        if line.cursor < line.text.count {
            line.cursor = line.text.count
            return CEL_REFRESH
        }
        return suggestion == nil ? CEL_NORMAL : acceptSuggestion { $0 }
    }

    func forwardWord() -> Int {
        let rest = line.text[line.cursor...]
        if rest.isEmpty { return acceptSuggestion { $0.prefix(Self.wordLength(in: $0)) } }
        line.cursor += Self.wordLength(in: rest)
        return CEL_REFRESH
    }

    private func acceptSuggestion(_ part: (ArraySlice<UInt32>) -> ArraySlice<UInt32>) -> Int {
        let text = line.text
        guard let suggested = suggestion.map(WideText.scalars), suggested.starts(with: text) else { return CEL_BEEP }
        return insert(Array(part(suggested.dropFirst(text.count))))
    }

    private static func wordLength(in text: ArraySlice<UInt32>) -> Int {
        func isWord(_ character: UInt32) -> Bool {
            Unicode.Scalar(character)?.properties.isAlphabetic == true || (0x30...0x39).contains(character)
                || character == 0x5F
        }
        let start = text.prefix { !isWord($0) }.count
        return start + text.dropFirst(start).prefix(while: isWord).count
    }
}
