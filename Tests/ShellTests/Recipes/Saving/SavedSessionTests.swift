import Shell
import Testing

/// A sitting becomes a recipe by one command.
@Suite struct SavedSessionTests {
    /// Forty lines of somebody who looks around, mistypes, tries, and does a little in between.
    static let exploring = [
        "help table list",
        "table names inci",
        "table lst incident",
        "table list incidents -n 3",
        "table describe incident --fields number,state,urgency",
        "table list incident -n 3",
        "table list incident -q active=true -n 5",
        "table list incident -q active=true^assigned_toISEMPTY -n 5 -f number,short_description,priority",
        "table count incident -q active=true",
        "set",
        "table get sys_user abel.tuter -f user_name,email",
        "table get sys_user abel.tutr",
        "table create incident short_desc=Printer",
        "table create incident short_description='Printer on fire' caller_id=abel.tuter urgency=2 --plan",
        "table create incident short_description='Printer on fire' caller_id=abel.tuter urgency=2",
        "task",
        "history",
        "table get incident INC0010201 -f number,caller_id,urgency,state",
        "table get incident INC0010201 -f number,caller_id,urgency,state",
        "task comment INC0010201 'On my way'",
        "task comment INC001020 'On my way'",
        "task comments INC0010201",
        "table update incident INC0010201 state='In Progress' assigned_to=abel.tuter",
        "table update incident INC0010201 state=Closed",
        "undo",
        "table list problem -q active=true -n 2 -f number,short_description",
        "whoami",
        "tape status",
        "table update incident INC0010201 urgency=1",
        "undo --run",
        "table get incident INC0010201 -f number,state,urgency",
    ]

    @Test func showIt() async throws {
        let place = try Place()
        let sitting = try Sitting(place)
        let said = await sitting.transcript(
            of: Self.exploring + ["recipe save raise-incident --plan", "recipe save raise-incident"])
        print(said)
        print(place.folder.text(of: "recipes/raise-incident.recipe.md") ?? "none")
    }
}
