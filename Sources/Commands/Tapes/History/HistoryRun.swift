import Workbench
import Notation
import Rendering

extension Command {
    static let historyRun = Command(
        "history run", "Run an earlier line again",
        details: "It is recorded as that line. A redirection or a pipeline after the number is added to the line.",
        arguments: [.historyLine],
        traits: Traits(isRecorded: false, takesRest: true, inRecipes: .never("is about this session")),
        examples: [
            Example("history run 12", "line 12 again"),
            Example("history run 12 > found.txt", "line 12 again, its answer in a file"),
        ]
    ) { run in
        let entry = try run.historyEntry(run.arguments)
        guard !runsAnother(run.aliases.expanded(entry.line)) else {
            throw run.arguments.problem(
                .refused, "Line \(entry.id) runs another line.", at: .historyLine, hints: ["history"])
        }
        try run.refuseSecret(in: entry.line, of: entry)
        var line = await run.meaning(of: entry.line) ?? entry.line
        if let typed = try? Parser.parse(run.arguments.line), let end = typed.words.last?.span.upperBound {
            line += String(decoding: typed.text.utf8.dropFirst(end), as: UTF8.self)
        }
        run.repeats(line)
        run.write("→ \(TerminalText.plain(line))\n")
        // The line shows its own progress.
        run.waiting?.hide(true)
        var result = CommandResult(.none)
        result.exitStatus = await run.run(line)
        return result
    }
}

/// Whether a line is `history run` itself, which could run in a circle.
private func runsAnother(_ line: String) -> Bool {
    guard let invocation = try? Parser.parse(line) else { return false }
    return (try? CommandTable.match(invocation))?.command == .historyRun
}
