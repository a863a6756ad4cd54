import Shell
import Testing

/// `recipe accept`: what a recipe gives now is taken into its file, place by place.
@Suite struct RecipeAcceptTests {
    static let before = """
        # Look at one incident

        Some prose,  with   blanks.

        ```snowdeck
        > table create incident short_description="Printer on fire" urgency=2 => inc = .number
        ? http 200
        ? .state == 6
        ...
        Creating incident [INC] at [TIME].
        > table get incident {{inc}} -f number,urgency,short_description,sys_id
        number             {{inc}}
        urgency            3 - Low
        short_description  Printer in flames
        sys_id             [SYS_ID]
        state              New
        ```

        """.replacing("# Look at one incident\n", with: "# Look at one incident\n\nwrites: incident\n")

    static let after = """
        # Look at one incident

        Some prose,  with   blanks.

        ```snowdeck
        > table create incident short_description="Printer on fire" urgency=2 => inc = .number
        ? http 201
        ? .state == 1
        ...
        Created incident [INC].
        > table get incident {{inc}} -f number,urgency,short_description,sys_id
        number             {{inc}}
        urgency            2 - Medium
        short_description  Printer on fire
        sys_id             [SYS_ID]
        ```

        """.replacing("# Look at one incident\n", with: "# Look at one incident\n\nwrites: incident\n")

    static func sitting(answers: [String] = []) throws -> Sitting {
        let place = try Place(answers: answers)
        place.makeFolders(above: "recipes/x")
        place.makeFolders(above: "sessions/x")
        place.folder.write(Array(before.utf8), to: "recipes/look.recipe.md")
        return try Sitting(place)
    }

    @Test func everyDifferenceIsTakenAndHolesStay() async throws {
        let sitting = try Self.sitting()
        let said = await sitting.transcript(of: ["recipe accept look --live --all", "recipe run look --quiet --record"])
        #expect(sitting.place.folder.text(of: "recipes/look.recipe.md") == Self.after, "\(said)")
        #expect(!said.contains("? exit"), "\(said)")
        #expect(said.contains("! - ? http 200\n! + ? http 201\n"), "\(said)")
    }

    @Test func eachIsAskedFor() async throws {
        let sitting = try Self.sitting(answers: ["n", "what", "y", "q"])
        let said = await sitting.transcript(of: ["recipe accept look --live"])
        let text = sitting.place.folder.text(of: "recipes/look.recipe.md")
        #expect(text == Self.before.replacing("? .state == 6", with: "? .state == 1"), "\(said)")
        #expect(said.contains("Changed recipes/look.recipe.md in 1 place."), "\(said)")
    }
}
