import CassetteStore
import Rendering
import Workbench

extension Parameter {
    fileprivate static let editedLine = Argument<String>(
        "command", .word("COMMAND"), .optional, "A command on a tape: %6:12, or %:12")
}

extension Command {
    static let clear = Command(
        "clear", traits: Traits(isRecorded: false, inRecipes: .never("clears the screen"))
    ) { run in
        // Only for a terminal.
        if run.host.terminal.width != nil {
            // ECMA-48: cursor home, erase display; xterm: erase scrollback.
            _ = try run.host.standardOutput.write(Array("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
        }
        return CommandResult(.none)
    }

    static let edit = Command(
        "edit", arguments: [.editedLine], traits: Traits(isRecorded: false, inRecipes: .never("is about the prompt"))
    ) { run in
        guard let history = run.options.history else { throw Problem(.refused, "Lines are edited at the prompt only.") }
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
