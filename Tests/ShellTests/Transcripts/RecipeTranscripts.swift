import Testing

@testable import Shell

/// What people see of recipes at a terminal.
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

    private func place() throws -> Place {
        let place = try Place()
        place.folder.write(Array(Self.raise.utf8), to: "recipes/raise.recipe.md")
        place.folder.write(
            Array("# Broken\n\n```snowdeck\n> table list \"x\n```\n".utf8), to: "recipes/broken.recipe.md")
        return place
    }

    @Test func recipesAreListedShownFormattedAndLookedOver() async throws {
        let sitting = try Sitting(place(), width: 70)
        let said = await sitting.transcript(of: [
            "recipe list --format line", "recipe show raise", "recipe show rise", "recipe format raise --check",
            "recipe format raise",
            "recipe format raise --check", "recipe lint raise", "recipe lint", "recipe format",
        ])
        #expect(
            said == #"""

                """#)
    }
}
