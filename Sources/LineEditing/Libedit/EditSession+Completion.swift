import CLibedit
import Glibc

/// Tab: what all candidates have in common is written, else they are shown under the line.
extension EditSession {
    func complete() -> Int {
        let text = line.text
        let cursor = line.cursor
        let before = above.count
        let whole = WideText.string(above + text)
        let place = WideText.string(above + text[..<cursor]).utf8.count
        guard let found = awaitCompletions(whole, place), let first = found.candidates.first,
            let replaced = Self.characters(found.replaced, in: whole), replaced.lowerBound >= before
        else { return CEL_BEEP }

        let part = (replaced.lowerBound - before)..<(replaced.upperBound - before)
        if found.candidates.count == 1 {
            var completed = WideText.scalars(first.text)
            let next = part.upperBound < text.count ? text[part.upperBound] : 0
            if first.appendsSpace, next != 0x20 { completed.append(0x20) }
            line.replace(part, with: Self.typable(completed))
            return CEL_REFRESH
        }
        let common = Self.typable(WideText.scalars(found.commonPrefix))
        if found.isWhole, common.count >= part.count, common != Array(text[part]) {
            line.replace(part, with: common)
            return CEL_REFRESH
        }
        line.cursor = text.count
        whenDrawn = { self.showMenu(found, cursor: cursor) }
        return CEL_REFRESH
    }

    /// Asks for completions and waits; nil when Ctrl-C or a signal gave it up.
    private func awaitCompletions(_ text: String, _ cursor: Int) -> Completions? {
        guard let answer = PendingCompletions() else { return nil }
        let work = Task { [complete = hooks.complete] in answer.give(await complete(text, cursor)) }
        switch keys.wait(for: answer.descriptor) {
        case .woken: return answer.taken
        case .signal(let number):
            work.cancel()
            if number == SIGTERM || number == SIGHUP { ending = .terminated(number) }
            return nil
        case .key, .paste, .end:
            work.cancel()
            return nil
        }
    }

    /// Runs when the line is drawn and the cursor stands behind it.
    private func showMenu(_ found: Completions, cursor: Int) {
        let size = screen.size
        let rows = CompletionMenu(found.candidates, columns: size.columns).rows + (found.isWhole ? [] : ["…"])
        let page = max(size.rows - 1, 1)
        var shown = 0
        var next = min(page, rows.count)
        screen.write("\r\n")
        while true {
            screen.write(rows[shown..<next].map { $0 + "\r\n" }.joined())
            shown = next
            if shown == rows.count { break }
            let question = String("-- \(shown) of \(rows.count); space: more, or type on --".prefix(size.columns - 1))
            screen.write(question)
            let key = keys.next()
            screen.write("\r" + String(repeating: " ", count: question.count) + "\r")
            switch key {
            case .key(0x20), .key(0x09): next = min(shown + page, rows.count)
            case .key(0x0A), .key(0x0D): next = shown + 1
            default:
                // It is for the line.
                keys.putBack(key)
                shown = rows.count
            }
            if shown == rows.count { break }
        }
        line.cursor = cursor
        line.redraw()
    }

    /// A range of UTF-8 bytes as one of characters; nil when it parts one or lies outside.
    private static func characters(_ bytes: Range<Int>, in text: String) -> Range<Int>? {
        let all = text.utf8
        guard bytes.lowerBound >= 0, bytes.upperBound <= all.count else { return nil }
        let lower = all.index(all.startIndex, offsetBy: bytes.lowerBound)
        let upper = all.index(lower, offsetBy: bytes.count)
        guard let lower = lower.samePosition(in: text.unicodeScalars),
            let upper = upper.samePosition(in: text.unicodeScalars)
        else { return nil }
        let start = text.unicodeScalars.distance(from: text.startIndex, to: lower)
        return start..<(start + text.unicodeScalars.distance(from: lower, to: upper))
    }

    /// A candidate may come from the instance; what could act on the terminal does not get into the line.
    private static func typable(_ text: [UInt32]) -> [UInt32] {
        text.filter { Unicode.Scalar($0).map { !TerminalScreen.acts($0) } ?? false }
    }
}
