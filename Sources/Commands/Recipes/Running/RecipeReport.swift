import CassetteStore
import Notation
import Synchronization
import TapeDeck
import Workbench

/// Reports a run: steps as written, their output, failures, and a summary.
final class RecipeReport: Sendable {
    private let tee: OutputTee
    private let isQuiet: Bool
    private let advance: @Sendable (String) -> Void
    private let say: @Sendable (Problem) -> String
    private let inspection: @Sendable () async -> InspectionHints
    /// The tape being recorded, opened for reading; nil in a replay.
    let tape: @Sendable () -> Cassette?
    private let shows = Mutex(false)

    /// - Parameters:
    ///   - inspection: hints for inspecting a failed step.
    ///   - say: formats a problem.
    ///   - tape: opens the tape being recorded.
    init(
        _ tee: OutputTee, isQuiet: Bool, inspection: @escaping @Sendable () async -> InspectionHints,
        progress: @escaping @Sendable (String) -> Void,
        say: @escaping @Sendable (Problem) -> String, tape: @escaping @Sendable () -> Cassette?
    ) {
        self.tee = tee
        self.isQuiet = isQuiet
        self.inspection = inspection
        advance = progress
        self.say = say
        self.tape = tape
    }

    /// Whether the output of the current step is shown while it runs.
    var isShowing: Bool {
        get { shows.withLock { $0 } }
        set { shows.withLock { $0 = newValue && !isQuiet } }
    }

    var output: StepSink { StepSink { [self] bytes in if isShowing { tee.show(bytes) } } }
    var errors: StepSink {
        StepSink { [self] bytes in if isShowing { tee.remark(String(decoding: bytes, as: UTF8.self)) } }
    }

    func line(_ text: String) {
        guard !isQuiet else { return }
        // If the tape cannot take it, the error is reported when the command ends.
        try? tee.write(Array((TerminalText.plain(text) + "\n").utf8))
    }

    func note(_ text: String) { try? tee.note(TerminalText.plain(text) + "\n") }

    func step(_ command: String) { line("> " + command) }

    /// Shows a step after it has ended.
    func output(_ result: StepResult) {
        guard !isQuiet else { return }
        tee.show(Array(result.standardOutput.utf8))
        if !result.standardError.isEmpty { tee.remark(result.standardError) }
    }

    /// Reports what was skipped because a variable has no value: a command after its `>`, or a block by its first line.
    func skipped(_ said: String, _ variable: String, isPlan: Bool) {
        let why = isPlan ? "not known before this runs" : "was never captured; skipped"
        line("\(said)\n  {{\(variable)}} \(why)")
    }

    /// Shows the requests of a planned step.
    ///
    /// - Parameter typed: what was typed for the records in them, by sys_id.
    func planned(_ requests: [RecipeGate.Planned], typed: [String: String]) {
        for request in requests {
            let text = typed.reduce(request.line) { text, reference in
                text.split(separator: reference.key, omittingEmptySubsequences: false).joined(
                    separator: reference.value)
            }
            line("  \(request.isSent ? "sent      " : "would send") \(text)")
        }
    }

    func progress(_ text: String) { advance(text) }

    func problem(_ problem: Problem) { try? tee.note(say(problem)) }

    /// Reports a failed step.
    func failed(_ result: StepResult, of recipe: Recipe) async {
        // The step's own error message has not been shown yet.
        if isQuiet, result.failures.contains(where: \.text.isEmpty) { tee.remark(result.standardError) }
        for problem in RecipeReport.problems(of: result, recipe, await inspection()) { self.problem(problem) }
    }

    /// The numbers of a command's exchanges.
    static func exchanges(of command: Int64?, _ deck: any Deck, _ tape: () -> Cassette?) -> [Int64] {
        guard let command, let cassette = (deck as? PlayingDeck)?.cassette ?? tape() else { return [] }
        return (try? cassette.exchangeNumbers(of: command)) ?? []
    }

    /// The problems of a failed step; the last has the hints.
    static func problems(of result: StepResult, _ recipe: Recipe, _ inspection: InspectionHints) -> [Problem] {
        var problems = result.failures.map { failure in
            if failure.text.isEmpty {
                let isRefused = result.exitStatus == Problem.Kind.refused.exitStatus
                return Problem(
                    Problem.Kind(exitStatus: result.exitStatus),
                    "The step of line \(failure.line) ended with \(failure.actual).",
                    hints: isRefused ? ["? \(failure.actual)   below the step says that this is expected."] : [])
            }
            let prefix = failure.text.hasPrefix("retry ") ? "" : "? "
            let text = prefix + bounded(failure.text)
            let start = prefix.utf8.count
            return Problem(
                .expectation, "This expectation is not met.",
                source: Problem.Source(
                    text: text, span: start..<text.utf8.count, name: result.path, line: failure.line),
                notes: ["expected \(bounded(failure.expected))", "actual   \(bounded(failure.actual))"])
        }
        if let mismatch = result.outputMismatch {
            let command = result.step.command
            problems.append(
                Problem(
                    .expectation, "The output is not as expected.",
                    source: Problem.Source(
                        text: command, span: 0..<command.utf8.count, name: result.path, line: result.step.line),
                    notes: [(["- expected, + came"] + mismatch.lines.map(bounded)).joined(separator: "\n")]))
        }
        guard !problems.isEmpty else { return [] }
        let last = problems.count - 1
        if let command = result.command, case let count = result.exchanges.count, count > 0 {
            problems[last].hints.append(
                "\(inspection.show(command, count))   is what was sent and answered"
                    + (count > 1 ? ", the last of \(count)." : "."))
        }
        if result.outputMismatch != nil || result.failures.contains(where: { !$0.text.isEmpty }) {
            problems[last].hints.append("\(inspection.accept)   updates the recipe to this output.")
        }
        return problems
    }

    /// Limits the length of a text that a recipe or an instance has chosen.
    private static func bounded(_ text: String) -> String { text.count > 400 ? String(text.prefix(400)) + "…" : text }

    /// `6 steps, 9 expectations held; 1 record created.`
    static func summary(_ run: RecipeRun, isPlan: Bool) -> String {
        var text = Phrase.counted(run.steps.count + (isPlan ? run.skipped : 0), "step")
        if isPlan {
            let planned = run.steps.count { $0.isPlanned }
            text += ", \(planned) would change something"
            if run.creating > 0 { text += ", \(run.creating) would create files, which needs --trust" }
            if run.skipped > 0 { text += ", \(run.skipped) not known before that" }
            return text + "; nothing was changed."
        }
        text += ", \(Phrase.counted(run.held, "expectation")) held"
        let failed = run.failed.count
        if failed > 0 { text += ", \(Phrase.counted(failed, "step")) failed" }
        if run.exitStatus == Problem.Kind.interrupted.exitStatus { text += ", then interrupted" }
        return text + "; \(changes(of: run) ?? "nothing was changed")."
    }

    /// What became of the values of a typed loop; nil if all of them were only read.
    static func summary(_ run: RecipeRun, values total: Int) -> String? {
        let done = run.steps.count, failed = run.failed.count, changes = changes(of: run)
        guard done < total || failed > 0 || changes != nil else { return nil }
        return (done == total ? Phrase.counted(total, "value") : "\(done) of \(Phrase.counted(total, "value"))")
            + (failed > 0 ? ", \(failed) failed" : "") + (changes.map { "; " + $0 } ?? "") + "."
    }

    private static func changes(of run: RecipeRun) -> String? {
        let words = ["created", "updated", "deleted"].compactMap { word in
            run.changes[word].map { "\(Phrase.counted($0, "record")) \(word)" }
        }
        let other = run.changes["changed"].map { [Phrase.counted($0, "change") + " outside of table records"] } ?? []
        let changes = words + other
        return changes.isEmpty ? nil : changes.joined(separator: ", ")
    }
}

extension StepResult {
    /// The exit status of a run in which this step failed: the command's own status, else 6.
    var failureStatus: Int32 {
        failures.contains { $0.text.isEmpty } ? exitStatus : Problem.Kind.expectation.exitStatus
    }
}

extension Problem.Kind {
    init(exitStatus: Int32) { self = Self.allCases.first { $0.exitStatus == exitStatus } ?? .internal }
}

/// How to inspect a failed step with commands.
struct InspectionHints: Sendable {
    let recipe: String
    /// The tape to inspect if the session ends with this command; nil if its deck stays.
    let tape: String?
    /// Whether that is the recipe's own tape, which `recipe accept` plays.
    let isOwnTape: Bool

    func show(_ command: Int64, _ request: Int) -> String {
        let shell = tape == nil ? "" : "snowdeck "
        return shell + "tape show \(Quoting.word("\(tape ?? "%"):\(command).\(request)"))"
    }

    var accept: String { "recipe accept \(Quoting.word(recipe))" + (isOwnTape ? "" : " --live") }
}
