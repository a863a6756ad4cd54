package import CassetteStore
package import ExchangeModel
import Notation
package import NowData
package import NowSDK
package import Redactors
package import Rendering
package import TapeDeck

/// What a command gets: its line, its time and notes, and the parts of the session that commands may use.
///
/// It has the session's executor, so a command reads and changes these parts without waiting.
package actor Run {
    nonisolated let session: ShellSession
    package nonisolated let arguments: BoundArguments
    /// The command's time, read once; also set for a command that is not recorded.
    package nonisolated let now: Timestamp
    /// Decides how long retries wait; the same in a replay.
    nonisolated let seed: UInt64
    package nonisolated let notes: CommandNotes
    /// The command's number on the tape; nil if it is not recorded.
    package nonisolated let number: Int64?
    /// Output for a command that writes while it runs; nil if nothing takes it.
    package nonisolated let tee: OutputTee?
    package nonisolated let waiting: StatusLine?
    /// Whether the line redirects its output neither to a file nor to a pipeline.
    package nonisolated let toTerminal: Bool

    init(
        _ arguments: BoundArguments, in session: ShellSession, now: Timestamp, seed: UInt64, number: Int64? = nil,
        tee: OutputTee? = nil, waiting: StatusLine? = nil, toTerminal: Bool = true, notes: CommandNotes = CommandNotes()
    ) {
        self.notes = notes
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
    package nonisolated func progress(_ text: String) { tee?.progress(text) }

    /// Reports progress: on a terminal while the command runs, and in the message when it is interrupted.
    package nonisolated func count(_ done: Int, of total: Int?, _ noun: String) {
        waiting?.counted(.init(done: done, total: total, noun: noun))
    }

    /// Reads or changes the session, on its own executor.
    func withSession<Value: Sendable, Failure: Error>(
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
    package var instance: Instance { withSession { $0.instance } }
    package var profile: Profile? { withSession { $0.profile } }
    package var signIn: SignInChoice { withSession { $0.signIn } }
    package var connection: InstanceConnection { withSession { $0.connection } }
    package var writeGuard: WriteGuard { withSession { $0.writeGuard } }
    package var isSandbox: Bool { instance.isSandbox }
    /// The instance as messages name it.
    package var shortName: String { withSession { $0.shortName } }
    var placeName: String { withSession { $0.placeName } }
    package nonisolated var requests: RequestContext { session.requests }

    /// Whether a text names an instance.
    package func names(_ instance: Instance, _ text: String) -> Bool { withSession { $0.names(instance, text) } }
    package func use(_ instance: Instance, _ signIn: SignInChoice, profile: Profile?) {
        withSession { $0.use(instance, signIn, profile: profile) }
    }
    package func goBack(to earlier: InstanceConnection) { withSession { $0.goBack(to: earlier) } }
    package func countRejections(of choice: SignInChoice, by instance: Instance) -> Int {
        withSession { $0.countRejections(of: choice, by: instance) }
    }
    package func resetRejections(of choice: SignInChoice, by instance: Instance) {
        withSession { $0.resetRejections(of: choice, by: instance) }
    }
    package func profile(matching text: String) async throws -> Profile? { try await session.profile(matching: text) }
    package func profileNames() async throws -> [String] { try await session.profileNames() }
    package func warnAboutSandboxLoss() { withSession { $0.warnAboutSandboxLoss() } }

    package func connected() throws(Problem) -> InstanceLink {
        try withSession { (session) throws(Problem) in try session.connected() }
    }

    package func tables() throws(Problem) -> TableClient { try connected().tables }
    package func columns(of table: String) async throws -> [ColumnDescription] { try await session.columns(of: table) }
    /// The open page and the pages before it.
    package var pages: BrowsingState { get throws(Problem) { try connected().pages } }
    /// Forgets what was read of these tables' records; nil is all.
    package func recordsHaveChanged(in tables: [String]? = nil) { withSession { $0.recordsHaveChanged(in: tables) } }
    package func recordsAreStale() { withSession { $0.connection.hasStaleRecords = true } }
    /// Candidates for Tab while a question is answered.
    package func choices(of table: String, column: String) async -> [Candidate] {
        await session.choices(of: table, column: column)
    }
    package func values(of table: String, column: String, beginning typed: String) async -> RecordNames {
        await session.values(of: table, column: column, beginning: typed)
    }
}

/// Settings, variables, and what the screen shows.
extension Run {
    package nonisolated var options: SessionOptions { session.options }
    package nonisolated var aliases: AliasTable { session.aliases }
    package var settings: SessionSettings {
        get { withSession { $0.settings } }
        set { withSession { $0.settings = newValue } }
    }
    /// The width at which long texts are wrapped; nil without a terminal and on tapes of versions that wrapped none.
    package var wrapWidth: Int? { toTerminal && settings.wide != nil ? settings.width : nil }
    package var variables: [String: String] {
        get { withSession { $0.variables } }
        set { withSession { $0.variables = newValue } }
    }
    package var zone: ZoneRule? { withSession { $0.zone } }
    package func format(of arguments: BoundArguments?) -> Format { withSession { $0.format(of: arguments) } }
    package func shown(_ moment: Timestamp) -> String { withSession { $0.shown(moment) } }
    package func cell(_ moment: Timestamp?) -> Cell { withSession { $0.cell(moment) } }
    /// The format that the line or the settings name, which a replay in another format does not change.
    package var askedFormat: Format { withSession { [arguments] in $0.askedFormat(of: arguments) } }
    package func write(_ text: String) { withSession { $0.write(text) } }
    package func redacted(_ line: String) -> String { withSession { $0.redacted(line) } }
    /// What a line means that is no command.
    package func meaning(of text: String) async -> String? { await session.meaning(of: text) }
    package func end() { withSession { $0.end() } }
    package func warn(_ problems: [Problem], in notes: CommandNotes) { withSession { $0.warn(problems, in: notes) } }
    package nonisolated var redaction: Redaction { session.redaction }
}

/// Files, questions and other inputs, which are read through the deck.
extension Run {
    package nonisolated var host: HostEnvironment { session.host }
    package nonisolated var files: any FileAccess { host.files }
    package nonisolated var tapes: any TapeStorage { host.tapes }
    package var slot: DeckSlot { withSession { $0.slot } }

    package func openDeck() throws(Problem) -> any Deck {
        try withSession { (session) throws(Problem) in try session.openDeck() }
    }
    package func record(onto path: String, replacing: Bool) throws(Problem) {
        try withSession { (session) throws(Problem) in try session.record(onto: path, replacing: replacing) }
    }
    package func extend(_ path: String) throws(Problem) {
        try withSession { (session) throws(Problem) in try session.extend(path) }
    }
    package func change(to slot: DeckSlot) throws(Problem) {
        try withSession { (session) throws(Problem) in try session.change(to: slot) }
    }
    package func resume(_ record: SessionRecord) throws {
        try withSession { (session) throws in try session.resume(record) }
    }
    package func input(
        _ kind: InputKind, _ name: String, read: @escaping @Sendable () async throws -> String
    ) async throws -> String { try await session.input(kind, name, read: read) }
    package func ask(_ question: String, orOnTape old: String? = nil) async throws -> String {
        try await session.ask(question, orOnTape: old)
    }
    /// Opens a text in the user's editor until it can be read. If the user gives up, the output is the text.
    package func edited(
        _ text: String, named name: String, isTaped: Bool = true, read: (String) async throws -> CommandResult
    ) async throws -> CommandResult {
        let again = "Edit the text again? [Y/n] "
        var text = text
        while true {
            text = try await session.edited(text, named: name, isTaped: isTaped)
            do {
                return try await read(text)
            } catch let problem as Problem where problem.kind == .usage {
                notes.warn(problem.message)
            }
            if let tee { try notes.flush(to: tee) }
            let answer =
                isTaped
                ? try await ask(again) : try await answer(to: again, withoutTerminal: "Run it again at a terminal.")
            if answer.lowercased().first == "n" {
                notes.add("Nothing was changed. Your text is the output of this command.")
                return CommandResult(.text(text)) { [text] in .string(text) }
            }
        }
    }
    /// Asks a question that is not on tape; the hint says what to do without a terminal.
    package func answer(to question: String, withoutTerminal hint: String) async throws(Problem) -> String {
        try await session.answer(to: question, withoutTerminal: hint)
    }
    package func choice(
        _ question: String, of letters: String, withoutTerminal hint: String
    ) async throws(Problem) -> Character {
        try await session.choice(question, of: letters, withoutTerminal: hint)
    }
    package func readFile(
        _ path: String, isRegular: Bool = false, _ meeting: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) async throws -> [UInt8] { try await session.readFile(path, isRegular: isRegular, meeting) }
    package func writeFile(_ path: String, _ bytes: [UInt8], replacing: Bool) async throws {
        try await session.writeFile(path, bytes, replacing: replacing)
    }
}

/// Other commands and recipes.
extension Run {
    /// The same for another command, which this one reads and does not run.
    package nonisolated func inner(_ arguments: BoundArguments) -> Run {
        Run(arguments, in: session, now: now, seed: seed, number: number, tee: tee, waiting: waiting, notes: notes)
    }

    /// Runs another command as part of this one, whose record takes the output. Returns the exit status.
    package func perform(
        _ arguments: BoundArguments, _ invocation: Invocation, at now: Timestamp, _ tee: OutputTee
    ) async -> Int32 {
        requests.isWatched = true
        defer { requests.isWatched = false }
        await session.takeWidth(through: nil)
        return await CommandRun(session, arguments, invocation, nil).perform(within: self, at: now, tee, in: session)
    }

    /// Runs and records another command without showing it. Returns its place on the tape.
    package func perform(
        _ arguments: BoundArguments, _ invocation: Invocation, hidden: any ByteSink
    ) async -> AnswerPlace {
        withSession { $0.command = ShellSession.CommandState() }
        requests.beginCommand()
        requests.isWatched = true
        defer {
            requests.isWatched = false
            withSession { $0.command = ShellSession.CommandState() }
        }
        _ = await CommandRun(session, arguments, invocation, nil, hidden: hidden).perform()
        return withSession { $0.command.answer }
    }

    /// Runs a whole line, with its own record. Returns its exit status.
    package func run(_ line: String) async -> Int32 { await session.run(line) }

    package var recipeTape: RecipeTape? {
        get { withSession { $0.recipeTape } }
        set { withSession { $0.recipeTape = newValue } }
    }
    package var usesTapedFiles: Bool { withSession { $0.command.usesTapedFiles } }
}

/// What the next commands know of this one.
extension Run {
    /// The answers that `last` shows.
    package var answers: AnswerHistory { withSession { $0.answers } }
    package var typedReferences: [String: String] {
        get { withSession { $0.typedReferences } }
        set { withSession { $0.typedReferences = newValue } }
    }
    /// The line that the next prompt begins with.
    package func edit(_ line: String) { withSession { $0.promptState.initial = line } }
    /// The line that the history keeps in place of this one.
    package func repeats(_ line: String) { withSession { $0.promptState.repeated = line } }
    /// What undo can take back, the oldest first.
    package var undos: [UndoScript] {
        get { withSession { $0.undos } }
        set { withSession { $0.undos = newValue } }
    }
    /// What this command writes.
    package var undo: UndoScript? {
        get { withSession { $0.undo } }
        set { withSession { $0.undo = newValue } }
    }
    package var documentSecrets: DocumentSecrets? {
        get { withSession { $0.command.documentSecrets } }
        set { withSession { $0.command.documentSecrets = newValue } }
    }
    package nonisolated var running: RunningCommand { session.running }
}
