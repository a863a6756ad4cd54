import CassetteStore
import ExchangeModel
package import Notation
import NowSDK
import Synchronization
import TapeDeck
import Workbench

/// A line of a session with its result.
package struct SessionStep: Sendable {
    package var number: Int64
    /// The line as recorded.
    package var line: String
    /// The exit status; nil if the program was killed.
    package var status: Int?
    /// Its answer as captures see it; nil if it has none.
    package var value: JSON?
    /// Whether an unsafe request of it succeeded.
    package var writes = false
    package var variables: [String: String] = [:]
    /// `for n in {{nums}}`, if the line is the command of a loop.
    var loop: TypedLoop?

    var invocation: Invocation? { try? Parser.parse(line) }

    /// The line's arguments with variables replaced; nil if they are not valid.
    var arguments: BoundArguments? {
        guard let invocation, !invocation.isEmpty, let match = try? CommandTable.match(invocation) else { return nil }
        return try? match.bind(in: line, variables: Expansion(variables))
    }

    /// Nil if the line is not a command.
    var command: Command? { arguments?.command }

    /// Divides `for n in {{nums}} COMMAND` into the loop and the command with its first value.
    fileprivate mutating func takeLoop() {
        guard let own = arguments, own.command == .forEach, let loop = try? TypedLoop(own) else { return }
        let first = variables[loop.list].flatMap(VariableList.init)?.elements.first ?? .null
        variables.merge(RecipeRunner.flattened(first, under: loop.variable)) { $1 }
        (line, self.loop) = (loop.command, loop)
    }
}

/// Reads a session's lines by replaying its tape, which reproduces every value, capture and variable.
struct SessionReader {
    let cassette: Cassette
    let path: String
    let sandbox: Instance
    let version: String

    /// - Parameter range: the numbers of the commands; nil for the tape's last session.
    func steps(_ range: ClosedRange<Int64>?) async throws -> [SessionStep] {
        let last = try cassette.sessions().last?.id
        let writing = try writingCommands(), values = ValueBox()
        var steps: [SessionStep] = []
        try await ShellSession.replay(cassette, from: path, sandbox: sandbox, version: version) {
            session, shell, command in
            await shell.watch { values.keep($0.value) }
            var step = SessionStep(number: command.id, line: command.line, status: command.exitStatus)
            step.variables = await shell.variables
            step.takeLoop()
            values.take()
            _ = await shell.run(command.line)
            guard range?.contains(command.id) ?? (session.id == last) else { return }
            step.value = values.take()?()
            step.writes = writing.contains(command.id)
            steps.append(step)
        }
        // The rounds of a loop are commands of their own.
        for place in steps.indices where steps[place].loop != nil {
            let next = place + 1 < steps.count ? steps[place + 1].number : .max
            steps[place].writes = writing.contains { $0 > steps[place].number && $0 < next }
        }
        return steps
    }

    /// The commands of which an unsafe request succeeded, without sign-in, schema and completion.
    private func writingCommands() throws -> Set<Int64> {
        var found: Set<Int64> = []
        try cassette.forEachRequest { (exchange) throws(CassetteError) in
            let record = exchange.request
            guard let command = record.command, record.epoch != nil, let url = HTTPURL(record.url),
                case .response(let response) = exchange.outcome, response.status < 400
            else { return }
            let request = HTTPRequest(
                HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body)
            if !Safety.isSafe(request) { found.insert(command) }
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
