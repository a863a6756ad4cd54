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
