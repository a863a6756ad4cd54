import CassetteStore
import Notation
import Synchronization
package import Workbench

/// The session whose commands are the calls of a client.
package struct AgentSession: Sendable {
    let shell: ShellSession
    let output: AgentOutput
    let consent: AgentConsent

    /// Makes a session that prints and asks nothing by itself.
    package init(host: HostEnvironment, options: SessionOptions) {
        var host = host
        let output = AgentOutput(), consent = AgentConsent()
        (host.standardOutput, host.standardError, host.terminal) = (output.out, output.err, consent)
        (self.output, self.consent) = (output, consent)
        shell = ShellSession(host: host, options: options)
    }

    package var session: ShellSession { shell }

    /// Runs a line as a command on the tape.
    func run(_ line: String) async -> LineEnd {
        _ = output.take()
        let status = await shell.inHistory(line) { await shell.run(line) }
        let written = output.take()
        return LineEnd(
            line: line, status: status, output: String(decoding: written.out, as: UTF8.self),
            errors: String(decoding: written.err, as: UTF8.self), place: await shell.answerPlace)
    }
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

    /// The lines of standard error before the error, and the error as JSON.
    var messages: (notes: [JSON], error: JSON?) {
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "{"), let end = lines[start...].firstIndex(of: "}"),
            let problem = try? JSONDocument(lines[start...end].joined(separator: "\n")).root.value["error"]
        else { return (lines.filter { !$0.isEmpty }.map { .string(String($0)) }, nil) }
        let notes = lines[..<start] + lines[(end + 1)...]
        return (notes.filter { !$0.isEmpty }.map { .string(String($0)) }, problem)
    }
}

/// Holds what a line prints until the line ends.
struct AgentOutput: Sendable {
    let out = Sink(), err = Sink()

    func take() -> (out: [UInt8], err: [UInt8]) { (out.take(), err.take()) }

    final class Sink: ByteSink {
        private let written = Mutex<[UInt8]>([])

        func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
            written.withLock { $0 += bytes }
            return true
        }

        func finish() throws(Problem) {}

        func take() -> [UInt8] {
            written.withLock { written in
                defer { written = [] }
                return written
            }
        }
    }
}

/// Answers the question of the guard with what a person answered in the client.
final class AgentConsent: TerminalAccess {
    private let given = Mutex<String?>(nil)

    func give(_ answer: String?) { given.withLock { $0 = answer } }

    func ask(_ question: String, offering names: NameCompleter?) async throws(Problem) -> String {
        guard let answer = given.withLock(\.self) else {
            throw Problem(.guardRefused, "The person was not asked.")
        }
        return answer
    }

    var isNonInteractive: Bool { true }
}
