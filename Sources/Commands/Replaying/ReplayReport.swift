import CassetteStore
import Notation
import Rendering
import TapeDeck
import TapeFormats
import Workbench

/// The result of checking one tape: which commands gave other output than recorded.
package struct ReplayReport: Sendable {
    /// The tape's name, on one line.
    package let path: String
    /// Why nothing was compared: the tape cannot be read, or the check was interrupted.
    var problem: Problem?
    private var commands = 0
    private var requests = 0
    /// How many commands ended in a pipeline, whose programs a replay does not compare.
    private var pipelines = 0
    private var mayLackLog = false
    /// How many commands the tape has, compared or not.
    private var recorded = 0
    private var differing = 0
    /// The commands in which the recording broke off, by number.
    private var unfinished: [Int64] = []
    /// The number of the last command on the tape.
    private var last: Int64 = 0
    private var reworded = 0
    private(set) var differences = ""
    /// The same for a page.
    private(set) var parts: [FindingsPanel.Part] = []

    init(path: String) { self.path = SafeText.line(path, limit: 4096) }

    /// Whether all of it was the same, and the tape is whole. A tape whose commands are all of those that no replay runs
    /// shows nothing.
    var isSame: Bool { differing == 0 && unfinished.isEmpty && !(isEmpty && (mayLackLog || recorded > 0)) }

    private var isEmpty: Bool { commands == 0 && requests == 0 }

    var counted: String {
        if isEmpty, unfinished.isEmpty {
            if mayLackLog { return "nothing was compared: the tape was not closed, and its log may be missing." }
            return recorded > 0
                ? "nothing was compared: a replay runs none of its commands."
                : "nothing was compared, because no command is recorded."
        }
        guard !isEmpty else { return "nothing was compared: \(brokenOff)." }
        let same = reworded == 0 ? "all as recorded" : "the same values as recorded, \(reworded) written differently"
        let counted =
            Phrase.counted([(commands, "command"), (requests, "request")]) + ", "
            + (differing == 0 ? same : "\(differing) not as recorded")
            + (pipelines == 0 ? "" : "; of \(Phrase.counted(pipelines, "pipeline")) only the input was compared")
        return counted + (unfinished.isEmpty ? "." : differing == 0 ? ", but \(brokenOff)." : "; \(brokenOff).")
    }

    private var brokenOff: String {
        let more = unfinished.count == 1 ? "" : " and \(unfinished.count - 1) more"
        return "the recording broke off in command \(unfinished[0])\(more) of \(last)"
    }

    /// - Parameter version: the version that recorded it, if it is not the current one: then only values are compared,
    ///   and a different layout is a note.
    mutating func add(_ comparison: CommandComparison, recordedBy version: String? = nil) {
        commands += 1
        last = max(last, comparison.command.id)
        guard !comparison.isSame else { return }
        let findings = comparison.findings, line = TerminalText.plain(comparison.command.line)
        if let version, findings.allSatisfy({ $0.kind == .layout }) {
            reworded += 1
            differences += "note: \(path): the same values, written differently than by Snowdeck "
            differences += "\(TerminalText.plain(version)): \(line)\n"
        } else {
            differing += 1
            differences += "\(path): not as recorded: \(line)\n"
        }
        var lines = Finding.lines(of: findings, between: .tapeAndNow)
        if comparison.recorded.exitStatus != comparison.played.exitStatus {
            let said = String(decoding: comparison.played.standardError, as: UTF8.self)
            lines += said.split(separator: "\n").prefix(12).map { TerminalText.plain(String($0)) }
        }
        differences += lines.map { "  \($0)\n" }.joined()
        parts.append(.init(comparison))
    }

    /// Adds what was played besides the commands.
    mutating func add(_ played: RequestReplay, commands recorded: Int, pipelines: Int, mayLackLog: Bool) {
        (requests, self.recorded) = (played.count, recorded)
        (self.pipelines, self.mayLackLog) = (pipelines, mayLackLog)
        differing += played.differences.count
        for request in played.differences {
            let address = SafeText.line("\(request.method) \(request.url)", limit: 400)
            differences += "\(path): not as recorded: %.\(request.exchange), \(address)\n"
            if let miss = request.miss { differences += "  \(TerminalText.plain(miss.message))\n" }
            let error = request.miss, miss = error?.miss
            let lines = miss == nil ? error.map { [$0.message] + $0.hints } ?? ["not as recorded"] : []
            parts.append(.init(address, place: "r\(request.exchange)", lines: lines, misses: miss.map { [$0] } ?? []))
        }
    }

    /// A command during which the recording stopped is listed, not compared: it has no exit status, and the rest of the
    /// session is not on the tape.
    mutating func addUnfinished(_ command: CommandRecord) {
        unfinished.append(command.id)
        parts.append(.init(command.line, place: String(command.id), lines: ["The recording broke off here."]))
        last = max(last, command.id)
        differences +=
            "\(path): the recording broke off in command \(command.id): \(TerminalText.plain(command.line))\n"
    }

    /// 0 if everything was as recorded, 5 if not or if the tape cannot be read.
    package var exitStatus: Int32 { problem?.exitStatus ?? (isSame ? 0 : Problem.Kind.tape.exitStatus) }

    /// The text for standard error: the differences, or why there are none.
    var remarks: String { problem.map { ProblemText.lines($0) } ?? differences }

    /// `sessions/first-look.cassette: 9 commands, all as recorded.` with its line end; empty if nothing was compared.
    var summary: String { problem == nil ? "\(path): \(counted)\n" : "" }

    /// The result as a test case named after the tape's file.
    var test: TestReport.Case {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if let problem { return TestReport.Case(name, .broken(problem.message, detail: remarks)) }
        return isSame
            ? TestReport.Case(name, .passed, note: counted)
            : TestReport.Case(name, .failed(counted, detail: differences))
    }

    /// The folder of the tape, which is its test suite.
    var folder: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}
