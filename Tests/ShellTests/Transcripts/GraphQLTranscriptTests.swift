import Testing

@Suite struct GraphQLTranscriptTests {
    @Test(arguments: Transcripts.graphQL)
    func aDocumentIsAnsweredAsWrittenAndReplays(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
