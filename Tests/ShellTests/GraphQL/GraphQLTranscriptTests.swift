import Testing

@Suite struct GraphQLTranscriptTests {
    @Test(arguments: Transcripts.graphQL)
    func whatGraphQLSaysIsAsWrittenAndReplays(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}

extension Transcripts {
    /// Everything about `graphql` and the commands below it.
    static let graphQL =
        graphQLAnswers + graphQLVariables + graphQLWrites + graphQLLists + graphQLRecords + graphQLMistakes
        + graphQLTools
}
