import CassetteStore
import Rendering
import Workbench

extension Parameter {
    fileprivate static let editedLine = Argument<String>(
        "command", .word("COMMAND"), .optional, "A command on a tape: %6:12, or %:12")
}

extension Command {
    static let clear = Command(
        "clear", "Clear the screen",
        details: "Ctrl-L does the same and keeps the line.",
        traits: Traits(isRecorded: false, inRecipes: .never("clears the screen")),
        examples: [Example("clear", "an empty screen")]
    ) { run in
        // Only for a terminal.
        if run.host.terminal.width != nil {
            // ECMA-48: cursor home, erase display; xterm: erase scrollback.
            _ = try run.host.standardOutput.write(Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
        }
        return CommandResult(.none)
    }

    static let edit = Command(
        "edit", "Open an earlier line in your editor",
        details: """
            Opens $VISUAL, else $EDITOR, else editor. The edited line comes back to the prompt and is run by Enter.
            Ctrl-X Ctrl-E does the same with the line that you are typing.
            """,
        arguments: [.editedLine],
        traits: Traits(isRecorded: false, inRecipes: .never("is about the prompt")),
        examples: [
            Example("edit", "the previous line in the editor"),
            Example("edit %:12", "command 12 of this session's tape"),
        ]
    ) { run in
        guard let history = run.options.history else {
            throw Problem(.refused, "Lines are edited at the prompt only.")
        }
        var text = ""
        if let typed = run.arguments[.editedLine] {
            text = try run.historyEntry(typed, at: .editedLine).line
        } else {
            // The newest line is this command.
            text = history.newest(1, skipping: 1).first?.line ?? ""
        }
        guard let edited = run.host.terminal.edit(text) else { throw Problem.noEditor }
        var line = edited[...]
        while line.last?.isNewline == true { line.removeLast() }
        run.edit(String(line))
        return CommandResult(.none)
    }
}
