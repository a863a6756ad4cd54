import LineEditing
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Line completion.
struct CompletionTests {
    @Test func linesComplete() async throws {
        for row in try completionRows("lines") {
            await expectEqual(taken(row[0]), Array(row.dropFirst()), "\(row[0])")
        }
    }

    @Test func aliasesCompleteAsTheirCommands() async {
        let engine = CompletionEngine.ofATest.asking {
            $0.aliases = {
                [
                    Candidate("mine", "table list incident -n 2"), Candidate("again", "again"),
                    Candidate("of", "table list $1"),
                ]
            }
        }
        await expectEqual(taken("mine -q act¦", by: engine), ["mine -q active"])
        await expectEqual(taken("mi¦", by: engine), ["mine_"])
        // Its body may begin with its own name, or lack its table.
        await expectEqual(taken("again -q act¦", by: engine), [])
        await expectEqual(taken("of inc¦", by: engine), [])
    }

    @Test func menuShowsDescriptions() async {
        let fields = await CompletionEngine.ofATest.complete("table list incident -f c", cursor: 24)
        expectEqual(fields.candidates.map(\.description), ["Caller → sys_user"])
        let flags = await CompletionEngine.ofATest.complete("table list incident --qu", cursor: 24)
        expectEqual(flags.candidates.map(\.description), ["-q  Select records by this encoded query"])
    }

    @Test func anyCursorPositionCompletes() async {
        for line in [
            "", "table list é{{ '\"", "table get incident 日本語 => x = | y", "table list 'a\\", "a\nb", "incident -q a",
            "INC0010021 x",
        ] {
            for cursor in -1...(line.utf8.count + 1) {
                let completions = await CompletionEngine.ofATest.complete(line, cursor: cursor)
                #expect(completions.replaced.lowerBound >= 0 && completions.replaced.upperBound <= line.utf8.count)
            }
        }
    }
}
