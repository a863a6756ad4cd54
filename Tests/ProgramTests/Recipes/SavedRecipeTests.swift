import Foundation
import Testing

/// A sitting becomes a recipe; the recipe runs on a sandbox with other records and another day, replays, and takes what
/// it gives now into its file.
@Suite struct SavedRecipeTests {
    static let sitting = """
        help table
        table names inci
        table list incidents -n 3
        table list incident -q active=true^assigned_toISEMPTY -n 5
        table get sys_user abel.tutr
        table create incident short_desc=Printer
        table create incident short_description="Printer on fire" caller_id=abel.tuter urgency=2
        table get incident INC0010201 -f number,urgency,state
        task comment INC0010201 "On my way"
        table update incident INC0010201 state=2
        table update incident INC0010201 urgency=1
        undo --run
        recipe save raise-incident --plan
        recipe save raise-incident
        recipe save raise-incident
        """

    @Test func aSittingBecomesARecipeThatRunsElsewhere() async throws {
        let desk = try Desk()
        try desk.write(Self.sitting, to: "sitting")
        let sat = try await desk.run("--tape", "sitting", "run", "sitting", "--keep-going")
        #expect(sat.errors.contains("Wrote recipes/raise-incident.recipe.md: 4 lines, "), "\(sat)")
        #expect(sat.errors.contains("There is a recipe at recipes/raise-incident.recipe.md already."), "\(sat)")
        let text = try desk.text(of: "recipes/raise-incident.recipe.md")
        #expect(text.contains("urgency=2 => inc = .number\n? http 201\n"), "\(text)")

        let other = try desk.start([
            "serve", "sandbox", "--rows", "incident=300", "--clock", "2025-06-01T09:00:00Z", "--data", "other.sandbox",
        ])
        #expect(await other.wrote { output, _ in output.hasSuffix("\n") })
        other.send(SIGINT)
        _ = await other.end()
        let run = try await desk.run(
            "--sandbox", "other.sandbox", "recipe", "run", "raise-incident", "--record", "--quiet")
        #expect(run.status == 0, "\(run)")
        let tested = try await desk.run("recipe", "test", "raise-incident")
        #expect(tested.status == 0, "\(tested)")

        let changed = text.replacingOccurrences(of: "? .state == 2", with: "? .state == 7")
            .replacingOccurrences(of: "2 - Medium", with: "9 - None")
        try desk.write(changed, to: "recipes/raise-incident.recipe.md")
        let failing = try await desk.run("recipe", "test", "raise-incident")
        #expect(failing.status == 6, "\(failing)")
        let accepted = try await desk.run("recipe", "accept", "raise-incident", "--all")
        #expect(accepted.status == 0, "\(accepted)")
        #expect(try desk.text(of: "recipes/raise-incident.recipe.md") == text, "\(accepted)")
    }
}
