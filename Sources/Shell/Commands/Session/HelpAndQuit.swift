import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let help = Command(
        "help", "Explain a command or a topic",
        arguments: [ArgumentDefinition("topic", .topic, .repeated, "A command's words, or a topic")],
        flags: [FlagDefinition("reference", "Print the whole reference as Markdown")],
        traits: Traits(inRecipes: .unsaved("explains commands")),
        examples: [
            Example("help", "all commands and topics"),
            Example("help table list", "one command"),
            Example("help queries", "a topic"),
        ]
    ) { session, context in
        if context.arguments.flag("reference") { return CommandResult(.text(Reference.markdown)) }
        return CommandResult(
            .text(try Help.text(about: context.arguments.strings("topic"), width: session.settings.width)))
    }

    static let quit = Command(
        "quit", "End the session",
        details: "Ctrl-D on an empty line does the same.",
        traits: Traits(isRecorded: false, inRecipes: .never("ends the session")),
        examples: [Example("quit", "end the session")]
    ) { session, context in
        session.end()
        return CommandResult(.none)
    }
}
