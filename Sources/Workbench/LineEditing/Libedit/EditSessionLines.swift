import CLibedit
import Glibc

/// Accepting and ending lines, texts of several lines, pastes, and moving up and down.
extension EditSession {
    func accept() -> Int {
        // Only an offer that was shown: Enter may have been pressed before.
        if line.text.isEmpty, above.isEmpty, let suggestion, suggestion == prompt.offer {
            line.set(WideText.scalars(suggestion))
            return endLine()
        }
        if above.isEmpty, line.text.first == 0x21, let shown = expandHistory() { return shown }
        if hooks.mayContinue(WideText.string(text)) { return beginLine() }
        return endLine()
    }

    /// Begins a new line at the cursor. If the screen is full, the lines so far can no longer be edited, because
    /// libedit cannot draw a line that is taller than the screen.
    func beginLine() -> Int {
        let cursor = line.cursor
        let text = line.text
        if fits(text + [0x0A]) { return insert([0x0A]) }
        ending = .continued(above: above + text[..<cursor] + [0x0A], rest: Array(text[cursor...]), writing: [])
        line.replace(cursor..<text.count, with: [])
        return endLine()
    }

    func endOrDelete() -> Int {
        let count = line.text.count
        let cursor = line.cursor
        if count == 0 { return above.isEmpty ? finish(.end, writing: "") : CEL_BEEP }
        if cursor == count { return CEL_BEEP }
        line.replace(cursor..<(cursor + 1), with: [])
        return CEL_REFRESH
    }

    func suspend() -> Int {
        let cursor = line.cursor
        line.cursor = line.text.count
        whenDrawn = { [self] in
            setPasteMarks(false)
            line.setRaw(false)
            screen.write("\r\n")
            TerminalSignals.deliver(SIGTSTP)
            line.setRaw(true)
            setPasteMarks(true)
            line.cursor = cursor
            line.redraw()
        }
        return CEL_REFRESH
    }

    func paste() -> Int {
        var pasted = PastedText()
        var signals: [Int32] = []
        defer { signals.forEach(keys.delay) }
        while !pasted.isComplete {
            switch keys.nextCharacter() {
            case .key(0x03) where !keys.hasPending: return finish(.interrupted, writing: "^C")
            case .key(let key): pasted.add(key)
            case .end: return CEL_BEEP
            case .signal(let number) where number == SIGTERM || number == SIGHUP:
                ending = .terminated(number)
                return CEL_NORMAL
            case .signal(let number): signals.append(number)
            case .woken, .paste: continue
            }
        }
        if search != nil { return search(for: pasted.text) }
        let text = line.text
        let cursor = line.cursor
        if fits(text + pasted.text) { return insert(pasted.text) }
        return show(text[..<cursor] + pasted.text + text[cursor...], below: above)
    }

    func older() -> Int {
        if moveRow(by: -1) { return CEL_REFRESH }
        return show(history.older(than: WideText.string(text)))
    }

    func newer() -> Int {
        if moveRow(by: 1) { return CEL_REFRESH }
        return show(history.newer(than: WideText.string(text)))
    }

    private func show(_ text: String?) -> Int {
        guard let text else { return CEL_BEEP }
        return show(WideText.scalars(text), below: [])
    }

    func show(_ text: [UInt32], below above: [UInt32]) -> Int {
        guard !fits(text), let end = text.lastIndex(of: 0x0A) else {
            self.above = above
            line.set(text)
            return CEL_REFRESH
        }
        let lines = Array(text[...end])
        ending = .continued(above: above + lines, rest: Array(text[(end + 1)...]), writing: lines)
        line.set([])
        return endLine()
    }

    private func moveRow(by direction: Int) -> Bool {
        let text = line.text
        let cursor = line.cursor
        let start = text[..<cursor].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let other: Range<Int>
        if direction < 0 {
            guard start > 0 else { return false }
            let begin = text[..<(start - 1)].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            other = begin..<(start - 1)
        } else {
            guard let end = text[cursor...].firstIndex(of: 0x0A) else { return false }
            other = (end + 1)..<(text[(end + 1)...].firstIndex(of: 0x0A) ?? text.count)
        }
        line.cursor = min(other.lowerBound + (cursor - start), other.upperBound)
        return true
    }
}

/// Drawing the line where libedit cannot: after a resize, and with wide characters.
extension EditSession {
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
    func redrawWideCharacters() {
        if keys.hasPending { return }
        let text = line.text
        guard text != drawn else { return }
        let isWide = !LineLayout.isNarrow(text), wasWide = !LineLayout.isNarrow(drawn)
        drawn = text
        if isWide || wasWide, !isDumb { drawAgain() }
    }

    /// Ends libedit's line whatever it waits for: the rest of a key after Escape, a quoted character, a motion of vi.
    func interruptReading() {
        if search != nil || line.cursor < line.text.count {
            drawAgain {
                search = nil
                line.cursor = line.text.count
            }
        }
        ending = .interrupted
        screen.write("^C\r\n")
    }

    func drawAgain(resized: Bool = false, after change: () -> Void = {}) {
        let row = resized ? rowAfterResize() : cursorPlace(columns: drawnColumns).row
        let up = row == 0 ? "" : "\u{1B}[\(row)A"
        // tmux copies the screen into its history when all of it is erased from the first cell.
        screen.write(isDumb ? "\r\n" : "\r" + up + "\u{1B}[K\u{1B}[C\u{1B}[J\r")
        if resized { line.resize() }
        change()
        line.redraw()
    }

    /// The cursor's row below the start of the prompt. Some terminals wrap lines again when their width changes, others
    /// keep or cut the rows: the cursor's column tells.
    private func rowAfterResize() -> Int {
        let columns = screen.size.columns
        let old = cursorPlace(columns: drawnColumns), new = cursorPlace(columns: columns)
        drawnColumns = columns
        if old.row == new.row || isDumb { return new.row }
        return keys.cursorColumn(of: screen) == new.column ? new.row : old.row
    }

    private func cursorPlace(columns: Int) -> (row: Int, column: Int) {
        var layout = LineLayout(columns: columns)
        layout.add(promptText.visible)
        let text = line.text, cursor = line.cursor
        layout.add(text[..<cursor])
        // The cursor is on the character after it, which is on the next row if it is wide and does not fit.
        return cursor < text.count ? layout.place(of: text[cursor]) : (layout.row, layout.column)
    }
}
