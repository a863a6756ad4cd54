import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck
import Workbench

extension Command {
    static let version = Command(
        "version", traits: Traits(isRecorded: false, inRecipes: .unsaved("is about this program"))
    ) { run in
        CommandResult(.text("Snowdeck \(run.options.version)\n"))
    }
}

extension Parameter {
    fileprivate static let topic = Argument<[String]>("topic", .topic, .repeated, "A command's words, or a topic")
    fileprivate static let reference = Flag<Bool>("reference", "Print the whole reference as Markdown")
    fileprivate static let schema = Flag<Bool>("schema", "Print every command with its flags as JSON Schema")
}

extension Command {
    static let help = Command(
        "help", arguments: [.topic], flags: [.reference, .schema], rules: [.atMostOne([.reference, .schema])],
        traits: Traits(inRecipes: .unsaved("explains commands"))
    ) { run in
        if run.arguments[.schema] { return explanation(CommandSchema.document.pretty + "\n") }
        if run.arguments[.reference] { return explanation(Reference.markdown) }
        let topics = run.arguments[.topic], width = run.settings.width
        // A replay has no aliases: those that help showed are on its tape.
        let known = run.aliases.all.map { ($0.name, $0.line) }
        if topics.isEmpty {
            let names = try await run.taped("aliases", known.map(\.0).joined(separator: ", "))
            let own = names.isEmpty ? "" : "Your aliases: \(names). alias shows them.\n"
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

    static let quit = Command("quit", traits: Traits(isRecorded: false, inRecipes: .never("ends the session"))) { run in
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
