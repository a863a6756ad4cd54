import ExchangeModel
import Notation
import Recipes
import Sandbox
import Synchronization
import Tables
import Testing
import Workbench

/// The changes of a mutation are shown beforehand, stored, and undone.
@Suite struct GraphQLUndoTests {
    @Test(arguments: Transcripts.graphqlUndo + Transcripts.graphqlPartialUndo)
    func undoneMutationMatchesTranscriptAndReplays(_ transcript: Transcript) async throws {
        try await transcript.check()
    }

    private static let record = "061c92d26f030200d7aecd9c5d3ee4f8"

    /// A mutation, and the number of its requests besides reading the table's columns.
    private static let documents = [
        (
            #"update_incident(sys_id: "\#(record)", urgency: "3", caller_id: null, description: "a\tb") { sys_id { value } }"#,
            3
        ),
        (
            #"a: update_incident(sys_id: "\#(record)", urgency: "3") { sys_id { value } } b: update_incident(sys_id: "\#(record)", impact: "1") { sys_id { value } }"#,
            3
        ),
        (#"delete_incident(sys_id: "\#(record)") { sys_id }"#, 2),
        (
            #"a: update_incident(sys_id: "\#(record)", urgency: "3") { sys_id { value } } b: delete_incident(sys_id: "\#(record)") { sys_id }"#,
            2
        ),
        (#"delete_task(sys_id: "\#(record)") { sys_id }"#, 3),
    ]

    @Test(arguments: documents)
    func recordIsRestored(_ mutation: String, _ requests: Int) async throws {
        let counted = try CountingInstance()
        let machine = try TestMachine(instance: counted)
        let harness = try ShellHarness(machine)
        let look = "table get incident \(Self.record) --format json"
        let before = await harness.transcript(of: [look])
        _ = await harness.session.run("table describe incident")
        _ = await harness.session.run("table describe task")
        _ = machine.output.take()
        counted.records.withLock { $0 = 0 }
        let status = await harness.session.run("graphql mutation { GlideRecord_Mutation { \(mutation) } }")
        #expect(status == 0, "\(harness.printed())")
        #expect(counted.records.withLock { $0 } == requests)
        #expect(await harness.transcript(of: [look]) != before)
        _ = harness.printed()
        #expect(await harness.session.run("undo --run") == 0)
        _ = harness.printed()
        let isMadeAgain = mutation.contains("delete")
        let after = await harness.transcript(of: [look])
        #expect(Self.recordLines(after, isMadeAgain: isMadeAgain) == Self.recordLines(before, isMadeAgain: isMadeAgain))
        try await harness.closeAndReplay()
    }

    @Test func newRecordIsDeleted() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        let before = await harness.transcript(of: ["table list incident --all --format csv"])
        let insert =
            #"graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "1") { sys_id { value } } } }"#
        #expect(await harness.session.run(insert) == 0)
        _ = harness.printed()
        #expect(await harness.session.run("undo --run") == 0)
        _ = harness.printed()
        #expect(await harness.transcript(of: ["table list incident --all --format csv"]) == before)
    }

    /// A record as shown, without the instance's counters and timestamps, which an undo cannot restore.
    /// record that is made again.
    private static func recordLines(_ transcript: String, isMadeAgain: Bool) -> [String] {
        let own =
            ["sys_updated_on", "sys_updated_by", "sys_mod_count"]
            + (isMadeAgain ? ["sys_created_on", "sys_created_by"] : [])
        return transcript.split(separator: "\n").map(String.init).filter { line in
            !own.contains { line.contains("\"\($0)\"") }
        }
    }

    @Test func unansweredRequestHasUnknownEffect() async throws {
        let broken = TransportFailure(.reset, "The connection broke")
        try await check(
            .failure(broken),
            [
                #"graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "\#(Self.record)", urgency: "3") { sys_id { value } } } }"#,
                "undo",
                #"graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "3") { sys_id { value } } } }"#,
                "undo",
            ],
            printed: """
                > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
                ! undo: table update incident INC0010021 urgency=2
                ! error: The connection broke.
                ! note: The change may have been made.
                ? exit 4
                > undo
                # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
                table update incident INC0010021 urgency=2
                > graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "3") { sys_id { value } } } }
                ! error: The connection broke.
                ! note: The change may have been made. undo does not know a new record.
                ? exit 4
                > undo
                # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
                table update incident INC0010021 urgency=2
                """)
    }

    @Test func rejectedDocumentChangedNothing() async throws {
        let forbidden = HTTPResponse(
            status: 403, reason: "", headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
            body: Array(#"{"error":{"message":"No","detail":"not you"}}"#.utf8))
        try await check(
            .success(forbidden),
            [
                #"graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "\#(Self.record)", urgency: "3") { sys_id { value } } } }"#,
                "undo",
            ],
            printed: """
                > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
                ! error: No: not you (HTTP 403).
                ? exit 3
                > undo
                ! error: There is nothing to undo: no command of this session has written records.
                ! note: rest, attach, page form and scripted GraphQL mutations keep no script.
                ? exit 3
                """)
    }

    @Test(arguments: [
        (
            false,
            """
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
            {
              "GlideRecord_Mutation": null
            }
            ! warning: urgency stayed 2: the instance did not accept the value.
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") { sys_id } } }
            {
              "GlideRecord_Mutation": null
            }
            > graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "3") { sys_id { value } } } }
            {
              "GlideRecord_Mutation": null
            }
            ! undo does not know the new record of incident: the answer does not tell the sys_id of insert_incident.
            """
        ),
        (
            true,
            """
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { sys_id { value } } } }
            {
              "GlideRecord_Mutation": null
            }
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") { sys_id } } }
            {
              "GlideRecord_Mutation": null
            }
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "3") { sys_id { value } } } }
            {
              "GlideRecord_Mutation": null
            }
            ! undo does not know the new record of incident: the answer does not tell the sys_id of insert_incident.
            """
        ),
    ])
    func inconclusiveResponseIsChecked(_ isDone: Bool, _ expected: String) async throws {
        let silent = HTTPResponse(
            status: 200, reason: "", headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
            body: Array(#"{"data":{"GlideRecord_Mutation":null}}"#.utf8))
        try await check(
            .success(silent), isDone: isDone,
            [
                #"graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "\#(Self.record)", urgency: "3") { sys_id { value } } } }"#,
                #"graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "\#(Self.record)") { sys_id } } }"#,
                #"graphql mutation { GlideRecord_Mutation { insert_incident(urgency: "3") { sys_id { value } } } }"#,
            ], printed: expected)
    }

    private func check(
        _ outcome: ScriptedTransport.Outcome, isDone: Bool = false, _ lines: [String], printed expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let machine = try TestMachine(instance: try CountingInstance(outcome, isDone: isDone))
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: lines)
        #expect(printed == expected + "\n", "now reads:\n\(printed)", sourceLocation: sourceLocation)
        try await harness.closeAndReplay(location: sourceLocation)
    }

    /// A sandbox that counts record requests, and may override responses to documents.
    private final class CountingInstance: Transport {
        let records = Mutex(0)
        private let sandbox: SandboxInstance
        private let outcome: ScriptedTransport.Outcome?
        private let isDone: Bool

        /// - Parameter isDone: whether overridden documents are executed anyway.
        init(_ outcome: ScriptedTransport.Outcome? = nil, isDone: Bool = false) throws {
            self.isDone = isDone
            sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
            self.outcome = outcome
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            let path = request.url.path
            let isDocument = path == "/api/now/graphql"
            if isDocument || path.hasPrefix("/api/now/table/incident/") || path.hasPrefix("/api/now/table/task/") {
                records.withLock { $0 += 1 }
            }
            guard isDocument, let outcome else { return sandbox.answer(request) }
            if isDone { _ = sandbox.answer(request) }
            return try outcome.get()
        }
    }
}
