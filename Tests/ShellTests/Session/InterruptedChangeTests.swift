import ExchangeModel
import Recipes
import Sandbox
import Synchronization
import Tables
import Tapes
import Testing
import Workbench

/// A bulk change that fails halfway reports how far it came and how to continue, also in a replay.
@Suite struct InterruptedChangeTests {
    /// A sandbox that overrides the response to one of the changes.
    private final class FailingInstance: Transport {
        private let sandbox: SandboxInstance
        private let outcome: ScriptedTransport.Outcome
        private let left: Mutex<Int>

        init(after changes: Int, _ outcome: ScriptedTransport.Outcome) throws {
            sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
            self.outcome = outcome
            left = Mutex(changes)
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            guard request.method != .get else { return sandbox.answer(request) }
            let isDue = left.withLock { left in
                left -= 1
                return left == -1
            }
            return isDue ? try outcome.get() : sandbox.answer(request)
        }
    }

    private func check(
        _ lines: [String], after changes: Int, _ outcome: ScriptedTransport.Outcome, printed expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let machine = try TestMachine(instance: try FailingInstance(after: changes, outcome))
        let harness = try ShellHarness(machine, allowWrites: "sandbox")
        let printed = await harness.transcript(of: lines)
        #expect(printed == expected + "\n", "now reads:\n\(printed)", sourceLocation: sourceLocation)
        try await harness.closeAndReplay(location: sourceLocation)
    }

    private static let forbidden = HTTPResponse(
        status: 403, reason: "", headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
        body: Array(#"{"error":{"message":"ACL Exception","detail":"by a business rule"}}"#.utf8))

    @Test func rejectedUpdateSuggestsCommandForTheRest() async throws {
        try await check(
            [
                "table update incident -q 'numberSTARTSWITHINC001000^number>INC0010000^number<INC0010006' urgency=3 short_description='a b' -f number",
                "table update incident -q numberININC0010003,INC0010004,INC0010005 urgency=3 short_description='a b' -f number",
            ], after: 2, .success(Self.forbidden),
            printed: """
                > table update ‹incident› -q 'numberSTARTSWITHINC001000^number>INC0010000^number<INC0010006' urgency=3 short_description='a b' -f number
                ! undo: table update incident bc76816a03ca1fba5a7dcb9e3aa99e09 short_description='Application freezes while saving a draft' # INC0010002
                ! undo: table update incident becf6f1413bde14f36bde90c3d219baf short_description='Second monitor flickers' # INC0010001
                ! error: ACL Exception: by a business rule (HTTP 403).
                ! note: 2 of 5 records of incident were updated, INC0010003 was not, 2 were not tried.
                ! hint: table update incident -q numberININC0010003,INC0010004,INC0010005 urgency=3 short_description='a b' -f number
                ? exit 3
                > table update incident -q numberININC0010003,INC0010004,INC0010005 urgency=3 short_description='a b' -f number
                number
                INC0010003
                INC0010004
                INC0010005
                ! 3 records of incident updated.
                ! undo: 3 lines, kept in this session; undo shows them, undo --run runs them.
                ! The instance changed priority as well; undo writes that back too.
                """)
    }

    @Test func unansweredRequestHasUnknownEffect() async throws {
        try await check(
            ["table delete incident -q numberININC0010001,INC0010002 | cat"], after: 1,
            .failure(TransportFailure(.reset, "The connection broke")),
            printed: """
                > table delete incident -q numberININC0010001,INC0010002 | cat
                ! undo: 2 lines, kept in this session; undo shows them, undo --run runs them.
                ! error: The connection broke.
                ! note: 1 of 2 records of incident was deleted, INC0010002 may have been.
                ! hint: table delete incident -q numberININC0010002 | cat
                ? exit 4
                """)
    }

    @Test func interruptedChangeReportsProgress() async throws {
        try await check(
            ["table update cmn_department -q nameISNOTEMPTY description=x"], after: 0,
            .failure(TransportFailure(.cancelled, "The request was cancelled")),
            printed: """
                > table update cmn_department -q nameISNOTEMPTY description=x
                ! undo: table update cmn_department 0488b278c94244a2e6675216f45f4ff9 description='Answers customers, day and night'
                ! Interrupted: the request was cancelled.
                ! note: 0 of 10 records of cmn_department were updated, Customer Support may have been, 9 were not tried.
                ! hint: table update cmn_department -q 'nameINCustomer Support,Development,Facilities,Finance,HR,IT,Legal,Marketing,Product Management,Sales' description=x
                ? exit 130
                """)
    }

    @Test func binaryFileChangesNothing() async throws {
        let machine = try TestMachine()
        machine.folder.write([0x66, 0xFC, 0x72], to: "latin1.txt")
        machine.folder.write(Array("für".utf8), to: "text.txt")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "table create incident short_description=x description=@latin1.txt",
            "table create incident short_description=x description=@text.txt -f number,description",
            "table create incident description=@none.txt",
        ])
        #expect(
            printed == """
                > table create incident short_description=x ‹description›=@latin1.txt
                ! error: latin1.txt is not UTF-8 text.
                ? exit 2
                > table create incident short_description=x description=@text.txt -f number,description
                number       INC0010201
                description  für
                ! Created incident INC0010201.
                ! undo: table delete incident INC0010201
                > table create incident ‹description›=@none.txt
                ! error: There is no file none.txt.
                ? exit 2

                """, "now reads:\n\(printed)")
        try await harness.session.close()
        // The tape has the original bytes; a replay rejects them as well.
        let replay = try await machine.check(machine.tapes[0])
        #expect(replay.status == 0, "\(replay.printed)")
    }
}
