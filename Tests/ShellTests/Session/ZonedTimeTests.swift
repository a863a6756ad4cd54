import ExchangeModel
import Rendering
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

/// Displayed times are in the session's time zone, which is appended.
struct ZonedTimeTests {
    private static let berlin = ZoneRule(named: "Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3")

    private func shown(_ column: String, _ cell: Cell) throws -> String {
        let zone = try #require(Self.berlin)
        let output = ZonedCells.shown(in: .record(columns: [OutputColumn(column)], cells: [cell]), zone)
        guard case .record(_, let cells) = output else { return "" }
        return cells[0].shown
    }

    @Test(arguments: [
        // An instance's display values, in any zone and format.
        ("u_x", "2025-07-01 10:00:00", "2025-07-01 03:00:00", "2025-07-01 12:00:00 +02:00"),
        ("u_x", "2025-01-01 10:00:00", "01.01.2025 02:00:00", "2025-01-01 11:00:00 +01:00"),
        ("u_x", "2025-01-01 10:00:00", "01/01/2025 02:00 AM", "2025-01-01 11:00:00 +01:00"),
        // A user in UTC, and a text that looks like a UTC time.
        ("opened_at", "2025-01-01 10:00:00", "2025-01-01 10:00:00", "2025-01-01 11:00:00 +01:00"),
        ("caller_id.sys_created_on", "2025-01-01 10:00:00", "2025-01-01 10:00:00", "2025-01-01 11:00:00 +01:00"),
        ("u_note", "2025-01-01 10:00:00", "2025-01-01 10:00:00", "2025-01-01 10:00:00"),
        // A duration, a date, an empty time, and a time that already has a zone.
        ("calendar_duration", "1970-01-02 08:00:00", "1 Day 8 Hours", "1 Day 8 Hours"),
        ("due_date", "2025-01-01", "2025-01-01", "2025-01-01"), ("due_date", "", "", ""),
        ("at", "2025-01-01 10:00:00", "2025-01-01 10:00:00 (user's zone)", "2025-01-01 10:00:00 (user's zone)"),
        ("ends", "2025-01-01 10:00:00", "2025-01-01 11:00:00 +01:00 (now)", "2025-01-01 11:00:00 +01:00 (now)"),
    ]) func dateTimeIsRecognizedByContext(_ column: String, _ value: String, _ display: String, _ text: String) throws {
        try expectEqual(shown(column, Cell(value, display: display)), text)
    }

    @Test func taskAndListShowSameTime() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        // Stored values, for programs: type, number, description, created, sys_id.
        _ = await harness.session.run("task --format tsv")
        let rows = machine.output.take().split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t").map(String.init)
        }
        let row = try #require(rows.first { $0.count > 3 && $0[1].hasPrefix("INC") })
        let created = try #require(Timestamp(glideText: row[3]))
        for zone in [Self.berlin, ZoneRule(named: "x", "PST8PDT,M3.2.0,M11.1.0"), .utc] {
            let zone = try #require(zone)
            machine.zone = zone
            for line in ["task", "task --table-api", "task show \(row[1]) -f sys_created_on -n 0"] {
                let printed = await harness.transcript(of: [line])
                #expect(printed.contains(zone.text(of: created)), "\(printed)")
            }
        }
        try await harness.closeAndReplay()
    }

    /// A displayed time has the session's zone, a stored one is in UTC, in every format.
    @Test func formatsAgreeOnTimes() async throws {
        let machine = try TestMachine()
        machine.zone = Self.berlin
        let harness = try ShellHarness(machine)
        let line = "table get incident INC0010001 -f opened_at"
        for format in ["columns", "csv", "tsv", "json", "ndjson", "yaml", "line", "markdown"] {
            let display = await harness.transcript(of: ["\(line) --format \(format) --display display"])
            #expect(display.contains("2024-09-18 09:30:33 +02:00"), "\(display)")
            let value = await harness.transcript(of: ["\(line) --format \(format) --display value"])
            #expect(value.contains("2024-09-18 07:30:33") && !value.contains("+02:00"), "\(value)")
        }
        let both = await harness.transcript(of: ["\(line) --format csv --display both"])
        #expect(both.contains("2024-09-18 07:30:33,2024-09-18 09:30:33 +02:00"), "\(both)")
        // Times that the instance does not display, in a session that shows what it displays.
        let tasks = await harness.transcript(of: ["set zone=instance", "task"])
        #expect(tasks.contains("2015-10-14 07:45:55 UTC"), "\(tasks)")
        try await harness.closeAndReplay()
    }

    @Test func journalsAreInEveryFormat() async throws {
        let machine = try TestMachine()
        machine.zone = Self.berlin
        let harness = try ShellHarness(machine)
        let line = "table list incident -q number=INC0010006 -f number,work_notes"
        for format in ["csv", "tsv", "json", "ndjson", "yaml", "columns", "line", "markdown"] {
            for side in ["value", "display", "both"] {
                let printed = await harness.transcript(of: ["\(line) --format \(format) --display \(side)"])
                #expect(printed.contains("Waiting for the maintenance window."), "\(format) \(side): \(printed)")
            }
        }
        let kept = await harness.transcript(of: [line + " => notes = .[0].work_notes", "echo {{notes}}"])
        #expect(kept.contains("Waiting for the maintenance window."), "\(kept)")
        // The entries of a journal have times like others.
        let comments = await harness.transcript(of: ["task comments INC0010006"])
        #expect(comments.contains("2024-09-23 17:07:03 +02:00 - yuki.tanaka (Work note)"), "\(comments)")
        let task = await harness.transcript(of: ["task show INC0010006 --format csv"])
        #expect(task.contains("2024-09-23 15:07:03 UTC - yuki.tanaka (Work note)"), "\(task)")
        try await harness.closeAndReplay()
    }

    @Test func zoneSettingIsRecorded() async throws {
        let machine = try TestMachine()
        machine.zone = .utc
        let harness = try ShellHarness(machine)
        let line = "table list incident -q number=INC0010001 -f opened_at"
        let printed = await harness.transcript(of: [
            line, "set zone=CET-1", line, "set zone=nowhere", "set --unset zone", line,
        ])
        let shown = printed.split(separator: "\n").filter { $0.hasPrefix("20") }
        #expect(shown.count == 3 && shown[0] == shown[2] && shown[1].hasSuffix(" +01:00"), "\(printed)")
        #expect(printed.contains("! error: There is no time zone nowhere."), "\(printed)")
        try await harness.closeAndReplay()
    }

    /// Recipes run the same for every user.
    @Test func recipeStepsUseUTC() async throws {
        let machine = try TestMachine()
        machine.zone = Self.berlin
        let harness = try ShellHarness(machine)
        machine.folder.write(
            Array(SampleRecipes.text("Look", "> table get incident INC0010001 -f opened_at").utf8),
            to: "recipes/look.recipe.md")
        let printed = await harness.transcript(of: ["recipe run look"])
        #expect(printed.contains(" UTC\n"), "\(printed)")
        try await harness.closeAndReplay()
    }
}
