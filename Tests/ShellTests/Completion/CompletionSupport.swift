import Foundation
import LineEditing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// A small instance for completion.
struct KnownInstance: CompletionSource {
    func tables() async -> [Candidate] {
        [
            Candidate("incident", "Incident"), Candidate("problem", "Problem"), Candidate("sys_user", "User"),
            Candidate("sys_user_group", "Group"),
        ]
    }

    func columns(of table: String) async -> [ColumnInfo] {
        switch table {
        case "incident":
            [
                ColumnInfo("active", label: "Active", type: "boolean"),
                ColumnInfo("caller_id", label: "Caller", type: "reference", reference: "sys_user"),
                ColumnInfo("number", label: "Number"),
                ColumnInfo("priority", label: "Priority", type: "integer", hasChoices: true),
                ColumnInfo("short_description", label: "Short description"),
                ColumnInfo("sys_created_on", label: "Created", type: "glide_date_time"),
            ]
        case "sys_user":
            [
                ColumnInfo("manager", label: "Manager", type: "reference", reference: "sys_user"),
                ColumnInfo("name", label: "Name"),
            ]
        default: []
        }
    }

    func choices(of table: String, column: String) async -> [Candidate] {
        column == "priority" ? [Candidate("1", "1 - Critical"), Candidate("2", "2 - High")] : []
    }

    func recordNames(of table: String, beginning typed: String) async -> RecordNames {
        switch table {
        case "incident": RecordNames([Candidate("INC0010021", "Printer on fire"), Candidate("INC0010022", "No mail")])
        case "sys_user": RecordNames([Candidate("Abel Tuter"), Candidate("John {{x}} O'Doe")])
        case "task": RecordNames([Candidate("CHG0000001", "Somebody else's")])
        default: RecordNames([])
        }
    }

    func references(to table: String, display: String?, holding typed: String) async -> ReferenceRecords {
        guard table == "sys_user" else { return ReferenceRecords([]) }
        return ReferenceRecords([
            ReferenceRecord(Self.abel, display: "Abel Tuter"),
            ReferenceRecord(Self.john, display: "John {{x}} O'Doe"),
            ReferenceRecord(Self.beth, display: "Beth Anglin", distinction: "beth.anglin"),
            ReferenceRecord(Self.twin, display: "Sue Song"), ReferenceRecord(Self.otherTwin, display: "Sue Song"),
        ])
    }

    static let abel = String(repeating: "a", count: 32), john = String(repeating: "1", count: 32)
    static let beth = String(repeating: "b", count: 32), twin = String(repeating: "2", count: 32)
    static let otherTwin = String(repeating: "3", count: 32)

    func views() async -> [Candidate] { [Candidate("ess"), Candidate("mobile", "Mobile")] }

    func assignedTasks() async -> [Candidate] {
        [Candidate("INC0010021", "Incident: Printer on fire"), Candidate("PRB0000011")]
    }
}

extension CompletionEngine {
    static let ofATest = CompletionEngine(
        source: KnownInstance(),
        environment: CompletionEnvironment(
            variables: { [Candidate("inc", "INC1"), Candidate("caller", "abel")] },
            files: { folder in
                folder.isEmpty
                    ? [.init("my notes.txt"), .init("notes", isFolder: true), .init(".hidden")]
                    : folder == "notes/" ? [.init("a.txt"), .init("b.txt")] : []
            },
            cassettes: { [Candidate("first-look")] },
            instances: { [Candidate("dev1", "https://dev1.service-now.com")] })
    ).asking { environment in
        environment.lists = { [Candidate("{{nums}}", "3 values")] }
        environment.programs = { ["grep", "jq", "less"] }
        environment.tapeNumbers = { [Candidate("%7", "first-look")] }
        environment.now = { FixedClock().now }
    }

    /// The same in another context.
    func asking(_ change: (inout CompletionEnvironment) -> Void) -> CompletionEngine {
        var engine = self
        change(&engine.environment)
        return engine
    }
}

/// The line after accepting each candidate at the cursor, marked `¦`. Text behind the cursor stays.
func taken(_ marked: String, by engine: CompletionEngine = .ofATest) async -> [String] {
    let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let line = parts[0] + parts[1]
    let completions = await engine.complete(line, cursor: parts[0].utf8.count)
    let bytes = Array(line.utf8)
    return completions.candidates.map { candidate in
        String(decoding: bytes[..<completions.replaced.lowerBound], as: UTF8.self) + candidate.text
            + (candidate.appendsSpace ? "_" : "")
            + String(decoding: bytes[completions.replaced.upperBound...], as: UTF8.self)
    }
}

/// The rows of a text beside this file; ` → ` separates their cells.
func completionRows(_ name: String) throws -> [[String]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name + ".completions")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
        row in
        row.replacing("␣", with: " ").replacing("␤", with: "\n").split(separator: " → ").map(String.init)
    }
}
