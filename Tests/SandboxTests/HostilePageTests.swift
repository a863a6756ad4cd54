import ExchangeModel
import Notation
import Sandbox
import Testing

struct HostilePageTests {
    private static let values = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus='alert(1)", "</title><b>",
        "&lt;&#x41;&", "a\r\nSet-Cookie: evil=1\r\n\r\n<html>", "\u{0}\u{1}\u{1F}\u{7F}", "\u{202E}Ω💩\u{301}",
        String(repeating: "<", count: 8192), String(repeating: "A", count: 8192), "%0d%0aX: y", "../../../etc/passwd",
        "javascript:alert(1)", "{{7*7}}", "${jndi:x}", "'; DROP TABLE sys_user; --",
    ]

    /// No part of a request may become an element, an attribute or a header line.
    private func check(_ response: HTTPResponse, _ value: String, _ place: String) {
        for field in response.headers {
            #expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(place): \(field.name)")
            #expect(!field.value.hasPrefix("evil="), "\(place)")
        }
        let text = response.text
        for mark in ["<script>alert", "<img", "onfocus='", "</title><b>", "<html>", "\u{0}", "<<"] {
            #expect(!text.contains(mark), "\(place): \(mark)")
        }
    }

    @Test(arguments: values)
    func loginFormEscapesInput(value: String) throws {
        let browser = try Browser()
        _ = browser.get("/login.do")
        for name in ["user_name", "user_password", "sys_action", "sysparm_ck", "not_important", value] {
            var fields = [("user_name", "x"), ("user_password", "y"), ("sys_action", "sysverb_login")]
            fields.removeAll { $0.0 == name }
            let token = name == "sysparm_ck" ? value : nil
            check(browser.post("/login.do", fields + (token == nil ? [(name, value)] : []), token: token), value, name)
        }
        let again = browser.post("/login.do", [("user_name", value), ("sys_action", "sysverb_login")])
        #expect(again.status == 200)
    }

    @Test(arguments: values)
    func passcodeFormEscapesInput(value: String) throws {
        let browser = try Browser()
        _ = browser.logIn("fred.luddy", "password")
        _ = browser.get("/validate_multifactor_auth_code.do")
        check(browser.post("/validate_multifactor_auth_code.do", [("txtResponse", value)]), value, "txtResponse")
    }

    @Test(arguments: values)
    func consentFormEscapesInput(value: String) throws {
        let signedIn = try Browser()
        _ = signedIn.logIn("john.doe", "password")
        let names = [
            "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
            value,
        ]
        for name in names {
            let target = AuthorizationTests.authorizationURL([name: value])
            for browser in [signedIn, try Browser(signedIn.sandbox)] {
                let answer = browser.get(target)
                check(answer, value, name)
                // The code is sent only to the application.
                if let location = answer.headers["Location"] {
                    let known = ["http://sandbox.localhost/", AuthorizationTests.redirect + "?error="]
                    #expect(known.contains { location.hasPrefix($0) }, "\(name): \(location)")
                }
            }
        }
    }

    @Test(arguments: values.filter { $0.utf8.count < 4096 && $0.utf8.allSatisfy { $0 >= 0x20 } })
    func stateIsReturnedUnchanged(value: String) throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        let page = browser.get(AuthorizationTests.authorizationURL(["state": value]))
        check(page, value, "state")
        let fields = AuthorizationTests.hidden(page.text)
        #expect(fields.first { $0.0 == "state" }?.1 == value)
        let answer = browser.post("/oauth_auth.do", fields + [("sys_action", "allow")])
        check(answer, value, "state")
        let location = try #require(answer.headers["Location"].flatMap { HTTPURL($0) })
        #expect(location.queryFields.last?.name == "state" && location.queryFields.last?.value == value)
    }

    @Test(arguments: values)
    func redirectTargetMustBeLocal(value: String) throws {
        for path in ["/", "//evil.example/", "/\\evil.example/"] {
            let browser = try Browser()
            let target = path + PercentCoding.encode(value) + ".do?" + PercentCoding.encode(value)
            check(browser.get(target), value, target)
            _ = browser.logIn("john.doe", "password")
            let next = browser.get("/login_redirect.do?sysparm_stack=no")
            check(next, value, target)
            #expect(next.headers["Location"]?.hasPrefix("http://sandbox.localhost/") == true)
        }
    }

    @Test func tooLongFormIsRejected() throws {
        let browser = try Browser()
        _ = browser.get("/login.do")
        let long = String(repeating: "a", count: 300_000)
        let answer = browser.post("/login.do", [("user_name", long), ("sys_action", "sysverb_login")])
        #expect(answer.redirect == "302 /security_interceptor.do")
    }

    @Test func anonymousSessionsAreBounded() throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        for number in 0..<5000 { _ = try Browser(sandbox).get("/page\(number).do") }
        #expect(try Browser(sandbox).logIn("john.doe", "password").status == 302)
    }
}

struct OtherPageTests {
    @Test func pageScriptsKnowTheUser() throws {
        let browser = try FormPageTests.browser()
        let page = browser.get("/home.do").text
        let session = browser.cookies.first { $0.name == "JSESSIONID" }?.value ?? ""
        for line in [
            "var g_ck = '\(browser.token)';", "var g_lang = 'en';", "var g_builddate = '08-07-2025_0908';",
            "var g_user_date_time_format = 'yyyy-MM-dd HH:mm:ss';", "NOW.user.logged_in = true;",
            "NOW.user.userID = 'ea2bc1b14f4212008a5ab895f110c7d1';", "NOW.user.name = 'john.doe';",
            "NOW.user.firstName = 'John';", "NOW.user.lastName = 'Doe';",
            "NOW.user.roles = '"
                + "admin,approver_user,itil,knowledge_admin,personalize,personalize_dictionary,problem_admin,"
                + "problem_coordinator,problem_manager,problem_task_analyst,sn_cmdb_editor,web_service_admin';",
        ] {
            #expect(page.contains("\n" + line + "\n"), "\(line)")
        }
        #expect(!session.isEmpty && !page.lowercased().contains(session.lowercased()))
        let nobody = try Browser().get("/login.do").text
        #expect(nobody.contains("NOW.user.name = 'guest';") && nobody.contains("NOW.user.logged_in = false;"))
        #expect(!nobody.contains("<header"))
    }

    @Test func articleIsAPage() throws {
        let browser = try FormPageTests.browser("abel.tuter")
        for target in [
            "/kb_view.do?sysparm_article=KB0000031", "/kb?id=kb_article_view&sysparm_article=KB0000031",
        ] {
            let page = browser.get(target).text
            for part in [
                "<h1>Restart a stuck mail queue</h1>", "<h3>Before you begin</h3>", "<ol><li>Look at the queue:<pre>",
                "<th scope=\"col\">Messages</th>", "<dt>Author</dt><dd>Beth Anglin</dd>",
                "<a href=\"/kb_view.do?sysparm_article=KB0010017\">how to recover a deleted mail</a>",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(!page.contains("<h2>Restart"))
        }
        let missing = browser.get("/kb_view.do?sysparm_article=KB9")
        #expect(missing.status == 200 && missing.text.contains("Knowledge record not found"))
        #expect(browser.get("/kb").text.contains("<a href=\"/kb_view.do?sysparm_article=KB0000031\">"))
    }

    @Test func frameShowsLocalPagesOnly() throws {
        let browser = try FormPageTests.browser()
        let page = "/incident.do?sys_id=\(FormPageTests.incident)"
        for target in [
            "/nav_to.do?uri=" + PercentCoding.encode(page),
            "/now/nav/ui/classic/params/target/" + PercentCoding.encode(String(page.dropFirst())),
        ] {
            let text = browser.get(target).text
            #expect(text.contains("src=\"\(page)\"></iframe>") && text.contains("<a href=\"\(page)\">"), "\(target)")
        }
        for wrong in [
            "https://evil.example/", "//evil.example", "javascript:alert(1)", "", "/nav_to.do?uri=x",
            "//\u{FE0F}evil.example", "/\\\u{FE0F}evil.example", "/\u{FE0F}\\x:\u{FE0F}",
        ] {
            let text = browser.get("/nav_to.do?uri=" + PercentCoding.encode(wrong)).text
            #expect(!text.contains("<iframe") && text.contains("names no page of this instance"), "\(wrong)")
        }
    }

    @Test(arguments: [
        ("/sp", "/home.do"),
        ("/sp?id=list&table=problem&filter=active=true", "/problem_list.do?sysparm_query=active%3Dtrue"),
        ("/sp?id=ticket&table=incident&sys_id=1", "/incident.do?sys_id=1"),
        ("/sp?id=kb_article&sysparm_article=KB1", "/kb?id=kb_article&sysparm_article=KB1"),
        ("/sp?id=list&table=//evil.example", "/incident_list.do"),
    ])
    func portalRedirectsToPages(target: String, page: String) throws {
        #expect(try FormPageTests.browser("abel.tuter").get(target).redirect == "302 " + page)
    }

    @Test func attachmentIsLoaded() throws {
        let browser = try FormPageTests.browser("admin", "admin")
        var client = SandboxClient(sandbox: browser.sandbox)
        client.user = "admin:admin"
        for type in ["text/plain", "text/html"] {
            let answer = try client.ask(
                .post,
                "/api/now/attachment/file?table_name=incident&table_sys_id=\(FormPageTests.incident)&file_name=a.b",
                body: "<b>", headers: ["Content-Type": type])
            let sysID = answer.json["result"]?["sys_id"]?.scalarText ?? ""
            let address = "/sys_attachment.do?sys_id=" + sysID
            let page = browser.get(FormPageTests.address).text
            #expect(page.contains("<a href=\"\(address)\">a.b</a>"))
            let file = browser.get(address)
            #expect(file.text == "<b>" && file.headers["Content-Type"] == type)
            #expect(file.headers["Content-Disposition"] == "attachment; filename=\"a.b\"")
            let shown = browser.get(address + "&view=true").headers["Content-Disposition"]
            #expect(shown == (type == "text/plain" ? "inline" : "attachment") + "; filename=\"a.b\"")
        }
        #expect(browser.get("/sys_attachment.do?sys_id=x").text.contains("Record not found"))
    }

    @Test(arguments: [
        "/kb", "/sp", "/sp?id=ticket", "/nav_to.do?uri=x", "/now/nav/ui/classic/params/target/x",
        "/sys_attachment.do?sys_id=x", "/kb_view.do", "/incident.do",
    ])
    func pagesNeedSignIn(target: String) throws {
        #expect(try Browser().get(target).redirect == "302 /login.do")
    }
}
