import Database
import ExchangeModel
import Foundation
import Notation
import Synchronization
import TestSupport
import Testing

@testable import Sandbox

struct SchemaTests {
    @Test func columnOrderCoversDeclaredColumns() {
        for table in Schema.standard.tables {
            let order = table.definition.order
            #expect(order.isEmpty || table.columns.map(\.name) == order, "\(table.name)")
            expectEqual(Set(table.columns.map(\.name)).count, table.columns.count, "\(table.name)")
            let declared = table.definition.columns.map(\.name)
            #expect(declared.allSatisfy { table[$0]?.owner == table.name }, "\(table.name)")
        }
    }

    /// As in recorded responses.
    @Test func columnsHaveHashMapOrder() {
        expectEqual(
            Schema.standard["core_country"]?.columns.map(\.name).joined(separator: " "),
            """
            analytics_consent_policy default_format_language iso3166_3 sys_mod_count iso3166_2 active un_numeric \
            sys_updated_on sys_tags population default_display_language sys_id sys_updated_by sys_created_on name \
            iana sys_created_by order
            """)
    }

    @Test func tableHasEveryColumnOfTheTableItExtends() {
        let schema = Schema.standard
        for table in schema.tables {
            guard let parent = table.definition.parent.flatMap({ schema[$0] }) else { continue }
            expectEqual(parent.columns.map(\.name).filter { table[$0] == nil }, [], "\(table.name)")
        }
    }

    @Test func columnsOfOneNameHaveOneType() {
        for table in Schema.standard.tables {
            for other in Schema.standard.tables where other.root == table.root {
                for column in table.columns {
                    guard let twin = other[column.name] else { continue }
                    expectEqual(
                        twin.type.storage, column.type.storage, "\(table.name) and \(other.name): \(column.name)")
                }
            }
        }
    }

    @Test func recordedTablesHaveAsManyColumnsAsRecorded() {
        let tables = ["incident", "sys_user", "sys_user_group", "sys_user_grmember", "cmdb_ci_server"]
        expectEqual(tables.map { Schema.standard[$0]?.columns.count }, [92, 59, 20, 9, 112])
    }

    @Test func childTableMayOverrideChoicesAndDefaults() {
        let schema = Schema.standard
        expectEqual(schema["incident"]?["state"]?.choiceLabel(of: "6"), "Resolved")
        expectEqual(schema["task"]?["state"]?.choiceLabel(of: "6"), nil)
        expectEqual(schema["problem"]?["state"]?.defaultValue, "101")
        expectEqual(schema["incident"]?["sys_class_name"]?.defaultValue, "incident")
        expectEqual(
            schema["task"]?.classNames,
            [
                "task", "incident", "problem", "change_request", "sc_task", "change_task", "problem_task",
                "incident_task", "sc_request", "sc_req_item", "ticket", "sysapproval_group", "vtb_task",
            ])
    }

    @Test func choicesAndIndexesReferToColumns() {
        for table in Schema.standard.tables {
            for name in table.definition.choices.keys { #expect(table[name] != nil, "\(table.name).\(name)") }
            let stored = Set(StorageLayout.columns(of: table.root, in: .standard).map(\.name))
            for name in table.definition.indexed { #expect(stored.contains(name), "\(table.name).\(name)") }
            for column in table.columns {
                expectEqual(
                    Set(column.choices.map(\.value)).count, column.choices.count, "\(table.name).\(column.name)")
            }
        }
    }
}

/// The texts in `Sources/C/CSandboxTables/tables`.
struct TableTextTests {
    @Test func everyTextIsParsed() {
        expectEqual(TableReader.embedded.errors, [])
        expectEqual(TableReader.embedded.definitions.count, 170)
        let collisions = TableReader.embedded.collisions
        #expect(collisions.count > 200 && collisions["applied_date"] == 0)
    }

    private func read(_ text: String) -> TableReader {
        Array(text.utf8).withUnsafeBufferPointer { TableReader(TableLine.all(in: $0)) }
    }

    @Test func everyFileIsCompiledIn() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/C/CSandboxTables/tables")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        expectEqual(Set(TableFile.all().map(\.name)), Set(files))
        expectEqual(TableFile.all().count, files.count)
    }

    @Test(arguments: [
        "column a:strange", "column a(x)", "column a b", "column a | b | c | d", "colum a", "choose a nosuch",
        "choice a | b", "default a", "allow anything | itil |", "column name", "index a\n  b",
    ])
    func lineThatCannotBeReadIsReported(line: String) {
        let reader = read("table t | T | Ts\ncolumn name\n# a comment\n" + line)
        expectEqual(reader.errors, [line.split(separator: "\n").first.map(String.init)])
        expectEqual(reader.definitions.map(\.label), ["T"])
    }

    @Test func tableTextIsComplete() {
        let table = read(
            """
            table t < task | One | Several
            display name
            prefix TT 300
            without sys_tags
            ordered sys_id
            index name user
            unique name
            column name(80)=no\\pname | What it is called | mandatory audit=true
            column user>sys_user
            column users>>sys_user!
            column type>sys_glide_object@name
            column count:integer=3
            choice name | a b | A\\sB
            default state | 2
            order name
              user
            allow read | itil admin | active=true
            guard update | itil | name
            closed admin
            """
        ).definitions[0]
        #expect((table.name, table.parent, table.label, table.plural) == ("t", "task", "One", "Several"))
        #expect(table.columns.map(\.name) == ["name", "user", "users", "type", "count"])
        let name = table.columns[0]
        #expect(name.length == 80 && name.defaultValue == "no|name" && name.label == "What it is called")
        expectEqual(name.attributes, ["mandatory": "true", "audit": "true"])
        #expect(table.columns[2].type == .list && table.columns[2].isReadOnly)
        expectEqual(table.columns[3].referenceKey, "name")
        expectEqual(table.choices["name"]?.map(\.label), ["A B"])
        #expect(table.defaults == ["state": "2"] && table.order == ["name", "user"])
        #expect(table.access.rules.first?.roles == ["itil", "admin"] && table.access.requiredRoles == ["admin"])
        expectEqual(table.access.columnRules.first?.columns, ["name"])
        #expect(table.numberPrefix == "TT" && table.lastNumber == 300 && table.missingColumns == ["sys_tags"])
        #expect(table.unique == [["name"]] && table.ordering == .sysID)
    }

    @Test func rowsMatchColumns() throws { try SeedTests.reading(rowsMatchColumns) }

    @Sendable private func rowsMatchColumns(_ store: RecordStore) throws {
        #expect(Set(SeedRecords.sections.keys).isSubset(of: store.schema.names))
        for (name, sections) in SeedRecords.sections {
            let table = try #require(store.schema[name])
            var identifiers: [String] = []
            for section in sections {
                let columns = section.words.dropFirst(2)
                #expect(columns.allSatisfy { table[$0] != nil }, "\(name) \(columns)")
                for cells in section.rows.map(TableCells.read) {
                    expectEqual(cells.count, columns.count, "\(name): \(cells)")
                    identifiers.append(
                        SeedRecords.identifier(of: cells[0], in: name, isGiven: columns.first == "sys_id"))
                }
            }
            let list = JSON.array(identifiers.map(JSON.string)).compact
            let sql = "SELECT count(*) FROM \(table.storage) WHERE \"sys_id\" IN (SELECT value FROM json_each(?))"
            let found = try store.connection.row(sql, [.text(list)]) { Int($0.integer(0)) }
            #expect(found == identifiers.count && Set(identifiers).count == identifiers.count, "\(name)")
        }
    }

    @Test(arguments: [
        ("a | b", ["a", "b"]), (" a\\pb |", ["a|b", ""]), ("\\sa\\nb\\\\n\\s", [" a\nb\\n "]),
        ("\\ta\\r", ["\ta\r"]),
    ])
    func cellsAreUnescaped(line: String, cells: [String]) {
        expectEqual(Array(line.utf8).withUnsafeBufferPointer(TableCells.read), cells)
    }
}

struct SeedTests {
    /// All seed records, written once for all tests, which only read.
    private static let filled = Mutex(Result { try SeedTests.newStore() })

    private static func newStore() throws -> RecordStore {
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        try store.fill(Set(store.schema.names))
        return store
    }

    static func reading(_ body: @Sendable (RecordStore) throws -> Void) throws {
        try filled.withLock { try body($0.get()) }
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
        try SeedTests.reading { store in
            expectEqual(store.schema.names.count, 170)
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
            expectEqual(levels, 6)
        }
    }

    @Test func referencesResolve() throws {
        try SeedTests.reading { store in
            var astray: Set<String> = []
            for table in store.schema.tables {
                for column in table.columns where column.owner == table.name && column.type == .reference {
                    guard let name = column.reference, let target = store.schema[name] else {
                        // Nothing may refer to a record outside the seeds.
                        let filled = try SeedTests.count(store, "\(table.storage) WHERE \(column.sqlName) IS NOT NULL")
                        expectEqual(filled, 0, "\(table.name).\(column.name)")
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
            expectEqual(
                astray,
                [
                    "sys_user.manager " + SeedIdentity.sysID("gone", 0), "sys_user_group.manager glide.maint",
                    "cmdb.managed_by no value",
                ])
        }
    }

    @Test func listReferencesResolve() throws {
        try SeedTests.reading { store in
            for table in store.schema.tables {
                for column in table.columns where column.owner == table.name && column.type == .list {
                    guard let target = column.definition.reference.flatMap({ store.schema[$0] }) else { continue }
                    let values = try store.connection.rows(
                        "SELECT DISTINCT \(column.sqlName) FROM \(table.storage) WHERE \(column.sqlName) IS NOT NULL"
                    ) { $0.text(0) }
                    for value in values.flatMap({ $0.split(separator: ",") }) {
                        let sql = "\(target.storage) WHERE sys_id = '\(value)'"
                        try expectEqual(SeedTests.count(store, sql), 1, "\(table.name).\(column.name) \(value)")
                    }
                }
            }
        }
    }

    @Test func choicesAreValid() throws {
        try SeedTests.reading { store in
            for table in store.schema.tables {
                let isOneOfSeveral = table.sharesStorage || table.classNames.count > 1
                let own = isOneOfSeveral ? " WHERE \"sys_class_name\" = '\(table.name)'" : ""
                for column in table.columns where !column.choices.isEmpty {
                    let values = try store.connection.rows(
                        "SELECT DISTINCT \(column.sqlName) FROM \(table.storage)\(own)"
                    ) {
                        $0.text(0)
                    }
                    for value in values where !value.isEmpty {
                        #expect(column.choiceLabel(of: value) != nil, "\(table.name).\(column.name) \(value)")
                    }
                }
            }
        }
    }

    @Test func numbersAndIdentifiersAreUnique() throws {
        try SeedTests.reading { store in
            for root in Set(store.schema.names.compactMap(store.schema.root)) {
                let all = try SeedTests.count(store, "\"\(root)\"")
                try expectEqual(SeedTests.count(store, "(SELECT DISTINCT sys_id FROM \"\(root)\")"), all, "\(root)")
            }
            let tasks = try SeedTests.count(store, "task")
            try expectEqual(SeedTests.count(store, "(SELECT DISTINCT sys_class_name, number FROM task)"), tasks)
        }
    }

    @Test func recordsDoNotDependOnRequestOrder() throws {
        try SeedTests.reading { filled in
            let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
            for name in store.schema.names.reversed() { try store.fill([name]) }
            try expectEqual(SeedTests.dump(store), SeedTests.dump(filled))
        }
    }

    private static let platform = "'46c5bf6ca9fe1981010713e3ac7d3384', '26fbff173b331300ad3cc9bb34efc4bd'"

    @Test func laterSeedsFollowFirstOnes() throws {
        try SeedTests.reading { store in
            for table in ["sys_user", "sys_user_group", "sys_user_grmember"] {
                let misplaced = try SeedTests.count(
                    store,
                    """
                    \(table) WHERE _row > 1000000 AND sys_id < (SELECT max(sys_id) FROM \(table) WHERE _row < 1000000)
                    AND sys_id NOT IN (\(SeedTests.platform))
                    """)
                expectEqual(misplaced, 0, "\(table)")
            }
        }
    }

    @Test func createdRecordsFollowSeeds() throws {
        let client = try SandboxClient()
        let id = try client.create("problem_task", #"{"short_description":"the last"}"#)
        #expect(try client.list("task", "ORDERBYDESCnumber", "sys_id", limit: 2000).contains(id))
        try expectEqual(client.list("task", "", "sys_id", limit: 5000).last, id)
        try expectEqual(client.list("incident", "", "number", limit: 5000).first, "INC0010001")
    }
}

/// Demonstration data that clients and their test suites expect.
struct DemoDataTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient.reading() }

    private func number(_ table: String, _ query: String) throws -> Int { Int(try client.count(table, query)) ?? -1 }

    @Test func numbersMatchInstance() throws {
        #expect((1...19).contains(try number("sys_user", "mobile_phoneISNOTEMPTY")))
        let admins = "role=2831a114c611228501d4ea6c309d626d"
        #expect((11...24).contains(try Set(client.list("sys_user_has_role", admins, "user.user_name")).count))
        let groups = try client.list("sys_group_has_role", "role.nameLIKEadmin", "group.name")
        #expect((3...7).contains(Set(groups).count))
        try expectEqual(number("sys_user_role", "name=snc_basic_auth_api_access"), 1)
        #expect(try number("sys_metadata", "") > 500)
        #expect(try number("syslog", "") > 600)
        #expect(try number("problem", "") >= 9)
        try expectEqual(number("cmdb_rel_type", "name=Cools::Cooled By"), 1)
        try expectEqual(number("sys_db_object", "nameINalm_asset,bsm_chart"), 2)
    }

    @Test func signedInUserHasFederatedID() throws {
        let ids = try client.list("sys_user", "last_login_timeISNOTEMPTY", "federated_id", limit: 500)
        #expect(ids.count > 50 && ids.allSatisfy { $0.utf8.count == 44 && $0.hasSuffix("=") })
        expectEqual(Set(ids).count, ids.count)
        try expectEqual(number("sys_user", "last_login_timeISEMPTY^federated_idISNOTEMPTY"), 0)
    }

    @Test func attachmentIsPendingUntilScanned() throws {
        let client = try SandboxClient()
        let created = try client.ask(
            .post,
            """
            /api/now/attachment/file?table_name=incident&table_sys_id=\
            061c92d26f030200d7aecd9c5d3ee4f8&file_name=a.txt
            """, body: "x", headers: ["Content-Type": "text/plain"]
        ).json["result"]
        #expect(created?["compressed"] == "true" && created?["state"] == "pending")
        let id = created?["sys_id"]?.scalarText ?? ""
        try expectEqual(client.read("/api/now/attachment/" + id)["result"]?["state"], "available")
    }
}
