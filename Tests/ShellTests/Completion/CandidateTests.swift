import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct CandidateTests {
    private static let tables = [
        Candidate("sys_user_group", "Group"), Candidate("sys_user", "User"), Candidate("incident", "Incident"),
        Candidate("incident_task", "Incident Task"), Candidate("sc_task", "Catalog Task"), Candidate("task", "Task"),
        Candidate("multitask", ""), Candidate("kb_knowledge", "Knowledge"),
    ]

    @Test(arguments: [
        ("task", ["task"]),
        ("TAS", ["task"]),
        ("inc", ["incident", "incident_task"]),
        ("incident", ["incident", "incident_task"]),
        ("user", ["sys_user_group", "sys_user"]),
        ("group", ["sys_user_group"]),
        ("catalog", ["sc_task"]),
        ("itask", ["multitask"]),
        ("inctsk", ["incident_task"]),
        ("knowl", ["kb_knowledge"]),
        ("x", []), ("zq", []),
    ])
    func nearestComeFirst(typed: String, names: [String]) {
        expectEqual(Self.tables.matching(typed).map(\.name), names)
    }

    @Test func rankingManyCandidatesIsFast() {
        let many = (0..<5_000).map { Candidate("u_table_\($0)", "Table number \($0)") }
        expectEqual(many.matching("4999").map(\.name), ["u_table_4999"])
        expectEqual(many.matching("utab").count, 5_000)
    }
}
