package import ExchangeModel
import NowData
package import NowSDK
import Notation
import Rendering
import TapeDeck

/// One sitting: what the user has chosen so far (instance, settings, variables, cassette), and the running of lines.
///
/// It is the same whether lines come from a prompt, a script, arguments or a tape; who gives them is not its business.
package actor ShellSession {
    /// The machine, as far as a shell needs it.
    package let workbench: any Workbench
    /// What it was started with.
    package let options: SessionOptions
    /// The settings as they are now.
    package internal(set) var settings: Settings
    /// Variables by name.
    package internal(set) var variables: [String: String]
    /// The cassette in the deck.
    package internal(set) var slot: DeckSlot { didSet { running.deck = slot.deck } }
    /// The instance that commands speak to.
    package internal(set) var instance: Instance
    /// How it is signed in to.
    package internal(set) var signIn: SignInChoice
    /// The profile of the instance; nil when it has none.
    package internal(set) var profile: Profile?
    /// Set by `quit`.
    package internal(set) var isOver = false
    /// Whether a signal ended it: no command runs after that.
    var isStopped = false
    /// Whether the tape was closed.
    var isClosed = false
    /// The stack to the instance, made when a command first needs it.
    var link: InstanceLink?
    /// Read by the stack at each request.
    let limits: LimitBox
    /// Read by the stack when it may send a request again.
    let retries = RetryBox()
    /// How often instances have refused a sign-in since they last accepted one, by instance and user.
    var refusals: [String: Int] = [:]
    /// What takes the last write back; nil before the first.
    var undo: UndoScript?
    /// What there is to say beside the present command that is no part of its record.
    var remarks: [String] = []
    /// Whether the present command got a file from the tape that the user does not have.
    var usesTapedFiles = false
    /// The last request that a tape could not answer.
    var lastMiss: TapeError?
    /// Takes the secrets of this process out of errors and of the history.
    let redaction: Redaction
    /// What the document of the present `graphql` command says of its variables; nil until it has been read.
    var documentSecrets: DocumentSecrets?
    /// What the requests of the present command say of their answers.
    let asked = AskedRecords()
    /// What completion knows of the present instance; nil before it was first wanted.
    var completion: SessionKnowledge?
    /// Whether records were written since completion learnt of them.
    var knowsOldRecords = false
    var hasSaidThatItForgets = false
    /// The recipe's own tape that the present command records onto, started over; nil while none is.
    var recipeTape: RecipeTape?
    /// What was typed for the records that references were found to mean, by sys_id.
    var typedReferences: [String: String] = [:]
    /// What the user had chosen before the tape that plays; nil while none does.
    var own: OwnChoices?
    /// The columns that the tape knows of this session.
    var recordedWidth: Int?
    /// The zone in which times are shown; nil on a tape from before they were shown with it.
    package internal(set) var zone: ZoneRule?
    /// The zone that the tape knows of this session.
    var recordedZone: ZoneRule?
    /// Who signs in as the tape's session says it.
    var recordedUser: String?
    /// Told what each command answers; nil when nobody wants to know.
    var tellsResult: (@Sendable (CommandResult) -> Void)?
    /// What Ctrl-C reaches.
    let running = RunningCommand()

    /// A session. Nothing is opened or sent before its first command.
    package init(workbench: any Workbench, options: SessionOptions) {
        self.workbench = workbench
        self.options = options
        own = options.own
        redaction = Redaction(secrets: workbench.secrets, hearing: .listens)
        settings = options.settings
        recordedWidth = options.settings.width
        (zone, recordedZone) = (options.zone, options.zone)
        variables = options.variables
        instance = options.instance
        signIn = options.signIn
        profile = options.profile
        slot = options.slot
        limits = LimitBox(RequestLimits(seconds: options.settings.timeout, body: options.settings.maxBody))
    }

    /// Runs one line and returns its exit status. Never throws: what goes wrong is said on standard error.
    package func run(_ text: String, from place: ScriptPlace? = nil) async -> Int32 {
        documentSecrets = nil
        let invocation: Invocation
        do throws(ParseError) {
            invocation = try Parser.parse(text)
        } catch {
            return say(error.problem(in: text), from: place)
        }
        return await run(invocation, from: place)
    }

    /// Runs a line that has been read.
    package func run(_ invocation: Invocation, from place: ScriptPlace? = nil) async -> Int32 {
        documentSecrets = nil
        asked.begin()
        usesTapedFiles = false
        if invocation.isEmpty { return 0 }
        if isStopped { return Problem.Kind.interrupted.exitStatus }
        let arguments: BoundArguments
        do throws(Problem) {
            let command = try CommandTable.match(invocation)
            if command.asksForHelp {
                guard let tail = invocation.destinationText else { return explain(command.command, from: place) }
                return await run("help \(command.command.name) \(tail)", from: place)
            }
            arguments = try command.bind(in: invocation.text, variables: Expansion(variables))
            try arguments.allow(invocation.captures)
        } catch {
            return say(error, from: place, command: invocation)
        }
        let work = Task(executorPreference: options.executor) {
            await CommandRun(self, arguments, invocation, place).perform()
        }
        running.begin(work)
        defer { running.begin(nil) }
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Who signs in; nil for a guest, and where the instance tells.
    package var user: String? { signIn.user }

    /// Cancels the command that runs, or ends it where that is how it ends; does nothing between commands.
    ///
    /// - Returns: false when the command was cancelled before and still runs.
    @discardableResult
    package nonisolated func interrupt() -> Bool { running.interrupt() }

    /// The format that holds for a command.
    func format(of arguments: BoundArguments?) -> Format {
        arguments?.string("format").flatMap(Format.init) ?? settings.format
    }

    /// The fields a list shows when none are asked for: a fixed list for people, everything for programs.
    func usualFields(of table: String, _ arguments: BoundArguments) -> [String] {
        format(of: arguments).isForPrograms ? [] : DefaultColumns.of(table) ?? []
    }

    /// Says a problem that belongs to no command's record, and returns its exit status.
    ///
    /// - Parameter command: the line that could not be bound; it may still say which format is wanted.
    func say(_ problem: Problem, from place: ScriptPlace?, command: Invocation? = nil) -> Int32 {
        let problem = place.map { problem.located(in: $0.name, line: $0.line, command: command?.text) } ?? problem
        write(text(of: problem, as: command?.askedFormat ?? settings.format))
        return problem.exitStatus
    }

    /// A problem in the form that holds: lines for people, JSON where output is JSON.
    func text(of problem: Problem, as format: Format) -> String {
        let problem = problem.withoutSecrets(redaction, knowing: documentSecrets)
        let text =
            switch format {
            case .json: ProblemText.json(problem).pretty + "\n"
            case .ndjson: ProblemText.json(problem).compact + "\n"
            default: ProblemText.lines(problem, width: settings.width)
            }
        // An instance may quote what it was sent; errors are pasted into tickets.
        return redaction.redactText(text)
    }

    /// Leaves a warning for each problem beside a command's result.
    func warn(_ problems: [Problem], in notes: NoteBook) {
        for problem in problems {
            notes.add(
                ProblemText.warning(
                    problem.withoutSecrets(redaction, knowing: documentSecrets), width: settings.width))
        }
    }

    /// Writes to standard error, outside any command's record.
    func write(_ text: String) {
        // There is nowhere left to complain when standard error is closed.
        _ = try? workbench.standardError.write(Array(text.utf8))
    }

    private func explain(_ definition: Command, from place: ScriptPlace?) -> Int32 {
        do throws(Problem) {
            _ = try workbench.standardOutput.write(Array(Help.text(of: definition, width: settings.width).utf8))
            return 0
        } catch {
            return say(error, from: place)
        }
    }
}
