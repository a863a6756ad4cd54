import Workbench
import Rendering
import TapeDeck

extension Command {
    static let tapeWhy = Command(
        "tape why", "Explain why the tape could not answer a request",
        details: "Shows the nearest exchanges, what differs in each part, and the command that helps.",
        traits: .aboutTapes,
        examples: [Example("tape why", "the nearest exchanges and what differs")]
    ) { run in
        guard let miss = run.lastMiss else {
            return CommandResult(.text("Every request so far was answered."))
        }
        if run.format(of: run.arguments).isForPrograms, let json = miss.miss?.json {
            return CommandResult(.json(json))
        }
        let lines = [miss.message] + (miss.miss?.lines ?? []) + miss.hints.map { "hint: \($0)" }
        return CommandResult(.text(lines.joined(separator: "\n")))
    }
}
