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

    /// Names run down the columns, as in a list of files.
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
    /// What all candidates begin with.
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
