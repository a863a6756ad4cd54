import CassetteStore
import ExchangeModel
import NowData
import NowSDK
import Notation
import Synchronization
import TapeDeck

/// Reads a session's lines from its tape, by replaying it with nobody watching: so every value, capture and variable is
/// the one that the session had, and nothing has to be guessed from the text of answers.
struct SessionReading {
    let cassette: Cassette
    let path: String
    let sandbox: Instance
    let version: String

    /// - Parameter range: the numbers of the commands wanted; nil for those of the tape's last session.
    func history(_ range: ClosedRange<Int64>?) async throws -> SessionHistory {
        let sessions = try cassette.sessions()
        guard let last = sessions.last else { return SessionHistory(steps: []) }
        let deck = PlayingDeck(cassette, isStrict: false, playsItself: true)
        let requests = try requests()
        var history = SessionHistory(steps: [], variables: SessionChoices(reading: last.settings).variables)
        history.user = last.user
        for session in sessions {
            let values = ValueBox()
            let shell = try await shell(for: session, deck, values)
            for command in try cassette.commands(of: session.id) {
                // What a command began belongs to it: it runs when that command does, and not by itself.
                if try cassette.inputs(of: command.id).contains(where: { $0.kind == InputKind.within.rawValue }) {
                    continue
                }
                var step = SessionStep(number: command.id, line: command.line, status: command.exitStatus)
                step.variables = await shell.variables
                let settings = await shell.settings.values
                step.hasOwnSettings = settings["format"] != nil || settings["display"] != nil
                values.take()
                _ = await shell.run(command.line)
                try deck.continueReplay()
                let isWanted = range?.contains(command.id) ?? (session.id == last.id)
                guard isWanted else { continue }
                step.value = values.take()?()
                step.output = String(decoding: try cassette.output(of: command.id, .standardOutput), as: UTF8.self)
                step.errors = String(decoding: try cassette.output(of: command.id, .standardError), as: UTF8.self)
                step.requests = requests[command.id] ?? []
                history.steps.append(step)
            }
            for (table, columns) in await shell.connection.link?.schema.described ?? [:] {
                history.columns[table] = Self.types(of: columns)
            }
        }
        return history
    }

    /// The requests of every command that are neither sign-in nor schema nor completion.
    private func requests() throws -> [Int64: [SessionStep.Request]] {
        var found: [Int64: [SessionStep.Request]] = [:]
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 200), let end = batch.last?.id {
            last = end
            for exchange in batch {
                guard let command = exchange.request.command, exchange.request.epoch != nil,
                    let url = HTTPURL(exchange.request.url)
                else { continue }
                let record = exchange.request
                let request = HTTPRequest(
                    HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body)
                let status: Int? = if case .response(let response) = exchange.outcome { response.status } else { nil }
                found[command, default: []].append(
                    SessionStep.Request(
                        method: request.effectiveMethod.rawValue, target: url.target,
                        isSafe: Safety.isSafe(request), status: status,
                        body: record.body.flatMap { String(validating: $0, as: UTF8.self) } ?? ""))
            }
        }
        return found
    }

    private func shell(
        for session: SessionRecord, _ deck: PlayingDeck, _ values: ValueBox
    ) async throws -> ShellSession {
        let options = try SessionOptions(
            asRecorded: session, playing: deck, from: path, trusts: false, sandbox: sandbox, version: version,
            executor: nil)
        let shell = ShellSession(
            host: .closed(clock: deck.clock, standardOutput: NullSink(), standardError: NullSink()), options: options)
        await shell.watch { values.keep($0.value) }
        return shell
    }

    private static func types(of columns: [ColumnDescription]) -> [String: KnownColumnType] {
        Dictionary(columns.map { ($0.name, type(of: $0)) }) { first, _ in first }
    }

    private static func type(of column: ColumnDescription) -> KnownColumnType {
        if column.type == "reference", let table = column.reference, !table.isEmpty { return .reference(table) }
        if !column.choices.isEmpty { return .choice }
        if column.type.hasPrefix("glide_date") || column.type == "due_date" { return .date }
        return column.type.hasPrefix("journal") ? .journal : .other
    }
}

/// Holds what a command answered until it is asked for.
private final class ValueBox: Sendable {
    typealias Maker = @Sendable () -> JSON
    private let value = Mutex<Maker?>(nil)

    func keep(_ made: Maker?) { value.withLock { $0 = made } }

    @discardableResult
    func take() -> Maker? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}

extension ShellSession {
    /// Has every command's result told from now on.
    func watch(_ results: @escaping @Sendable (CommandResult) -> Void) { onResult = results }
}
