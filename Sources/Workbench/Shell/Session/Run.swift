import CassetteStore
import ExchangeModel
import Notation
import NowData
import NowSDK
import Rendering
import TapeDeck

/// What a command gets: its line, its time and notes, and the parts of the session that commands may use.
///
/// It has the session's executor, so a command reads and changes these parts without waiting.
package actor Run {
    nonisolated let session: ShellSession
    nonisolated let arguments: BoundArguments
    /// The command's time, read once; also set for a command that is not recorded.
    nonisolated let now: Timestamp
    nonisolated let seed: UInt64
    nonisolated let notes = CommandNotes()
    /// The command's number on the tape; nil if it is not recorded.
    nonisolated let number: Int64?
    /// Output for a command that writes while it runs; nil if nothing takes it.
    nonisolated let tee: OutputTee?
    nonisolated let waiting: StatusLine?
    /// Whether the line redirects its output neither to a file nor to a pipeline.
    nonisolated let toTerminal: Bool

    init(
        _ arguments: BoundArguments, in session: ShellSession, now: Timestamp, seed: UInt64, number: Int64? = nil,
        tee: OutputTee? = nil, waiting: StatusLine? = nil, toTerminal: Bool = true
    ) {
        self.session = session
        self.arguments = arguments
        self.now = now
        self.seed = seed
        self.number = number
        self.tee = tee
        self.waiting = waiting
        self.toTerminal = toTerminal
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor { session.unownedExecutor }

    /// Shows progress on a terminal. The text is overwritten and not recorded.
    nonisolated func progress(_ text: String) { tee?.progress(text) }

    /// Reports progress: on a terminal while the command runs, and in the message when it is interrupted.
    nonisolated func count(_ done: Int, of total: Int?, _ noun: String) {
        waiting?.counted(.init(done: done, total: total, noun: noun))
    }

    /// Reads or changes the session, on its own executor.
    func held<Value: Sendable, Failure: Error>(
        _ body: @Sendable (isolated ShellSession) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let result: Result<Value, Failure> = session.assumeIsolated { session in
            do throws(Failure) { return .success(try body(session)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

/// The instance and the sign-in.
extension Run {
    var instance: Instance { held { $0.instance } }
    var profile: Profile? { held { $0.profile } }
    var signIn: SignInChoice { held { $0.signIn } }
    /// The user who signs in; nil for a guest, and if only the instance knows.
    var user: String? { held { $0.user } }
    var connection: InstanceConnection { held { $0.connection } }
    var writeGuard: WriteGuard { held { $0.writeGuard } }
    var isSandbox: Bool { instance.isSandbox }
    /// The instance as messages name it.
    var shortName: String { held { $0.shortName } }
    var placeName: String { held { $0.placeName } }
    nonisolated var requests: RequestContext { session.requests }

    func names(_ instance: Instance, _ text: String) -> Bool { held { $0.names(instance, text) } }
    func use(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
        held { $0.use(instance, signIn, profile: profile) }
    }
    func goBack(to earlier: InstanceConnection) { held { $0.goBack(to: earlier) } }
    func countRejections(of choice: SignInChoice, by instance: Instance) -> Int {
        held { $0.countRejections(of: choice, by: instance) }
    }
    func resetRejections(of choice: SignInChoice, by instance: Instance) {
        held { $0.resetRejections(of: choice, by: instance) }
    }
    func profile(matching text: String) async throws -> Profile? { try await session.profile(matching: text) }
    func profileNames() async throws -> [String] { try await session.profileNames() }
    func warnAboutSandboxLoss() { held { $0.warnAboutSandboxLoss() } }

    func connected() throws(Problem) -> InstanceLink {
        try held { (session) throws(Problem) in try session.connected() }
    }

    func tables() throws(Problem) -> TableClient { try connected().tables }
    func columns(of table: String) async throws -> [ColumnDescription] {
        try await session.columns(of: table)
    }
    /// The open page and the pages before it.
    var pages: BrowsingState { get throws(Problem) { try connected().pages } }
    /// Forgets what was read of these tables' records; nil is all.
    func recordsHaveChanged(in tables: [String]? = nil) { held { $0.recordsHaveChanged(in: tables) } }
    func recordsAreStale() { held { $0.connection.hasStaleRecords = true } }
    /// Candidates for Tab while a question is answered.
    func choices(of table: String, column: String) async -> [Candidate] {
        await session.choices(of: table, column: column)
    }
    func values(of table: String, column: String, beginning typed: String) async -> RecordNames {
        await session.values(of: table, column: column, beginning: typed)
    }
}

/// Settings, variables, and what the screen shows.
extension Run {
    nonisolated var options: SessionOptions { session.options }
    nonisolated var aliases: AliasTable { session.aliases }
    var settings: SessionSettings {
        get { held { $0.settings } }
        set { held { $0.settings = newValue } }
    }
    var variables: [String: String] {
        get { held { $0.variables } }
        set { held { $0.variables = newValue } }
    }
    var zone: ZoneRule? { held { $0.zone } }
    func format(of arguments: BoundArguments?) -> Format { held { $0.format(of: arguments) } }
    func shown(_ moment: Timestamp) -> String { held { $0.shown(moment) } }
    func cell(_ moment: Timestamp?) -> Cell { held { $0.cell(moment) } }
    func usualFields(of table: String) -> [String] { held { [arguments] in $0.usualFields(of: table, arguments) } }
    func write(_ text: String) { held { $0.write(text) } }
    func text(of problem: Problem, as format: Format) -> String { held { $0.text(of: problem, as: format) } }
    func redacted(_ line: String) -> String { held { $0.redacted(line) } }
    /// What a line means that is no command.
    func meaning(of text: String) async -> String? { await session.meaning(of: text) }
    func end() { held { $0.end() } }
    func warn(_ problems: [Problem], in notes: CommandNotes) { held { $0.warn(problems, in: notes) } }
    nonisolated var redaction: Redaction { session.redaction }
}

/// Files, questions and other inputs, which are read through the deck.
extension Run {
    nonisolated var host: HostEnvironment { session.host }
    nonisolated var files: any FileAccess { host.files }
    nonisolated var tapes: any TapeStorage { host.tapes }
    var slot: DeckSlot { held { $0.slot } }

    func openDeck() throws(Problem) -> any Deck {
        try held { (session) throws(Problem) in try session.openDeck() }
    }
    func record(onto path: String, replacing: Bool) throws(Problem) {
        try held { (session) throws(Problem) in try session.record(onto: path, replacing: replacing) }
    }
    func extend(_ path: String) throws(Problem) {
        try held { (session) throws(Problem) in try session.extend(path) }
    }
    func change(to slot: DeckSlot) throws(Problem) {
        try held { (session) throws(Problem) in try session.change(to: slot) }
    }
    func resume(_ record: SessionRecord) throws { try held { (session) throws in try session.resume(record) } }
    func input(
        _ kind: InputKind, _ name: String, read: @escaping @Sendable () async throws -> String
    ) async throws -> String { try await session.input(kind, name, read: read) }
    func ask(_ question: String, orOnTape old: String? = nil) async throws -> String {
        try await session.ask(question, orOnTape: old)
    }
    /// Asks a question that is not on tape; the hint says what to do without a terminal.
    func answer(to question: String, withoutTerminal hint: String) async throws(Problem) -> String {
        try await session.answer(to: question, withoutTerminal: hint)
    }
    func choice(
        _ question: String, of letters: String, withoutTerminal hint: String
    ) async throws(Problem) -> Character {
        try await session.choice(question, of: letters, withoutTerminal: hint)
    }
    func readFile(
        _ path: String, isRegular: Bool = false, _ meeting: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async throws -> [UInt8] { try await session.readFile(path, isRegular: isRegular, meeting) }
    func writeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) async throws {
        try await session.writeFile(path, bytes, replacing: replacing)
    }
}

/// Other commands and recipes.
extension Run {
    /// The same for another command, which this one reads and does not run.
    nonisolated func inner(_ arguments: BoundArguments) -> Run {
        Run(arguments, in: session, now: now, seed: seed, number: number, tee: tee, waiting: waiting)
    }

    /// Runs another command as part of this one, whose record takes the output. Returns the exit status.
    func perform(
        _ arguments: BoundArguments, _ invocation: Invocation, at now: Timestamp, _ tee: OutputTee
    ) async -> Int32 {
        requests.isWatched = true
        defer { requests.isWatched = false }
        await session.takeWidth(through: nil)
        return await CommandRun(session, arguments, invocation, nil).perform(within: self, at: now, tee, in: session)
    }

    /// Runs and records another command without showing it. Returns its place on the tape.
    func perform(
        _ arguments: BoundArguments, _ invocation: Invocation, hidden: any ByteSink
    ) async -> AnswerPlace {
        held { $0.command = ShellSession.CommandState() }
        requests.beginCommand()
        requests.isWatched = true
        defer {
            requests.isWatched = false
            held { $0.command = ShellSession.CommandState() }
        }
        _ = await CommandRun(session, arguments, invocation, nil, hidden: hidden).perform()
        return held { $0.command.answer }
    }

    /// Runs a whole line, with its own record. Returns its exit status.
    func run(_ line: String) async -> Int32 { await session.run(line) }

    nonisolated func recipePath(_ name: String) -> String { session.recipePath(name) }
    func recipeNames() -> [String] { held { $0.recipeNames() } }
    func readRecipe(_ name: String) async throws -> Recipe { try await session.readRecipe(name) }
    func recipeText(_ path: String) async throws -> String { try await session.recipeText(path) }
    func currentRecipeText(_ path: String) throws(Problem) -> String {
        try held { (session) throws(Problem) in try session.currentRecipeText(path) }
    }
    func refuseLinks(_ path: String) throws(Problem) {
        try held { (session) throws(Problem) in try session.refuseLinks(path) }
    }
    var recipeTape: RecipeTape? {
        get { held { $0.recipeTape } }
        set { held { $0.recipeTape = newValue } }
    }
    var usesTapedFiles: Bool { held { $0.command.usesTapedFiles } }
}

/// What the next commands know of this one.
extension Run {
    /// The answers that `last` shows.
    var answers: AnswerHistory { held { $0.answers } }
    var lastMiss: TapeError? {
        get { held { $0.lastMiss } }
        set { held { $0.lastMiss = newValue } }
    }
    var typedReferences: [String: String] {
        get { held { $0.typedReferences } }
        set { held { $0.typedReferences = newValue } }
    }
    /// The line that the next prompt begins with.
    func edit(_ line: String) { held { $0.promptState.initial = line } }
    /// The line that the history keeps in place of this one.
    func repeats(_ line: String) { held { $0.promptState.repeated = line } }
    func remark(_ text: String) { held { $0.command.remarks.append(text) } }
    var undo: UndoScript? {
        get { held { $0.undo } }
        set { held { $0.undo = newValue } }
    }
    var documentSecrets: DocumentSecrets? {
        get { held { $0.command.documentSecrets } }
        set { held { $0.command.documentSecrets = newValue } }
    }
    nonisolated var running: RunningCommand { session.running }
}
