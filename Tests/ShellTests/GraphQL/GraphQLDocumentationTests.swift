import ExchangeModel
import GraphQLCommands
import Recipes
import Tables
import TestSupport
import Testing
import Workbench

/// The query of the mobile SDK's documentation, typed verbatim.
@Suite struct GraphQLDocumentationTests {
    @Test func queryShowsTenArticlesAndReplays() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        #expect(await harness.session.run("graphql " + SampleDocuments.articles) == 0)
        let printed = harness.printed()
        let lines = printed.split(separator: "\n")
        #expect(lines.count == 11)
        #expect(lines.first?.split(separator: " ") == ["sys_id", "number", "short_description", "author", "published"])
        #expect(lines.dropFirst().allSatisfy { $0.contains(" KB00100") })
        // From a file and in a script it is the same document.
        machine.folder.write(Array(SampleDocuments.articles.utf8), to: "recent.graphql")
        #expect(await harness.session.run("graphql @recent.graphql") == 0)
        #expect(harness.printed() == printed)
        try await harness.closeAndReplay()
    }

    @Test func promptWaitsForLastBrace() {
        var typed = "graphql "
        let lines = SampleDocuments.articles.split(separator: "\n")
        for (number, line) in lines.enumerated() {
            typed += (number > 0 ? "\n" : "") + line
            #expect(Parser.mayContinue(typed) == (number < lines.count - 1))
        }
    }

    @Test func scriptMayContainDocument() throws {
        let script = Script("whoami\ngraphql \(SampleDocuments.articles) --format csv\nwhoami\n")
        #expect(script.commands.map(\.line) == [1, 2, 25])
        #expect(script.commands.allSatisfy { (try? $0.invocation.get()) != nil })
    }

    @Test func shellArgumentIsTheSameDocument() throws {
        let arguments = try ProgramArguments(["graphql", SampleDocuments.articles, "--format", "csv"])
        guard case .command(let invocation) = arguments.action else {
            Issue.record("no command")
            return
        }
        let bound = try CommandTable.match(invocation).bind(in: invocation.text)
        #expect(bound[.document] == SampleDocuments.articles)
        #expect(bound[.format] == "csv")
    }
}
