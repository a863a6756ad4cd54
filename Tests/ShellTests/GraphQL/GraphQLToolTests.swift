import Testing

/// The commands about documents.
@Suite struct GraphQLToolTests {
    @Test(
        arguments: Transcripts.graphqlLists + Transcripts.graphqlRecords + Transcripts.graphqlMistakes
            + Transcripts.graphqlTools)
    func documentsAreWritten(_ transcript: Transcript) async throws { try await transcript.check() }
}
