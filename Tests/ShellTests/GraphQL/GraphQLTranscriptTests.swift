import Testing

@Suite struct GraphQLTranscriptTests {
    @Test(arguments: Transcripts.graphQL)
    func transcriptMatchesAndReplays(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}

extension Transcripts {
    /// All transcripts of `graphql` and its subcommands.
    static let graphQL =
        graphQLResponses + graphQLVariables + graphQLWrites + graphQLLists + graphQLRecords + graphQLErrors
        + graphQLTools
}
