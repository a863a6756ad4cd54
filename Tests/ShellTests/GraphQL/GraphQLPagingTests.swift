import ExchangeModel
import Sandbox
import Synchronization
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// `graphql --all` compared with `table list --all`, and the report about a list that breaks off.
@Suite struct GraphQLPagingTests {
    /// A sandbox that fails at one of the documents.
    private final class FailingInstance: Transport {
        private let sandbox: SandboxInstance
        private let left: Mutex<Int>

        init(after documents: Int) throws {
            sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
            left = Mutex(documents)
        }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            guard request.method == .post else { return sandbox.answer(request) }
            let isDue = left.withLock { left in
                left -= 1
                return left < 0
            }
            guard isDue else { return sandbox.answer(request) }
            throw TransportFailure(.reset, "The connection was closed")
        }
    }

    private static let list =
        "{ GlideRecord_Query { incident(queryConditions: \"priority=2\", pagination: {limit: 30}) { _results { number { value } } } } }"

    @Test func interruptedListKeepsShownRecords() async throws {
        let machine = try TestMachine(instance: try FailingInstance(after: 2))
        let harness = try ShellHarness(machine, settings: ["format": "csv"])
        let printed = await harness.transcript(of: ["graphql \(Self.list) --all"])
        let shown = printed.split(separator: "\n").filter { $0.hasPrefix("INC") }
        #expect(shown.count == 60)
        let notes = printed.split(separator: "\n").filter { $0.hasPrefix("!") }
        #expect(
            notes == [
                "! error: The connection was closed.", "! note: Only the first 60 of 78 records are shown.",
            ], "\(printed)")
        try await harness.closeAndReplay()
    }

    /// One form of the query pages by key and one by offset, with rows withheld by access rules.
    @Test(arguments: [
        "incident -f number,caller_id.email", "incident -q priority=2^ORpriority=3 -f number",
        "incident -q priority=2 --order -number -f number", "sys_user -f user_name,name",
        "sys_journal_field -f element,sys_created_on", "kb_knowledge -q active=true^NQactive=false -f number",
    ])
    func allRecordsMatchTableList(line: String) async throws {
        let harness = try ShellHarness(try TestMachine(), settings: ["format": "csv"])
        func printed(_ line: String) async -> (output: String, notes: String) {
            _ = await harness.session.run(line)
            return (harness.machine.output.take(), harness.machine.errors.take())
        }
        let document = await printed("graphql from table list \(line) --all").output
        let listed = await printed("table list \(line) --all")
        let asked = await printed("graphql --all " + document)
        #expect(asked.output == listed.output)
        #expect(asked.notes == listed.notes)
        let few = await printed("graphql --all " + Self.paged(document, by: 37))
        #expect(few.output == listed.output)
        #expect(few.notes == listed.notes)
    }

    /// The document with this batch size.
    private static func paged(_ document: String, by limit: Int) -> String {
        guard let root = document.firstRange(of: "GlideRecord_Query {\n    ") else { return document }
        let rest = document[root.upperBound...]
        let name = rest.prefix { $0.isLetter || $0 == "_" }
        let behind = rest[name.endIndex...]
        let head = document[..<root.upperBound] + name
        if behind.first == "(", let end = behind.firstRange(of: ") {") {
            return head + behind[..<end.lowerBound] + ", pagination: {limit: \(limit)}" + behind[end.lowerBound...]
        }
        return head + "(pagination: {limit: \(limit)})" + behind
    }
}
