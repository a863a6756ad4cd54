package import Workbench
import Tapes
import CassetteStore
import Notation
import TapeDeck

/// Replaces the output of a tape whose exchanges were changed by what its commands print now.
package struct OutputRegeneration {
    private let runner: ReplayRunner
    private let tapes: any TapeStorage

    package init(_ runner: ReplayRunner, _ tapes: any TapeStorage) {
        self.runner = runner
        self.tapes = tapes
    }

    /// Throws if a command ends with another exit status than on the tape, or differently in a second replay.
    package func regenerate(_ path: String) async throws {
        let taken = try await differences(path)
        if let other = taken.first(where: { $0.recorded.exitStatus != $0.played.exitStatus }) { throw problem(other) }
        let cassette = try tapes.edit(path)
        defer { try? cassette.close() }
        for comparison in taken { try comparison.accept(onto: cassette) }
        try cassette.close()
        if let first = try await differences(path).first { throw problem(first) }
    }

    private func differences(_ path: String) async throws -> [CommandComparison] {
        var found: [CommandComparison] = []
        let isDone = try await runner.comparing(path) { comparison, _ in
            if !comparison.isSame { found.append(comparison) }
        } unfinished: { _ in
        }
        guard isDone else { throw CancellationError() }
        return found
    }

    private func problem(_ comparison: CommandComparison) -> Problem {
        let said = String(decoding: comparison.played.standardError, as: UTF8.self).split(separator: "\n")
        return Problem(
            .tape, "A command ends differently with the changed answers.",
            notes: [SingleLine.of(comparison.command.line)] + said.prefix(3).map { TerminalText.plain(String($0)) })
    }
}
