package import CassetteStore
package import ExchangeModel
import Redactors
import Synchronization

/// The deck of a replay: time, inputs and responses come from the tape; nothing is read, sent or written.
///
/// A command has the time of the next recorded command with the same text, else the latest time so far. Inputs play in
/// recorded order, and the last of a name is repeated. An interrupted command stops where its recording stopped.
package final class PlayingDeck: Deck {
    private struct OpenCommand {
        var record: CommandRecord?
        var now: Timestamp
        var inputs: [InputRecord]
        package var output: [OutputStream: [UInt8]] = [:]
        var rest: InterruptedRecord?
        var misses: [Miss] = []
    }

    private struct State {
        var queue = CommandQueue()
        /// How many requests each interrupted command sent; nil until one is played.
        var interruptedRequests: [Int64: Int]?
        var seeds: [Int64: Int64]?
        var latest = Timestamp(microseconds: 0)
        var commands: [OpenCommand] = []
        var comparisons: [CommandComparison] = []
        var passed: Int64 = 0
        var destinations = 0
        var pipelines = 0
        /// The first error in reading the tape.
        var failure: CassetteError?
    }

    package let cassette: Cassette
    /// Answers the requests; a replay server uses it directly.
    package let player: Player
    private let virtual = VirtualClock()
    private let redaction: Redaction
    private let isChecking: Bool
    private let present: @Sendable (String) -> [UInt8]?
    package let budget: ReplayBudget?
    package var playsItself: Bool { budget != nil }
    private let state = Mutex(State())

    /// Plays a cassette. Nothing is read before the first command or request.
    ///
    /// - Parameters:
    /// - isChecking: compare the output of commands with their records.
    /// - playsItself: play the tape's own commands, within limits.
    /// - present: the current content of a file, used instead of the recorded one; nil to use the recorded one.
    package init(
        _ cassette: Cassette, isStrict: Bool, isChecking: Bool = false, playsItself: Bool = false,
        limits: ReplayBudget.Limits = ReplayBudget.Limits(), secrets: SecretBook = SecretBook(),
        present: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
    ) {
        self.present = present
        self.cassette = cassette
        self.isChecking = isChecking
        redaction = Redaction(secrets: secrets)
        budget = playsItself ? ReplayBudget(of: cassette, limits) : nil
        player = Player(
            cassette, isStrict: isStrict, redaction: redaction,
            comparisons: playsItself ? NearestSearch.maxComparedInReplay : nil, budget: budget)
    }

    /// The player, limited to the recorded requests of an interrupted command.
    package var transport: any Transport { RecordedResponses(deck: self) }
    package var clock: any Clock { virtual }
    package var loss: TapeError? { nil }
    package func takeLoss() -> TapeError? { nil }

    /// The line itself: a played line contains no secret.
    package func hidingSecrets(in line: String) -> String { line }

    package func takeNotes() -> [PlayNote] { player.takeNotes() }

    /// Counts a command whose output goes to a pipeline or file. Whether it is the first.
    package func passDestination(isPipeline: Bool) -> Bool {
        state.withLock { state in
            state.destinations += 1
            if isPipeline { state.pipelines += 1 }
            return state.destinations == 1
        }
    }

    /// How many pipelines the played commands ended in.
    package var pipelines: Int { state.withLock { $0.pipelines } }

    /// Begins the next recorded command with that text. A command that is not on the tape begins with the latest time
    /// so far, unless it is a step that an interrupted command never reached.
    package func begin(_ line: String) async throws(TapeError) -> CommandFrame {
        try budget?.takeStep()
        let line = redaction.redactLine(line)
        let frame = try reading { state throws(CassetteError) -> CommandFrame? in
            let seeds = try seeds(&state)
            let record = try state.queue.next(line, within: state.commands.last?.record?.id, of: cassette)
            let inputs = if let record { try cassette.inputs(of: record.id) } else { [InputRecord]() }
            if record == nil, state.commands.last?.rest != nil { return nil }
            if let record { state.latest = record.now }
            state.commands.append(
                OpenCommand(record: record, now: state.latest, inputs: inputs, rest: try rest(of: record, &state)))
            virtual.set(state.latest)
            guard let record else {
                return CommandFrame(id: nil, now: state.latest, seed: CommandSeed.mix(0, StableHash.of(line)))
            }
            return CommandFrame(
                id: record.id, now: record.now, seed: CommandSeed.mix(seeds[record.session] ?? 0, record.id))
        }
        guard let frame else { throw .interrupted }
        return frame
    }

    /// The recorded input of that kind and name. Throws `TapeError.noInput` if there is none.
    package func input(
        _ kind: InputKind, _ name: String, read: @Sendable () async throws -> [UInt8]
    ) async throws -> [UInt8] {
        if kind == .file, let content = present(name) { return content }
        let name = redaction.redactText(name)
        let found: InputRecord? = state.withLock { state in
            guard let last = state.commands.indices.last else { return nil }
            let kinds = [kind.rawValue, InputFailure.recordKind(of: kind), InputFailure.interruptedKind(of: kind)]
            func isWanted(_ input: InputRecord) -> Bool {
                kinds.contains(input.kind) && Placeholder.unnumbered(input.name) == Placeholder.unnumbered(name)
            }
            guard let place = state.commands[last].inputs.firstIndex(where: isWanted) else { return nil }
            let isLast = !state.commands[last].inputs[(place + 1)...].contains(where: isWanted)
            return isLast ? state.commands[last].inputs[place] : state.commands[last].inputs.remove(at: place)
        }
        guard let found else { throw TapeError.noInput(MissingInput(kind: kind, name: name)) }
        if found.kind == InputFailure.interruptedKind(of: kind) { throw CancellationError() }
        guard found.kind == kind.rawValue else {
            throw InputFailure(kind, name, recorded: String(decoding: found.content, as: UTF8.self))
        }
        return found.content
    }

    /// Keeps the bytes for comparison, when checking.
    package func wrote(_ bytes: [UInt8], to stream: OutputStream, isMasked: Bool) throws(TapeError) {
        // Messages about the end of the replay are not output.
        if stream == .standardOutput { try budget?.check() }
        try state.withLock { state throws(TapeError) in
            guard let last = state.commands.indices.last, state.commands[last].record != nil else { return }
            if stream == .standardOutput, state.commands[last].rest?.takes(bytes.count) == false { throw .interrupted }
            if isChecking { state.commands[last].output[stream, default: []] += bytes }
        }
    }

    /// Answers a request unless the innermost command was interrupted before sending as many.
    fileprivate func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let (isInterrupted, isAsked) = state.withLock { state -> (Bool, Bool) in
            guard let last = state.commands.indices.last, state.commands[last].rest != nil else { return (false, true) }
            return (true, request.purpose != .command || state.commands[last].rest?.takesRequest() == true)
        }
        guard isAsked else { throw Recorder.cancelledFailure }
        do throws(TransportFailure) { return try player.answer(request) } catch {
            guard let miss = (error.cause as? TapeError)?.miss else { throw error }
            if isInterrupted { throw Recorder.cancelledFailure }
            state.withLock { if let last = $0.commands.indices.last { $0.commands[last].misses.append(miss) } }
            throw error
        }
    }

    private func rest(of command: CommandRecord?, _ state: inout State) throws(CassetteError) -> InterruptedRecord? {
        guard let command, command.exitStatus == InterruptedRecord.exitStatus else { return nil }
        if state.interruptedRequests == nil {
            state.interruptedRequests = try cassette.requestCounts(
                ofCommandsWith: InterruptedRecord.exitStatus, purpose: RequestPurpose.command.rawValue)
        }
        return InterruptedRecord(
            bytes: try cassette.outputSize(of: command.id, .standardOutput),
            requests: state.interruptedRequests?[command.id] ?? 0)
    }

    /// Ends the command and, when checking, compares it with its record.
    package func finish(exitStatus: Int) throws(TapeError) {
        try reading { state throws(CassetteError) in
            guard let command = state.commands.popLast() else { return }
            virtual.set(state.commands.last?.now ?? state.latest)
            guard isChecking else { return }
            guard let record = command.record else {
                // A step that is not on the tape: its command has the misses.
                if let last = state.commands.indices.last { state.commands[last].misses += command.misses }
                return
            }
            state.comparisons.append(
                CommandComparison(
                    command: RecordedCommand(record),
                    recorded: CommandComparison.Ending(
                        exitStatus: record.exitStatus,
                        standardOutput: try cassette.output(of: record.id, .standardOutput),
                        standardError: try cassette.output(of: record.id, .standardError)),
                    played: CommandComparison.Ending(
                        exitStatus: exitStatus, standardOutput: command.output[.standardOutput] ?? [],
                        standardError: command.output[.standardError] ?? []), misses: command.misses))
        }
    }

    /// Throws when a replay of the tape's own commands has to end: it was cancelled or exceeded its budget.
    package func continueReplay() throws {
        try Task.checkCancellation()
        if let excess = budget?.excess { throw excess }
    }

    package func close() throws(TapeError) {
        do throws(CassetteError) { try cassette.close() } catch { throw TapeError(error) }
    }

    /// The comparisons of commands that ended since the last call, when checking. Throws if the tape could not be read,
    /// because comparisons may be missing.
    package func takeComparisons() throws(TapeError) -> [CommandComparison] {
        try state.withLock { state throws(TapeError) in
            if let failure = state.failure { throw TapeError(failure) }
            defer { state.comparisons = [] }
            return state.comparisons
        }
    }

    /// At most `limit` recorded commands after the number `id`, in recorded order.
    package func commands(after id: Int64 = 0, limit: Int = 1000) throws(TapeError) -> [RecordedCommand] {
        do throws(CassetteError) {
            let commands = try cassette.commands(after: id, limit: limit)
            let outer = try Nesting.outer(of: commands, on: cassette)
            return commands.map { RecordedCommand($0, within: outer[$0.id]) }
        } catch {
            throw TapeError(error)
        }
    }

    /// Moves forward to just before a command of the tape; earlier commands no longer play.
    package func move(to command: RecordedCommand) throws(TapeError) {
        let counter = try reading { state throws(CassetteError) -> EpochCounter? in
            state.queue.pass(to: command.id)
            let next = try cassette.firstInEpoch(fromCommand: command.id, after: state.passed)
            // The command read ahead may belong later and be needed again.
            if let next { state.passed = next.id - 1 }
            return next.flatMap(EpochCounter.init(before:))
        }
        if let counter { player.move(to: counter.epoch) }
    }

    private func seeds(_ state: inout State) throws(CassetteError) -> [Int64: Int64] {
        if let seeds = state.seeds { return seeds }
        let sessions = try cassette.sessions()
        try TapePolicy.verify(sessions, of: cassette)
        if let first = sessions.first { state.latest = first.startedAt }
        let seeds = Dictionary(sessions.map { ($0.id, $0.seed) }) { first, _ in first }
        state.seeds = seeds
        return seeds
    }

    private func reading<Result: Sendable>(
        _ body: (inout State) throws(CassetteError) -> Result
    ) throws(TapeError) -> Result {
        try state.withLock { state throws(TapeError) in
            do throws(CassetteError) {
                return try body(&state)
            } catch {
                if state.failure == nil { state.failure = error }
                throw TapeError(error)
            }
        }
    }
}

/// The player; an interrupted command sends no more requests than were recorded.
private struct RecordedResponses: ImmediateTransport {
    let deck: PlayingDeck

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse { try deck.answer(request) }
}
