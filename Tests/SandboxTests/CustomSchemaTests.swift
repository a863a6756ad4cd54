import ExchangeModel
import Notation
import TestSupport
import Testing

/// Choices, columns and tables that an administrator makes.
struct CustomSchemaTests {
    private let visit: Visit

    init() throws { visit = try Visit() }

    private func status(_ method: HTTPMethod, _ path: String, _ body: String? = nil) throws -> Int {
        try visit.ask(method, "/api/now/table/" + path, body: body).status
    }

    @Test func aNewChoiceCountsAtOnce() throws {
        let choice = try visit.create(
            "sys_choice",
            #"{"name":"incident","element":"category","value":"coffee","label":"Coffee","sequence":"99"}"#)
        let id = try visit.create("incident", #"{"category":"coffee"}"#)
        let path = "/api/now/table/incident/\(id)?sysparm_fields=category&sysparm_display_value=true"
        #expect(try visit.read(path)["result"]?["category"] == "Coffee")
        #expect(try visit.get("/api/now/ui/meta/incident").contains(#"{"label":"Coffee","value":"coffee"}"#))
        #expect(try status(.patch, "sys_choice/" + choice, #"{"label":"Tea"}"#) == 200)
        #expect(try visit.read(path)["result"]?["category"] == "Tea")
        #expect(try status(.delete, "sys_choice/" + choice) == 204)
        #expect(try visit.read(path)["result"]?["category"] == "coffee")
    }

    @Test func aNewColumnCountsAtOnce() throws {
        let column = try visit.create(
            "sys_dictionary",
            #"""
            {"name":"task","element":"u_color","column_label":"Colour","internal_type":"string","max_length":"20",\#
            "default_value":"grey"}
            """#)
        let id = try visit.create("incident", #"{"short_description":"x"}"#)
        #expect(try visit.list("incident", "sys_id=" + id, "u_color") == ["grey"])
        _ = try visit.create("incident", #"{"u_color":"green"}"#)
        #expect(try visit.list("incident", "u_color=green", "u_color") == ["green"])
        #expect(try visit.list("task", "u_color=green", "sys_class_name") == ["incident"])
        let answer = try visit.ask(
            .post, "/api/now/graphql",
            body: ##"{"query":"{ GlideRecord_Query { incident(queryConditions: \"u_color=green\") { _results { "##
                + ##"u_color { value label } } } } }"}"##)
        #expect(answer.text.contains(##""u_color":{"value":"green","label":"Colour"}"##), "\(answer.text)")
        #expect(try visit.list("sys_documentation", "element=u_color", "label") == ["Colour"])
        #expect(try status(.patch, "sys_dictionary/" + column, #"{"column_label":"Paint"}"#) == 200)
        #expect(try visit.get("/api/now/ui/meta/incident").contains(#""label":"Paint""#))
        #expect(try status(.patch, "sys_dictionary/" + column, #"{"internal_type":"integer"}"#) == 403)
        #expect(try status(.delete, "sys_dictionary/" + column) == 204)
        #expect(try !visit.get("/api/now/table/incident/" + id).contains("u_color"))
        #expect(try visit.list("sys_documentation", "element=u_color", "label") == [])
    }

    @Test func aNewTableCountsAtOnce() throws {
        let table = try visit.create("sys_db_object", #"{"name":"u_book","label":"Book"}"#)
        let column =
            #"{"name":"u_book","element":"u_title","column_label":"Title","internal_type":"string","display":"true"}"#
        _ = try visit.create("sys_dictionary", column)
        let id = try visit.create("u_book", #"{"u_title":"Emma"}"#)
        #expect(try visit.list("u_book", "u_titleLIKEmm", "u_title") == ["Emma"])
        let answer = try visit.ask(
            .post, "/api/now/graphql",
            body: #"{"query":"{ GlideRecord_Query { u_book { _results { u_title { value } } } } }"}"#)
        #expect(answer.text.contains(#""u_title":{"value":"Emma"}"#), "\(answer.text)")
        #expect(
            try Set(visit.list("sys_dictionary", "name=u_book", "element")) == [
                "", "sys_id", "sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count",
                "sys_tags", "u_title",
            ])
        let reference = #"{"name":"incident","element":"u_book","internal_type":"reference","reference":"u_book"}"#
        _ = try visit.create("sys_dictionary", reference)
        let incident = try visit.create("incident", #"{"u_book":"\#(id)"}"#)
        #expect(try visit.list("incident", "u_book.u_title=Emma", "sys_id") == [incident])
        #expect(try status(.delete, "sys_db_object/" + table) == 204)
        #expect(try status(.get, "u_book") == 400)
        #expect(try visit.count("sys_dictionary", "name=u_book") == "0")
    }

    @Test func aTableThatExtendsAnotherHasItsColumns() throws {
        let task = try visit.list("sys_db_object", "name=task", "sys_id")[0]
        let table = try visit.create(
            "sys_db_object", #"{"name":"u_visit","label":"Visit","super_class":"\#(task)"}"#)
        let id = try visit.create("u_visit", #"{"short_description":"Of an auditor","priority":"2"}"#)
        #expect(try visit.list("task", "sys_id=" + id, "sys_class_name") == ["u_visit"])
        #expect(try status(.delete, "sys_db_object/" + table) == 204)
        #expect(try visit.count("task", "sys_id=" + id) == "0")
    }

    @Test(arguments: [
        ("sys_db_object", #"{"name":"incident"}"#), ("sys_db_object", #"{"name":"no table'; --"}"#),
        ("sys_db_object", #"{"name":"sandbox_counter"}"#),
        ("sys_dictionary", #"{"name":"incident","element":"number"}"#),
        ("sys_dictionary", #"{"name":"task","element":"caller_id"}"#),
        ("sys_dictionary", #"{"name":"nosuch","element":"u_x"}"#),
        ("sys_dictionary", #"{"name":"incident","element":"u x"}"#),
    ])
    func whatNoSchemaCanHaveIsRefused(table: String, body: String) throws {
        #expect(try status(.post, table, body) == 403)
        #expect(try status(.get, "incident?sysparm_limit=1") == 200)
    }

    @Test func whatShipsStays() throws {
        let incident = try visit.list("sys_db_object", "name=incident", "sys_id")[0]
        #expect(try status(.delete, "sys_db_object/" + incident) == 403)
        let column = try visit.list("sys_dictionary", "name=incident^element=category", "sys_id")[0]
        #expect(try status(.delete, "sys_dictionary/" + column) == 403)
        #expect(try visit.get("/api/now/ui/meta/incident").contains(#""category""#))
    }

    @Test func nobodyElseMayChangeTheSchema() throws {
        let abel = Visit(sandbox: visit.sandbox, user: "abel.tuter:password")
        let body = #"{"name":"incident","element":"category","value":"x","label":"X"}"#
        #expect(try abel.ask(.post, "/api/now/table/sys_choice", body: body).status == 403)
    }

    @Test func aFormHasTheNewColumn() throws {
        let browser = try FormPageTests.browser()
        _ = try Visit(sandbox: browser.sandbox).create(
            "sys_dictionary", #"{"name":"incident","element":"u_color","column_label":"Colour","mandatory":"true"}"#)
        let page = browser.get(FormPageTests.address).text
        #expect(page.contains("name=\"incident.u_color\""))
    }

    @Test func aFileKeepsWhatWasMade() throws {
        let folder = TemporaryFolder()
        let file = folder.path + "/made.sandbox"
        let first = try Visit(file: file)
        _ = try first.create("sys_db_object", #"{"name":"u_book","label":"Book"}"#)
        _ = try first.create("sys_dictionary", #"{"name":"u_book","element":"u_title"}"#)
        _ = try first.create("u_book", #"{"u_title":"Emma"}"#)
        #expect(try Visit(file: file).list("u_book", "", "u_title") == ["Emma"])
        withExtendedLifetime(folder) {}
    }
}
