import CassetteStore
import ExchangeModel
import Redactors
import Synchronization

/// The tape of a recording deck. It is opened, and its session begun, at the first command or exchange. Everything that
/// is written is redacted here.
final class TapeWriter: Sendable {
    private let output = Mutex(())
    let redaction: Redaction
    let clock: any Clock
    private let session: SessionRecord
    private let standsAlone: Bool
    /// Whether the cassette belongs to another writer, which closes it.
    private let isGuest: Bool
    private let open: @Sendable () throws(CassetteError) -> Cassette
    let state = Mutex(State())
    let traffic = Mutex(Traffic())
    /// Exchanges that wait while others are committed are committed together.
    let commits = BatchQueue<Entry, Result<Int64, TapeError>>()

    /// - Parameters:
    /// - standsAlone: whether the session begins in a new epoch.
    /// - isGuest: whether the cassette belongs to another writer, which closes it.
    init(
        session: SessionRecord, redaction: Redaction, clock: any Clock, standsAlone: Bool = false,
        isGuest: Bool = false, open: @escaping @Sendable () throws(CassetteError) -> Cassette
    ) {
        self.isGuest = isGuest
        self.session = session
        self.redaction = redaction
        self.clock = clock
        self.standsAlone = standsAlone
        self.open = open
        redaction.note(user: session.user)
    }

    /// A writer to the same tape for a client that is recorded at the same time, with its own session and range of
    /// epochs. If the client was recorded before, it continues there.
    func writer(for client: ClientLabel) -> TapeWriter {
        var session = session
        session.settings = client.settings
        return TapeWriter(
            session: session, redaction: redaction, clock: clock, isGuest: true,
            open: { [self] () throws(CassetteError) in
                try state.withLock { state throws(CassetteError) in try opened(&state) }
            })
    }

    var loss: TapeError? { state.withLock { $0.loss.map(TapeError.loss) } }

    func takeLoss() -> TapeError? {
        state.withLock { state in
            guard let loss = state.loss, !state.isLossTaken else { return nil }
            state.isLossTaken = true
            return .loss(loss)
        }
    }

    func takeUnchecked() -> [UncheckedPart] {
        traffic.withLock { traffic in
            defer { traffic.unchecked = [] }
            return traffic.unchecked
        }
    }

    var commandTime: Timestamp? { state.withLock { $0.commands.last?.frame.now } }

    // MARK: Exchanges

    /// Opens the tape if needed, and returns the epoch.
    func start() throws(TapeError) -> EpochCounter {
        if let start = traffic.withLock({ $0.start }) { return start }
        let start = try writing { state, _ throws(CassetteError) in state.start }
        traffic.withLock { $0.start = start }
        return start
    }

    /// The tape's state when it was opened: the last exchange and its epoch.
    func openingState() throws(TapeError) -> (cassette: Cassette, last: Int64, epoch: Int64) {
        try writing { state, cassette throws(CassetteError) in (cassette, state.before, state.start.epoch) }
    }

    // MARK: Commands

    func begin(_ line: String) throws(TapeError) -> CommandFrame {
        let now = clock.now
        let unread = redaction.redactUnread(line)
        let redacted = unread ?? redaction.redactLine(line)
        let known = DocumentSecrets(of: Array(line.utf8))
        return try writing { state, cassette throws(CassetteError) in
            if state.commands.isEmpty { redaction.beginLine() }
            let id = try cassette.beginCommand(CommandRecord(session: state.session, line: redacted, now: now))
            let frame = CommandFrame(id: id, now: now, seed: CommandSeed.mix(session.seed, id))
            state.commands.append(
                OpenCommand(
                    frame: frame, id: id, line: line, recorded: redacted, isUnread: unread != nil, known: known))
            return frame
        }
    }

    package func add(_ kind: InputKind, _ name: String, _ content: [UInt8]) throws(TapeError) {
        let known = kind == .file ? try learn(from: content) : DocumentSecrets()
        let line = state.withLock { $0.commands.last?.line } ?? ""
        let label = kind == .file ? Redaction.label(ofFile: name, in: line, known) : nil
        let (redacted, obstacles) = Inspection.reading {
            kind == .secret || label != nil
                ? Array(redaction.placeholder(forAnswer: content, label: label ?? "password").utf8)
                : redaction.redactInput(content, knowing: known)
        }
        note(obstacles, at: "the input \(name)")
        try add(InputRecord(kind: kind.rawValue, name: redaction.redactText(name), content: redacted))
    }

    /// Adds what a document reveals about the command's variables, and returns all that is known. A line that was
    /// recorded without its variables is completed once its document is read.
    private func learn(from content: [UInt8]) throws(TapeError) -> DocumentSecrets {
        let command = state.withLock { $0.commands.last }
        guard let command, command.isUnread || GraphQLTextRedactor.begins(content) else {
            return command?.known ?? DocumentSecrets()
        }
        let read = DocumentSecrets(of: content)
        return try writing { state, cassette throws(CassetteError) in
            guard let last = state.commands.indices.last else { return DocumentSecrets() }
            state.commands[last].known.merge(read)
            let command = state.commands[last]
            if command.isUnread {
                state.commands[last].isUnread = false
                state.commands[last].recorded = redaction.redactLine(command.line, knowing: command.known)
                try cassette.rewriteCommand(command.id, line: state.commands[last].recorded)
            }
            return command.known
        }
    }

    package func add(_ failure: InputFailure) throws(TapeError) {
        try add(
            InputRecord(
                kind: InputFailure.recordKind(of: failure.kind), name: redaction.redactText(failure.name),
                content: Array(redaction.redactText(failure.recorded).utf8)))
    }

    func addInterrupted(_ kind: InputKind, _ name: String) throws(TapeError) {
        try add(
            InputRecord(
                kind: InputFailure.interruptedKind(of: kind), name: redaction.redactText(name), content: []))
    }

    private func add(_ input: InputRecord) throws(TapeError) {
        try writing { state, cassette throws(CassetteError) in
            if let command = state.commands.last { try cassette.add(input, to: command.id) }
        }
    }

    /// Pieces keep their order. While one is redacted, exchanges are recorded: the next batch of a list.
    func wrote(_ bytes: [UInt8], to stream: OutputStream, isMasked: Bool) {
        output.withLock { _ in
            var ready: (piece: OutputBuffer.Piece, known: DocumentSecrets, command: Int64)?
            keeping { state, _ in
                guard let last = state.commands.indices.last else { return }
                let known = state.commands[last].known
                let isMasked = isMasked && known.hasNoResponseNames
                let piece = state.commands[last].held[stream, default: OutputBuffer()].take(bytes, isMasked: isMasked) {
                    redaction.secrets(inOutput: $0, knowing: known)
                }
                ready = piece.map { ($0, known, state.commands[last].id) }
            }
            guard let ready else { return }
            let redacted = redact(ready.piece, ready.known)
            keeping { _, cassette throws(CassetteError) in
                try cassette.appendOutput(redacted, to: stream, of: ready.command)
            }
        }
    }

    /// Removes from the lines of open commands the secrets that their requests and responses revealed. A recorded line
    /// is rewritten, and the old one is erased from the file.
    func hideLine(_ state: inout State, on cassette: Cassette) throws(CassetteError) {
        for place in state.commands.indices where !state.commands[place].isUnread {
            let command = state.commands[place]
            let line = redaction.hidingLineSecrets(in: redaction.redactLine(command.line, knowing: command.known))
            guard line != command.recorded else { continue }
            state.commands[place].recorded = line
            try cassette.rewriteCommand(command.id, line: line, leavesNoTrace: true)
        }
    }

    /// Ends the innermost command. After the outermost, checks that the tape was not moved or deleted.
    func finish(exitStatus: Int) {
        keeping { state, cassette throws(CassetteError) in try hideLine(&state, on: cassette) }
        guard let command = state.withLock({ $0.commands.popLast() }) else { return }
        keeping { state, cassette throws(CassetteError) in
            try writeRest(of: command, on: cassette)
            try cassette.finishCommand(command.id, exitStatus: exitStatus)
            if state.commands.isEmpty { try cassette.verifyPlace() }
        }
    }

    private func writeRest(of command: OpenCommand, on cassette: Cassette) throws(CassetteError) {
        for stream in [OutputStream.standardOutput, .standardError] {
            guard let rest = command.held[stream]?.rest, !rest.bytes.isEmpty else { continue }
            try cassette.appendOutput(redact(rest, command.known), to: stream, of: command.id)
        }
    }

    private func redact(_ piece: OutputBuffer.Piece, _ known: DocumentSecrets) -> [UInt8] {
        piece.isMasked ? redaction.redact(piece.bytes, by: []) : redaction.redactOutput(piece.bytes, knowing: known)
    }

    /// Ends the tape; open commands have no exit status. Nothing can be recorded afterwards. After a loss, an error in
    /// closing has the same cause and is not reported again.
    func close() throws(TapeError) {
        do throws(CassetteError) {
            try state.withLock { state throws(CassetteError) in
                guard !state.isClosed else { return }
                state.isClosed = true
                guard let cassette = state.cassette, !isGuest else { return }
                guard state.loss == nil else {
                    try? cassette.close()
                    return
                }
                for command in state.commands { try writeRest(of: command, on: cassette) }
                state.commands = []
                try cassette.close()
            }
        } catch {
            throw TapeError(error)
        }
    }

    /// Records something that was already shown, or is about to be: a failure becomes the loss, and the command
    /// continues.
    private func keeping(_ body: (inout State, Cassette) throws(CassetteError) -> Void) {
        state.withLock { state in
            guard state.loss == nil else { return }
            do throws(CassetteError) {
                try body(&state, opened(&state))
            } catch {
                state.loss = TapeLoss(cause: error)
            }
        }
    }

    private func writing<Result: Sendable>(
        _ body: (inout State, Cassette) throws(CassetteError) -> Result
    ) throws(TapeError) -> Result {
        try state.withLock { state throws(TapeError) in
            if let loss = state.loss { throw .stopped(loss) }
            do throws(CassetteError) {
                return try body(&state, opened(&state))
            } catch {
                throw TapeError(error)
            }
        }
    }

    func opened(_ state: inout State) throws(CassetteError) -> Cassette {
        if state.isClosed {
            throw CassetteError(
                .io, path: state.cassette?.path ?? "", "The tape has been taken out of the deck; nothing is recorded.")
        }
        if let cassette = state.cassette { return cassette }
        let cassette = try open()
        state.start = try standsAlone ? EpochCounter(after: cassette) : EpochCounter(continuing: cassette)
        state.before = try cassette.lastExchange()
        var session = session
        session.startedAt = clock.now
        session.policy = TapePolicy.standard.text
        session.settings = redaction.redactSettings(session.settings)
        state.session = try cassette.beginSession(session)
        if isGuest, let client = ClientLabel(settings: session.settings) {
            state.start = try client.start(on: cassette)
        }
        state.cassette = cassette
        return cassette
    }
}

/// Runs one batch at a time: items that arrive while a batch runs form the next one, so that they share its cost.
final class BatchQueue<Item: Sendable, Outcome: Sendable>: Sendable {
    private struct Waiter {
        let item: Item
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var isRunning = false
        var waiting: [Waiter] = []

        /// Claims the next run; false while another one lasts.
        mutating func begin() -> Bool {
            defer { isRunning = true }
            return !isRunning
        }
    }

    /// Returns the outcomes of the items, in their order.
    typealias Run = @Sendable ([Item]) -> [Outcome]

    private let state = Mutex(State())

    /// How many items wait for the next batch.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs an item, alone or with others, and returns its outcome. An item that need not wait runs on the caller's
    /// thread. All callers pass the same function.
    package func add(_ item: Item, by run: @escaping Run) async -> Outcome {
        if state.withLock({ $0.begin() }) {
            defer { runNext(by: run) }
            return run([item])[0]
        }
        return await withCheckedContinuation { continuation in
            let waiter = Waiter(item: item, continuation: continuation)
            let runs = state.withLock { state in
                if state.begin() { return true }
                state.waiting.append(waiter)
                return false
            }
            if runs { complete([waiter], by: run) }
        }
    }

    private func complete(_ batch: [Waiter], by run: @escaping Run) {
        for (waiter, outcome) in zip(batch, run(batch.map(\.item))) { waiter.continuation.resume(returning: outcome) }
        runNext(by: run)
    }

    /// Runs what has arrived as a task of its own, because the caller's item is done.
    private func runNext(by run: @escaping Run) {
        let batch = state.withLock { state in
            defer { state.waiting = [] }
            state.isRunning = !state.waiting.isEmpty
            return state.waiting
        }
        if !batch.isEmpty { Task { complete(batch, by: run) } }
    }
}

/// Exchanges: the request before it is sent, and its outcome.
extension TapeWriter {
    /// A write that waits for the tape.
    struct Entry: Sendable {
        var write: ExchangeWrite
        /// What the request's documents reveal about its response.
        var known = DocumentSecrets()

        var isRequest: Bool { if case .request = write { true } else { false } }
    }

    /// Commits the request, together with other exchanges that wait, and returns its number. Throws after a loss: a
    /// tape with a gap would be wrong.
    func reserve(_ request: HTTPRequest, at placement: EpochCounter.Placement) async throws(TapeError) -> Int64 {
        redaction.note(user: request.principal)
        let (redacted, obstacles) = Inspection.reading { redaction.redact(request) }
        let key = RequestKey(of: RequestParts(of: redacted))
        // Session and command are known when it is written.
        let record = RequestRecord(
            session: 0, command: nil, epoch: placement.epoch, purpose: request.purpose.rawValue, startedAt: clock.now,
            key: key.text, keyHash: key.hash, principal: redacted.principal, method: redacted.method.rawValue,
            url: redacted.url.description, headers: redacted.headers, body: redacted.body)
        let entry = Entry(write: .request(record), known: DocumentSecrets(of: request))
        let exchange = try await commits.add(entry, by: commit).get()
        note(obstacles, at: "exchange \(exchange)")
        return exchange
    }

    /// Keeps the reasons why a part of what was recorded was not searched for secrets.
    package func note(_ obstacles: [Inspection.Obstacle], at place: @autoclosure () -> String) {
        guard !obstacles.isEmpty else { return }
        let place = place()
        traffic.withLock { traffic in
            traffic.unchecked += obstacles.map { UncheckedPart(place: place, reason: $0.description) }
        }
    }

    /// Commits the outcome, together with other exchanges that wait. If that fails, the loss is kept and nothing more
    /// is recorded; the response is still returned to the caller.
    func complete(_ exchange: Int64, with outcome: RequestCoalescer.Outcome) async {
        if let entry = entry(for: outcome, of: exchange) { _ = await commits.add(entry, by: commit) }
    }

    /// The same, alone and on the caller's thread.
    func completeNow(_ exchange: Int64, with outcome: RequestCoalescer.Outcome) {
        if let entry = entry(for: outcome, of: exchange) { _ = commit([entry]) }
    }

    private func entry(for outcome: RequestCoalescer.Outcome, of exchange: Int64) -> Entry? {
        switch outcome {
        case .success(let response):
            let known = traffic.withLock { $0.asked.removeValue(forKey: exchange) } ?? DocumentSecrets()
            let (redacted, obstacles) = Inspection.reading { redaction.redact(response, knowing: known) }
            note(obstacles, at: "exchange \(exchange)")
            return Entry(write: .outcome(.response(redacted), of: exchange))
        case .failure(let failure):
            if failure.kind == .tape { return nil }
            return Entry(write: .outcome(.failure(redaction.redact(failure)), of: exchange))
        }
    }

    /// Commits exchanges together and returns their numbers. If that fails, commits them one by one, so that each has a
    /// result of its own.
    private func commit(_ entries: [Entry]) -> [Result<Int64, TapeError>] {
        let numbers = state.withLock { state -> Result<[Int64], TapeError> in
            if let loss = state.loss, entries.contains(where: \.isRequest) { return .failure(.stopped(loss)) }
            do throws(CassetteError) {
                return .success(try write(entries, &state))
            } catch {
                if entries.count == 1, state.loss == nil, case .outcome(_, let exchange) = entries[0].write {
                    state.loss = TapeLoss(exchange: exchange, cause: error)
                }
                return .failure(TapeError(error))
            }
        }
        switch numbers {
        case .success(let numbers): return numbers.map { .success($0) }
        case .failure(let error): return entries.count == 1 ? [.failure(error)] : entries.flatMap { commit([$0]) }
        }
    }

    private func write(_ entries: [Entry], _ state: inout State) throws(CassetteError) -> [Int64] {
        let cassette = try opened(&state)
        if entries.contains(where: \.isRequest) { try hideLine(&state, on: cassette) }
        let command = state.commands.last?.id
        let numbers = try cassette.commit(
            entries.map { entry in
                guard case .request(var request) = entry.write else { return entry.write }
                request.session = state.session
                request.command = request.purpose == RequestPurpose.completion.rawValue ? nil : command
                return .request(request)
            })
        for (entry, number) in zip(entries, numbers) where !entry.known.hasNoResponseNames {
            traffic.withLock { $0.asked[number] = entry.known }
            if let last = state.commands.indices.last { state.commands[last].known.merge(entry.known) }
        }
        return numbers
    }
}
