import CLibedit
import Glibc

/// Tab: inserts the common prefix of all candidates, or opens a menu below the line.
extension EditSession {
    func complete() -> Int { take(lookUp()) }

    /// The candidates at the cursor; nil if there are none or the search was stopped.
    private func lookUp() -> Completions? {
        let (text, cursor) = point
        let found = keys.candidates({ [complete = hooks.complete] in await complete(text, cursor) }) {
            drawOverlay(waiting: true)
        }
        overlay.erase(from: screen)
        switch found {
        case .found(let completions): return completions
        case .stopped(.signal(let number)) where number == SIGTERM || number == SIGHUP: ending = .terminated(number)
        case .stopped: break
        }
        return nil
    }

    private func take(_ completions: Completions?) -> Int {
        let text = line.text
        let cursor = line.cursor
        guard let (found, part) = candidates(completions), let first = found.candidates.first else { return CEL_BEEP }
        if found.candidates.count == 1 { return insert(first, part) }
        let common = Self.typable(WideText.scalars(found.commonPrefix))
        if found.isWhole, common.count >= part.count, common != Array(text[part]) {
            line.replace(part, with: common)
            return CEL_REFRESH
        }
        if isDumb {
            line.cursor = text.count
            whenDrawn = { [self] in
                let rows = CompletionMenu(found, part).rows(columns: screen.size.columns, most: found.candidates.count)
                screen.write("\r\n" + rows.map { $0 + "\r\n" }.joined())
                line.cursor = cursor
                line.redraw()
            }
        } else {
            menu = CompletionMenu(found, part)
        }
        return CEL_REFRESH
    }

    /// The handling of a key while the menu is open.
    enum MenuKey {
        case taken
        case step(() -> Int)
        /// The key is for the line.
        case passed
    }

    func menuKey(_ key: UInt32) -> MenuKey {
        guard let open = menu else { return .passed }
        switch key {
        case 0x09: menu?.move(by: 1)
        case 0x0A, 0x0D:
            menu = nil
            return .step { self.insert(open.found.candidates[open.selected], open.part) }
        case 0x1B:
            let sequence = keys.escapeSequence()
            switch String(decoding: sequence, as: UTF8.self) {
            case "": menu = nil
            case "[A", "OA", "[Z": menu?.move(by: -1)
            case "[B", "OB": menu?.move(by: 1)
            case "[5~": menu?.move(by: -CompletionMenu.maxRows, wraps: false)
            case "[6~": menu?.move(by: CompletionMenu.maxRows, wraps: false)
            default:
                keys.putBack(sequence)
                menu = nil
                return .passed
            }
        case 0x08, 0x7F, 0x21...:
            menu?.isStale = true
            return .passed
        default:
            menu = nil
            return .passed
        }
        return .taken
    }

    /// Updates the candidates after a key that filters them.
    func refreshMenu() {
        menu = nil
        guard let (found, part) = candidates(lookUp()), !found.candidates.isEmpty else { return }
        menu = CompletionMenu(found, part)
    }

    /// The row below the line during a search for candidates.
    var waitingRow: String {
        let place = HistoryLine("", instance: prompt.instance).place
        let text = "waiting for \(place.isEmpty ? "the instance" : place); Ctrl-C stops"
        return CompletionMenu.cut(TerminalScreen.sanitized(text), to: max(screen.size.columns - 1, 1))
    }

    private func insert(_ candidate: Completions.Candidate, _ part: Range<Int>) -> Int {
        let text = line.text
        var completed = WideText.scalars(candidate.text)
        let next = part.upperBound < text.count ? text[part.upperBound] : 0
        if candidate.appendsSpace, next != 0x20 { completed.append(0x20) }
        line.replace(part, with: Self.typable(completed))
        return CEL_REFRESH
    }

    /// The candidates, and the part of libedit's line that they replace.
    private func candidates(_ found: Completions?) -> (found: Completions, part: Range<Int>)? {
        let before = above.count
        guard let found, let replaced = Self.characters(found.replaced, in: point.text), replaced.lowerBound >= before
        else { return nil }
        return (found, (replaced.lowerBound - before)..<(replaced.upperBound - before))
    }

    /// The whole text, and the cursor in UTF-8 bytes.
    private var point: (text: String, cursor: Int) {
        let text = line.text
        return (WideText.string(above + text), WideText.string(above + text[..<line.cursor]).utf8.count)
    }

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

    /// A candidate may come from the instance, so characters that affect the terminal are removed.
    private static func typable(_ text: [UInt32]) -> [UInt32] {
        text.filter { Unicode.Scalar($0).map { !TerminalScreen.acts($0) } ?? false }
    }
}
