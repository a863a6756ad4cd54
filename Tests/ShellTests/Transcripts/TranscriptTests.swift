import GraphQLCommands
import Recipes
import Tapes
import Testing
import Workbench

enum Transcripts {
    static let all =
        lists + ignoredConditions + queryValues + writeValues + counts + records + formats + writes + guards
        + captures + schema + sessions
        + instances + signIns + signInProfiles + tapes + finds + misses + undoing + profiles + attachments
        + tasks + taskNotes + taskErrors + rest + help + pages + pageErrors + pageForms
        + pageCaches + pageThemes + tapeFiles + recipeSaving + recipeCommands + prompts + lastResponses
}

@Suite struct TranscriptTests {
    @Test(arguments: Transcripts.all)
    func transcriptMatchesAndReplays(_ transcript: Transcript) async throws {
        try await transcript.check()
    }

    @Test func everyCommandHasATranscript() {
        let all = Transcripts.all + Transcripts.graphQL
        let shown = all.flatMap(\.lines).compactMap { line -> String? in
            guard let invocation = try? Parser.parse(line) else { return nil }
            return try? CommandTable.match(invocation).command.name
        }
        let missing = CommandTable.all.map(\.name).filter { !shown.contains($0) }
        #expect(missing.isEmpty, "no transcript shows \(missing)")
    }
}
