import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

struct SchemaTests {
    @Test func columnOrderCoversDeclaredColumns() {
        for table in Schema.standard.tables {
            let order = table.definition.order
            #expect(order.isEmpty || table.columns.map(\.name) == order, "\(table.name)")
            #expect(Set(table.columns.map(\.name)).count == table.columns.count, "\(table.name)")
            let declared = table.definition.columns.map(\.name)
            #expect(declared.allSatisfy { table[$0]?.owner == table.name }, "\(table.name)")
        }
    }

    /// As in recorded responses.
    @Test(arguments: [
        (
            "sys_user_delegate",
            """
            assignments sys_mod_count sys_updated_on sys_tags delegate sys_id sys_updated_by invitations \
            sys_created_on ends approvals starts user notifications sys_created_by
            """
        ),
        (
            "core_country",
            """
            analytics_consent_policy default_format_language iso3166_3 sys_mod_count iso3166_2 active un_numeric \
            sys_updated_on sys_tags population default_display_language sys_id sys_updated_by sys_created_on name iana \
            sys_created_by order
            """
        ),
    ])
    func columnsHaveHashMapOrder(table: String, order: String) {
        #expect(Schema.standard[table]?.columns.map(\.name).joined(separator: " ") == order)
    }

    @Test func dictionaryEntryNamesDefiningTable() {
        for entry in Schema.standard.entries {
            let definition = entry.definition
            #expect(entry.name == definition.name)
            #expect(entry.parent == definition.parent, "\(entry.name)")
        }
    }

    @Test func tableHasEveryColumnOfTheTableItExtends() {
        let schema = Schema.standard
        for table in schema.tables {
            guard let parent = table.definition.parent.flatMap({ schema[$0] }) else { continue }
            #expect(parent.columns.map(\.name).filter { table[$0] == nil } == [], "\(table.name)")
        }
    }

    @Test func columnsOfOneNameHaveOneType() {
        for table in Schema.standard.tables {
            for other in Schema.standard.tables where other.root == table.root {
                for column in table.columns {
                    guard let twin = other[column.name] else { continue }
                    #expect(twin.type.storage == column.type.storage, "\(table.name) and \(other.name): \(column.name)")
                }
            }
        }
    }

    @Test(arguments: [
        ("incident", 92), ("sys_user", 59), ("sys_user_group", 20), ("sys_user_grmember", 9), ("cmdb_ci_server", 112),
    ])
    func recordedTablesHaveAsManyColumnsAsRecorded(name: String, count: Int) {
        #expect(Schema.standard[name]?.columns.count == count)
    }

    @Test func childTableMayOverrideChoicesAndDefaults() {
        let schema = Schema.standard
        #expect(schema["incident"]?["state"]?.choiceLabel(of: "6") == "Resolved")
        #expect(schema["task"]?["state"]?.choiceLabel(of: "6") == nil)
        #expect(schema["problem"]?["state"]?.defaultValue == "101")
        #expect(schema["incident"]?["sys_class_name"]?.defaultValue == "incident")
        #expect(
            schema["task"]?.classNames == [
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
                #expect(Set(column.choices.map(\.value)).count == column.choices.count, "\(table.name).\(column.name)")
            }
        }
    }
}

/// Choices, columns and tables that an administrator creates.
struct CustomSchemaTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient() }

    private func status(_ method: HTTPMethod, _ path: String, _ body: String? = nil) throws -> Int {
        try client.ask(method, "/api/now/table/" + path, body: body).status
    }

    @Test func newChoiceAppliesImmediately() throws {
        let choice = try client.create(
            "sys_choice",
            #"{"name":"incident","element":"category","value":"coffee","label":"Coffee","sequence":"99"}"#)
        let id = try client.create("incident", #"{"category":"coffee"}"#)
        let path = "/api/now/table/incident/\(id)?sysparm_fields=category&sysparm_display_value=true"
        #expect(try client.read(path)["result"]?["category"] == "Coffee")
        #expect(try client.get("/api/now/ui/meta/incident").contains(#"{"label":"Coffee","value":"coffee"}"#))
        #expect(try status(.patch, "sys_choice/" + choice, #"{"label":"Tea"}"#) == 200)
        #expect(try client.read(path)["result"]?["category"] == "Tea")
        #expect(try status(.delete, "sys_choice/" + choice) == 204)
        #expect(try client.read(path)["result"]?["category"] == "coffee")
    }

    @Test func newColumnAppliesImmediately() throws {
        let column = try client.create(
            "sys_dictionary",
            #"""
            {"name":"task","element":"u_color","column_label":"Color","internal_type":"string","max_length":"20",\#
            "default_value":"grey"}
            """#)
        let id = try client.create("incident", #"{"short_description":"x"}"#)
        #expect(try client.list("incident", "sys_id=" + id, "u_color") == ["grey"])
        _ = try client.create("incident", #"{"u_color":"green"}"#)
        #expect(try client.list("incident", "u_color=green", "u_color") == ["green"])
        #expect(try client.list("task", "u_color=green", "sys_class_name") == ["incident"])
        let answer = try client.ask(
            .post, "/api/now/graphql",
            body: ##"{"query":"{ GlideRecord_Query { incident(queryConditions: \"u_color=green\") { _results { "##
                + ##"u_color { value label } } } } }"}"##)
        #expect(answer.text.contains(##""u_color":{"value":"green","label":"Color"}"##), "\(answer.text)")
        #expect(try client.list("sys_documentation", "element=u_color", "label") == ["Color"])
        #expect(try status(.patch, "sys_dictionary/" + column, #"{"column_label":"Paint"}"#) == 200)
        #expect(try client.get("/api/now/ui/meta/incident").contains(#""label":"Paint""#))
        #expect(try status(.patch, "sys_dictionary/" + column, #"{"internal_type":"integer"}"#) == 403)
        #expect(try status(.delete, "sys_dictionary/" + column) == 204)
        #expect(try !client.get("/api/now/table/incident/" + id).contains("u_color"))
        #expect(try client.list("sys_documentation", "element=u_color", "label") == [])
    }

    @Test func newTableAppliesImmediately() throws {
        let table = try client.create("sys_db_object", #"{"name":"u_book","label":"Book"}"#)
        let column =
            #"{"name":"u_book","element":"u_title","column_label":"Title","internal_type":"string","display":"true"}"#
        _ = try client.create("sys_dictionary", column)
        let id = try client.create("u_book", #"{"u_title":"Emma"}"#)
        #expect(try client.list("u_book", "u_titleLIKEmm", "u_title") == ["Emma"])
        let answer = try client.ask(
            .post, "/api/now/graphql",
            body: #"{"query":"{ GlideRecord_Query { u_book { _results { u_title { value } } } } }"}"#)
        #expect(answer.text.contains(#""u_title":{"value":"Emma"}"#), "\(answer.text)")
        #expect(
            try Set(client.list("sys_dictionary", "name=u_book", "element")) == [
                "", "sys_id", "sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count",
                "sys_tags", "u_title",
            ])
        let reference = #"{"name":"incident","element":"u_book","internal_type":"reference","reference":"u_book"}"#
        _ = try client.create("sys_dictionary", reference)
        let incident = try client.create("incident", #"{"u_book":"\#(id)"}"#)
        #expect(try client.list("incident", "u_book.u_title=Emma", "sys_id") == [incident])
        #expect(try status(.delete, "sys_db_object/" + table) == 204)
        #expect(try status(.get, "u_book") == 400)
        #expect(try client.count("sys_dictionary", "name=u_book") == "0")
    }

    @Test func tableThatExtendsAnotherHasItsColumns() throws {
        let task = try client.list("sys_db_object", "name=task", "sys_id")[0]
        let table = try client.create(
            "sys_db_object", #"{"name":"u_visit","label":"Visit","super_class":"\#(task)"}"#)
        let id = try client.create("u_visit", #"{"short_description":"Of an auditor","priority":"2"}"#)
        #expect(try client.list("task", "sys_id=" + id, "sys_class_name") == ["u_visit"])
        #expect(try status(.delete, "sys_db_object/" + table) == 204)
        #expect(try client.count("task", "sys_id=" + id) == "0")
    }

    @Test(arguments: [
        ("sys_db_object", #"{"name":"incident"}"#), ("sys_db_object", #"{"name":"no table'; --"}"#),
        ("sys_db_object", #"{"name":"sandbox_counter"}"#),
        ("sys_dictionary", #"{"name":"incident","element":"number"}"#),
        ("sys_dictionary", #"{"name":"task","element":"caller_id"}"#),
        ("sys_dictionary", #"{"name":"nosuch","element":"u_x"}"#),
        ("sys_dictionary", #"{"name":"incident","element":"u x"}"#),
    ])
    func invalidSchemaChangeIsRejected(table: String, body: String) throws {
        #expect(try status(.post, table, body) == 403)
        #expect(try status(.get, "incident?sysparm_limit=1") == 200)
    }

    @Test func shippedSchemaIsProtected() throws {
        let incident = try client.list("sys_db_object", "name=incident", "sys_id")[0]
        #expect(try status(.delete, "sys_db_object/" + incident) == 403)
        let column = try client.list("sys_dictionary", "name=incident^element=category", "sys_id")[0]
        #expect(try status(.delete, "sys_dictionary/" + column) == 403)
        #expect(try client.get("/api/now/ui/meta/incident").contains(#""category""#))
    }

    @Test func schemaChangesNeedAdministrator() throws {
        let abel = SandboxClient(sandbox: client.sandbox, user: "abel.tuter:password")
        let body = #"{"name":"incident","element":"category","value":"x","label":"X"}"#
        #expect(try abel.ask(.post, "/api/now/table/sys_choice", body: body).status == 403)
    }

    @Test func formHasTheNewColumn() throws {
        let browser = try FormPageTests.browser()
        _ = try SandboxClient(sandbox: browser.sandbox).create(
            "sys_dictionary", #"{"name":"incident","element":"u_color","column_label":"Color","mandatory":"true"}"#)
        let page = browser.get(FormPageTests.address).text
        #expect(page.contains("name=\"incident.u_color\""))
    }

    @Test func fileKeepsCustomSchema() throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/made.sandbox"
        let first = try SandboxClient(file: file)
        _ = try first.create("sys_db_object", #"{"name":"u_book","label":"Book"}"#)
        _ = try first.create("sys_dictionary", #"{"name":"u_book","element":"u_title"}"#)
        _ = try first.create("u_book", #"{"u_title":"Emma"}"#)
        #expect(try SandboxClient(file: file).list("u_book", "", "u_title") == ["Emma"])
        withExtendedLifetime(folder) {}
    }
}
