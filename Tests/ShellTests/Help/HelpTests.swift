@testable import Shell
import Testing

@Suite struct HelpTests {
    @Test func aCommandIsExplainedFromItsData() throws {
        #expect(
            try Help.text(about: ["table", "delete"]) == """
                table delete: Delete one record, or all that a query finds.

                  table delete TABLE (RECORD | -q QUERY) [--strict-query | --raw-query] [--plan]
                      [--keep-going]

                With -q the records are counted and listed first, and asked for once, as in
                table update. undo makes them again.

                  TABLE   The table's name, such as incident
                  RECORD  A number, a sys_id or a display value

                  -q, --query QUERY   Take only the records this encoded query finds
                      --strict-query  Make warnings about the query errors
                      --raw-query     Send the query as it is typed
                      --plan          Show what would be changed, and change nothing
                      --keep-going    Go on with the other records when one is refused

                  table delete incident INC0010021
                      one incident deleted
                  table delete incident -q short_descriptionSTARTSWITHTest
                      every incident that begins with Test, deleted

                """)
        let page = try Help.text(about: ["table", "delete"])
        #expect(Help.text(of: .tableDelete) == page)
    }

    @Test func aGroupListsItsCommands() throws {
        #expect(
            try Help.text(about: ["tape"]) == """
                tape: See and change the cassette in the deck.

                  tape status  Say which cassette is in the deck, and what it holds
                  tape new     Put a new cassette into the deck
                  tape open    Put an existing cassette into the deck
                  tape list    List cassettes: the project's, and recent ones outside it
                  tape show    Show the exchanges on a cassette, or one of them whole
                  tape why     Explain the last request that the tape could not answer
                  tape dump    Print a cassette as text
                  tape audit   Search a cassette for secrets
                  tape import  Make a cassette of HAR files
                  tape export  Write a cassette as a HAR file

                help tape status explains one of them.

                """)
    }

    @Test func exitStatusesAreATopic() throws {
        #expect(
            try Help.text(about: ["exit"]) == """
                exit: Exit statuses.

                  0    done
                  1    internal error: a fault of Snowdeck itself, or of the machine it runs on
                  2    usage: the command could not be read, and nothing was done
                  3    the instance refused, or nothing goes by that name
                  4    network: the instance could not be reached or did not answer
                  5    tape: a miss, a mismatch, a corrupt cassette, or an answer that was not
                       recorded
                  6    an expectation failed
                  7    a guard refused a write
                  130  interrupted

                """)
    }

    @Test func theOverviewNamesEveryCommandAndTopic() throws {
        let text = try Help.text(about: [])
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for command in CommandTable.all { #expect(lines.contains("\(command.name) \(command.summary)")) }
        for topic in HelpTopics.all { #expect(lines.contains("\(topic.name) \(topic.summary)")) }
        let program = Help.program().split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for verb in ProgramTable.all { #expect(program.contains(verb.usage)) }
    }

    @Test func usageTakesEightyColumns() throws {
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
                      [--keep-going] [-f FIELDS] [--display value|display|both]

                """))
    }

    @Test func anUnknownWordIsAskedBack() {
        do throws(Problem) {
            _ = try Help.text(about: ["quieres"])
            Issue.record("no problem")
        } catch {
            #expect(
                error == Problem(.usage, "There is no command or topic quieres.", hints: ["Did you mean help queries?"])
            )
        }
    }
}
