import Database
import ExchangeModel
import Notation
import Testing

@testable import Sandbox

struct SeedTests {
    private static func filled(_ options: SandboxOptions = SandboxOptions(clock: FixedClock())) throws -> RecordStore {
        let store = try RecordStore(schema: .standard, options: options)
        try store.fill(Set(store.schema.names))
        return store
    }

    private static func count(_ store: RecordStore, _ sql: String) throws -> Int {
        Int(try store.connection.row("SELECT count(*) FROM " + sql) { $0.integer(0) } ?? -1)
    }

    private static func dump(_ store: RecordStore) throws -> [String: [String]] {
        var dump: [String: [String]] = [:]
        for root in Set(store.schema.names.compactMap(store.schema.root)) {
            let columns = StorageLayout.columns(of: root, in: store.schema).map { "quote(\($0.sqlName))" }
            dump[root] = try store.connection.rows(
                "SELECT \"_row\" || ' ' || \(columns.joined(separator: " || ' ' || ")) FROM \"\(root)\" ORDER BY \"_row\""
            ) { $0.text(0) }
        }
        return dump
    }

    @Test func sandboxHasSeedRecords() throws {
        let store = try SeedTests.filled()
        #expect(store.schema.names.count == 170)
        for table in store.schema.tables {
            let names = table.classNames.map { "'\($0)'" }.joined(separator: ", ")
            let condition = table.sharesStorage ? " WHERE \"sys_class_name\" IN (\(names))" : ""
            #expect(try SeedTests.count(store, table.storage + condition) > 0, "\(table.name)")
        }
        #expect(try SeedTests.count(store, "sys_user") >= 80)
        #expect(try SeedTests.count(store, "sys_user WHERE active = 0") >= 4)
        #expect(try SeedTests.count(store, "sys_user WHERE locked_out = 1") >= 2)
        #expect(try SeedTests.count(store, "task") >= 1000)
        #expect(try SeedTests.count(store, "sys_dictionary") >= 3000)
        let levels = try store.connection.row(
            """
            WITH RECURSIVE up(id, level) AS (
                SELECT sys_id, 1 FROM sys_user WHERE user_name = 'rina.patel'
                UNION ALL SELECT manager, level + 1 FROM up JOIN sys_user ON sys_id = id WHERE manager IS NOT NULL)
            SELECT max(level) FROM up
            """
        ) { $0.integer(0) }
        #expect(levels == 6)
    }

    @Test func referencesResolve() throws {
        let store = try SeedTests.filled()
        var astray: Set<String> = []
        for table in store.schema.tables {
            for column in table.columns where column.owner == table.name && column.type == .reference {
                guard let name = column.reference, let target = store.schema[name] else {
                    // Nothing may refer to a record outside the seeds.
                    let filled = try SeedTests.count(store, "\(table.storage) WHERE \(column.sqlName) IS NOT NULL")
                    #expect(filled == 0, "\(table.name).\(column.name)")
                    continue
                }
                let key = "\"" + (column.definition.referenceKey ?? "sys_id") + "\""
                let classes = target.classNames.map { "'\($0)'" }.joined(separator: ", ")
                let kind = target.sharesStorage ? " AND r.\"sys_class_name\" IN (\(classes))" : ""
                let own = table.classNames.map { "'\($0)'" }.joined(separator: ", ")
                let mine = table.sharesStorage ? " AND t.\"sys_class_name\" IN (\(own))" : ""
                let lost = try store.connection.rows(
                    """
                    SELECT DISTINCT t.\(column.sqlName) FROM \(table.storage) AS t WHERE t.\(column.sqlName) IS NOT NULL\(mine)
                    AND NOT EXISTS (SELECT 1 FROM \(target.storage) AS r WHERE r.\(key) = t.\(column.sqlName)\(kind))
                    """
                ) { $0.text(0) }
                // The dictionary names tables that the sandbox does not have.
                for value in lost where table.name != "sys_dictionary" {
                    astray.insert("\(table.name).\(column.name) \(value)")
                }
            }
        }
        // As on instances: a deleted record, a name instead of a sys_id, and text.
        #expect(
            astray == [
                "sys_user.manager " + SeedIdentity.sysID("gone", 0), "sys_user_group.manager glide.maint",
                "cmdb.managed_by no value",
            ])
    }

    @Test func listReferencesResolve() throws {
        let store = try SeedTests.filled()
        for table in store.schema.tables {
            for column in table.columns where column.owner == table.name && column.type == .list {
                guard let target = column.definition.reference.flatMap({ store.schema[$0] }) else { continue }
                let values = try store.connection.rows(
                    "SELECT DISTINCT \(column.sqlName) FROM \(table.storage) WHERE \(column.sqlName) IS NOT NULL"
                ) { $0.text(0) }
                for value in values.flatMap({ $0.split(separator: ",") }) {
                    let sql = "\(target.storage) WHERE sys_id = '\(value)'"
                    #expect(try SeedTests.count(store, sql) == 1, "\(table.name).\(column.name) \(value)")
                }
            }
        }
    }

    @Test func choicesAreValid() throws {
        let store = try SeedTests.filled()
        for table in store.schema.tables {
            let isOneOfSeveral = table.sharesStorage || table.classNames.count > 1
            let own = isOneOfSeveral ? " WHERE \"sys_class_name\" = '\(table.name)'" : ""
            for column in table.columns where !column.choices.isEmpty {
                let values = try store.connection.rows("SELECT DISTINCT \(column.sqlName) FROM \(table.storage)\(own)")
                {
                    $0.text(0)
                }
                for value in values where !value.isEmpty {
                    #expect(column.choiceLabel(of: value) != nil, "\(table.name).\(column.name) \(value)")
                }
            }
        }
    }

    @Test func numbersAndIdentifiersAreUnique() throws {
        let store = try SeedTests.filled()
        for root in Set(store.schema.names.compactMap(store.schema.root)) {
            let all = try SeedTests.count(store, "\"\(root)\"")
            #expect(try SeedTests.count(store, "(SELECT DISTINCT sys_id FROM \"\(root)\")") == all, "\(root)")
        }
        let tasks = try SeedTests.count(store, "task")
        #expect(try SeedTests.count(store, "(SELECT DISTINCT sys_class_name, number FROM task)") == tasks)
    }

    @Test func recordsDoNotDependOnRequestOrder() throws {
        let one = try SeedTests.dump(try SeedTests.filled())
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        for name in store.schema.names.reversed() { try store.fill([name]) }
        #expect(try SeedTests.dump(store) == one)
    }

    private static let platform = "'46c5bf6ca9fe1981010713e3ac7d3384', '26fbff173b331300ad3cc9bb34efc4bd'"

    @Test func laterSeedsFollowFirstOnes() throws {
        let store = try SeedTests.filled()
        for table in ["sys_user", "sys_user_group", "sys_user_grmember"] {
            let misplaced = try SeedTests.count(
                store,
                """
                \(table) WHERE _row > 1000000 AND sys_id < (SELECT max(sys_id) FROM \(table) WHERE _row < 1000000)
                AND sys_id NOT IN (\(SeedTests.platform))
                """)
            #expect(misplaced == 0, "\(table)")
        }
    }

    @Test func createdRecordsFollowSeeds() throws {
        let client = try SandboxClient()
        let id = try client.create("problem_task", #"{"short_description":"the last"}"#)
        #expect(try client.list("task", "ORDERBYDESCnumber", "sys_id", limit: 2000).contains(id))
        #expect(try client.list("task", "", "sys_id", limit: 5000).last == id)
        #expect(try client.list("incident", "", "number", limit: 5000).first == "INC0010001")
    }
}

/// Demonstration data that clients and their test suites expect.
struct DemoDataTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient() }

    private func number(_ table: String, _ query: String) throws -> Int { Int(try client.count(table, query)) ?? -1 }

    @Test func administratorIsInFinance() throws {
        let query = "sys_id=6816f79cc0a8016401c5a33be04be441"
        #expect(try client.list("sys_user", query, "email") == ["admin@example.com"])
        #expect(try client.list("sys_user", query, "department.sys_id") == ["a581ab703710200044e0bfc8bcbe5de8"])
        #expect(try client.list("sys_user", query, "department.name") == ["Finance"])
        #expect(
            try client.list("sys_user", query, "department.dept_head.sys_id") == ["46c5bf6ca9fe1981010713e3ac7d3384"])
        #expect(try client.list("sys_user", query, "department.dept_head.email") == ["natasha.ingram@example.com"])
    }

    @Test func problemsHaveUsers() throws {
        #expect(
            try client.list("sys_user", "user_name=problem.admin", "sys_id") == ["26fbff173b331300ad3cc9bb34efc4bd"])
        for name in ["admin", "manager", "coordinator", "task_analyst"] {
            let query = "user.user_name=problem.\(name)^role.name=problem_\(name)^inherited=false"
            #expect(try number("sys_user_has_role", query) == 1, "\(name)")
        }
    }

    @Test func numbersMatchInstance() throws {
        #expect((1...19).contains(try number("sys_user", "mobile_phoneISNOTEMPTY")))
        let admins = "role=2831a114c611228501d4ea6c309d626d"
        #expect((11...24).contains(try Set(client.list("sys_user_has_role", admins, "user.user_name")).count))
        let groups = try client.list("sys_group_has_role", "role.nameLIKEadmin", "group.name")
        #expect((3...7).contains(Set(groups).count))
        #expect(try number("sys_user_role", "name=snc_basic_auth_api_access") == 1)
        #expect(try number("sys_metadata", "") > 500)
        #expect(try number("syslog", "") > 600)
        #expect(try number("problem", "") >= 9)
        #expect(try number("cmdb_rel_type", "name=Cools::Cooled By") == 1)
        #expect(try number("sys_db_object", "nameINalm_asset,bsm_chart") == 2)
    }

    @Test(arguments: [
        "std_change_producer_version", "chg_model", "cmdb_ci_ec2_instance", "cmdb_ci_aix_server", "cmdb_ci_esx_server",
        "cmdb_ci_db_instance", "sys_ui_page", "sys_report", "em_event", "em_alert", "sys_audit_delete",
    ])
    func tableThatClientsReadHasRecords(name: String) throws { #expect(try number(name, "") > 0) }

    @Test func signedInUserHasFederatedID() throws {
        let ids = try client.list("sys_user", "last_login_timeISNOTEMPTY", "federated_id", limit: 500)
        #expect(ids.count > 50 && ids.allSatisfy { $0.utf8.count == 44 && $0.hasSuffix("=") })
        #expect(Set(ids).count == ids.count)
        #expect(try number("sys_user", "last_login_timeISEMPTY^federated_idISNOTEMPTY") == 0)
    }

    @Test func attachmentIsPendingUntilScanned() throws {
        let created = try client.ask(
            .post,
            """
            /api/now/attachment/file?table_name=incident&table_sys_id=\
            061c92d26f030200d7aecd9c5d3ee4f8&file_name=a.txt
            """, body: "x", headers: ["Content-Type": "text/plain"]
        ).json["result"]
        #expect(created?["compressed"] == "true" && created?["state"] == "pending")
        let id = created?["sys_id"]?.scalarText ?? ""
        #expect(try client.read("/api/now/attachment/" + id)["result"]?["state"] == "available")
    }
}
