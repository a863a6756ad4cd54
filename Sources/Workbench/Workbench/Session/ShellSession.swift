import CassetteStore
import ExchangeModel
package import LineEditing
import Notation
package import NowSDK
import Redactors
import Rendering
import TapeDeck

/// The user's current choices (instance, settings, variables, cassette), and running lines from a prompt, a script,
/// arguments or a tape.
package actor ShellSession {
    package nonisolated let host: HostEnvironment
    package let options: SessionOptions
    package internal(set) var settings: SessionSettings
    package internal(set) var variables: [String: String]
    package internal(set) var slot: DeckSlot { didSet { running.deck = slot.deck } }
    package var connection: InstanceConnection { didSet { knownSchema.use(connection.link?.schema) } }
    var lifecycle = Lifecycle()
    /// State of the running command.
    var command = CommandState()
    let requests: RequestContext
    var rejections = RejectionCounter()
    /// What the running command writes.
    var undo: UndoScript?
    /// What undo can take back, the oldest first.
    package internal(set) var undos: [UndoScript] = []
    let redaction: Redaction
    /// The recipe's tape that the running command re-records; nil for every other command.
    var recipeTape: RecipeTape?
    /// What was typed for references, by the sys_id of the record that was found.
    package var typedReferences: [String: String] = [:]
    var own: UserChoices?
    var taped: TapedFacts
    /// The zone in which times are shown; nil on a tape that does not name one.
    var zone: ZoneRule?
    /// What the next prompt begins with and offers.
    var promptState = PromptState()
    /// The last typed command's answer, for completion.
    var typedAnswer: TypedAnswer?
    let programs = ProgramNames()
    package var onResult: (@Sendable (CommandResult) -> Void)?
    let running = RunningCommand()
    var answers = AnswerHistory()
    package nonisolated let aliases = AliasTable()
    package nonisolated let knownSchema = CachedSchema()

    struct Lifecycle {
        var isOver = false
        /// Set by a signal: no further command runs.
        var isStopped = false
        var isClosed = false
        /// Whether the user was warned that the sandbox is lost when the run ends.
        var hasWarnedOfSandbox = false
    }

    struct CommandState {
        /// Secrets among the variables of a `graphql` document; nil until it has been read.
        var documentSecrets: DocumentSecrets?
        /// Remarks that are not recorded.
        var remarks: [String] = []
        var usesTapedFiles = false
        /// For the history.
        var answer = AnswerPlace()
    }

    struct TapedFacts {
        var width: Int?
        var zone: ZoneRule?
        var user: String?
    }

    package init(host: HostEnvironment, options: SessionOptions) {
        self.host = host
        self.options = options
        own = options.own
        redaction = Redaction(secrets: host.secrets, sharing: .subscribes)
        settings = options.settings
        taped = TapedFacts(width: options.settings.width, zone: options.zone)
        zone = options.zone
        variables = options.variables
        connection = InstanceConnection(instance: options.instance, signIn: options.signIn, profile: options.profile)
        slot = options.slot
        requests = RequestContext(RequestLimits(seconds: options.settings.timeout, body: options.settings.maxBody))
    }

    package var instance: Instance { connection.instance }
    var signIn: SignInChoice { connection.signIn }
    var profile: Profile? { connection.profile }
    /// The user who signs in; nil for a guest, and if only the instance knows.
    package var user: String? { connection.signIn.user }
    package var isOver: Bool { lifecycle.isOver }

    /// Runs one line and returns its exit status. Errors go to standard error.
    package func run(_ text: String, from place: ScriptLocation? = nil) async -> Int32 {
        command = CommandState()
        let invocation: Invocation
        do throws(ParseError) {
            invocation = try Parser.parse(text)
        } catch {
            return say(error.problem(in: text).correcting(text), from: place)
        }
        return await run(invocation, from: place)
    }

    /// - Parameter taped: the line as it is on the tape that is playing, if it is that of an earlier version.
    package func run(_ invocation: Invocation, from place: ScriptLocation? = nil, taped: String? = nil) async -> Int32 {
        command = CommandState()
        requests.beginCommand()
        if invocation.isEmpty { return 0 }
        if lifecycle.isStopped { return Problem.Kind.interrupted.exitStatus }
        let arguments: BoundArguments
        var invocation = invocation
        do throws(Problem) {
            if let line = try aliases.expansion(of: invocation) { return await run(line, from: place) }
            let command = try CommandTable.match(invocation)
            if command.command.traits.takesRest {
                invocation = Invocation(text: invocation.text, words: invocation.words)
            }
            if command.asksForHelp {
                guard let tail = invocation.destinationText else { return explain(command.command, from: place) }
                return await run("help \(command.command.name) \(tail)", from: place)
            }
            arguments = try command.bind(in: invocation.text, variables: Expansion(variables))
            try arguments.allow(invocation.captures)
        } catch {
            guard let line = CommandSuggestion.renamed(invocation), let meant = try? Parser.parse(line) else {
                return say(error.correcting(invocation.text), from: place, command: invocation)
            }
            let problem = Problem(renamed: invocation, to: line)
            if promptState.keepsAnswer { return say(problem, from: place, command: invocation) }
            // Scripts and tapes of earlier versions still run.
            if !slot.isPlaying { write("note: \(problem.message)\n") }
            return await run(meant, from: place, taped: slot.isPlaying ? invocation.text : nil)
        }
        let work = Task(executorPreference: options.executor) { [invocation] in
            await CommandRun(self, arguments, invocation, place, taped: taped).perform()
        }
        running.begin(work)
        defer { running.begin(nil) }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Interrupts the running command, or ends it gracefully if it can; does nothing between commands.
    ///
    /// - Returns: false if the command was already cancelled and is still running.
    @discardableResult
    package nonisolated func interrupt() -> Bool { running.interrupt() }
}

/// What a session writes besides a command's result.
extension ShellSession {
    func format(of arguments: BoundArguments?) -> Format { options.format ?? askedFormat(of: arguments) }

    func askedFormat(of arguments: BoundArguments?) -> Format {
        arguments?[.format].flatMap(Format.init) ?? settings.format
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

    func cell(_ moment: Timestamp?) -> Cell { Cell(moment?.glideText ?? "", display: moment.map(shown)) }
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
        if prompt.suggests, !Command.changes(promptState.offer) { prompt.offer = promptState.offer }
        return prompt
    }

    package var ownPrompt: Prompt {
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

/// Where recipes are.
extension ShellSession {
    /// The path of a recipe: a path, or a name with the suffix, stays as it is; a bare name is a file in the project's
    /// `recipes` folder.
    package static func recipePath(_ name: String) -> String {
        let isPath = name.utf8.contains(UInt8(ascii: "/")) || name.hasSuffix(Recipe.suffix)
        return isPath ? name : "recipes/\(name)\(Recipe.suffix)"
    }

    package static func recipeNames(in files: [CompletionEnvironment.FileName]) -> [String] {
        files.filter { !$0.isFolder && $0.name.hasSuffix(Recipe.suffix) }.map { Recipe.name(ofFile: $0.name) }.sorted()
    }
}

/// The tape that `recipe run --record` or `--extend` makes.
package struct RecipeTape: Sendable {
    let draft: TapeDraft
    /// Whether the recipe's steps have begun. If none began, nothing is kept.
    package var hasBegun = false

    /// Where the recording is found if the recipe fails.
    package var path: String { draft.replaces ? draft.path : draft.target }
}

extension ShellSession {
    /// Inserts the recipe's tape, recorded again or extended, before the command that records to it begins. Returns the
    /// previous slot; nil if the command needs no change or a tape is playing.
    func beginRecipeTape(_ arguments: BoundArguments) throws(Problem) -> DeckSlot? {
        guard !slot.isPlaying, !options.keepsTape, let own = arguments.command.traits.tape?(arguments) else {
            return nil
        }
        let path = host.tapes.path(own.name)
        let before = slot
        if slot.path == path { try change(to: .waiting(path: path, replacing: false)) }
        let draft = try TapeDraft(of: path, host) { write($0) }
        if own.extends {
            try draft.copyTarget(host)
            try extend(draft.path)
        } else {
            try record(onto: draft.path, replacing: false)
        }
        recipeTape = RecipeTape(draft: draft)
        return before
    }

    /// - Parameter status: the exit status of the command that recorded.
    func endRecipeTape(_ before: DeckSlot, status: Int32) throws(Problem) {
        let tape = recipeTape
        recipeTape = nil
        do throws(Problem) {
            switch before {
            case .recording(_, let path): try change(to: .waiting(path: path, replacing: false))
            case .extending(_, let path): try change(to: .waitingToExtend(path: path))
            case .waiting, .waitingToExtend, .playing: try change(to: before)
            }
        } catch {
            if let tape { write("\(tape.draft.target) is as it was; this recording is in \(tape.draft.path).\n") }
            throw error
        }
        if let tape { try finish(tape, status) }
    }

    /// Replaces the recipe's tape after a success. A first recording is kept in any case: `recipe accept` plays it.
    private func finish(_ tape: RecipeTape, _ status: Int32) throws(Problem) {
        let draft = tape.draft
        guard tape.hasBegun else {
            command.answer = AnswerPlace()
            try draft.discard(host)
            if draft.replaces { write("\(draft.target) is as it was.\n") }
            return
        }
        guard status == 0 || !draft.replaces else {
            return write("\(draft.target) is as it was; the recording that failed is in \(draft.path).\n")
        }
        try draft.place(host)
        if command.answer.tape == draft.path { command.answer.tape = draft.target }
    }
}

/// A tape of a command's own.
package struct OwnTape: Sendable {
    /// As typed in `tape new`.
    let name: String
    /// Whether it is extended; else it is recorded again.
    let extends: Bool

    package init(_ name: String, extends: Bool) {
        self.name = name
        self.extends = extends
    }
}
