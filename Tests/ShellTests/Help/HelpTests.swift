import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

struct HelpTests {
    @Test func commandHelpIsGenerated() throws {
        try expectEqual(
            Help.text(about: ["table", "delete"]),
            """
            table delete: Delete one record, or all that match a query.

              table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan]
                  [--keep-going]

              table delete incident INC0010021
                  delete an incident
              table delete incident -q short_descriptionSTARTSWITHTest
                  delete every incident whose text begins with Test

            With -q the matching records are counted and listed, and you confirm once. undo
            creates deleted records again.

              TABLE   The table's name, such as incident
              RECORD  A number, a sys_id or a display value

              -q, --query QUERY   Select records by this encoded query
                  --strict-query  Treat warnings about the query as errors
                  --raw-query     Send the query as typed
                  --plan          Show what would change, without changing it
                  --keep-going    Continue with the other records if one is rejected

            """)
        let page = try Help.text(about: ["table", "delete"])
        expectEqual(Help.text(of: .tableDelete), page)
    }

    @Test func exitStatusesAreATopic() throws {
        try expectEqual(
            Help.text(about: ["exit"]),
            """
            exit: Exit statuses.

              0    done
              1    internal error: a bug in Snowdeck, or a failure of this machine
              2    usage: the command is invalid, and nothing was done
              3    the instance rejected the request, or has no such record
              4    network: the instance could not be reached or did not answer
              5    tape: a miss, a mismatch, a damaged tape, or an answer that was not
                   recorded
              6    an expectation failed
              7    a guard rejected a write
              130  interrupted

            """)
    }

    @Test func overviewNamesEveryCommandAndTopic() throws {
        let text = try Help.text(about: ["all"])
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for command in CommandTable.all { #expect(lines.contains("\(command.name) \(command.summary)")) }
        for topic in HelpTopics.all { #expect(lines.contains("\(topic.name) \(topic.summary)")) }
        let program = Help.program().split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for verb in ProgramTable.all { #expect(program.contains(verb.usage)) }
    }

    @Test func overviewFitsAScreen() throws {
        // With the names of aliases and the prompt.
        let lines = try Help.text(about: []).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 23 && lines.allSatisfy { $0.count <= 80 })
    }

    @Test func usageFitsEightyColumns() throws {
        for command in CommandTable.all + ProgramTable.all {
            let text = try Help.text(about: command.words.map(String.init), width: 200)
            let examples = Set(command.examples.map { "  " + $0.line })
            for line in text.split(separator: "\n").map(String.init) where !examples.contains(line) {
                #expect(line.count <= 80, "\(line)")
            }
        }
        #expect(
            try Help.text(about: ["table", "update"]).contains(
                """
                  table update TABLE (RECORD | -q QUERY) FIELD=VALUE…
                      [--strict-query | --raw-query] [--input value|display] [--force] [--plan]
                      [--keep-going] [-f FIELDS] [--display value|display|both] [--raw]
                      [--strings]

                """))
    }

    @Test func unknownTopicIsSuggested() {
        do throws(Problem) {
            _ = try Help.text(about: ["quieres"])
            Issue.record("no problem")
        } catch {
            expectEqual(
                error, Problem(.usage, "There is no command or topic quieres.", hints: ["Did you mean help queries?"])
            )
        }
    }
}
