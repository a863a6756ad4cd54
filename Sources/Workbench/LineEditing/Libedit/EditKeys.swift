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
        ("Ctrl-A, Home", "Move to the start of the line"),
        ("Left, Ctrl-B", "Move backward"),
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
