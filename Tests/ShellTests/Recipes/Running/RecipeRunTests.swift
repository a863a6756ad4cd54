import ExchangeModel
import TestSupport
import Testing
import Workbench

/// The limits of a recipe's run.
struct RecipeRunTests {
    private func machine(_ blocks: String..., instance: (any Transport)? = nil) throws -> TestMachine {
        let machine = try TestMachine(instance: instance)
        machine.folder.write(Array(SampleRecipes.text("Go on", blocks: blocks).utf8), to: "recipes/go.recipe.md")
        return machine
    }

    @Test func timeoutAppliesToEachRequest() async throws {
        let instance = StagedInstance(TestSandbox())
        let machine = try machine(
            "timeout 1500ms\n> table count incident\n> table count problem", "> table count incident",
            instance: instance)
        await expectEqual((try ShellHarness(machine)).session.run("recipe run go"), 0)
        expectEqual(instance.requests.map(\.limits?.seconds), [2, 2, 60])
    }

    @Test func hugeLoopEndsAtLimit() async throws {
        let loop =
            "for row in table list incident -n 100 -f number\n> table count incident\nretry 1000 every 1h until .x exists"
        let harness = try ShellHarness(try machine(loop), maxRecipeCommands: 20)
        let printed = await harness.transcript(of: ["recipe run go"])
        let error = "! recipes/go.recipe.md:5: error: A run of a recipe is limited to 20 commands.\n"
        #expect(printed.contains(error) && printed.hasSuffix("? exit 7\n"), "\(printed)")
    }
}
