import Recipes
import Tables
import Testing
import Workbench

/// Files during a replay: typed lines read the user's files, lines of the tape read none.
@Suite struct TypedFileTests {
    private static let first =
        "{ GlideRecord_Query { incident(queryConditions: \"number=INC0010001\") { _rowCount } } }"
    private static let second = "{ GlideRecord_Query { problem { _rowCount } } }"

    /// A session that replays a tape with both documents; the file contains the first.
    private func replaying() async throws -> ShellHarness {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        machine.folder.write(Array(Self.first.utf8), to: "a.graphql")
        let lines = ["graphql @a.graphql", "graphql \(Self.second)", "tape open tape --mode replay"]
        for line in lines { #expect(await harness.session.run(line) == 0) }
        _ = harness.printed()
        return harness
    }

    @Test func unrecordedFileIsRead() async throws {
        let harness = try await replaying()
        harness.machine.folder.write(Array(Self.second.utf8), to: "new.graphql")
        let typed = await harness.transcript(of: ["graphql \(Self.second)"])
        let read = await harness.transcript(of: ["graphql @new.graphql"])
        #expect(read.split(separator: "\n").dropFirst() == typed.split(separator: "\n").dropFirst())
        #expect(!read.contains("exit"), "\(read)")
    }

    @Test func unchangedFilePlaysRecording() async throws {
        let printed = try await replaying().transcript(of: ["graphql @a.graphql"])
        #expect(printed.contains("\"incident\"") && !printed.contains("!"), "\(printed)")
    }

    @Test func editedFileIsReadAgain() async throws {
        let harness = try await replaying()
        harness.machine.folder.write(Array(Self.second.utf8), to: "a.graphql")
        let printed = await harness.transcript(of: ["graphql @a.graphql"])
        #expect(
            printed.contains("! note: a.graphql has changed since the recording; its current contents are used.\n"),
            "\(printed)")
        #expect(printed.contains("\"problem\""), "\(printed)")
    }

    @Test func missingFileIsPlayedFromTape() async throws {
        let harness = try await replaying()
        harness.machine.folder.remove("a.graphql")
        let printed = await harness.transcript(of: ["graphql @a.graphql"])
        #expect(printed.contains("! note: There is no file a.graphql. Its recorded contents are used.\n"), "\(printed)")
        #expect(printed.contains("\"incident\""), "\(printed)")
        let missing = await harness.transcript(of: ["graphql @nowhere.graphql"])
        #expect(missing.contains("error: There is no file nowhere.graphql."), "\(missing)")
    }

    /// A replay of the same tape is unaffected by an edited file.
    @Test func tapeLineReadsNoFile() async throws {
        let harness = try await replaying()
        harness.machine.folder.write(Array(Self.second.utf8), to: "a.graphql")
        let check = try await harness.machine.check(harness.machine.path("tape"))
        #expect(check.status == 0, "\(check)")
    }

    /// A recipe that exists only on the tape is untrusted; the user's own recipe counts as typed.
    @Test(arguments: [false, true]) func stepsOfUsersRecipeReadFiles(_ isTaped: Bool) async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        let recipe = SampleRecipes.text("Count problems", "> graphql @a.graphql")
        machine.folder.write(Array(recipe.utf8), to: "recipes/counts.recipe.md")
        machine.folder.write(Array(Self.first.utf8), to: "recipes/a.graphql")
        #expect(await harness.session.run("recipe run counts") == 0, "\(harness.printed())")
        #expect(await harness.session.run("graphql \(Self.second)") == 0)
        #expect(await harness.session.run("tape open tape --mode replay") == 0)
        machine.folder.write(Array(Self.second.utf8), to: "recipes/a.graphql")
        if isTaped { machine.folder.remove(machine.folder.path + "/recipes/counts.recipe.md") }
        _ = harness.printed()
        let printed = await harness.transcript(of: ["recipe run counts"])
        #expect(printed.contains("has changed since the recording") != isTaped, "\(printed)")
    }
}
