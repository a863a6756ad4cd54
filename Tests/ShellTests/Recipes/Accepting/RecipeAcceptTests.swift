import Database
import Recipes
import Tables
import Testing
import Workbench

/// `recipe accept` updates a recipe's file with the actual output, difference by difference.
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

    static func harness() throws -> ShellHarness {
        let machine = try TestMachine()
        machine.makeFolders(above: "recipes/x")
        machine.makeFolders(above: "sessions/x")
        machine.folder.write(Array(before.utf8), to: "recipes/look.recipe.md")
        return try ShellHarness(machine)
    }

    /// A tape's line names another recipe of the same name; only the user's own is read and changed.
    @Test(arguments: ["other/look.recipe.md", "recipes/../other/look.recipe.md", "recipes/inner/look.recipe.md"])
    func tapeChoosesNoFile(_ named: String) async throws {
        let harness = try Self.harness(), machine = harness.machine
        _ = await harness.transcript(of: ["recipe run look --quiet --record"])
        _ = try Connection(path: machine.path("look"), mode: .readWrite).run(
            "UPDATE command SET line=? WHERE line LIKE 'recipe run%'", [.text("recipe run \(named) --quiet --record")])
        machine.folder.makeFolder(for: "recipes/inner/x")
        for path in ["other/look.recipe.md", "recipes/inner/look.recipe.md"] {
            machine.folder.write(Array(Self.before.utf8), to: path)
        }
        let printed = await harness.transcript(of: ["recipe accept look --all"])
        #expect(machine.folder.text(of: "recipes/look.recipe.md") != Self.before, "\(printed)")
        #expect(printed.contains("Changed recipes/look.recipe.md in "), "\(printed)")
        for path in ["other/look.recipe.md", "recipes/inner/look.recipe.md"] {
            #expect(machine.folder.text(of: path) == Self.before, "\(path): \(printed)")
        }
    }

    @Test func differencesAreAcceptedAndHolesKept() async throws {
        let harness = try Self.harness()
        let printed = await harness.transcript(of: [
            "recipe accept look --live --all", "recipe run look --quiet --record",
        ])
        #expect(harness.machine.folder.text(of: "recipes/look.recipe.md") == Self.after, "\(printed)")
        #expect(!printed.contains("? exit"), "\(printed)")
        #expect(printed.contains("! - ? http 200\n! + ? http 201\n"), "\(printed)")
    }

    @Test func carriageReturnsAreKept() async throws {
        let harness = try Self.harness(), folder = harness.machine.folder
        func carried(_ text: String) -> String { text.replacing("\n", with: "\r\n") }
        folder.write(Array(carried(Self.before).utf8), to: "recipes/look.recipe.md")
        let printed = await harness.transcript(of: ["recipe accept look --live --all"])
        #expect(folder.text(of: "recipes/look.recipe.md") == carried(Self.after), "\(printed)")
    }

    static let changed = """
        # Look at one incident

        ```snowdeck
        > table get incident INC0010021 -f number,state,caller_id => caller = .caller_id
        ? .state == 6
        number     [INC]
        state      New
        caller_id  [..]
        ```

        ```snowdeck
        > table get sys_user {{caller}} -f name,email
        name   Abel
        email  [..]@example.com
        ```

        """

    /// Each question is shown under its command; q ends the review and keeps the earlier answers.
    @Test func eachDifferenceIsReviewedAtTerminal() async throws {
        let machine = try TestMachine(answers: ["n", "what", "y", "q"])
        machine.makeFolders(above: "recipes/x")
        machine.folder.write(Array(Self.changed.utf8), to: "recipes/look.recipe.md")
        let printed = try await ShellHarness(machine).transcript(
            of: ["recipe accept look --live", "recipe accept look --live --all", "recipe accept look --live"])
        #expect(
            printed == """
                > recipe accept look --live
                ! 2 steps, 0 expectations held, 2 steps failed; nothing was changed.
                ! recipes/look.recipe.md:5 under > table get incident INC0010021 -f number,state,caller_id => c…
                ! - ? .state == 6
                ! + ? .state == 2
                ! Take it? y, n, or q to end: n
                ! recipes/look.recipe.md:7 under > table get incident INC0010021 -f number,state,caller_id => c…
                ! - state      New
                ! + state      In Progress
                ! Take it? y, n, or q to end: what
                ! Take it? y, n, or q to end: y
                ! recipes/look.recipe.md:13 under > table get sys_user {{caller}} -f name,email
                ! - name   Abel
                ! + name   Abel Tuter
                ! Take it? y, n, or q to end: q
                ! Changed recipes/look.recipe.md in 1 place.
                ! 2 differences left as they were.
                ! recipe run look --record records its tape again.
                > recipe accept look --live --all
                ! 2 steps, 1 expectation held, 2 steps failed; nothing was changed.
                ! recipes/look.recipe.md:5 under > table get incident INC0010021 -f number,state,caller_id => c…
                ! - ? .state == 6
                ! + ? .state == 2
                ! recipes/look.recipe.md:13 under > table get sys_user {{caller}} -f name,email
                ! - name   Abel
                ! + name   Abel Tuter
                ! Changed recipes/look.recipe.md in 2 places.
                ! recipe run look --record records its tape again.
                > recipe accept look --live
                ! 2 steps, 3 expectations held; nothing was changed.
                ! recipes/look.recipe.md already meets its expectations.

                """, "\(printed)")
    }
}
