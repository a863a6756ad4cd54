import CLibedit
import Glibc

/// Tab: inserts the common prefix of all candidates, or opens a menu below the line.
extension EditSession {
    func complete() -> Int {
        let text = line.text
        let cursor = line.cursor
        guard let (found, part) = candidates(), let first = found.candidates.first else { return CEL_BEEP }
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
        guard let (found, part) = candidates(), !found.candidates.isEmpty else {
            menu = nil
            return
        }
        menu = CompletionMenu(found, part)
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
    private func candidates() -> (found: Completions, part: Range<Int>)? {
        let text = line.text
        let before = above.count
        let whole = WideText.string(above + text)
        let place = WideText.string(above + text[..<line.cursor]).utf8.count
        guard let found = awaitCompletions(whole, place),
            let replaced = Self.characters(found.replaced, in: whole), replaced.lowerBound >= before
        else { return nil }
        return (found, (replaced.lowerBound - before)..<(replaced.upperBound - before))
    }

    private func awaitCompletions(_ text: String, _ cursor: Int) -> Completions? {
        guard let answer = PendingCompletions() else { return nil }
        let work = Task { [complete = hooks.complete] in answer.give(await complete(text, cursor)) }
        while true {
            switch keys.wait(for: answer.descriptor) {
            case .woken: return answer.taken
            case .signal(let number) where number == SIGWINCH || number == SIGCONT: keys.delay(number)
            case .signal(let number):
                work.cancel()
                if number == SIGTERM || number == SIGHUP { ending = .terminated(number) }
                return nil
            case .key, .paste, .end:
                work.cancel()
                return nil
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

/// The candidates below the line, one per row with its description, and the selected one.
struct CompletionMenu {
    let found: Completions
    /// The part of libedit's line that a candidate replaces.
    let part: Range<Int>
    private(set) var selected = 0
    /// Whether a key changed the line since the candidates were found.
    var isStale = false
    private let nameWidth: Int

    static let maxRows = 12

    init(_ found: Completions, _ part: Range<Int>) {
        self.found = found
        self.part = part
        nameWidth = found.candidates.reduce(0) { widest, candidate in
            let name = candidate.text.utf8
            // There may be thousands of names at each key, nearly all of them ASCII.
            let isPlain = name.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
            return max(widest, isPlain ? name.count : Self.width(TerminalScreen.sanitized(candidate.text)))
        }
    }

    private static func width(_ text: String) -> Int { LineLayout.width(text.unicodeScalars.lazy.map(\.value)) }

    mutating func move(by count: Int, wraps: Bool = true) {
        let all = found.candidates.count
        selected = wraps ? (selected + count + all) % all : min(max(selected + count, 0), all - 1)
    }

    /// The rows around the selected one, each narrower than the screen.
    func rows(columns: Int, most: Int) -> [String] {
        let all = found.candidates.count
        let isCut = !found.isWhole || all > most
        let count = min(all, isCut && most > 1 ? most - 1 : most)
        guard count > 0 else { return [] }
        let first = min(max(selected - count / 2, 0), all - count)
        let room = max(columns - 1, 1)
        let shown = found.candidates[first..<first + count]
        let names = shown.map { TerminalScreen.sanitized($0.text) }
        let widths = names.map(Self.width)
        let column = min(nameWidth, max(room / 2, 1))
        var rows = zip(shown, zip(names, widths)).map { candidate, name in
            let about = TerminalScreen.sanitized(candidate.description)
            let gap = String(repeating: " ", count: max(column - name.1, 0) + 2)
            return Self.cut(about.isEmpty ? name.0 : name.0 + gap + about, to: room)
        }
        rows[selected - first] = "\u{1B}[7m" + rows[selected - first] + "\u{1B}[0m"
        if isCut, most > 1 {
            let place = "\(selected + 1) of \(all)"
            rows.append(Self.cut(found.isWhole ? place : place + " shown; type more to see the others", to: room))
        }
        return rows
    }

    static func cut(_ text: String, to room: Int) -> String {
        let scalars = WideText.scalars(text)
        if LineLayout.width(scalars) <= room { return text }
        var kept: [UInt32] = []
        var width = 0
        for scalar in scalars {
            width += LineLayout.width([scalar])
            if width >= room { break }
            kept.append(scalar)
        }
        while kept.last == 0x20 { kept.removeLast() }
        return WideText.string(kept) + "…"
    }
}

extension Completions {
    var commonPrefix: String {
        guard var prefix = candidates.first.map({ Array($0.text.unicodeScalars) }) else { return "" }
        for candidate in candidates.dropFirst() {
            let same = zip(prefix, candidate.text.unicodeScalars).prefix { $0 == $1 }
            prefix.removeLast(prefix.count - Array(same).count)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: prefix)
        return String(text)
    }
}
