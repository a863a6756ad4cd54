import CassetteStore
import ExchangeModel
package import Notation
package import NowData
import NowSDK
import Synchronization
import TapeDeck

/// The lines of a session with everything that came of them: what a recipe is made from.
package struct SessionHistory: Sendable {
    package var steps: [SessionStep] = []
    package var variables: [String: String] = [:]
    /// Who was signed in; nil for a guest.
    package var user: String?
    /// The columns that the session learned of, by table and name.
    package var columns: [String: [String: ColumnDescription]] = [:]

    package init(steps: [SessionStep] = []) { self.steps = steps }

    func column(_ name: String, of table: String) -> ColumnDescription? { columns[table]?[name] }

    /// The table that a column refers to.
    func reference(_ name: String, of table: String) -> String? {
        guard let column = column(name, of: table), column.type == "reference" else { return nil }
        return column.reference.flatMap { $0.isEmpty ? nil : $0 }
    }

    func isChoice(_ name: String, of table: String) -> Bool {
        guard let column = column(name, of: table) else { return false }
        return !column.choices.isEmpty && reference(name, of: table) == nil
    }
}

package struct SessionStep: Sendable {
    package var number: Int64
    /// The line as the tape has it.
    package var line: String
    /// How it ended; nil when the program died under it.
    package var status: Int?
    package var output = ""
    package var errors = ""
    /// Its answer as a capture sees it; nil when it gives none.
    package var value: JSON?
    /// Whether an instance took an unsafe request of it.
    package var writes = false
    /// The HTTP status of its last answer, sign-in, schema and completion left out.
    package var lastStatus: Int?
    /// Whether settings of the session decided what it looked like; a recipe's lines run with the defaults.
    package var hasOwnSettings = false
    package var variables: [String: String] = [:]

    package init(number: Int64, line: String, status: Int?) {
        self.number = number
        self.line = line
        self.status = status
    }

    var invocation: Invocation? { try? Parser.parse(line) }

    /// The line's arguments with variables in place; nil when they do not fit the command.
    var arguments: BoundArguments? {
        guard let invocation, !invocation.isEmpty, let match = try? CommandTable.match(invocation) else { return nil }
        return try? match.bind(in: line, variables: Expansion(variables))
    }

    /// Nil for a line that is no command.
    var command: Command? { arguments?.command }

    /// The numbers and sys_ids that the line names, by themselves or by variables.
    var namedRecords: Set<String> {
        var line = line
        for (name, value) in variables { line = line.replacing("{{\(name)}}", with: value) }
        return Set(ValueForm.all(in: line).filter { $0.form == .number || $0.form == .sysID }.map(\.text))
    }

    /// Those, and the numbers and sys_ids of the records in its answer.
    var changedRecords: Set<String> {
        var names = namedRecords
        for path in [".number", ".sys_id", ".result.number", ".result.sys_id"] {
            if let text = text(at: path), !text.isEmpty { names.insert(text) }
        }
        return names
    }

    /// A value of its answer as text.
    func text(at path: String) -> String? {
        guard let value, let path = try? FieldPath(path) else { return nil }
        return try? path.text(in: value)
    }
}

/// Reads a session's lines from its tape by replaying it, so that every value, capture and variable is the one that the
/// session had.
struct SessionReading {
    let cassette: Cassette
    let path: String
    let sandbox: Instance
    let version: String

    /// - Parameter range: the numbers of the commands wanted; nil for those of the tape's last session.
    func history(_ range: ClosedRange<Int64>?) async throws -> SessionHistory {
        let sessions = try cassette.sessions()
        guard let last = sessions.last else { return SessionHistory() }
        let deck = PlayingDeck(cassette, isStrict: false, playsItself: true)
        let outcomes = try outcomes()
        var history = SessionHistory()
        history.variables = SessionChoices(reading: last.settings).variables
        history.user = last.user
        for session in sessions {
            let values = ValueBox()
            let shell = try ShellSession.replaying(session, by: deck, from: path, sandbox: sandbox, version: version)
            await shell.watch { values.keep($0.value) }
            for command in try cassette.commands(of: session.id) {
                // The steps of a recipe run with the command that runs it, not by themselves.
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
                guard range?.contains(command.id) ?? (session.id == last.id) else { continue }
                step.value = values.take()?()
                step.output = String(decoding: try cassette.output(of: command.id, .standardOutput), as: UTF8.self)
                step.errors = String(decoding: try cassette.output(of: command.id, .standardError), as: UTF8.self)
                (step.writes, step.lastStatus) = outcomes[command.id] ?? (false, nil)
                history.steps.append(step)
            }
            for (table, columns) in await shell.connection.link?.schema.described ?? [:] {
                history.columns[table] = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
            }
        }
        return history
    }

    /// What came of every command's requests, sign-in, schema and completion left out.
    private func outcomes() throws -> [Int64: (writes: Bool, lastStatus: Int?)] {
        var found: [Int64: (writes: Bool, lastStatus: Int?)] = [:]
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 200), let end = batch.last?.id {
            last = end
            for exchange in batch {
                let record = exchange.request
                guard let command = record.command, record.epoch != nil, let url = HTTPURL(record.url) else { continue }
                let request = HTTPRequest(
                    HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body)
                let status: Int? = if case .response(let response) = exchange.outcome { response.status } else { nil }
                let isTaken = !Safety.isSafe(request) && status.map { $0 < 400 } ?? false
                found[command] = ((found[command]?.writes ?? false) || isTaken, status)
            }
        }
        return found
    }
}

/// Holds a command's answer until it is read.
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
    /// Reports every command's result from now on.
    func watch(_ results: @escaping @Sendable (CommandResult) -> Void) { onResult = results }
}
