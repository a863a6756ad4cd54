import Chromium
import ExchangeModel
import Foundation
import Notation
import TestSupport
import Testing

/// Signing in with what Chromium's developer tools copy.
struct PasteSignInTests {
    @Test func copiedRequestSignsIn() async throws {
        let workspace = try Workspace(), instance = try TappedInstance()
        let copied = try await Self.copied(from: instance)
        #expect(copied.hasPrefix("curl ") && copied.contains(" \\\n  -b '"), "\(copied)")
        let session = try PromptSession(workspace, ["--tape", "kept"], columns: 200, rows: 100)
        await session.prompted()
        session.type("connect \(instance.address) --sign-in paste\r")
        await session.shows("Paste a request to \(instance.name), copied as cURL (bash): ‸")
        await session.answer(copied.replacing("\n", with: "\r") + "\r")
        let prompt = "\(instance.name)>"
        await session.shows("The request's cookies and user token are used; its other ")
        await session.shows("Connected to \(instance.name) as John Doe (john.doe).")
        await session.prompted(prompt)
        let shown = await session.enter("table count incident", prompt: prompt)
        #expect(shown.hasSuffix("\n440\n\(prompt) ‸"), "\(shown)")
        instance.clock.advance(by: 7200)
        session.type("table count problem\r")
        await session.shows("The session at \(instance.name) has ended. Paste another request, or Ctrl-D: ‸")
        await session.answer(try await Self.copied(from: instance).replacing("\n", with: "\r") + "\r")
        await session.prompted(prompt)
        await session.leave()
        var places = try workspace.everything()
        places["screen"] = session.screen.received
        #expect(instance.secrets.count > 6)
        for secret in instance.secrets {
            expectEqual(places.flatMap { SecretEncodings("a secret", secret).found(in: $0.value, of: $0.key) }, [])
        }
        try await expectEqual(workspace.run("replay", "kept", "--check", through: ["unshare", "-rn"]).status, 0)
    }

    @Test(arguments: [
        ("curl 'http://other.example/' -b 'JSESSIONID=1234567890'", "http://other.example and not to "),
        ("curl 'ADDRESS/'", "has no cookies"), ("hello", "It contains no curl command."),
    ])
    func unusableTextIsNamed(_ text: String, _ said: String) async throws {
        let workspace = try Workspace(), instance = try TappedInstance()
        try workspace.write(text.replacing("ADDRESS", with: instance.address) + "\n", to: "copied")
        let run = try await workspace.run(
            "connect", instance.address, "--sign-in", "paste", "--from", "command:cat copied")
        #expect(run.status == 3 && run.errors.contains(said) && !run.errors.contains("1234567890"), "\(run)")
        #expect(instance.requests.isEmpty)
    }

    /// Signs in with a browser and returns a request of its page, as the developer tools' "Copy as cURL (bash)".
    private static func copied(from instance: TappedInstance) async throws -> String {
        try await ChromiumSession.with(
            try ChromiumProgram.find(path: nil), environment: ["PATH": "/usr/bin:/bin"], hosts: ["*.localhost"],
            timeout: .seconds(600)
        ) { browser in
            try await browser.navigate(to: instance.address + "/login.do")
            try await browser.follow(
                """
                user_name.value = 'john.doe', user_password.value = 'password'
                document.querySelector('button').click()
                """)
            let path = "/api/now/ui/user/current_user"
            let status = try await browser.evaluate(
                "fetch('\(path)', {headers: {'X-UserToken': g_ck, Accept: 'application/json'}}).then(r => r.status)")
            expectEqual(status, 200)
            let sent = try #require(instance.seen.last { $0.request.url.path == path }).request
            let headers = JSON.array(sent.headers.map { ["name": .string($0.name), "value": .string($0.value)] })
            try await browser.navigate(to: "devtools://devtools/bundled/devtools_app.html")
            let text = try await browser.evaluate(
                """
                import('./panels/network/network.js').then(network => network.NetworkLogView.NetworkLogView
                  .generateCurlCommand({
                    requestMethod: 'GET', url: () => \(JSON.string(sent.url.description).compact),
                    requestHeaders: () => \(headers.compact), requestContentType: () => undefined,
                    requestFormData: async () => null, securityState: () => 'secure',
                  }, 'unix'))
                """)
            return text.scalarText ?? ""
        }
    }
}
