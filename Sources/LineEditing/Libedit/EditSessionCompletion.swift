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

/// The rows in which candidates are shown under the line: one a row with its description, or, where none has one, as
/// many beside each other as fit. No row is as wide as the screen.
struct CompletionMenu {
    let rows: [String]

    init(_ candidates: [Completions.Candidate], columns: Int) {
        let room = max(columns - 1, 1)
        let names = candidates.map { TerminalScreen.harmless($0.text) }
        let widths = names.map { LineLayout.width(WideText.scalars($0)) }
        let longest = widths.max() ?? 0
        if candidates.allSatisfy({ $0.description.isEmpty }) {
            rows = Self.grid(names, widths, longest: longest, room: room)
        } else {
            let column = min(longest, max(room / 2, 1))
            rows = candidates.indices.map { index in
                let description = TerminalScreen.harmless(candidates[index].description)
                if description.isEmpty { return Self.cut(names[index], to: room) }
                let gap = String(repeating: " ", count: max(column - widths[index], 0) + 2)
                return Self.cut(names[index] + gap + description, to: room)
            }
        }
    }

    private static func grid(_ names: [String], _ widths: [Int], longest: Int, room: Int) -> [String] {
        let across = max((room + 2) / (longest + 2), 1)
        let down = (names.count + across - 1) / across
        return (0..<down).map { row in
            var text = ""
            var padding = 0
            for index in stride(from: row, to: names.count, by: down) {
                text += String(repeating: " ", count: padding) + names[index]
                padding = longest - widths[index] + 2
            }
            return cut(text, to: room)
        }
    }

    private static func cut(_ text: String, to room: Int) -> String {
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
