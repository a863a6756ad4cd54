import ExchangeModel
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// `graphql --all` compared with `table list --all`.
struct GraphQLPagingTests {
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
        expectEqual(asked.output, listed.output)
        expectEqual(asked.notes, listed.notes)
        let few = await printed("graphql --all " + Self.paged(document, by: 37))
        expectEqual(few.output, listed.output)
        expectEqual(few.notes, listed.notes)
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
