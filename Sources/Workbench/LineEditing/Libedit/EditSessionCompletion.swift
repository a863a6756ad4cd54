import CLibedit
import Glibc

/// Tab: inserts the common prefix of all candidates, or opens a menu below the line.
extension EditSession {
    /// A search for candidates that takes longer than `KeyInput.patience`. The line can be edited until the answer comes.
    struct Lookup {
        let answer: PendingCompletions
        fileprivate let work: Task<Void, Never>
        /// The whole text, and the cursor in UTF-8 bytes.
        fileprivate let text: String
        fileprivate let cursor: Int
        /// Whether Tab began it, so that the common prefix is inserted; else the menu is shown.
        fileprivate let inserts: Bool
    }

    func complete() -> Int {
        if lookup != nil { return CEL_NORMAL }
        switch beginLookup(inserts: true) {
        case .answered(let found): return take(found)
        case .waits: return CEL_REFRESH
        case .ended: return CEL_BEEP
        }
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
        if case .answered(let found) = beginLookup(inserts: false) { open(found) }
    }

    private func open(_ completions: Completions?) {
        guard let (found, part) = candidates(completions), !found.candidates.isEmpty else { return }
        menu = CompletionMenu(found, part)
    }

    /// Shows the answer of the lookup. If the line has changed meanwhile, it looks up the new one.
    func endLookup() -> Int {
        guard let ended = lookup else { return CEL_NORMAL }
        lookup = nil
        if search != nil { return CEL_NORMAL }
        let isSame = (ended.text, ended.cursor) == point
        if isSame, ended.inserts { return take(ended.answer.taken) }
        if isSame { open(ended.answer.taken) } else { refreshMenu() }
        return CEL_REFRESH
    }

    func cancelLookup() {
        lookup?.work.cancel()
        lookup = nil
    }

    /// Ctrl-C and Escape alone cancel a lookup; other keys are for the line.
    func lookupKey(_ key: UInt32) -> MenuKey {
        switch key {
        case _ where lookup == nil: return .passed
        case 0x09: return .taken
        case 0x03: break
        case 0x1B:
            let sequence = keys.escapeSequence()
            if !sequence.isEmpty {
                keys.putBack(sequence)
                return .passed
            }
        default: return .passed
        }
        cancelLookup()
        return .taken
    }

    /// The row below the line during a lookup.
    var lookupRows: [String]? {
        guard lookup != nil else { return nil }
        let place = HistoryLine("", instance: prompt.instance).place
        let text = "waiting for \(place.isEmpty ? "the instance" : place); Ctrl-C stops"
        return [CompletionMenu.cut(TerminalScreen.sanitized(text), to: max(screen.size.columns - 1, 1))]
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
        guard let found, let replaced = Self.characters(found.replaced, in: point.text),
            replaced.lowerBound >= before
        else { return nil }
        return (found, (replaced.lowerBound - before)..<(replaced.upperBound - before))
    }

    /// The whole text, and the cursor in UTF-8 bytes.
    private var point: (text: String, cursor: Int) {
        let text = line.text
        return (WideText.string(above + text), WideText.string(above + text[..<line.cursor]).utf8.count)
    }

    private enum LookupStart {
        case answered(Completions?)
        case waits
        case ended
    }

    private func beginLookup(inserts: Bool) -> LookupStart {
        cancelLookup()
        let (text, cursor) = point
        guard let answer = PendingCompletions() else { return .ended }
        let work = Task { [complete = hooks.complete] in answer.give(await complete(text, cursor)) }
        // A terminal that cannot show that it waits keeps the keys.
        let end = isDumb ? nil : ContinuousClock.now + KeyInput.patience
        while true {
            switch keys.wait(for: answer.descriptor, until: end) {
            case .woken: return .answered(answer.taken)
            case nil:
                lookup = Lookup(answer: answer, work: work, text: text, cursor: cursor, inserts: inserts)
                return .waits
            case .signal(let number) where number == SIGWINCH || number == SIGCONT: keys.delay(number)
            case .signal(let number):
                work.cancel()
                if number == SIGTERM || number == SIGHUP { ending = .terminated(number) }
                return .ended
            case .key, .paste, .end:
                work.cancel()
                return .ended
            }
        }
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
