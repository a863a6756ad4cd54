import ExchangeModel
import Recipes
import Sandbox
import Tables
import TestSupport
import Testing
import Workbench

/// The changes of a mutation are shown beforehand, stored, and undone.
struct GraphQLUndoTests {
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
        let counted = StagedInstance(TestSandbox())
        let machine = try TestMachine(instance: counted)
        let harness = try ShellHarness(machine)
        let look = "table get incident \(Self.record) --format json"
        let before = await harness.transcript(of: [look])
        _ = await harness.session.run("table describe incident")
        _ = await harness.session.run("table describe task")
        _ = machine.output.take()
        let sent = counted.requests.count
        let status = await harness.session.run("graphql mutation { GlideRecord_Mutation { \(mutation) } }")
        expectEqual(status, 0, "\(harness.printed())")
        let paths = counted.requests.dropFirst(sent).map(\.url.path)
        #expect(paths.count { $0.contains(#/graphql$|/table/(incident|task)//#) } == requests, "\(paths)")
        #expect(await harness.transcript(of: [look]) != before)
        _ = harness.printed()
        await expectEqual(harness.session.run("undo --run"), 0)
        _ = harness.printed()
        let isMadeAgain = mutation.contains("delete")
        let after = await harness.transcript(of: [look])
        expectEqual(
            Self.recordLines(after, isMadeAgain: isMadeAgain), Self.recordLines(before, isMadeAgain: isMadeAgain))
        try await harness.closeAndReplay()
    }

    /// A record as shown, without the instance's counters and timestamps, which an undo cannot restore.
    private static func recordLines(_ transcript: String, isMadeAgain: Bool) -> [String] {
        let own =
            ["sys_updated_on", "sys_updated_by", "sys_mod_count"]
            + (isMadeAgain ? ["sys_created_on", "sys_created_by"] : [])
        return transcript.split(separator: "\n").map(String.init).filter { line in
            !own.contains { line.contains("\"\($0)\"") }
        }
    }
}
