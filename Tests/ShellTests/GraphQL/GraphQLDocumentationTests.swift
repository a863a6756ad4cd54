import ExchangeModel
import GraphQLCommands
import Recipes
import Tables
import TestSupport
import Testing
import Workbench

/// The query of the mobile SDK's documentation, typed verbatim.
struct GraphQLDocumentationTests {
    @Test func queryShowsTenArticlesAndReplays() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        await expectEqual(harness.session.run("graphql " + SampleDocuments.articles), 0)
        let printed = harness.printed()
        let lines = printed.split(separator: "\n")
        expectEqual(lines.count, 11)
        expectEqual(
            lines.first?.split(separator: " "), ["sys_id", "number", "short_description", "author", "published"])
        #expect(lines.dropFirst().allSatisfy { $0.contains(" KB00100") })
        // From a file and in a script it is the same document.
        machine.folder.write(Array(SampleDocuments.articles.utf8), to: "recent.graphql")
        await expectEqual(harness.session.run("graphql @recent.graphql"), 0)
        expectEqual(harness.printed(), printed)
        try await harness.closeAndReplay()
    }

    @Test func promptWaitsForLastBrace() {
        var typed = "graphql "
        let lines = SampleDocuments.articles.split(separator: "\n")
        for (number, line) in lines.enumerated() {
            typed += (number > 0 ? "\n" : "") + line
            expectEqual(Parser.mayContinue(typed), (number < lines.count - 1))
        }
    }

    @Test func scriptMayContainDocument() throws {
        let script = Script("whoami\ngraphql \(SampleDocuments.articles) --format csv\nwhoami\n")
        expectEqual(script.commands.map(\.line), [1, 2, 25])
        #expect(script.commands.allSatisfy { (try? $0.invocation.get()) != nil })
    }

    @Test func shellArgumentIsTheSameDocument() throws {
        let arguments = try ProgramArguments(["graphql", SampleDocuments.articles, "--format", "csv"])
        guard case .command(let invocation) = arguments.action else {
            Issue.record("no command")
            return
        }
        let bound = try CommandTable.match(invocation).bind(in: invocation.text)
        expectEqual(bound[.document], SampleDocuments.articles)
        expectEqual(bound[.format], "csv")
    }
}
