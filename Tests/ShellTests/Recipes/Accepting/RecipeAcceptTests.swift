import Database
import Recipes
import Tables
import TestSupport
import Testing
import Workbench

/// `recipe accept` updates a recipe's file with the actual output, difference by difference.
struct RecipeAcceptTests {
    static let before = """
        # Look at one incident

        writes: incident

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

        """

    static let after = """
        # Look at one incident

        writes: incident

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

        """

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
            expectEqual(machine.folder.text(of: path), Self.before, "\(path): \(printed)")
        }
    }

    /// Holes are kept, and so are carriage returns.
    @Test(arguments: ["\n", "\r\n"]) func differencesAreAccepted(_ lineBreak: String) async throws {
        let harness = try Self.harness(), folder = harness.machine.folder
        func ended(_ text: String) -> String { text.replacing("\n", with: lineBreak) }
        folder.write(Array(ended(Self.before).utf8), to: "recipes/look.recipe.md")
        let printed = await harness.transcript(of: [
            "recipe accept look --live --all", "recipe run look --quiet --record",
        ])
        expectEqual(folder.text(of: "recipes/look.recipe.md"), ended(Self.after), "\(printed)")
        #expect(!printed.contains("? exit"), "\(printed)")
        #expect(printed.contains("! - ? http 200\n! + ? http 201\n"), "\(printed)")
    }
}
