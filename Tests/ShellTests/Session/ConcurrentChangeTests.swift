import ExchangeModel
import GraphQLCommands
import Notation
import NowSDK
import Sandbox
import Synchronization
import Tables
import Testing
import Workbench

/// Records that others change between a plan and its writes, or between a write and its undo.
@Suite struct ConcurrentChangeTests {
    /// A sandbox that runs a closure before the first change, and may reject some records.
    private final class ChangingInstance: Transport {
        private let sandbox: SandboxInstance
        private let happens: Mutex<[HTTPRequest]>
        private let refused: String?
        private let left: Mutex<Int>

        /// - Parameter requests: the number of single-record requests before the closure runs.
        init(_ happens: [HTTPRequest], after requests: Int = 0, refusing refused: String? = nil) throws {
            sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
            self.happens = Mutex(happens)
            self.refused = refused
            left = Mutex(requests)
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            // The plan is made from a list; single records are read afterwards.
            if request.url.path.hasPrefix("/api/now/table/incident/") {
                let isDue = left.withLock { left in
                    left -= 1
                    return left < 0
                }
                let others = happens.withLock { others in
                    defer { if isDue { others = [] } }
                    return isDue ? others : []
                }
                for other in others { _ = sandbox.answer(other) }
            }
            if let refused, request.method != .get, request.url.path.hasSuffix(refused) {
                return HTTPResponse(
                    status: 403, reason: "", headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
                    body: Array(#"{"error":{"message":"Operation Failed","detail":"Aborted by a business rule"}}"#.utf8)
                )
            }
            return sandbox.answer(request)
        }
    }

    private static let first = "becf6f1413bde14f36bde90c3d219baf"
    private static let second = "bc76816a03ca1fba5a7dcb9e3aa99e09"

    private static func other(_ method: HTTPMethod, _ sysID: String, _ body: String = "") throws -> HTTPRequest {
        var request = HTTPRequest(
            method, HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident/" + sysID),
            headers: HeaderFields([
                HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/json"),
                HeaderField("Authorization", "Basic " + Base64.encode(Array("admin:admin".utf8))),
            ]))
        request.body = body.isEmpty ? nil : Array(body.utf8)
        return request
    }

    private func check(
        _ busy: ChangingInstance, _ lines: [String], printed expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let machine = try TestMachine(instance: busy)
        let harness = try ShellHarness(machine, allowWrites: "sandbox")
        let printed = await harness.transcript(of: lines)
        #expect(printed == expected + "\n", "now reads:\n\(printed)", sourceLocation: sourceLocation)
        try await harness.closeAndReplay(location: sourceLocation)
    }

    @Test func changedRecordIsSkipped() async throws {
        let busy = try ChangingInstance([
            Self.other(.delete, Self.first), Self.other(.patch, Self.second, #"{"short_description":"theirs"}"#),
        ])
        try await check(
            busy,
            [
                "table update incident -q numberININC0010001,INC0010002,INC0010003 urgency=1",
                "table get incident INC0010002 -f short_description,urgency",
            ],
            printed: """
                > table update incident -q numberININC0010001,INC0010002,INC0010003 urgency=1
                ! undo: table update incident INC0010003 urgency=3 priority=5
                ! The instance changed priority as well; undo writes that back too.
                ! error: 2 of 3 records of incident were not updated.
                ! note: INC0010001 was deleted, or you may no longer read it.
                ! note: INC0010002 was changed by admin in the meantime.
                ! note: 1 record was updated.
                ! hint: table update incident -q numberININC0010001,INC0010002 urgency=1
                ? exit 3
                > table get incident INC0010002 -f short_description,urgency
                short_description  theirs
                urgency            3 - Low
                """)
    }

    @Test func missingRecordNeedsNoDeletion() async throws {
        try await check(
            try ChangingInstance([Self.other(.delete, Self.first)]),
            ["table delete incident -q numberININC0010001,INC0010002", "table count incident"],
            printed: """
                > table delete incident -q numberININC0010001,INC0010002
                ! INC0010001 was gone already.
                ! 1 record of incident deleted.
                ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
                ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
                > table count incident
                438
                """)
    }

    @Test func errorStopsUnlessKeepGoing() async throws {
        try await check(
            try ChangingInstance([], refusing: Self.second),
            [
                "table update incident -q numberININC0010001,INC0010002,INC0010003 urgency=1 --keep-going",
                "table update incident -q numberININC0010001,INC0010002,INC0010003 urgency=2 -f number",
            ],
            printed: """
                > table update incident -q numberININC0010001,INC0010002,INC0010003 urgency=1 --keep-going
                ! undo: table update incident 944b8341e57371b639a8a9e36cd934e1 urgency=3 priority=5 # INC0010003
                ! undo: table update incident becf6f1413bde14f36bde90c3d219baf urgency=3 priority=5 # INC0010001
                ! The instance changed priority as well; undo writes that back too.
                ! error: 1 of 3 records of incident was not updated.
                ! note: INC0010002: Operation Failed: Aborted by a business rule (HTTP 403).
                ! note: 2 records were updated.
                ! hint: table update incident -q numberININC0010002 urgency=1 --keep-going
                ? exit 3
                > table update ‹incident› -q numberININC0010001,INC0010002,INC0010003 urgency=2 -f number
                ! undo: table update incident INC0010001 urgency=1 priority=3
                ! The instance changed priority as well; undo writes that back too.
                ! error: Operation Failed: Aborted by a business rule (HTTP 403).
                ! note: 1 of 3 records of incident was updated, INC0010002 was not, 1 was not tried.
                ! hint: table update incident -q numberININC0010002,INC0010003 urgency=2 -f number
                ? exit 3
                """)
    }

    @Test func undoSkipsChangedRecords() async throws {
        try await check(
            try ChangingInstance([Self.other(.patch, Self.second, #"{"short_description":"theirs"}"#)], after: 4),
            ["table update incident -q numberININC0010001,INC0010002 urgency=1 -f number", "undo --run", "undo"],
            printed: """
                > table update incident -q numberININC0010001,INC0010002 urgency=1 -f number
                number
                INC0010001
                INC0010002
                ! 2 records of incident updated.
                ! undo: table update incident bc76816a03ca1fba5a7dcb9e3aa99e09 urgency=3 priority=4 # INC0010002
                ! undo: table update incident becf6f1413bde14f36bde90c3d219baf urgency=3 priority=5 # INC0010001
                ! The instance changed priority as well; undo writes that back too.
                > undo --run
                ! undo: table update incident INC0010001 urgency=1 priority=3
                ! error: 1 of 2 records of incident was not put back.
                ! note: INC0010002 was changed by admin in the meantime.
                ! note: 1 record was put back.
                ! hint: table update incident bc76816a03ca1fba5a7dcb9e3aa99e09 urgency=3 priority=4 # INC0010002
                ? exit 3
                > undo
                # On http://sandbox.localhost, takes back: undo --run
                table update incident INC0010001 urgency=1 priority=3
                """)
    }
}
