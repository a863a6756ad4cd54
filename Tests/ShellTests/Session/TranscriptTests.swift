import Testing
import Workbench

/// Sessions and what they print, from the texts beside this file; the README there has the format.
struct TranscriptTests {
    @Test(arguments: Transcript.all)
    func transcriptMatchesAndReplays(_ transcript: Transcript) async throws { try await transcript.check() }

    @Test func everyCommandHasATranscript() {
        let shown = Transcript.all.flatMap(\.lines).compactMap { line -> String? in
            guard let invocation = try? Parser.parse(line) else { return nil }
            return try? CommandTable.match(invocation).command.name
        }
        let missing = CommandTable.all.map(\.name).filter { !shown.contains($0) }
        #expect(missing.isEmpty, "no transcript shows \(missing)")
    }
}
