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

    /// Nothing of what a request brings may become an element, an attribute or a header line.
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
    func theLoginFormWritesNothingAsItCame(value: String) throws {
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
    func thePasscodeFormWritesNothingAsItCame(value: String) throws {
        let browser = try Browser()
        _ = browser.logIn("fred.luddy", "password")
        _ = browser.get("/validate_multifactor_auth_code.do")
        check(browser.post("/validate_multifactor_auth_code.do", [("txtResponse", value)]), value, "txtResponse")
    }

    @Test(arguments: values)
    func theQuestionWritesNothingAsItCame(value: String) throws {
        let signedIn = try Browser()
        _ = signedIn.logIn("john.doe", "password")
        let names = [
            "response_type", "client_id", "redirect_uri", "state", "code_challenge", "code_challenge_method", "scope",
            value,
        ]
        for name in names {
            let target = AuthorizationTests.question([name: value])
            for browser in [signedIn, try Browser(signedIn.sandbox)] {
                let answer = browser.get(target)
                check(answer, value, name)
                // The code goes nowhere but to the application.
                if let location = answer.headers["Location"] {
                    let known = ["http://sandbox.localhost/", AuthorizationTests.redirect + "?error="]
                    #expect(known.contains { location.hasPrefix($0) }, "\(name): \(location)")
                }
            }
        }
    }

    @Test(arguments: values.filter { $0.utf8.count < 4096 && $0.utf8.allSatisfy { $0 >= 0x20 } })
    func aStateComesBackAsItWas(value: String) throws {
        let browser = try Browser()
        _ = browser.logIn("john.doe", "password")
        let page = browser.get(AuthorizationTests.question(["state": value]))
        check(page, value, "state")
        let fields = AuthorizationTests.hidden(page.text)
        #expect(fields.first { $0.0 == "state" }?.1 == value)
        let answer = browser.post("/oauth_auth.do", fields + [("sys_action", "allow")])
        check(answer, value, "state")
        let location = try #require(answer.headers["Location"].flatMap { HTTPURL($0) })
        #expect(location.queryFields.last?.name == "state" && location.queryFields.last?.value == value)
    }

    @Test(arguments: values)
    func aWantedPageIsOfThisInstance(value: String) throws {
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

    @Test func aLongFormIsNoForm() throws {
        let browser = try Browser()
        _ = browser.get("/login.do")
        let long = String(repeating: "a", count: 300_000)
        let answer = browser.post("/login.do", [("user_name", long), ("sys_action", "sysverb_login")])
        #expect(answer.redirect == "302 /security_interceptor.do")
    }

    @Test func manyStrangersLeaveRoomForMore() throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        for number in 0..<5000 { _ = try Browser(sandbox).get("/page\(number).do") }
        #expect(try Browser(sandbox).logIn("john.doe", "password").status == 302)
    }
}
