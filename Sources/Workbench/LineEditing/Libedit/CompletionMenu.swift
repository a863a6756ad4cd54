import CLibedit

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

/// The keys of the prompt and their meanings, derived from the bindings.
package enum EditKeys {
    /// In the order of the commands. An editrc(5) file may bind other keys.
    package static let all: [(keys: String, meaning: String)] =
        EditCommand.allCases.filter { $0 != .step }.map { command in
            var names: [String] = []
            for (key, bound) in EditCommand.suggested + EditCommand.owned where bound == command.name {
                let name = name(of: key)
                if !names.contains(name) { names.append(name) }
            }
            return (names.joined(separator: ", "), command.help)
        } + own

    /// The most useful of libedit's own bindings (editline(7)).
    private static let own: [(keys: String, meaning: String)] = [
        ("Ctrl-A, Home", "Move to the start of the line"), ("Left, Ctrl-B", "Move backward"),
        ("Alt-b, Ctrl-Left", "Move to the start of the word"),
        ("Backspace, Ctrl-H", "Delete the character before the cursor"),
        ("Ctrl-W", "Delete the word before the cursor"),
        ("Alt-d", "Delete to the end of the word"),
        ("Ctrl-U", "Delete to the start of the line"),
        ("Ctrl-K", "Delete to the end of the line"),
        ("Ctrl-Y", "Insert what was deleted last"),
        ("Ctrl-T", "Swap two characters"),
        ("Ctrl-L", "Clear the screen"),
    ]

    private static let named = [
        "^I": "Tab", "^M": "Enter", "^J": "Enter", "\\e^M": "Alt-Enter", "\\e^J": "Alt-Enter",
        "\\e[A": "Up", "\\eOA": "Up", "\\e[B": "Down", "\\eOB": "Down", "\\e[C": "Right", "\\eOC": "Right",
        "\\e[H": "Home", "\\eOH": "Home", "\\e[1~": "Home", "\\e[F": "End", "\\eOF": "End", "\\e[4~": "End",
        "\\e[3~": "Delete", "\\e[1;5C": "Ctrl-Right", "\\e[1;5D": "Ctrl-Left", "\\e[1;3C": "Alt-Right",
        "\\e[1;3D": "Alt-Left",
    ]

    /// `Ctrl-X Ctrl-E` for `^X^E`, `Alt-.` for `\e.`.
    private static func name(of key: String) -> String {
        if let name = named[key] { return name }
        if key.hasPrefix("\\e") { return "Alt-" + key.dropFirst(2) }
        return key.split(separator: "^").map { "Ctrl-" + $0 }.joined(separator: " ")
    }
}

extension LibeditReader {
    /// The version of the linked libedit.
    package static var libraryVersion: String { String(cString: cel_version()) }
}
