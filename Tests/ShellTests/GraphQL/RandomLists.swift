import TestSupport

@testable import GraphQLCommands
@testable import Workbench

/// Generates `table list` lines: conditions and columns behind references, values from records, and values that need
/// escapes in a document.
struct RandomLists {
    private var random: SeededGenerator

    private static let columns: [(table: String, names: [String])] = [
        (
            "incident",
            [
                "number", "short_description", "priority", "state", "active", "opened_at", "sys_id", "urgency",
                "caller_id", "caller_id.name", "caller_id.email", "caller_id.department", "caller_id.department.name",
                "assigned_to.user_name", "assignment_group", "assignment_group.manager.name", "cmdb_ci.name",
                "reassignment_count", "problem_id.number", "category", "close_code",
            ]
        ),
        (
            "sys_user",
            [
                "user_name", "name", "email", "active", "department", "department.name", "manager.name",
                "manager.department.dept_head.name", "location.city", "title", "sys_created_on",
            ]
        ),
        (
            "change_request",
            [
                "number", "type", "state", "start_date", "assigned_to.name", "assignment_group.name", "risk", "active",
                "short_description", "sys_updated_on",
            ]
        ),
        ("task", ["number", "sys_class_name", "short_description", "state", "assigned_to", "opened_at", "active"]),
        ("kb_knowledge", ["number", "short_description", "author.name", "published", "workflow_state", "active"]),
        ("cmdb_ci", ["name", "sys_class_name", "asset_tag", "install_status", "location.name", "assigned_to.name"]),
        ("sys_user_grmember", ["user", "user.name", "group", "group.name", "group.manager.email"]),
    ]

    private static let values = [
        "1", "2", "3", "6", "true", "false", "a", "Network", "e", "INC00101", "é", "ü", "日", "\"", "\\", "\\n", "'",
        "\\u0041", "{", "}", "{{x}}", "#", "2026-01-01 00:00:00", "2025-06-01", "nosuch", "$x", "@", "",
    ]

    private static let operators = [
        "=", "!=", "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH", ">", ">=", "<", "IN", "ISEMPTY", "ISNOTEMPTY",
    ]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// The next line. Columns behind one reference are adjacent, as in a document.
    mutating func next() -> String {
        let (table, names) = random.pick(Self.columns)
        var line = "table list " + table
        var query = ""
        for _ in 0..<random.pick([0, 1, 1, 2, 3]) {
            let joint = query.isEmpty ? "" : random.pick(["^", "^", "^OR", "^NQ"])
            let word = random.pick(Self.operators)
            query += joint + random.pick(names) + word + (word.hasPrefix("IS") ? "" : random.pick(Self.values))
        }
        if !query.isEmpty { line += " -q " + Quoting.word(query.replacing("{{", with: "{ {")) }
        var fields: Set<[String]> = []
        for _ in 0...random.below(5) { fields.insert(random.pick(names).split(separator: ".").map(String.init)) }
        let sorted = fields.sorted { $0.lexicographicallyPrecedes($1) }
        line += " -f " + sorted.map { $0.joined(separator: ".") }.joined(separator: ",")
        line += " -n \(random.pick([1, 2, 5, 9]))"
        if random.below(3) == 0 { line += " --offset \(random.pick([1, 4, 50]))" }
        if random.below(2) == 0 { line += " --order \(random.pick(["", "-"]))\(random.pick(names))" }
        return line
    }
}
