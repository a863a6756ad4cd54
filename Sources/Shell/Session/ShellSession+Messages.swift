import ExchangeModel
import LineEditing
import NowSDK
import Notation
import Rendering
import TapeDeck

/// What a session writes besides a command's result.
extension ShellSession {
    func format(of arguments: BoundArguments?) -> Format { options.format ?? askedFormat(of: arguments) }

    private func askedFormat(of arguments: BoundArguments?) -> Format {
        arguments?.string("format").flatMap(Format.init) ?? settings.format
    }

    /// The default fields of a list: a fixed selection for people, all of them for programs.
    func usualFields(of table: String, _ arguments: BoundArguments) -> [String] {
        // Fields are part of the request, which a replay in another format does not change.
        askedFormat(of: arguments).isForPrograms ? [] : DefaultColumns.of(table) ?? []
    }

    /// Reports a problem that belongs to no command's record. Returns its exit status.
    ///
    /// - Parameter command: the line that could not be bound; it may still choose the format.
    func say(_ problem: Problem, from place: ScriptLocation?, command: Invocation? = nil) -> Int32 {
        promptState.problem = problem
        let problem = place.map { problem.located(in: $0.name, line: $0.line, command: command?.text) } ?? problem
        write(text(of: problem, as: command?.askedFormat ?? settings.format))
        return problem.exitStatus
    }

    /// A problem as lines for people, or as JSON if output is JSON.
    func text(of problem: Problem, as format: Format) -> String {
        let problem = problem.withoutSecrets(redaction, knowing: command.documentSecrets)
        let text =
            switch format {
            case .json: ProblemText.json(problem).pretty + "\n"
            case .ndjson: ProblemText.json(problem).compact + "\n"
            default: ProblemText.lines(problem, width: settings.width)
            }
        // An instance may quote what it was sent, and users paste errors into tickets.
        return redaction.redactText(text)
    }

    func warn(_ problems: [Problem], in notes: CommandNotes) {
        for problem in problems {
            notes.add(
                ProblemText.warning(
                    problem.withoutSecrets(redaction, knowing: command.documentSecrets), width: settings.width))
        }
    }

    func write(_ text: String) {
        // An error of standard error cannot be reported.
        _ = try? host.standardError.say(text, paintsLabels: paintsLabels)
    }

    /// Whether `error:` and `warning:` are colored, which requires that standard error is a terminal.
    var paintsLabels: Bool { options.showsColor && options.showsProgress && settings["color"] == "auto" }

    func explain(_ definition: Command, from place: ScriptLocation?) -> Int32 {
        let tee = OutputTee(
            deck: nil, output: host.standardOutput, error: host.standardError, showsProgress: false,
            outputIsTerminal: host.terminal.width != nil, hasColor: false, pager: pager)
        tee.beginPage()
        // Nothing throws without a tape.
        try? tee.write(Array(Help.text(of: definition, width: settings.width).utf8))
        tee.endPage()
        return tee.failure.map { say($0, from: place) } ?? 0
    }

    func shown(_ moment: Timestamp) -> String { zone?.text(of: moment) ?? moment.glideText }

    func cell(_ moment: Timestamp?) -> Cell {
        Cell(moment?.glideText ?? "", display: moment.map(shown))
    }
}

extension ShellSession {
    /// The prompt: the instance, a read-only marker, and the tape being played. If the instance confirms changes it is
    /// bold, in its profile's color, else red for production and yellow otherwise.
    var prompt: Prompt {
        if case .playing(_, let path) = slot {
            let name = SafeText.line(path.split(separator: "/").last.map(String.init) ?? path)
            return Prompt("\(placeName) ⏵ \(name)> ", style: style(.bold))
        }
        if case .some(let path) = slot.path, slot.isExtending {
            let name = SafeText.line(path.split(separator: "/").last.map(String.init) ?? path)
            return Prompt("\(placeName) ⏵+ \(name)> ", style: style(guardStyle))
        }
        return Prompt(ownPrompt.text, style: style(ownPrompt.style))
    }

    /// The prompt while a line is edited. There are no suggestions without colors, because they would look like typed
    /// text.
    var editedPrompt: Prompt {
        var prompt = prompt
        prompt.instance = instance.description
        let paints = options.showsColor && settings["color"] == "auto"
        prompt.highlights = paints && settings["highlight"] == "on"
        prompt.suggests = paints && settings["suggest"] == "on"
        prompt.suggestsChanges = writeGuard == .open
        prompt.initial = promptState.initial
        // Enter alone never changes a record.
        if prompt.suggests, !Command.changes(promptState.offer) {
            prompt.offer = promptState.offer
        }
        return prompt
    }

    var ownPrompt: Prompt {
        let closed = writeGuard == .readOnly ? " (read-only)" : ""
        return Prompt("\(placeName)\(closed)> ", style: settings["color"] == "auto" ? guardStyle : .plain)
    }

    private var guardStyle: Prompt.Style {
        guard let color = profile?.color else {
            if writeGuard == .production { return .warning }
            return isSandbox ? .bold : .painted(.yellow, isBold: writeGuard != .open)
        }
        return color.paint.map { .painted($0, isBold: writeGuard != .open) } ?? (writeGuard == .open ? .plain : .bold)
    }

    private func style(_ style: Prompt.Style) -> Prompt.Style {
        options.showsColor && settings["color"] == "auto" ? style : .plain
    }

    func redacted(_ line: String) -> String {
        let line = redaction.redact(line: TypedSecrets.hidden(in: line), knowing: command.documentSecrets)
        return slot.deck?.hidingSecrets(in: line) ?? line
    }
}
