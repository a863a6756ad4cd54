import ExchangeModel
import GraphQLCommands
import Pages
import Recipes
import Sandbox
import SandboxCommands
import Tables
import TestSupport
import Testing
import Workbench

/// `recipe save` turns a session into a recipe that runs on another instance's data and replays.
struct SavedSessionTests {
    /// A typical session: looking around, typing errors, attempts, and some changes.
    static let exploring = [
        "help table list",
        "table lst incident",
        "table list incidents -n 3",
        "table list incident -q active=true -n 5",
        "table get sys_user abel.tutr",
        "table create incident short_description='Printer on fire' caller_id=abel.tuter urgency=2",
        "history",
        "table get incident INC0010201 -f number,opened_by,caller_id,urgency,state",
        "task comment INC0010201 'On my way'",
        "task comments INC0010201 | head -1",
        "table update incident INC0010201 state='In Progress' assigned_to=abel.tuter",
        "tape status",
        "table update incident INC0010201 urgency=1",
        "undo --run",
        "table get incident INC0010201 -f number,state,urgency",
    ]

    static let raised = """
        # Raise incident

        writes: incident, journal

        ```params
        caller = abel.tuter   # string
        ```

        ```snowdeck
        > table list incident -q active=true -n 5
        > table create incident short_description='Printer on fire' caller_id={{caller}} urgency=2 => incident = .number
        > table get incident {{incident}} -f number,opened_by,caller_id,urgency,state
        > task comment {{incident}} 'On my way'
        > task comments {{incident}}
        > table update incident {{incident}} state='In Progress' assigned_to={{caller}}
        > table get incident {{incident}} -f number,state,urgency
        ```

        """

    /// A sandbox with other records, other identifiers and another date.
    static func elsewhere() throws -> TestMachine {
        var options = SandboxOptions(clock: FixedClock(), seed: 9)
        options.rows = ["incident": 250, "problem": 40]
        options.start = Timestamp(seconds: 1_790_000_000)
        return try TestMachine(instance: try SandboxInstance(options))
    }

    /// The recipe saved from a session.
    static func saved(_ lines: [String], as name: String) async throws -> String {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        _ = await harness.transcript(of: lines)
        let printed = await harness.transcript(of: ["recipe save \(name)"])
        let text = machine.folder.text(of: "recipes/\(name).recipe.md")
        try await harness.session.close()
        return try #require(text, "\(printed)")
    }

    /// Runs a recipe on a machine, recorded, and tests it against its tape.
    static func runAndTest(_ text: String, _ name: String, _ machine: TestMachine, given: String = "") async throws
        -> String
    {
        machine.makeFolders(above: "recipes/x")
        machine.folder.write(Array(text.utf8), to: "recipes/\(name).recipe.md")
        machine.makeFolders(above: "sessions/x")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "recipe run \(name)\(given) --quiet --record", "recipe test \(name)",
        ])
        try await harness.session.close()
        return printed
    }

    @Test func successfulStepsAreSaved() async throws {
        let text = try await Self.saved(Self.exploring, as: "raise-incident")
        expectEqual(text, Self.raised, "\(text)")
    }

    @Test func recipeRunsOnOtherDataAndReplays() async throws {
        let recipe = try Recipe.read(Self.raised, at: "recipes/raise-incident.recipe.md")
        let findings = RecipeLint.findings(of: recipe)
        #expect(findings.isEmpty, "\(findings)")
        try expectEqual(RecipeFormat.formatted(Self.raised), Self.raised)
        let printed = try await Self.runAndTest(
            Self.raised, "raise-incident", try Self.elsewhere(), given: " caller=beth.anglin")
        #expect(!printed.contains("? exit"), "\(printed)")
        #expect(printed.contains("1 record created"), "\(printed)")
    }

    /// A record that was never created needs no cleanup: only the failed creation is reported.
    @Test func failedCreationNeedsNoCleanup() async throws {
        let text = """
            # Raise

            writes: incident, incidents

            ```snowdeck
            > table create incidents short_description=Printer => inc = .number
            ```

            ```snowdeck
            cleanup
            > table delete incident {{inc}}
            ```

            """
        let printed = try await Self.runAndTest(text, "raise", try Self.elsewhere())
        #expect(
            printed.hasPrefix(
                """
                > recipe run raise --quiet --record
                ! recipes/raise.recipe.md:6: error: There is no table incidents on sandbox.
                !   table create ‹incidents› short_description=Printer => inc = .number
                ! hint: Did you mean incident?
                ! hint: table names
                ! error: The step of line 6 ended with exit 3.
                ! hint: ? exit 3   below the step says that this is expected.
                ! hint: tape show %:2.2   is what was sent and answered, the last of 2.
                ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
                ? exit 3

                """), "\(printed)")
    }

    /// Numbers copied from a list become captures by position; a variable is set by its own line.
    @Test func copiedListValuesBecomeCaptures() async throws {
        let lines = [
            "set what='Looking into it'",
            "table list incident -q active=true^opened_at>2015-01-01 -n 3 -f number,short_description",
            "task comment INC0010018 {{what}}",
            "table get incident INC0010018 -f number,sys_id",
            "table update incident INC0010018 urgency=1 work_notes='Seen by {{what}}'",
        ]
        let text = try await Self.saved(lines, as: "look-into")
        #expect(text.contains(" => incident = .[1].number"), "\(text)")
        #expect(text.contains("> set what='Looking into it'\n"), "\(text)")
        #expect(text.contains("opened_at>2015-01-01"), "\(text)")
        #expect(text.contains("> task comment {{incident}} {{what}}\n"), "\(text)")
        let printed = try await Self.runAndTest(text, "look-into", try Self.elsewhere())
        #expect(!printed.contains("? exit"), "\(text)\n\(printed)")
    }

    /// A record's page is identified by the record.
    @Test func pagesAreOpenedAgain() async throws {
        let lines = [
            "page open incident_list.do", "page follow 3", "page open '/incident.do?sys_id=-1'",
            "table list problem -n 1 -f sys_id,number", "page open '/problem.do?sys_id=%'", "page source",
        ]
        let machine = try TestMachine()
        let first = try ShellHarness(machine)
        let found = await first.transcript(of: ["table list problem -n 1 -f sys_id --format csv"])
        let id = try #require(found.split(separator: "\n").first { $0.count == 32 })
        try await first.session.close()
        let text = try await Self.saved(lines.map { $0.replacing("%", with: id) }, as: "walk")
        expectEqual(
            text.split(separator: "\n").filter { $0.hasPrefix("> ") },
            [
                "> page open incident_list.do", "> page follow 3", "> page open '/incident.do?sys_id=-1'",
                "> table list problem -n 1 -f sys_id,number => problem_id = .[0].sys_id",
                #"> page open "/problem.do?sys_id={{problem_id}}""#, "> page source",
            ], "\(text)")
        let printed = try await Self.runAndTest(text, "walk", try Self.elsewhere())
        #expect(!printed.contains("? exit"), "\(text)\n\(printed)")
    }
}
