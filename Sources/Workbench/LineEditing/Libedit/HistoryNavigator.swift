import CLibedit

/// Moves through history lines that begin with the typed text, reading them page by page.
struct HistoryNavigator {
    private let source: any HistorySource
    private var fetched: [HistoryLine] = []
    private var isComplete = false

    private var draft = ""
    private var shown: String?
    private var position = -1

    private static let page = 100

    init(_ source: any HistorySource) { self.source = source }

    mutating func restart() { self = HistoryNavigator(source) }

    mutating func entry(_ place: Int) -> String? { line(place)?.text }

    mutating func line(_ place: Int) -> HistoryLine? {
        while place >= fetched.count, !isComplete {
            // Growing pages, because the source has to count the skipped lines.
            let limit = max(Self.page, fetched.count)
            let page = source.entries(skipping: fetched.count, limit: limit)
            fetched += page
            isComplete = page.count < limit
        }
        return place >= 0 && place < fetched.count ? fetched[place] : nil
    }

    mutating func count() -> Int {
        while !isComplete { _ = entry(fetched.count) }
        return fetched.count
    }

    /// The next older line with the typed prefix; `current` is the line's current text.
    mutating func older(than current: String) -> String? {
        if shown != current {
            draft = current
            shown = nil
            position = -1
        }
        var place = position + 1
        while let line = entry(place) {
            if suits(line, current) { return show(line, place) }
            place += 1
        }
        return nil
    }

    mutating func newer(than current: String) -> String? {
        guard let shown, shown == current else { return nil }
        var place = position - 1
        while place >= 0 {
            if suits(fetched[place].text, current) { return show(fetched[place].text, place) }
            place -= 1
        }
        self.shown = nil
        position = -1
        return draft
    }

    private func suits(_ line: String, _ current: String) -> Bool {
        line != current && line.utf8.starts(with: draft.utf8)
    }

    private mutating func show(_ line: String, _ place: Int) -> String {
        shown = line
        position = place
        return line
    }
}

/// History expansion: `!!`, `!12`, `!text`, and the last word of an older line; and editing the line in the user's
/// editor.
extension EditSession {
    /// Replaces `!…` by the line it stands for, so that it is seen before it runs; nil if there is none.
    func expandHistory() -> Int? {
        let typed = WideText.string(line.text)
        let name = typed.dropFirst().prefix { $0 != " " }
        let rest = typed.dropFirst(1 + name.count)
        let found: String?
        if name == "!" {
            found = history.entry(0)
        } else if let number = Int64(name) {
            found = number > 0 ? hooks.history.entry(numbered: number) : history.entry(Int(clamping: -number - 1))
        } else {
            found = name.isEmpty ? nil : history.newest(beginning: String(name))
        }
        return found.map { show(WideText.scalars($0 + rest), below: []) }
    }

    func insertLastWord() -> Int {
        let cursor = line.cursor
        var place = 0
        var replaced = cursor..<cursor
        if let inserted = insertedWord, inserted.text == line.text, inserted.range.upperBound == cursor {
            (place, replaced) = (inserted.place + 1, inserted.range)
        }
        while let entry = history.entry(place) {
            if let word = entry.split(whereSeparator: \.isWhitespace).last {
                let scalars = WideText.scalars(String(word)).filter {
                    Unicode.Scalar($0).map { !TerminalScreen.acts($0) } ?? false
                }
                line.replace(replaced, with: scalars)
                insertedWord = (place, replaced.lowerBound..<replaced.lowerBound + scalars.count, line.text)
                return CEL_REFRESH
            }
            place += 1
        }
        return CEL_BEEP
    }

    func openEditor() -> Int {
        let text = text
        let cursor = line.cursor
        line.cursor = line.text.count
        whenDrawn = { [self] in
            setPasteMarks(false)
            line.setRaw(false)
            screen.write("\r\n")
            let edited = hooks.edit(WideText.string(text))
            line.setRaw(true)
            setPasteMarks(true)
            step = { [self] in
                guard let edited else {
                    line.cursor = cursor
                    line.redraw()
                    return CEL_REFRESH
                }
                var pasted = PastedText()
                for scalar in edited.unicodeScalars { pasted.add(scalar.value) }
                var kept = pasted.text
                while kept.last == 0x0A { kept.removeLast() }
                return show(kept, below: [])
            }
            line.redraw()
        }
        return CEL_REFRESH
    }
}

extension HistoryNavigator {
    mutating func newest(beginning text: String) -> String? {
        var place = 0
        while let line = entry(place) {
            if line.utf8.starts(with: text.utf8) { return line }
            place += 1
        }
        return nil
    }
}
