import ExchangeModel
import Notation
import Sandbox
import Testing

/// Values that a field of a page cannot hold as they are, and forms that say less than all.
struct FormTextTests {
    private static let record = "/api/now/table/incident/" + FormPageTests.incident

    private func texts(_ browser: Browser) throws -> [String] {
        var visit = Visit(sandbox: browser.sandbox)
        visit.user = "admin:admin"
        let result = try visit.read(Self.record)["result"]
        return ["short_description", "description", "sys_mod_count"].map { result?[$0]?.scalarText ?? "-" }
    }

    private func save(_ browser: Browser, _ fields: [(String, String)]) -> HTTPResponse {
        browser.post(
            "/incident.do",
            [("sys_uniqueValue", FormPageTests.incident), ("sys_action", "sysverb_update")] + fields)
    }

    @Test func whatNobodyTypedInStaysAsItIs() throws {
        let browser = try FormPageTests.browser()
        var visit = Visit(sandbox: browser.sandbox)
        visit.user = "admin:admin"
        let body = #"{"short_description":"two\nlines \u0001","description":"a\r\nb\rc\nd\u0007\te"}"#
        #expect(try visit.ask(.patch, Self.record, body: body).status == 200)
        let before = try texts(browser)
        _ = browser.get(FormPageTests.address)
        // As a browser sends what it was shown.
        let shown = [
            ("incident.short_description", "twolines \u{FFFD}"),
            ("incident.description", "a\r\nb\r\nc\r\nd\u{FFFD}\te"),
        ]
        #expect(save(browser, shown).redirect == "302 " + FormPageTests.address)
        #expect(browser.get(FormPageTests.address).text.contains("Incident INC0010002 is as it was"))
        #expect(try texts(browser) == before)
        #expect(save(browser, [shown[0], ("incident.description", "a\r\nb\r\nc\r\nD")]).status == 302)
        let after = try texts(browser)
        #expect(after[0] == before[0] && after[1] == "a\nb\nc\nD")
    }

    @Test func lettersThatLookAlikeAreAChange() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        for text in ["Caf\u{E9}", "Cafe\u{301}"] {
            #expect(save(browser, [("incident.description", text)]).status == 302)
            #expect(try texts(browser)[1].utf8.elementsEqual(text.utf8))
        }
    }

    @Test func aFormWithoutItsBoxesTakesNoTickOutOfThem() throws {
        let browser = try FormPageTests.browser()
        _ = browser.get(FormPageTests.address)
        let answer = save(browser, [("incident.comments", "Only this"), ("incident.state", "99")])
        #expect(answer.status == 200 && answer.text.contains("Invalid values: State"))
        #expect(answer.text.contains("name=\"incident.active\" value=\"true\" checked>"))
        #expect(answer.text.contains(">\nOnly this</textarea>"))
        let off = save(browser, [("ni.incident.active", "true"), ("incident.state", "99")])
        #expect(off.text.contains("name=\"incident.active\" value=\"true\">"))
    }

    @Test func spreadsheetsFindNoFormulas() throws {
        let browser = try FormPageTests.browser("admin", "admin")
        var visit = Visit(sandbox: browser.sandbox)
        visit.user = "admin:admin"
        for text in ["=1+1", "+1", "-1", "@a", "a=1", "say \\\"=\\\""] {
            _ = try visit.create(
                "incident", #"{"category":"inquiry","correlation_id":"F","short_description":"\#(text)"}"#)
        }
        let target = "/incident_list.do?CSV&sysparm_view=mobile&sysparm_query=correlation_id=F^ORDERBYnumber"
        func texts() -> [String] {
            browser.get(target).text.split(separator: "\r\n").dropFirst().map { line in
                String(line.split(separator: ",")[1])
            }
        }
        #expect(texts() == [#""'=1+1""#, #""'+1""#, #""'-1""#, #""'@a""#, #""a=1""#, #""say ""=""""#])
        #expect(browser.get(target.replacing("CSV", with: "XML")).text.contains("<short_description>=1+1</short"))
        _ = try visit.create("sys_properties", #"{"name":"glide.export.escape_formulas","value":"false"}"#)
        #expect(texts().first == #""=1+1""#)
    }

    @Test func aFileOfOneRecordHoldsNoOther() throws {
        let browser = try FormPageTests.browser()
        let one = browser.get("/task.do?sys_id=\(FormPageTests.incident)&XML").text
        #expect(one.contains("<xml>\n<incident>\n") && one.contains("<urgency") && one.count(of: "<incident>") == 1)
        let others = browser.get("/incident.do?XML&sys_id=x%5EORactive=true").text
        #expect(others.hasSuffix("<xml>\n</xml>\n") && !others.contains("<incident>"))
    }
}
