import LineEditing
import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// Links, forms and choices of the current page complete without a request.
struct PageCompletionTests {
    private static let engine: CompletionEngine = {
        var document = Document()
        document.links = [
            Document.Link(target: "/home.do", text: "Home"), Document.Link(target: "/kb", text: "Knowledge"),
        ]
        var form = Form()
        form.name = "incident.do"
        var urgency = Form.Field("incident.urgency", .choice)
        urgency.label = "Urgency"
        urgency.options = [Form.Option(value: "1", label: "1 - High"), Form.Option(value: "2", label: "2 - Medium")]
        var number = Form.Field("incident.number", .text(type: "text"))
        number.isReadOnly = true
        var button = Form.Field("sys_action", .submit)
        button.value = "sysverb_update"
        form.fields = [
            urgency, number, Form.Field("incident.active", .checkBox), Form.Field("user_password", .password),
            Form.Field("sysparm_ck", .hidden), button,
        ]
        document.forms = [form]
        let page = CompletionPages(
            addresses: [Candidate("/incident.do?sys_id=1", "Incident INC0010021")], document: document)
        return CompletionEngine(
            source: KnownInstance(),
            environment: CompletionEnvironment(
                files: { _ in [.init("pages.txt")] }, pages: { page }))
    }()

    @Test(arguments: [
        ("page ba", ["back"]), ("page the", ["theme"]), ("page theme ", ["light", "dark", "none"]),
        ("page theme d", ["dark"]), ("page theme pa", ["pages.txt"]), ("set theme=da", ["dark"]),
        ("page preload --cl", ["--clear"]), ("page open inc", ["incident"]),
        ("page open /in", ["/incident.do?sys_id=1"]),
        ("page open incident INC0010022", ["INC0010022"]), ("page open incident -q prio", ["priority"]),
        ("page follow ", ["1", "2"]), ("page follow know", ["2"]), ("page form inc", ["incident.do"]),
        ("page form incident.do ur", ["urgency="]), ("page form urgency=", ["1", "2"]),
        ("page form urgency=hi", ["1"]), ("page form active=t", ["true"]), ("page form pass", []),
        ("page form sysparm", []), ("page form num", []), ("page form --button sys", ["sysverb_update"]),
        ("page form active=@p", ["pages.txt"]), ("page preload @p", ["pages.txt"]), ("help page the", ["theme"]),
        ("help pages", ["pages"]),
    ])
    func pageContentCompletes(_ line: String, _ texts: [String]) async {
        let found = await Self.engine.complete(line, cursor: line.utf8.count)
        expectEqual(found.candidates.map(\.text), texts)
    }

    @Test func withoutAPageNothingIsOffered() async {
        for line in ["page follow ", "page form urgency=", "page form --button "] {
            let found = await CompletionEngine.ofATest.complete(line, cursor: line.utf8.count)
            #expect(found.candidates.isEmpty, "\(line)")
        }
    }
}
