import ExchangeModel
import NowSDK
import Sandbox
import Testing

@testable import Recipes
@testable import Workbench

/// The limits of a recipe's run.
@Suite struct RecipeRunTests {
    @Test func timeoutAppliesToEachRequest() async throws {
        let instance = StagedInstance(TestSandbox())
        let machine = try TestMachine(instance: instance)
        let text = SampleRecipes.text(
            "Hurry", "timeout 1500ms\n> table count incident\n> table count problem", "> table count incident")
        machine.folder.write(Array(text.utf8), to: "hurry.recipe.md")
        #expect(await (try ShellHarness(machine)).session.run("recipe run hurry.recipe.md") == 0)
        #expect(instance.requests.map(\.limits?.seconds) == [2, 2, 60])
    }

    @Test func hugeLoopEndsAtLimit() async throws {
        let machine = try TestMachine()
        let text = SampleRecipes.text(
            "Go on",
            "for row in table list incident -n 100 -f number\n> table count incident\nretry 1000 every 1h until .x exists"
        )
        machine.folder.write(Array(text.utf8), to: "loop.recipe.md")
        let harness = try ShellHarness(machine, maxRecipeCommands: 20)
        let printed = await harness.transcript(of: ["recipe run loop.recipe.md"])
        #expect(
            printed == """
                > recipe run loop.recipe.md
                for row in table list incident -n 100 -f number: 100 records
                > ‹table count incident›
                ! loop.recipe.md:5: error: A run of a recipe is limited to 20 commands.
                ! 0 steps, 0 expectations held; nothing was changed.
                ? exit 7

                """)
    }
}
