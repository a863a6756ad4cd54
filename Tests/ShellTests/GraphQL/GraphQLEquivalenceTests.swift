import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// A table command and the document that `graphql from` writes for it show the same.
struct GraphQLEquivalenceTests {
    private static let lines = [
        "table list incident",
        "table list incident -q active=true^priority=1^ORpriority=2^NQstate=6 -f number,state,priority -n 50",
        "table list incident -f number,caller_id,caller_id.email,caller_id.department.name,caller_id.department.dept_head.name",
        #"table list incident -q 'short_descriptionLIKE"' -f number,short_description"#,
        #"table list incident -q 'short_descriptionLIKE\' -f number"#,
        #"table list incident -q 'short_descriptionLIKE\n' -f number"#,
        "table list sys_user -q 'nameLIKEé^ORnameLIKEß^ORnameLIKEł' -f name,user_name",
        "table list sys_user -q 'nameLIKE日本' -f name",
        "table list sys_user -q 'nameLIKE{{x}}' -f name",
        "table list sys_user -q 'nameLIKE}^active=true' -f name",
        "table list task -q sys_class_name=incident -f number,sys_class_name,sys_id,sys_mod_count -n 5",
        "table list sys_choice -q name=incident^element=state -f name,element,value,label,sequence",
        "table list incident -q number=nosuch",
        "table list incident -q nosuch=1 -n 3",
        "table list incident -n 0",
        "table list incident -f number,priority,state --display display -n 4",
        "table list incident -f number,comments,work_notes,close_notes -n 5",
        "table list incident -f opened_at,business_duration,calendar_duration,made_sla,reassignment_count -n 5",
    ]

    @Test func listsAndDocumentsAreEquivalent() async throws {
        let harness = try ShellHarness(try TestMachine())
        for line in Self.lines {
            let asked = try await answers(to: line, in: harness)
            expectEqual(asked.document, asked.command, "\(asked.text)")
        }
    }

    @Test func randomListsAndDocumentsAreEquivalent() async throws {
        var questions = RandomLists(seed: 20_260_101)
        let harness = try ShellHarness(try TestMachine(), tape: nil, settings: ["format": "csv", "display": "both"])
        var rows = 0
        for _ in 0..<40 {
            let line = questions.next()
            let asked = try await answers(to: line, in: harness)
            expectEqual(asked.document, asked.command, "\(line)\n\(asked.text)")
            rows += max(asked.command.split(separator: "\n").count - 1, 0)
        }
        // Most lists are not empty, so that equality means something.
        #expect(rows > 60)
    }

    private func answers(
        to line: String, in harness: ShellHarness
    ) async throws -> (command: String, document: String, text: String) {
        func printed(_ line: String) async -> String {
            _ = await harness.session.run(line)
            _ = harness.machine.errors.take()
            return harness.machine.output.take()
        }
        let text = await printed("graphql from " + line)
        return (await printed(line), await printed("graphql " + text), text)
    }
}
