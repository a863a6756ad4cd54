import Foundation
import Synchronization
import TestSupport
import Testing

/// Authorization codes from a consent page; curl acts as the browser.
struct BrowserSignInTests {
    private static let list = ["table", "list", "incident", "-n", "1", "-f", "number"]
    private static let code = "code-of-consent-0123456789", token = "access-token-0123456789abcdef"

    /// An instance that consents without interaction and issues a token for its code.
    private static func consenting(saying answer: String? = nil) -> RawInstance {
        RawInstance(letsIn: "Authorization: Bearer " + token) { request in
            let target = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            if target.hasPrefix("/oauth_auth.do?") {
                let fields = URLComponents(string: target)?.queryItems ?? []
                func field(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }
                let back = field("redirect_uri") + "?" + (answer ?? "code=\(code)") + "&state=" + field("state")
                return RawInstance.answer("302 Found", ["Location: " + back], body: "")
            }
            guard request.hasPrefix("POST /oauth_token.do ") else { return nil }
            return RawInstance.answer(
                body:
                    #"{"access_token":"\#(token)","refresh_token":"refresh-0123456789abcdef","scope":"useraccount","token_type":"Bearer","expires_in":1799}"#
            )
        }
    }

    private static func flags(_ instance: RawInstance) -> [String] {
        ["--instance", instance.address, "--sign-in", "oauth-code", "--client-id", "snowdeck-public"]
    }

    /// A browser that opens the file it is given and follows it, once it has stored its arguments.
    private static func browser(_ workspace: Workspace) throws -> [String: String] {
        try workspace.write(
            #"""
            printf '%s\n' "$@" >arguments
            stat -c '%a %F' "${1#file://}" "$(dirname "${1#file://}")" >mode
            address=$(sed -n 's/.*content="0;url=\([^"]*\)".*/\1/p' "${1#file://}" | sed 's/&amp;/\&/g')
            exec curl -sSL -o page.html -D heads "$address"
            """#, to: "browser.sh")
        return ["BROWSER": "sh browser.sh %s", "XDG_RUNTIME_DIR": workspace.home]
    }

    /// The URL that the program prints, joined from the lines of the screen.
    private func address(_ shown: String, _ instance: RawInstance) -> String {
        let from = shown.range(of: instance.address + "/oauth_auth.do").map { String(shown[$0.lowerBound...]) } ?? ""
        return from.split(separator: "\n").prefix { !$0.hasPrefix("If the browser") }.joined()
    }

    @Test func redirectCompletesSignIn() async throws {
        let workspace = try Workspace()
        let instance = Self.consenting()
        let session = try PromptSession(
            workspace, Self.flags(instance) + ["--tape", "kept"] + Self.list,
            variables: try Self.browser(workspace))
        await session.shows("INC1")
        await expectEqual(session.end(), 0)
        let asked = instance.requests.map { String($0.prefix { $0 != "?" && $0 != "\r\n" }) }
        expectEqual(
            asked,
            [
                "GET /oauth_auth.do", "POST /oauth_token.do HTTP/1.1", "GET /api/now/table/incident",
            ], "\(instance.requests)")
        let grant = instance.requests.first { $0.hasPrefix("POST") } ?? ""
        #expect(grant.contains("grant_type=authorization_code") && grant.contains("code_verifier="))
        #expect(grant.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A"))
        #expect(try workspace.text(of: "heads").contains("HTTP/1.1 200 OK\r\n"))
        #expect(try workspace.text(of: "page.html").contains("<h1>Back to Snowdeck</h1>"))
        // Other users see the arguments.
        let arguments = try workspace.text(of: "arguments")
        #expect(arguments.hasPrefix("file://\(workspace.home)/snowdeck-pages/") && arguments.hasSuffix(".html\n"))
        try expectEqual(workspace.text(of: "mode"), "600 regular file\n700 directory\n")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: workspace.home + "/snowdeck-pages"), [])
        let places = try workspace.everything().filter { $0.key != "project/heads" }
        for secret in [SecretEncodings("the code", Self.code), SecretEncodings("the token", Self.token)] {
            expectEqual(places.flatMap { secret.found(in: $0.value, of: $0.key) }, [])
        }
    }

    @Test func redirectURLCanBePasted() async throws {
        let workspace = try Workspace()
        let instance = Self.consenting()
        let session = try PromptSession(workspace, Self.flags(instance) + Self.list)
        let shown = await session.shows("paste its final address: ")
        await session.screen.waitForRawMode()
        let asked = address(shown, instance)
        let state = URLComponents(string: asked)?.queryItems?.first { $0.name == "state" }?.value ?? ""
        session.type("nothing of use?\r")
        await session.shows("Paste the whole address, or Ctrl-D: ")
        // Text typed before the question appears does not answer it.
        await session.answer("http://127.0.0.1:1/callback?code=\(Self.code)&state=\(state)\r")
        await session.shows("INC1")
        await expectEqual(session.end(), 0)
    }

    @Test func otherRequestsAreRejectedWhileWaiting() async throws {
        let workspace = try Workspace()
        let instance = Self.consenting()
        let session = try PromptSession(workspace, Self.flags(instance) + Self.list)
        let asked = address(await session.shows("paste its final address: "), instance)
        let redirect = URLComponents(string: asked)?.queryItems?.first { $0.name == "redirect_uri" }?.value ?? ""
        #expect(redirect.hasPrefix("http://127.0.0.1:") && redirect.hasSuffix("/callback"))
        let other = redirect.replacingOccurrences(of: "/callback", with: "/")
        for (words, status) in [
            ([redirect + "?code=stolen&state=guessed"], "400"), ([redirect], "400"), ([other], "404"),
            (["-X", "POST", "-d", "", redirect + "?code=a"], "405"), (["-H", "Host: evil.example", redirect], "421"),
        ] {
            let run = try await workspace.runOther(["curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}"] + words)
            expectEqual(run.output, status, "\(words) \(run)")
        }
        try await expectEqual(workspace.runOther("curl", "-sSL", "-o", "/dev/null", asked).status, 0)
        await session.shows("INC1")
        await expectEqual(session.end(), 0)
    }

    @Test func deniedOrCanceledConsentDoesNotSignIn() async throws {
        let workspace = try Workspace()
        let refusing = Self.consenting(saying: "error=access_denied&error_description=The+user+said+no")
        let refused = try PromptSession(
            workspace, Self.flags(refusing) + Self.list, variables: try Self.browser(workspace))
        await refused.shows("The user said no")
        await expectEqual(refused.end(), 3)
        let instance = Self.consenting()
        for (key, status) in [("\u{4}", Int32(3)), ("\u{3}", 130)] {
            let session = try PromptSession(workspace, Self.flags(instance) + Self.list)
            await session.shows("paste its final address: ")
            await session.answer(key)
            await expectEqual(session.end(), status)
        }
        #expect(instance.requests.isEmpty)
    }
}
