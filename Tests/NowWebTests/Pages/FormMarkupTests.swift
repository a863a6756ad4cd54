import ExchangeModel
import Notation
import Testing

@testable import NowWeb

/// A form that was not sent is shown again with what was typed.
@Suite struct FormMarkupTests {
    private let page = """
        <title>x</title><form><input name=q></form><form method=post action=/save.do>
        <input type=hidden name=sysparm_ck value=new><input type=hidden name="caller" value=''><input name="short" value="old">
        <textarea name=notes>
        one</textarea><select name=urgency><option value=1>1 - High<option value=2 selected>2</select>
        <select name=watch multiple><optgroup label=x><option>a<option selected>b</optgroup><option>c</select>
        <input type=checkbox name=active checked value=true><input type=checkbox name=known value=true>
        <input type=radio name=impact value=1><input type=radio name=impact value=3 checked="">
        <input type=password name=pin value=""><input type=file name=file><input name=gone value=kept disabled>
        <button name=action value=save>Save</button></form>
        """
    private let typed = [
        ("sysparm_ck", "old"), ("caller", "46d44a"), ("short", "a \"b\" <i> ü"), ("notes", "\n1\r\n</textarea>2"),
        ("urgency", "1"), ("watch", "a"), ("watch", "c"), ("known", "true"), ("impact", "1"), ("pin", "1234"),
        ("action", "save"),
    ]

    private func again(_ body: String, _ typed: [(String, String)], type: String = "text/html") throws -> WebPage? {
        let page = WebPage(
            address: try #require(HTTPURL("https://dev.service-now.com/a.do")),
            response: HTTPResponse(status: 200, headers: ["Content-Type": type], body: Array(body.utf8)))
        return page.refilled(
            with: typed.map { FormSubmission.Entry($0.0, .text($0.1)) }, notice: "Not sent.")
    }

    @Test(arguments: ["text/html; charset=utf-8", "text/html; charset=iso-8859-1"])
    func typedValuesAreShown(type: String) throws {
        let again = try #require(try again(page, typed, type: type))
        let form = again.document.forms[1]
        var sent = try FormFiller(form).submission().entries.map { entry in
            if case .text(let text) = entry.value { "\(entry.name)=\(text)" } else { "\(entry.name)=file" }
        }
        #expect(sent.removeFirst() == "sysparm_ck=new")
        #expect(
            sent == [
                "caller=46d44a", "short=a \"b\" <i> ü", "notes=\n1\r\n</textarea>2", "urgency=1", "watch=a", "watch=c",
                "known=true", "impact=1", "pin=", "file=file", "action=save",
            ])
        #expect(form.fields.first { $0.name == "gone" }?.value == "kept")
        #expect(again.received?.forms[1].fields.first { $0.name == "short" }?.value == "old")
        #expect(again.document.forms[0] == again.received?.forms[0])
        #expect(PlainText.of(again).contains("Not sent."))
    }

    private enum PlainText {
        static func of(_ page: WebPage) -> String { NowWebPage(page).text }
    }

    /// Forms that are not where browsers see them, and pages without the form, are not changed.
    @Test(arguments: [
        "<form method=post><table><input name=short></form><select name=short>", "<form><input name=other></form>",
        "<p>Gone</p>", "",
    ])
    func otherPagesAreNotChanged(body: String) throws {
        #expect(try again(body, [("short", "x"), ("y", "z")]) == nil)
    }
}
