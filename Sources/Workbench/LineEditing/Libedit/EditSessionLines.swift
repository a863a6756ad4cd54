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
        if above.isEmpty, line.text.first == 0x21 { return expandHistory() }
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
