import Foundation
import Testing

/// A user's consent in a browser, for which curl stands.
extension SignInKindsOverTLSTests {
    /// Walks from the address it is given through the login and the consent to the address that it is sent back to, and
    /// goes there if it is told so.
    private var browser: String {
        """
        ask() { curl -sS --cacert '\(sandbox.desk.path("tls/ca.pem"))' -b jar -c jar "$@"; }
        token() { sed -n "s/.*var g_ck = '\\([^']*\\)'.*/\\1/p" page; }
        ask -L -o page "$2"
        ask -L -o page -d user_name=fred.luddy -d user_password=password -d sys_action=sysverb_login \\
            -d "sysparm_ck=$(token)" '\(sandbox.address)/login.do'
        ask -L -o page -d txtResponse=246810 -d "sysparm_ck=$(token)" \\
            '\(sandbox.address)/validate_multifactor_auth_code.do'
        cp page consent
        ask -o page -w '%{redirect_url}\\n' -d "${2#*\\?}" -d sys_action=allow -d "sysparm_ck=$(token)" \\
            '\(sandbox.address)/oauth_auth.do' >address
        if [ "$1" = go ]; then curl -sS -o page "$(cat address)"; fi
        """
    }

    private static let flags = "--sign-in oauth-code --client-id snowdeck-public"
    private static let facts = [
        "user_name fred.luddy", "sign_in oauth-code", "client_id snowdeck-public", "session cookies", "renewable true",
    ]

    @Test func aBrowserThatIsSentBackSignsIn() async throws {
        try desk.write(browser, to: "browser")
        let visit = try await PromptVisit(
            desk, at: sandbox, Self.flags, variables: ["BROWSER": "sh browser go %s"])
        let seen = await visit.look()
        #expect(seen.facts == Self.facts)
        #expect(seen.tasks == "7 open tasks in all.")
        #expect(try desk.text(of: "consent").contains("<strong>Snowdeck (public)</strong> asks to act as"))
        try await visit.leave()
    }

    @Test func theAddressThatABrowserElsewhereEndsAtSignsIn() async throws {
        try desk.write(browser, to: "browser")
        let visit = try await PromptVisit(desk, at: sandbox, Self.flags)
        let shown = await visit.sitting.shows("paste the address it ends at: ")
        let start = try #require(shown.range(of: sandbox.address + "/oauth_auth.do?"), "\(shown)")
        let address = shown[start.lowerBound...].split(separator: "\n").prefix { !$0.hasPrefix("If it") }.joined()
        let walk = try await desk.runOther("sh", "browser", "stay", address)
        #expect(walk == Ended(0))
        let end = try desk.text(of: "address").split(separator: "\n").joined()
        #expect(end.hasPrefix("http://127.0.0.1:") && end.contains("/callback?code="), "\(end)")
        await visit.answer("paste the address it ends at: ", end)
        let seen = await visit.look()
        #expect(seen.facts == Self.facts)
        #expect(seen.tasks == "7 open tasks in all.")
        try await visit.leave()
    }
}
