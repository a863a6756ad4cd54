import ExchangeModel
import Foundation
import Testing

/// Links that lead nowhere, elsewhere, or in disguise to a page: what is followed, and what is said of the rest.
@Suite struct PageLinkTests {
    /// Text and target of each link; `HOST` is the instance's place.
    private static let refused = [
        ("script", "javascript:alert(1)"), ("tab in it", "java\tscript:alert(1)"), ("case", " JavaScript:alert(1)"),
        ("data", "data:text/html,<b>x</b>"), ("mail", "mailto:ann%40x@example.com?subject=x"),
        ("call", "tel:123"), ("file", "file:///etc/passwd"), ("blank", "about:blank"),
        ("http", "http://evil.example/x"), ("https", "https://evil.example/x"), ("no scheme", "//evil.example/x"),
        ("backslashes", "\\\\evil.example\\x"), ("one slash", "https:/evil.example"),
        ("other port", "http://127.0.0.1:1/x"), ("other name", "http://localhost/x"),
        ("user", "//joe@HOST/a/ok.do"), ("user and password", "//joe:of-the-page@HOST/a/ok.do"),
        ("host as user", "http://HOST@evil.example/x"), ("broken", "http://[::1"), ("no host", "http://"),
    ]

    private static let followed = [
        ("/a/ok.do", "/a/ok.do"), ("ok.do", "/a/b/ok.do"), ("../ok.do", "/a/ok.do"), ("../../../../ok.do", "/ok.do"),
        ("%2e%2e/ok.do", "/a/ok.do"), (".%2E/%2e/ok.do", "/a/ok.do"), ("\\a\\ok.do", "/a/ok.do"),
        ("..\\ok.do", "/a/ok.do"), (" /a/o\tk\n.do ", "/a/ok.do"), ("HTTP://HOST/a/ok.do", "/a/ok.do"),
        ("http:ok.do", "/a/b/ok.do"), ("//HOST/a/ok.do", "/a/ok.do"), ("?q=a b'c", "/a/b/links.do?q=a%20b%27c"),
        ("/a/ok.do#part", "/a/ok.do"), ("/a/ö.do", "/a/%C3%B6.do"), ("/a%2f..%2fok.do", "/a%2f..%2fok.do"),
        ("", "/a/b/links.do"), ("/o\u{1b}[31mk.do", "/o%EF%BF%BD[31mk.do"),
    ]

    private static func instance(_ links: [(String, String)]) throws -> HostileInstance {
        try HostileInstance { request in
            guard request.url.path == "/a/b/links.do", request.url.query == nil else { return nil }
            let place = "127.0.0.1:\(request.url.port ?? 0)"
            let lines = links.map { text, target in
                let target = target.replacingOccurrences(of: "HOST", with: place)
                return #"<a href="\#(target.replacingOccurrences(of: "\"", with: "&quot;"))">\#(text)</a><br>"#
            }
            return HostileInstance.page("<title>Links</title><p id=notes>" + lines.joined())
        }
    }

    @Test func whatIsNoPageOfTheInstanceIsNotOpened() async throws {
        let instance = try Self.instance(Self.refused)
        let script =
            "page open /a/b/links.do\npage links\n"
            + Self.refused.indices.map { "page follow \($0 + 1)\n" }.joined() + "page follow 21\npage follow 0\n"
        let visit = try await HostileVisit(script, at: instance)
        #expect(visit.text(at: instance.address) == Self.refusals, "now reads:\n\(visit.text(at: instance.address))")
        #expect(instance.asked == ["GET /a/b/links.do basic"])
    }

    @Test func whatIsAPageOfTheInstanceInAnyDisguiseIsFollowed() async throws {
        let instance = try Self.instance(Self.followed.map { ("link", $0.0) })
        let script = Self.followed.indices.map { "page open /a/b/links.do\npage follow \($0 + 1)\n" }.joined()
        let visit = try await HostileVisit(script, at: instance)
        #expect(visit.ended.status == 0, "\(visit.ended)")
        #expect(visit.ended.errors == "The page has no part #part; this is all of it.\n")
        let wanted = Self.followed.flatMap { ["/a/b/links.do", $0.1] }
        let asked = instance.asked.map { String($0.split(separator: " ")[1]) }
        #expect(asked == wanted)
        #expect(!visit.ended.outputBytes.contains(0x1B))
    }

    @Test func aPlaceInThePageIsShownWithoutAskingAgain() async throws {
        let instance = try Self.instance([("notes", "#notes"), ("top", "#"), ("whole", "/a/b/links.do#notes")])
        let visit = try await HostileVisit(
            "page open /a/b/links.do > page\npage follow 1 > page\npage follow 2 > page\npage follow 3 > page\n",
            at: instance)
        #expect(
            visit.ended
                == Ended(
                    0,
                    errors: """
                        This is the page from #notes on; page reload shows all of it.
                        The address leads to the top of the page.
                        This is the page from #notes on; page reload shows all of it.

                        """))
        #expect(instance.asked.count == 1)
    }

    private static let refusals = """
        Links
        http://HOST/a/b/links.do

        script[1]
        tab in it[2]
        case[3]
        data[4]
        mail[5]
        call[6]
        file[7]
        blank[8]
        http[9]
        https[10]
        no scheme[11]
        backslashes[12]
        one slash[13]
        other port[14]
        other name[15]
        user[16]
        user and password[17]
        host as user[18]
        broken[19]
        no host[20]
        number  text               address
        1       script             javascript:alert(1)
        2       tab in it          javascript:alert(1)
        3       case               JavaScript:alert(1)
        4       data               data:text/html,<b>x</b>
        5       mail               mailto:ann%40x@example.com?subject=x
        6       call               tel:123
        7       file               file:///etc/passwd
        8       blank              about:blank
        9       http               http://evil.example/x
        10      https              https://evil.example/x
        11      no scheme          http://evil.example/x
        12      backslashes        http://evil.example/x
        13      one slash          https://evil.example/
        14      other port         http://127.0.0.1:1/x
        15      other name         http://localhost/x
        16      user               //joe@HOST/a/ok.do
        17      user and password  //joe:of-the-page@HOST/a/ok.do
        18      host as user       http://evil.example/x
        19      broken             http://[::1
        20      no host            http://
        —
        script:3: error: This is a script of the page (javascript:), and scripts are not run here.
          page follow 1
                      ^
        hint: page browse opens the page in your browser, which runs it.
        script:4: error: This is a script of the page (javascript:), and scripts are not run here.
          page follow 2
                      ^
        hint: page browse opens the page in your browser, which runs it.
        script:5: error: This is a script of the page (javascript:), and scripts are not run here.
          page follow 3
                      ^
        hint: page browse opens the page in your browser, which runs it.
        script:6: error: This is no page of the instance: its address begins with data:.
          page follow 4
                      ^
        hint: page open takes https: and http: of the instance, and what has no scheme.
        script:7: error: This is no page: it writes a mail to ann@x@example.com.
          page follow 5
                      ^
        hint: Your mail program takes the address.
        script:8: error: This is no page of the instance: its address begins with tel:.
          page follow 6
                      ^
        hint: page open takes https: and http: of the instance, and what has no scheme.
        script:9: error: This is no page of the instance: its address begins with file:.
          page follow 7
                      ^
        hint: page open takes https: and http: of the instance, and what has no scheme.
        script:10: error: This is no page of the instance: its address begins with about:.
          page follow 8
                      ^
        hint: page open takes https: and http: of the instance, and what has no scheme.
        script:11: error: http://evil.example/x is of another host than HOST, and nothing was sent there.
          page follow 9
                      ^
        hint: Your browser opens it.
        script:12: error: https://evil.example/x is of another host than HOST, and nothing was sent there.
          page follow 10
                      ^^
        hint: Your browser opens it.
        script:13: error: http://evil.example/x is of another host than HOST, and nothing was sent there.
          page follow 11
                      ^^
        hint: Your browser opens it.
        script:14: error: http://evil.example/x is of another host than HOST, and nothing was sent there.
          page follow 12
                      ^^
        hint: Your browser opens it.
        script:15: error: https://evil.example/ is of another host than HOST, and nothing was sent there.
          page follow 13
                      ^^
        hint: Your browser opens it.
        script:16: error: http://127.0.0.1:1/x is not served by HOST, which is at http://HOST; nothing was sent there.
          page follow 14
                      ^^
        hint: page open /x
        script:17: error: http://localhost/x is of another host than HOST, and nothing was sent there.
          page follow 15
                      ^^
        hint: Your browser opens it.
        script:18: error: The address names a user, and pages come in the name of who is signed in.
          page follow 16
                      ^^
        hint: page open takes it without the part before the @.
        script:19: error: The address names a user, and pages come in the name of who is signed in.
          page follow 17
                      ^^
        hint: page open takes it without the part before the @.
        script:20: error: http://evil.example/x is of another host than HOST, and nothing was sent there.
          page follow 18
                      ^^
        hint: Your browser opens it.
        script:21: error: This cannot be an address: http://[::1.
          page follow 19
                      ^^
        hint: page open incident.do?sys_id=…
        hint: page open TABLE RECORD
        script:22: error: This cannot be an address: http://.
          page follow 20
                      ^^
        hint: page open incident.do?sys_id=…
        hint: page open TABLE RECORD
        script:23: error: The page has no link 21: it has 1 to 20.
          page follow 21
                      ^^
        hint: page links
        script:24: error: This must be the number of a link, as page links shows it.
          page follow 0
                      ^
        exit 2

        """
}
