package import ExchangeModel
import NowData
package import NowSDK
import Notation
import Rendering
import TapeDeck

/// The user's current choices (instance, settings, variables, cassette), and running lines from a prompt, a script,
/// arguments or a tape.
package actor ShellSession {
    package let host: HostEnvironment
    package let options: SessionOptions
    package internal(set) var settings: Settings
    package internal(set) var variables: [String: String]
    package internal(set) var slot: DeckSlot { didSet { running.deck = slot.deck } }
    var connection: InstanceConnection { didSet { knownSchema.use(connection.link?.schema) } }
    var lifecycle = Lifecycle()
    /// State of the running command.
    var command = CommandState()
    let requests: RequestContext
    var rejections = RejectionCounter()
    var undo: UndoScript?
    var lastMiss: TapeError?
    let redaction: Redaction
    /// The recipe's tape that the running command re-records; nil for every other command.
    var recipeTape: RecipeTape?
    /// What was typed for references, by the sys_id of the record that was found.
    var typedReferences: [String: String] = [:]
    var own: UserChoices?
    var taped: TapedFacts
    /// The zone in which times are shown; nil on a tape that does not name one.
    package internal(set) var zone: ZoneRule?
    /// What the next prompt begins with and offers.
    var promptState = PromptState()
    /// The last typed command's answer, for completion.
    var typedAnswer: TypedAnswer?
    let programs = ProgramNames()
    var onResult: (@Sendable (CommandResult) -> Void)?
    let running = RunningCommand()
    var answers = AnswerHistory()
    /// The notes on times without a zone that were not shown yet.
    var timeNotes = Set(TimeNote.allCases)
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
    package var signIn: SignInChoice { connection.signIn }
    package var profile: Profile? { connection.profile }
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

    package func run(_ invocation: Invocation, from place: ScriptLocation? = nil) async -> Int32 {
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
            return say(error.correcting(invocation.text), from: place, command: invocation)
        }
        let work = Task(executorPreference: options.executor) { [invocation] in
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

    /// Interrupts the running command, or ends it gracefully if it can; does nothing between commands.
    ///
    /// - Returns: false if the command was already cancelled and is still running.
    @discardableResult
    package nonisolated func interrupt() -> Bool { running.interrupt() }
}
