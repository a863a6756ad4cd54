import CassetteStore
import Notation
import Synchronization
package import Workbench

/// The session whose commands are the calls of a client. It prints and asks nothing by itself.
package struct AgentSession: Sendable {
    package let shell: ShellSession
    let consent = AgentConsent()
    let writes: Bool
    /// The budgets of an answer.
    let rows: Int
    let bytes: Int
    private let output = ByteCollector(), errors = ByteCollector()

    package init(_ verb: BoundArguments, host: HostEnvironment, options: SessionOptions) {
        writes = verb[.agentWrites]
        rows = verb[.answerRows] ?? 50
        bytes = verb[.answerBytes] ?? 64 << 10
        var host = host
        (host.standardOutput, host.standardError, host.terminal) = (output, errors, consent)
        shell = ShellSession(host: host, options: options)
    }

    /// Runs a line as a command on the tape.
    func run(_ line: String) async -> LineEnd {
        for sink in [output, errors] { _ = sink.take() }
        let status = await shell.inHistory(line) { await shell.run(line) }
        return LineEnd(
            line: line, status: status, output: String(decoding: output.take(), as: UTF8.self),
            errors: String(decoding: errors.take(), as: UTF8.self), place: await shell.answerPlace)
    }
}

/// Answers the question of the guard with what a person answered in the client.
final class AgentConsent: TerminalAccess {
    private let given = Mutex<String?>(nil)

    func give(_ answer: String?) { given.withLock { $0 = answer } }

    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        if let answer = given.withLock(\.self) { return answer }
        throw Problem(.guardRefused, "The person was not asked.")
    }

    var isNonInteractive: Bool { true }
}

/// What a line printed.
struct LineEnd: Sendable {
    let line: String
    let status: Int32
    let output: String
    let errors: String
    let place: AnswerPlace

    /// The output as JSON, or as text if it is none.
    var answer: JSON { (try? JSONDocument(output).root.value) ?? .string(output) }

    /// The lines of standard error besides the error, and the error as JSON.
    var messages: (notes: [JSON], error: JSON?) {
        var lines = errors.split(separator: "\n").map(String.init), problem: JSON?
        if let start = lines.firstIndex(of: "{"), let end = lines[start...].firstIndex(of: "}") {
            problem = try? JSONDocument(lines[start...end].joined(separator: "\n")).root.value["error"]
            if problem != nil { lines.removeSubrange(start...end) }
        }
        return (lines.map { .string($0) }, problem)
    }
}

/// The result of a tool call.
struct AgentAnswer {
    var answer: JSON
    var notes: [JSON] = []
    /// What was left out.
    var cut: [JSON] = []
    var isError = false
    /// Further members, such as a digest.
    var more: [JSON.Member] = []

    init(refusal: String) {
        answer = ["message": .string(refusal)]
        isError = true
    }

    /// What a line printed, or its error.
    init(_ end: LineEnd) {
        let messages = end.messages
        notes = messages.notes
        // find has a status if it finds nothing, too.
        isError = messages.error != nil || end.status != 0 && end.output.isEmpty
        answer = messages.error ?? end.answer
        guard let number = end.place.command else { return }
        let place: JSON = ["tape": .string(end.place.tape ?? ""), "command": .number(String(number))]
        more = [JSON.Member("line", .string(end.line)), JSON.Member("recorded", place)]
    }

    /// The result of `tools/call`, within the budgets.
    func result(_ rows: Int, _ bytes: Int) -> JSON {
        var fitted = self
        fitted.fit(rows, bytes)
        let content: JSON = .object(
            [JSON.Member(isError ? "error" : "answer", fitted.answer)]
                + [("notes", notes), ("cut", fitted.cut)].filter { !$1.isEmpty }.map { JSON.Member($0, .array($1)) }
                + more)
        return [
            "content": [["type": "text", "text": .string(content.compact)]], "structuredContent": content,
            "isError": .bool(isError),
        ]
    }

    mutating func fit(_ rows: Int, _ bytes: Int) {
        let most = "answers have \(rows) rows and \(bytes) bytes at most."
        if case .array(let all) = answer {
            var size = 2, count = 0
            for element in all.prefix(rows) {
                size += element.compactBytes.count + 1
                if size > bytes, count > 0 { break }
                count += 1
            }
            answer = .array(Array(all.prefix(count)))
            if count < all.count {
                cut.append(
                    .string(
                        "\(all.count - count) of \(all.count) rows were left out: \(most) Name fields, or add conditions."
                    ))
            }
        }
        let whole = answer.compactBytes.count
        guard whole > bytes else { return }
        for longest in [4000, 1000, 200, 40] where answer.compactBytes.count > bytes {
            answer = Self.shortened(answer, longest)
        }
        if answer.compactBytes.count <= bytes {
            cut.append(.string("Long texts were cut and end with …: \(most)"))
        } else {
            answer = .null
            cut.append(.string("The answer has \(whole) bytes and was left out: \(most)"))
        }
    }

    private static func shortened(_ value: JSON, _ longest: Int) -> JSON {
        switch value {
        case .string(let text) where text.utf8.count > longest: .string(text.prefix(longest) + "…")
        case .array(let elements): .array(elements.map { shortened($0, longest) })
        case .object(let members): .object(members.map { JSON.Member($0.name, shortened($0.value, longest)) })
        default: value
        }
    }
}

extension JSON {
    func text(_ name: String) -> String? { self[name]?.scalarText }
    func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }
}
