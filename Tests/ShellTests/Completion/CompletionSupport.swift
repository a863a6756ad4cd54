import LineEditing

@testable import Shell

/// A small instance, as far as completion knows it.
struct KnownInstance: SchemaKnowledge {
    func tables() async -> [Named] {
        [
            Named("incident", "Incident"), Named("problem", "Problem"), Named("sys_user", "User"),
            Named("sys_user_group", "Group"),
        ]
    }

    func columns(of table: String) async -> [ColumnKnowledge] {
        switch table {
        case "incident":
            [
                ColumnKnowledge("active", label: "Active", type: "boolean"),
                ColumnKnowledge("caller_id", label: "Caller", type: "reference", reference: "sys_user"),
                ColumnKnowledge("number", label: "Number"),
                ColumnKnowledge("priority", label: "Priority", type: "integer", hasChoices: true),
                ColumnKnowledge("short_description", label: "Short description"),
                ColumnKnowledge("sys_created_on", label: "Created", type: "glide_date_time"),
            ]
        case "sys_user":
            [
                ColumnKnowledge("manager", label: "Manager", type: "reference", reference: "sys_user"),
                ColumnKnowledge("name", label: "Name"),
            ]
        default: []
        }
    }

    func choices(of table: String, column: String) async -> [Named] {
        column == "priority" ? [Named("1", "1 - Critical"), Named("2", "2 - High")] : []
    }

    func recordNames(of table: String, beginning typed: String) async -> RecordNames {
        switch table {
        case "incident": RecordNames([Named("INC0010021", "Printer on fire"), Named("INC0010022", "No mail")])
        case "sys_user": RecordNames([Named("Abel Tuter"), Named("John {{x}} O'Doe")])
        case "task": RecordNames([Named("CHG0000001", "Somebody else's")])
        default: RecordNames([])
        }
    }

    func assignedTasks() async -> [Named] { [Named("INC0010021", "Incident: Printer on fire"), Named("PRB0000011")] }
}

extension CompletionEngine {
    static let ofATest = CompletionEngine(
        knowledge: KnownInstance(),
        surroundings: Surroundings(
            variables: { [Named("inc", "INC1"), Named("caller", "abel")] },
            files: { folder in
                folder.isEmpty
                    ? [.init("my notes.txt"), .init("notes", isFolder: true), .init(".hidden")]
                    : folder == "notes/" ? [.init("a.txt"), .init("b.txt")] : []
            },
            cassettes: { [Named("first-look")] },
            instances: { [Named("dev1", "https://dev1.service-now.com")] }))
}

/// The line after each candidate has been taken at the cursor, which is marked `¦`. Text behind the cursor stays.
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
