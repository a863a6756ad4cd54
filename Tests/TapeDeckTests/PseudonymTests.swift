import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck
@testable import TapeFormats

/// Pseudonyms, and the replacement of values in every encoding.
struct PseudonymTests {
    private let pseudonyms = Pseudonyms(key: [UInt8](repeating: 7, count: Pseudonyms.keyLength))

    private func part(_ text: String, _ kind: TapePart.Kind = .text) -> TapePart {
        TapePart(place: "", kind: kind, bytes: Array(text.utf8))
    }

    private func replacement(_ values: [(String, String)]) -> ValueReplacement {
        var replacement = ValueReplacement()
        for (original, other) in values {
            replacement.add(ValueReplacement.Value(original: Array(original.utf8), replacement: Array(other.utf8)))
        }
        replacement.prepare()
        return replacement
    }

    @Test(arguments: [
        ("Abel Tuter called.", "Robin Quinn called."),
        ("/x?name=Abel%20Tuter&a=1", "/x?name=Robin%20Quinn&a=1"),
        ("q=Abel+Tuter^x", "q=Robin%20Quinn^x"),
        (#"{"a":"\nAbel\u0020Tuter\n"}"#, #"{"a":"\nRobin Quinn\n"}"#),
        ("<b>Abel&#32;Tuter</b>", "<b>Robin Quinn</b>"),
        (#"{"a":"{\"b\":\"x\\nAbel Tuter\"}"}"#, #"{"a":"{\"b\":\"x\\nRobin Quinn\"}"}"#),
        (#"{"link":"u?n%3DAbel%2520Tuter"}"#, #"{"link":"u?n%3DRobin%2520Quinn"}"#),
        // Base64 of `name: Abel Tuter` and `name: Robin Quinn`.
        ("x=bmFtZTogQWJlbCBUdXRlcg== y", "x=bmFtZTogUm9iaW4gUXVpbm4= y"),
        ("Cabel Tuter, Abel Tuterman", "Cabel Tuter, Abel Tuterman"),
        // An escape of another kind elsewhere in the text.
        (#"{"a":"100%25","b":"Abel\u0020Tuter"}"#, #"{"a":"100%25","b":"Robin Quinn"}"#),
        ("50%20 <b>Abel&#32;Tuter</b>", "50%20 <b>Robin Quinn</b>"),
        ("a%20b x=bmFtZTogQWJlbCBUdXRlcg== y", "a%20b x=bmFtZTogUm9iaW4gUXVpbm4= y"),
    ])
    func wholeWordsAreReplacedInAnyEncoding(_ text: String, _ expected: String) {
        let replacement = replacement([("Abel Tuter", "Robin Quinn")])
        let bytes = replacement.replaced(part(text))
        expectEqual(String(decoding: bytes, as: UTF8.self), expected)
        let replaced = TapePart(place: "", kind: .text, bytes: bytes)
        #expect(!replacement.occurs(in: replaced))
    }

    @Test func textsInOtherCharacterSetsAreReplaced() {
        let replacement = replacement([("Jürgen", "Robin"), ("Großmann", "Quinn")])
        let latin = Array("Gr\u{FC}\u{DF}e, J\u{FC}rgen Gro\u{DF}mann".unicodeScalars.map { UInt8($0.value) })
        let part = TapePart(
            place: "", kind: .body(type: "text/plain; charset=iso-8859-1", url: "https://x/y"), bytes: latin)
        let bytes = replacement.replaced(part)
        expectEqual(bytes, [UInt8](latin[..<7]) + Array("Robin Quinn".utf8))
        // Those who are named in them only are found too.
        var people = PersonCollector(takesText: false)
        let users = #"{"result":[{"sys_class_name":"sys_user","name":"J§rgen Stark","user_name":"jst"}]}"#
        people.read(
            TapePart(
                place: "",
                kind: .body(
                    type: "application/json; charset=iso-8859-1", url: "https://x/api/now/table/sys_user"),
                bytes: users.utf8.flatMap { $0 == 0xA7 ? [0xFC] : $0 == 0xC2 ? [] : [$0] }))
        #expect(people.names.contains("J\u{FC}rgen Stark"), "\(people.names)")
        expectEqual(RemainderSearch(people, []).remainder(in: part.whole?.bytes ?? []).original, "J\u{FC}rgen")
    }

    /// A tape's texts after its names were replaced.
    private func changed(_ texts: [String], users: String, kind: TapePart.Kind = .text) -> [String] {
        var people = PersonCollector(takesText: false)
        people.read(part(users, .body(type: "application/json", url: "https://x/api/now/table/sys_user")))
        for text in texts { people.read(part(text, kind)) }
        let pseudonymizer = Pseudonymizer(people, pseudonyms)
        return texts.map { String(decoding: pseudonymizer.changed(part($0, kind)), as: UTF8.self) }
    }

    @Test(arguments: [
        "caller_id.nameLIKERoe^active=true", "assigned_to.nameLIKEroe", "JaneRoe-PC", "janeroe", "JANEROE", "jroe2",
        "roej",
        "jane_roe", "roe_test@acme.org", "jane.admin@acme.org", "user_nameINjroe,bo", "caller_id=Bo", "Li, Bo",
        "boli@x.org",
        "Dr. Müller", "mueller-pc", "MULLER", "M\u{75}\u{308}ller", "ＭＵＬＬＥＲ", "Frau M&uuml;ller &#77;&#252;ller",
        "(0049-30-1234567)", "王小明说", "小明", "call 0049 30 1234567", "tel:+49-30-1234567", "(030) 1234567",
        "30.123.45.67",
    ])
    func namesAreReplacedInAnySpelling(_ text: String) throws {
        let users = """
            {"result":[{"user_name":"jane.roe","first_name":"Jane","last_name":"Roe","name":"Jane Roe"},
            {"user_name":"bo","first_name":"Bo","last_name":"Li","name":"Bo Li","phone":"+49 30 1234567"},
            {"user_name":"km","first_name":"Kai","last_name":"Müller","email":"k.mueller@acme.org"},
            {"user_name":"wxm","first_name":"小明","last_name":"王","name":"王小明"}]}
            """
        let other = try #require(changed([text], users: users).first)
        let folded = String(decoding: FoldedText.of(other), as: UTF8.self)
        for original in [
            "roe", "jane", "muller", "mueller", "小明", "1234567", "123.45.67", "bo,", "=bo", "bo ", "boli", ";ller",
        ] { #expect(!folded.contains(original), "\(other)") }
        expectEqual(changed([users], users: users)[0].firstEnd(of: "\"Bo\""), nil)
    }

    /// A page's form sends what the page has: in both a name gets the same pseudonym, also next to a user name like it.
    @Test func namesOfAPageAndItsFormAgree() {
        let users = #"{"result":[{"user_name":"john.doe","name":"John Doe"}]}"#
        let form = TapePart.Kind.body(type: "application/x-www-form-urlencoded", url: "https://x/incident.do")
        var people = PersonCollector(takesText: false)
        people.read(part(users, .body(type: "application/json", url: "https://x/api/now/table/sys_user")))
        let pseudonymizer = Pseudonymizer(people, pseudonyms)
        let name = String(decoding: pseudonymizer.changed(part("John Doe")), as: UTF8.self)
        let body = "sys_display.incident.assigned_to=John+Doe&ni.incident.active=true"
        expectEqual(
            String(decoding: pseudonymizer.changed(part(body, form)), as: UTF8.self),
            body.replacing("John+Doe", with: name.replacing(" ", with: "+")))
    }

    @Test func wordsThatNameNobodyStay() {
        let users = #"{"result":[{"user_name":"m.may","first_name":"Mark","last_name":"May","name":"Mark May"}]}"#
        let text = "You may remark on it, says MARK MAY. ada1b2c3d4e5f60718 System Administrator"
        let other = changed([text], users: users)[0]
        #expect(
            other.hasPrefix("You may remark on it, says ")
                && other.hasSuffix(". ada1b2c3d4e5f60718 System Administrator"))
        expectEqual(other.firstEnd(of: "MARK"), nil)
        expectEqual(changed([#"CN=May\, Mark,OU=x"#], users: users)[0].firstEnd(of: "May"), nil)
        let rung = changed(["ring (0049-30-7654321)"], users: users)[0]
        #expect(rung.hasPrefix("ring (+1 555 01") && rung.hasSuffix(")"), "\(rung)")
    }

    /// The last search knows no words: it finds an original within another word, too.
    @Test func searchFindsWhatReplacementMissed() throws {
        var people = PersonCollector(takesText: false)
        let users = #"{"result":[{"user_name":"x","name":"Mara Lindgren","email":"mara@acme.org"}]}"#
        people.read(part(users, .body(type: "application/json", url: "https://x/api/now/table/sys_user")))
        let search = RemainderSearch(people, [])
        func remainder(_ text: String) -> Remainder { search.remainder(in: Array(text.utf8)) }
        for text in [
            "xxLINDGRENxx", "x%254Cindgren", "&#76;indgren", "eyJuIjoiTGluZGdyZW4ifQ==", "(mara)", "mara@ACME.org",
        ] { #expect(remainder(text).original != nil, "\(text)") }
        expectEqual(remainder("tamarack 4f3d2a1b").original, nil)
        expectEqual(remainder("tamarack").words, ["tamarack"])
    }

    @Test func longestValueIsReplacedFirst() {
        let replacement = replacement([
            ("Abel", "Robin"), ("abel.tuter@acme.org", "a@example.com"), ("abel.tuter", "b.c"),
        ])
        let text = "Abel (abel.tuter@acme.org, abel.tuter)"
        expectEqual(String(decoding: replacement.replaced(part(text)), as: UTF8.self), "Robin (a@example.com, b.c)")
    }

    @Test func namesOfOnePersonAgree() {
        let name = pseudonyms.name("Abel Tuter")
        let words = Pseudonyms.words(of: name)
        #expect(words.count == 2 && name != "Abel Tuter")
        expectEqual(pseudonyms.userName("abel.tuter"), words.joined(separator: "."))
        expectEqual(pseudonyms.address("Abel.Tuter@acme.org"), words.joined(separator: ".") + "@example.com")
        #expect(pseudonyms.name("Tuter, Abel").hasSuffix(String(name.prefix { $0 != " " })))
        expectEqual(pseudonyms.userName("atuter").split(separator: ".").count, 2)
        expectEqual(pseudonyms.phone("+1 (619) 555-0130"), pseudonyms.phone("+1 619 555 0130"))
        #expect(pseudonyms.phone("+1 619 555 0130").hasPrefix("+1 555 01"))
        expectEqual(pseudonyms.address("problem.admin@acme.org"), "problem.admin@example.com")
        let others = Pseudonyms(key: [UInt8](repeating: 8, count: Pseudonyms.keyLength))
        #expect(["Abel Tuter", "Mara Lindgren", "Otto Brandt"].contains { others.name($0) != pseudonyms.name($0) })
    }

    @Test(arguments: [
        ("mail abel.tuter@acme.org.", ["abel.tuter@acme.org"]), (#"\nabel@acme.org"#, ["abel@acme.org"]),
        ("%3Dabel@acme.org", ["abel@acme.org"]), ("logo@2x.png, @media, a@b", []),
    ])
    func addressesAreFoundByForm(_ text: String, _ expected: [String]) {
        expectEqual(ContactScan.addresses(in: Array(text.utf8)), expected)
    }

    @Test(arguments: [
        ("call +1 858 555 0200.", ["+1 858 555 0200"]),
        ("tel: 0171 5551234, Fax 040-1234567, tel: 12345678", ["0171 5551234", "040-1234567"]),
        ("(858) 555-0200 or 858-555-0200", ["(858) 555-0200", "858-555-0200"]),
        ("2026-04-14 19:29:09, 62826bf03710200044e0bfc8bcbe5df1, INC0010021, 10.0.0.12", []),
    ])
    func phonesAreFoundByForm(_ text: String, _ expected: [String]) {
        expectEqual(ContactScan.phones(in: Array(text.utf8)), expected)
    }

    @Test func peopleAreFoundByField() {
        var people = PersonCollector(takesText: true)
        let body = """
            {"result":[{"caller_id":{"display_value":"Abel Tuter","link":"https://x/api/now/table/sys_user/1"},
            "cmdb_ci":{"display_value":"Mail Server","link":"https://x/api/now/table/cmdb_ci/2"},
            "u_boss":{"display_value":"Beth Anglin","link":"https://x/api/now/table/sys_user/3"},
            "assigned_to.user_name":"don.goodliffe","sys_created_by":"admin","opened_by":"System Administrator",
            "short_description":"It is broken","name":"A thing"}]}
            """
        people.read(part(body, .body(type: "application/json", url: "https://x/api/now/table/incident")))
        let page = """
            <input name="sys_display.incident.caller_id" value="Fred Luddy"><a href="sys_user.do?sys_id=1">View</a>
            """
        people.read(part(page, .body(type: "text/html", url: "https://x/incident.do")))
        expectEqual(people.names, ["Abel Tuter", "Beth Anglin", "Fred Luddy"])
        expectEqual(people.userNames, ["don.goodliffe"])
        expectEqual(people.texts, ["It is broken"])
    }
}
