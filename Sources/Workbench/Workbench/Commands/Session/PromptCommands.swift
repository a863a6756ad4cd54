import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Parameter {
    fileprivate static let editedLine = Argument<Int>(
        "number", .number(1...Int.max), .optional, "A line's number in the history")
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

    static let version = Command(
        "version", "Show the version of Snowdeck",
        details: "snowdeck doctor shows the versions of everything else.",
        traits: Traits(isRecorded: false, inRecipes: .unsaved("is about this program")),
        examples: [Example("version", "the version")]
    ) { run in
        CommandResult(.text("Snowdeck \(run.options.version)\n"))
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
            Example("edit 12", "line 12 of the history"),
        ]
    ) { run in
        guard let history = run.options.history else {
            throw Problem(.refused, "Lines are edited at the prompt only.")
        }
        var text = ""
        if let number = run.arguments[.editedLine] {
            guard let line = history.line(numbered: Int64(number)) else {
                throw run.arguments.problem(
                    .refused, "The history has no line \(number).", at: .editedLine, hints: ["history"])
            }
            text = line
        } else {
            // The newest line is this command.
            text = history.newest(1, skipping: 1).first?.line ?? ""
        }
        guard let edited = run.host.terminal.edit(text) else {
            throw Problem(
                .refused, "The editor did not start, or ended with an error.",
                hints: ["Set VISUAL or EDITOR to an editor before Snowdeck starts."])
        }
        var line = edited[...]
        while line.last?.isNewline == true { line.removeLast() }
        run.edit(String(line))
        return CommandResult(.none)
    }
}

extension Parameter {
    fileprivate static let topic = Argument<[String]>("topic", .topic, .repeated, "A command's words, or a topic")
    fileprivate static let reference = Flag<Bool>("reference", "Print the whole reference as Markdown")
}

extension Command {
    static let help = Command(
        "help", "Explain a command or a topic",
        arguments: [.topic],
        flags: [.reference],
        traits: Traits(inRecipes: .unsaved("explains commands")),
        examples: [
            Example("help", "all commands and topics"),
            Example("help table list", "one command"),
            Example("help queries", "a topic"),
        ]
    ) { run in
        if run.arguments[.reference] { return explanation(Reference.markdown) }
        let topics = run.arguments[.topic], width = run.settings.width
        // A replay has no aliases: those that help showed are on its tape.
        let known = run.aliases.all.map { ($0.name, $0.line) }
        if topics.isEmpty {
            let names = try await run.taped("aliases", known.map(\.0).joined(separator: ", "))
            let own = names.isEmpty ? "" : "\nYour aliases: \(names). alias shows them.\n"
            return explanation(try Help.text(about: topics, width: width) + own)
        }
        do throws(Problem) {
            return explanation(try Help.text(about: topics, width: width))
        } catch {
            let line = topics.count == 1 ? known.first { $0.0 == topics[0] }?.1 ?? "" : ""
            let alias = try await run.taped("alias \(topics.joined(separator: " "))", line)
            guard !alias.isEmpty else { throw error }
            return explanation("\(topics[0]) is an alias:\n  \(alias)\n")
        }
    }

    static let quit = Command(
        "quit", "End the session",
        details: "Ctrl-D on an empty line does the same.",
        traits: Traits(isRecorded: false, inRecipes: .never("ends the session")),
        examples: [Example("quit", "end the session")]
    ) { run in
        run.end()
        return CommandResult(.none)
    }
}

/// A text that `last` does not repeat.
private func explanation(_ text: String) -> CommandResult {
    var result = CommandResult(.text(text))
    result.isAnswer = false
    return result
}

extension Run {
    /// A text from this machine, or in a replay the recorded one; empty if none was recorded.
    fileprivate func taped(_ name: String, _ text: String) async throws -> String {
        if text.isEmpty, !slot.isPlaying { return "" }
        do { return try await input(.setting, name) { text } } catch TapeError.noInput { return "" }
    }
}
