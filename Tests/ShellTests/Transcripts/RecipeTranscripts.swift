import Foundation
import Testing

@testable import Tables
@testable import Workbench

/// Recipes at a terminal.
@Suite struct RecipeTranscriptTests {
    private static let raise = """
        # Raise an incident and note the work

        Somebody calls. This writes down what is wrong, and says to everybody who follows the record that help is on its way.

        writes: incident, journal

        ```params
        caller  = abel.tuter   # reference(sys_user.user_name): who reports it
        what                   # string: what is wrong
        ```

        ## What is done

        1. The record is made.
        2. A note is added to it, which is seen by all who work on the record and by nobody else at all.

        ```snowdeck
        > table create incident short_description={{what}} caller_id={{caller}} urgency=2 impact=2 => inc = .number
        ? .state == 1
        > task comment {{inc}} "On my way\u{1B}]0;owned\u{7}"
        Work note added to [INC].
        ```

        """

    private func machine() throws -> TestMachine {
        let machine = try TestMachine()
        try FileManager.default.createDirectory(
            atPath: machine.folder.path + "/recipes", withIntermediateDirectories: true)
        machine.folder.write(Array(Self.raise.utf8), to: "recipes/raise.recipe.md")
        machine.folder.write(
            Array("# Broken\n\n```snowdeck\n> table list \"x\n```\n".utf8), to: "recipes/broken.recipe.md")
        return machine
    }

    @Test func recipesAreListedShownFormattedAndLinted() async throws {
        let harness = try ShellHarness(machine())
        let printed = await harness.transcript(of: [
            "recipe list --format line", "recipe show rise", "recipe format raise --check", "recipe format raise",
            "recipe format raise --check", "recipe lint",
        ])
        #expect(
            printed == #"""
                > recipe list --format line
                name:       broken
                goal:       cannot be read: recipe lint broken
                parameters:
                writes:
                tape:       no tape
                last:

                name:       raise
                goal:       Raise an incident and note the work
                parameters: caller,what
                writes:     incident,journal
                tape:       no tape
                last:
                > recipe show rise
                ! error: There is no file recipes/rise.recipe.md.
                ! hint: Did you mean raise?
                ? exit 2
                > recipe format raise --check
                ! recipes/raise.recipe.md is not in its usual form.
                ! error: 1 recipe would be changed.
                ! hint: recipe format raise
                ? exit 6
                > recipe format raise
                ! recipes/raise.recipe.md is formatted.
                > recipe format raise --check
                ! recipes/raise.recipe.md is in its usual form.
                > recipe lint
                recipes/raise.recipe.md:20: This line contains invisible control characters. (In double quotes \u{1b} spells such a character out.)
                ! recipes/broken.recipe.md:4: error: This " is never closed.
                !   > table list ‹"›x
                ! error: 1 finding in 2 recipes.
                ? exit 2

                """#)
        // A replay prints the same without the file.
        let (status, again) = try await harness.machine.check(harness.machine.path("tape"))
        #expect(status == 0, "\(again)")
    }
}
