import CassetteStore
import Notation
import Rendering
import TapeDeck
import Workbench

/// The result of a check: which commands gave other output than recorded.
struct ReplayReport: Sendable {
    /// The tape's name, on one line.
    package let path: String
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

    init(path: String) { self.path = SafeText.line(path, limit: 4096) }

    /// Whether all of it was the same, and the tape is whole. A tape whose commands are all of those that no replay runs
    /// shows nothing.
    var isSame: Bool { differing == 0 && unfinished.isEmpty && !(isEmpty && (mayLackLog || recorded > 0)) }

    private var isEmpty: Bool { commands == 0 && requests == 0 }

    /// `sessions/first-look.cassette: 9 commands, all as recorded.`
    var summary: String { "\(path): \(counted)" }

    var counted: String {
        if isEmpty, unfinished.isEmpty {
            if mayLackLog { return "nothing was compared: the tape was not closed, and its log may be missing." }
            return recorded > 0
                ? "nothing was compared: a replay runs none of its commands."
                : "nothing was compared, because no command is recorded."
        }
        guard !isEmpty else { return "nothing was compared: \(brokenOff)." }
        let same = reworded == 0 ? "all as recorded" : "the same values as recorded, \(reworded) written differently"
        let compared = [(commands, "command"), (requests, "request")].filter { $0.0 > 0 }
            .map { Phrase.counted($0.0, $0.1) }
        let counted =
            compared.joined(separator: " and ") + ", " + (differing == 0 ? same : "\(differing) not as recorded")
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
        if let version, comparison.hasSameValues {
            reworded += 1
            differences += "note: \(path): the same values, written differently than by Snowdeck "
            differences += "\(TerminalText.plain(version)): \(TerminalText.plain(comparison.command.line))\n"
            differences += Self.lines(comparison.recorded.standardOutput, comparison.played.standardOutput)
            return
        }
        differing += 1
        differences += "\(path): not as recorded: \(TerminalText.plain(comparison.command.line))\n"
        if comparison.recorded.exitStatus != comparison.played.exitStatus {
            let recorded = comparison.recorded.exitStatus.map(String.init) ?? "none, it broke off"
            differences +=
                "  exit status recorded \(recorded), now \(comparison.played.exitStatus.map(String.init) ?? "none")\n"
        }
        differences += Self.lines(comparison.recorded.standardOutput, comparison.played.standardOutput)
        if comparison.recorded.exitStatus != comparison.played.exitStatus {
            let said = String(decoding: comparison.played.standardError, as: UTF8.self)
            for line in said.split(separator: "\n").prefix(12) {
                differences += "  \(TerminalText.plain(String(line)))\n"
            }
        }
    }

    /// Adds what was played besides the commands.
    mutating func add(_ played: RequestReplay, commands recorded: Int, pipelines: Int, mayLackLog: Bool) {
        (requests, self.recorded) = (played.count, recorded)
        (self.pipelines, self.mayLackLog) = (pipelines, mayLackLog)
        differing += played.differences.count
        for request in played.differences {
            let address = SafeText.line("\(request.method) \(request.url)", limit: 400)
            differences += "\(path): not as recorded: exchange \(request.exchange), \(address)\n"
            if let miss = request.miss { differences += "  \(TerminalText.plain(miss.message))\n" }
        }
    }

    /// A command during which the recording stopped is listed, not compared: it has no exit status, and the rest of the
    /// session is not on the tape.
    mutating func addUnfinished(_ command: CommandRecord) {
        unfinished.append(command.id)
        last = max(last, command.id)
        differences +=
            "\(path): the recording broke off in command \(command.id): \(TerminalText.plain(command.line))\n"
    }

    /// The first lines that differ, `-` as recorded and `+` as now.
    private static func lines(_ recorded: [UInt8], _ played: [UInt8]) -> String {
        guard recorded != played else { return "" }
        let old = recorded.split(separator: 10, omittingEmptySubsequences: false)
        let new = played.split(separator: 10, omittingEmptySubsequences: false)
        var text = ""
        var shown = 0
        for index in 0..<max(old.count, new.count) {
            let left = index < old.count ? old[index] : nil
            let right = index < new.count ? new[index] : nil
            guard left != right else { continue }
            shown += 1
            if shown > 5 { return text + "  … and more\n" }
            if let left { text += "  -\(index + 1): \(TerminalText.plain(String(decoding: left, as: UTF8.self)))\n" }
            if let right { text += "  +\(index + 1): \(TerminalText.plain(String(decoding: right, as: UTF8.self)))\n" }
        }
        return text
    }
}

/// The result of checking one tape.
package struct ReplayFinding: Sendable {
    enum Ending: Sendable {
        case checked(ReplayReport)
        /// The tape cannot be read.
        case broken(Problem)
        case interrupted
    }

    package let path: String
    let ending: Ending

    /// 0 if everything was as recorded, 5 if not or if the tape cannot be read.
    package var exitStatus: Int32 {
        switch ending {
        case .checked(let report): report.isSame ? 0 : Problem.Kind.tape.exitStatus
        case .broken(let problem): problem.exitStatus
        case .interrupted: Problem.Kind.interrupted.exitStatus
        }
    }

    /// The text for standard error: the differences, or why there are none.
    var remarks: String {
        switch ending {
        case .checked(let report): report.differences
        case .broken(let problem): ProblemText.lines(problem)
        case .interrupted: ""
        }
    }

    /// The text for standard output, with its line end; empty if nothing was compared.
    var summary: String {
        if case .checked(let report) = ending { report.summary + "\n" } else { "" }
    }

    /// The result as a test case named after the tape's file.
    var test: TestReport.Case {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        switch ending {
        case .checked(let report):
            guard !report.isSame else { return TestReport.Case(name, .passed, note: report.counted) }
            return TestReport.Case(name, .failed(report.counted, detail: report.differences))
        case .broken(let problem):
            return TestReport.Case(name, .broken(problem.message, detail: ProblemText.lines(problem)))
        case .interrupted: return TestReport.Case(name, .broken("Interrupted.", detail: ""))
        }
    }

    /// The folder of the tape, which is its test suite.
    var folder: String {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

extension CommandComparison {
    /// Whether both ended with the same status and values, whatever the layout: the same JSON, or the same words in
    /// order. Box-drawing characters are ignored.
    var hasSameValues: Bool {
        recorded.exitStatus == played.exitStatus
            && Self.values(of: recorded.standardOutput) == Self.values(of: played.standardOutput)
    }

    private static func values(of output: [UInt8]) -> [String] {
        if let document = try? JSONDocument(output) { return [JSON(document.root).compact] }
        return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .filter { !$0.unicodeScalars.allSatisfy(isDrawn) }.map(String.init)
    }

    /// Hyphens, bars and box-drawing characters.
    private static func isDrawn(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "|" || scalar == "+" || (0x2500...0x257F).contains(scalar.value)
    }
}
