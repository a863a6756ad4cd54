import CassetteStore
import ExchangeModel
package import Notation
package import NowData
import NowSDK
import Synchronization
import TapeDeck

/// The lines of a session with their results, from which a recipe is made.
package struct SessionHistory: Sendable {
    package var steps: [SessionStep] = []
    package var variables: [String: String] = [:]
    /// The user who was signed in; nil for a guest.
    package var user: String?
    /// The columns that the session read, by table and name.
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
    /// The line as recorded.
    package var line: String
    /// The exit status; nil if the program was killed.
    package var status: Int?
    package var output = ""
    package var errors = ""
    /// Its answer as captures see it; nil if it has none.
    package var value: JSON?
    /// Whether an unsafe request of it succeeded.
    package var writes = false
    /// The HTTP status of its last response, other than for sign-in, schema and completion.
    package var lastStatus: Int?
    /// Whether settings affected its output. A recipe uses the defaults.
    package var hasOwnSettings = false
    package var variables: [String: String] = [:]

    package init(number: Int64, line: String, status: Int?) {
        self.number = number
        self.line = line
        self.status = status
    }

    var invocation: Invocation? { try? Parser.parse(line) }

    /// The line's arguments with variables replaced; nil if they are not valid.
    var arguments: BoundArguments? {
        guard let invocation, !invocation.isEmpty, let match = try? CommandTable.match(invocation) else { return nil }
        return try? match.bind(in: line, variables: Expansion(variables))
    }

    /// Nil if the line is not a command.
    var command: Command? { arguments?.command }

    /// The numbers and sys_ids in the line, directly or through variables.
    var namedRecords: Set<String> {
        var line = line
        for (name, value) in variables { line = line.replacing("{{\(name)}}", with: value) }
        return Set(ValueForm.all(in: line).filter { $0.form == .number || $0.form == .sysID }.map(\.text))
    }

    /// `namedRecords`, and the numbers and sys_ids of the records in the answer.
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

/// Reads a session's lines by replaying its tape, which reproduces every value, capture and variable.
struct SessionReader {
    let cassette: Cassette
    let path: String
    let sandbox: Instance
    let version: String

    /// - Parameter range: the numbers of the commands; nil for the tape's last session.
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
                // The steps of a recipe are run by the command that ran them.
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

    /// The responses of every command, without sign-in, schema and completion.
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
    /// Calls a function with every command's result from now on.
    func watch(_ results: @escaping @Sendable (CommandResult) -> Void) { onResult = results }
}
