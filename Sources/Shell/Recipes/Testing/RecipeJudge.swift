import CassetteStore
import Notation
import TapeDeck

/// Says how a replayed run of a recipe stands beside its tape.
struct RecipeJudge {
    let status: Int32
    /// Nil when the run did not begin.
    let run: RecipeRun?
    /// What the run said on standard error.
    let said: String
    let comparisons: [CommandComparison]
    let command: RecordedCommand

    /// - Parameter recorded: the steps that are on the tape.
    func outcome(recorded: [CommandRecord]) -> TestReport.Outcome {
        let changes = changes(recorded)
        if status == Problem.Kind.tape.exitStatus {
            let message =
                changes.isEmpty
                ? "Its tape cannot answer." : "Its steps are others than on the tape, which cannot answer."
            return .broken(message, detail: lines(changes + [said]))
        }
        if status != 0 { return .failed(firstFailure, detail: lines(changes + [said])) }
        if !changes.isEmpty { return .failed("Its steps are others than on the tape.", detail: lines(changes)) }
        let differing = comparisons.filter { !$0.isSame }
        guard let first = differing.first else { return .passed }
        return .failed(
            "\(Phrase.counted(differing.count, "command")) did not end or print as recorded.",
            detail: lines(
                [first.command.line]
                    + (OutputMismatch.between(first.recorded.standardOutput, first.played.standardOutput)?.lines ?? [])
                    + endings(first)))
    }

    /// The first thing that did not hold, in a sentence, without the colours of an error.
    private var firstFailure: String {
        let line = said.split(separator: "\n").first.map(String.init) ?? "It ended with exit \(status)."
        return TerminalText.plain(line)
    }

    private func endings(_ comparison: CommandComparison) -> [String] {
        let recorded = comparison.recorded.exitStatus, played = comparison.played.exitStatus
        guard recorded != played else { return [] }
        return ["exit recorded \(recorded.map(String.init) ?? "none"), now \(played.map(String.init) ?? "none")"]
    }

    /// Steps that were taken out or came in, as the lines of a difference.
    private func changes(_ recorded: [CommandRecord]) -> [String] {
        guard let run else { return [] }
        let played = Set(comparisons.map(\.command.id))
        let gone = recorded.filter { !played.contains($0.id) }
        // After a failure the rest did not run, and is not taken out.
        let isCutShort = status != 0
        let added = run.steps.filter { $0.command == nil && $0.isTaped }
        return (isCutShort && added.isEmpty ? [] : gone.map { "- > \(SingleLine.of($0.line))" })
            + added.map { "+ > \(SingleLine.of($0.step.command))   (\($0.path):\($0.step.line))" }
    }

    private func lines(_ texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

extension OutputMismatch {
    /// Where two outputs differ, byte for byte; nil when they do not.
    static func between(_ recorded: [UInt8], _ played: [UInt8]) -> OutputMismatch? {
        guard recorded != played else { return nil }
        func lines(_ bytes: [UInt8]) -> [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }
        // What looks like a hole was printed, and is none.
        let marked = lines(recorded).map { line in
            LineHole.allCases.reduce(line == "..." ? "\\..." : line) { text, hole in
                text.split(separator: hole.rawValue, omittingEmptySubsequences: false)
                    .joined(separator: "\\" + hole.rawValue)
            }
        }
        return ExpectedOutput(marked).mismatch(with: String(decoding: played, as: UTF8.self))
    }
}
