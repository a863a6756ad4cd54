import CassetteStore
import ExchangeModel
import NowSDK
import Sandbox
import TestSupport
import Testing

@testable import Recipes
@testable import Replaying
@testable import SandboxCommands
@testable import Tables
@testable import Workbench

/// `diff --update`: changed answers are accepted onto the tape.
struct DriftUpdateTests {
    private static let lines = [
        """
        rest GET /api/now/table/incident -p sysparm_query=resolved_byISNOTEMPTY^ORDERBYnumber -p sysparm_limit=2
        """,
        "rest GET /api/now/table/problem -p sysparm_limit=1 -p sysparm_fields=number",
        "rest GET /api/now/table/problem -p sysparm_limit=2 -p sysparm_fields=number",
    ]
    private static let incidents = """
        > \(lines[0])
          failure: resolved_by  type changed from object to string (in 2 records)
          failure: business_impact  field removed (in 2 records)
          impact_on_business  field added (in 2 records)
        """
    private static func problems(_ exchange: Int) -> String {
        """
        > \(lines[exchange - 1])
          failure: status  200 → 403
        """
    }
    private static let next = """
        ! The recorded output still shows the old answers.
        ! Next: snowdeck replay [DIR]/sessions/tape.cassette --check, and snowdeck replay \
        [DIR]/sessions/tape.cassette --accept
        """

    private func record(_ machine: TestMachine, _ lines: [String] = Self.lines) async throws {
        let harness = try ShellHarness(machine, user: "john.doe")
        _ = await harness.transcript(of: lines)
        try await harness.session.close()
    }

    /// A session at the upgraded sandbox, whose user gives these answers.
    private func upgraded(_ folder: Folder, answers: [String] = []) throws -> ShellHarness {
        var options = SandboxOptions(clock: FixedClock())
        options.faults = [try Fault("upgraded")]
        return try ShellHarness(
            TestMachine(folder, instance: try SandboxInstance(options), answers: answers), tape: "later")
    }

    private func onError(_ text: String) -> String {
        text.split(separator: "\n").map { "! \($0)" }.joined(separator: "\n")
    }

    @Test func answersAreAcceptedOneByOne() async throws {
        let machine = try TestMachine()
        try await record(machine)
        let path = machine.path("tape")
        let before = try Cassette.playing(at: path).requests(after: 0, limit: 99).map(\.request)
        let question = "! Accept this answer? y, n, a for all, or q to end: "
        try await expectEqual(
            upgraded(machine.folder, answers: ["what", "y", "", "q"]).transcript(
                of: ["diff tape --update"]),
            """
            > diff tape --update
            3 requests compared: 6 failures, 2 info.
            \(onError(Self.incidents))
            \(question)what
            \(question)y
            \(onError(Self.problems(2)))
            \(question)
            \(onError(Self.problems(3)))
            \(question)q
            ! Accepted 1 of 3 changed answers.
            \(Self.next)
            ? exit 1

            """)
        let tape = try Cassette.playing(at: path)
        try expectEqual(tape.check(), [])
        try expectEqual(tape.requests(after: 0, limit: 99).map(\.request), before)
        // The output of the command follows when it is accepted, too.
        let (status, printed) = try await machine.check(path)
        #expect(status == 5 && printed.contains("not as recorded: rest GET /api/now/table/incident"))
        await expectEqual(OutputAcceptance(try machine.replayRunner(.check), machine.host).accept(path), 0)
        try await expectEqual(machine.check(path).status, 0)
        try await expectEqual(
            upgraded(machine.folder).transcript(of: ["diff tape --update --yes", "diff tape"]),
            """
            > diff tape --update --yes
            \(Self.problems(2))
            \(Self.problems(3))
            3 requests compared: 2 failures.
            ! Accepted 2 of 2 changed answers.
            \(Self.next)
            > diff tape
            3 requests compared: no difference.

            """)
    }

    @Test func allAreAcceptedAtOnce() async throws {
        let machine = try TestMachine()
        try await record(machine)
        let harness = try upgraded(machine.folder, answers: ["a"])
        #expect(
            await harness.transcript(of: ["diff tape --update"]).contains("Accepted 3 of 3 changed answers.\n"))
        // Nothing is asked if nothing has changed.
        await expectEqual(
            harness.transcript(of: ["diff tape --update"]),
            """
            > diff tape --update
            3 requests compared: no difference.

            """)
    }

    @Test func tapeStaysWithoutConsent() async throws {
        let machine = try TestMachine()
        try await record(machine)
        let before = try Cassette.playing(at: machine.path("tape")).dumped()
        let harness = try upgraded(machine.folder)
        await expectEqual(
            harness.transcript(of: ["diff tape --update", "diff --update"]),
            """
            > diff tape --update
            \(onError(Self.incidents))
            ! error: There is no terminal to ask on.
            ! hint: --yes accepts every answer.
            ? exit 7
            > diff --update
            ! error: This tape is in use by this session.
            ! hint: tape new NAME
            ! hint: tape open NAME
            ? exit 3

            """)
        try expectEqual(Cassette.playing(at: machine.path("tape")).dumped(), before)
    }

    /// An accepted answer is redacted like a recorded one, and its links lead to the instance of the tape.
    @Test func acceptedAnswerIsRedacted() async throws {
        func instance(_ name: String, _ secret: String, at origin: String) -> SameAnswer {
            SameAnswer(
                """
                {"result":{"name":"\(name)","client_secret":"\(secret)","link":"\(origin)/api/now/table/oauth_entity/1"}}
                """)
        }
        let first = instance("old", "Zr4-first-secret", at: "https://dev1.service-now.com")
        let machine = try TestMachine(instance: first)
        let harness = try ShellHarness(machine, instance: "dev1")
        _ = await harness.transcript(of: ["rest GET /api/now/table/oauth_entity/1"])
        try await harness.session.close()
        let second = instance("new", "Zr4-second-secret", at: "https://dev2.service-now.com")
        let later = try ShellHarness(TestMachine(machine.folder, instance: second), instance: "dev2", tape: "later")
        #expect(
            await later.transcript(of: ["diff tape --update --yes"]).contains("Accepted 1 of 1 changed answer.\n")
        )
        let text = String(decoding: machine.folder.bytes(of: "sessions/tape.cassette") ?? [], as: UTF8.self)
        #expect(!text.contains("Zr4-second-secret") && !text.contains("dev2.service-now.com"))
        guard case .response(let response)? = try Cassette.playing(at: machine.path("tape")).exchange(1)?.outcome else {
            return #expect(Bool(false), "There is no answer.")
        }
        let body = String(decoding: response.body, as: UTF8.self)
        #expect(body.contains(#""name":"new""#))
        #expect(body.contains(#""link":"https://dev1.service-now.com/api/now/table/oauth_entity/1""#))
    }
}

/// Answers every request in the same way.
private struct SameAnswer: Transport {
    let body: String

    init(_ body: String) { self.body = body }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        HTTPResponse(
            status: 200, reason: "OK", headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    }
}

extension Cassette {
    fileprivate func dumped() throws -> String {
        var text = ""
        try dump { text += $0 }
        return text
    }
}
