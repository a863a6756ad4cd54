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
        state.withLock { state in
            defer { state.unchecked = [] }
            return state.unchecked
        }
    }

    var commandTime: Timestamp? { state.withLock { $0.commands.last?.frame.now } }

    // MARK: Exchanges

    func start() throws(TapeError) -> EpochCounter { try writing { state, _ throws(CassetteError) in state.start } }

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
            InputRecord(kind: InputFailure.interruptedKind(of: kind), name: redaction.redactText(name), content: []))
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
                .io, path: state.cassette?.path ?? "", "The session is on another tape now; nothing is recorded.")
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

/// Exchanges: the request before it is sent, and its outcome.
extension TapeWriter {
    /// Commits the request and returns its number. Throws after a loss: a tape with a gap would be wrong.
    func reserve(_ request: HTTPRequest, at placement: EpochCounter.Placement) throws(TapeError) -> Int64 {
        redaction.note(user: request.principal)
        let (redacted, obstacles) = Inspection.reading { redaction.redact(request) }
        let key = RequestKey(of: RequestParts(of: redacted)), known = DocumentSecrets(of: request)
        let exchange = try writing { state, cassette throws(CassetteError) in
            try hideLine(&state, on: cassette)
            let command = request.purpose == .completion ? nil : state.commands.last?.id
            let exchange = try cassette.reserve(
                RequestRecord(
                    session: state.session, command: command, epoch: placement.epoch,
                    purpose: request.purpose.rawValue, startedAt: clock.now, key: key.text, keyHash: key.hash,
                    principal: redacted.principal, method: redacted.method.rawValue, url: redacted.url.description,
                    headers: redacted.headers, body: redacted.body))
            if !known.hasNoResponseNames {
                state.asked[exchange] = known
                if let last = state.commands.indices.last { state.commands[last].known.merge(known) }
            }
            return exchange
        }
        note(obstacles, at: name(of: exchange))
        return exchange
    }

    private func name(of exchange: Int64) -> String {
        state.withLock { try? opened(&$0).name(of: exchange) } ?? "request \(exchange)"
    }

    /// Keeps the reasons why a part of what was recorded was not searched for secrets.
    package func note(_ obstacles: [Inspection.Obstacle], at place: @autoclosure () -> String) {
        guard !obstacles.isEmpty else { return }
        let place = place()
        state.withLock { state in
            state.unchecked += obstacles.map { UncheckedPart(place: place, reason: $0.description) }
        }
    }

    /// Commits the outcome. If that fails, the loss is kept and nothing more is recorded; the response is still returned
    /// to the caller.
    func complete(_ exchange: Int64, with outcome: Recorder.Outcome) {
        guard let record = record(of: outcome, exchange) else { return }
        state.withLock { state in
            do throws(CassetteError) { try opened(&state).complete(exchange, with: record) } catch {
                if state.loss == nil { state.loss = TapeLoss(exchange: exchange, cause: error) }
            }
        }
    }

    private func record(of outcome: Recorder.Outcome, _ exchange: Int64) -> OutcomeRecord? {
        switch outcome {
        case .success(let response):
            let known = state.withLock { $0.asked.removeValue(forKey: exchange) } ?? DocumentSecrets()
            let (redacted, obstacles) = Inspection.reading { redaction.redact(response, knowing: known) }
            note(obstacles, at: name(of: exchange))
            return .response(redacted)
        case .failure(let failure): return failure.kind == .tape ? nil : .failure(redaction.redact(failure))
        }
    }
}
