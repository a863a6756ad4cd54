import Foundation
import Testing

/// Other ways to sign in at a served sandbox, by curl.
@Suite struct SandboxSignInTests {
    private static let who = "/api/now/ui/user/current_user"

    /// The user name in the answer, or the status.
    private func name(_ output: String) -> String {
        guard let start = output.range(of: #""user_name":""#) else { return String(output.suffix(3)) }
        return String(output[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test func curlSignsInByTokenKeyPasscodeAndCookies() async throws {
        let desk = try Desk()
        let served = try await ServedSandbox(desk, "--token-lifetime", "600", "--session-lifetime", "900")
        func curl(_ words: String...) async throws -> String {
            let run = try await Child(
                ["curl", "-sS", "-w", " %{http_code}"] + words, environment: desk.environment([:]),
                folder: desk.project, input: ""
            ).end()
            #expect(run.status == 0, "\(run)")
            return run.output
        }
        let answer = try await curl(
            "-d", "grant_type=password", "-d", "client_id=snowdeck", "-d", "client_secret=snowdeck-client-secret", "-d",
            "username=abel.tuter", "-d", "password=password", served.address + "/oauth_token.do")
        #expect(answer.hasSuffix(#","scope":"useraccount","token_type":"Bearer","expires_in":599} 200"#), "\(answer)")
        let token = String(answer.dropFirst(#"{"access_token":""#.count).prefix { $0 != "\"" })
        let address = served.address + Self.who
        let bearer = try await curl("-c", "jar", "-H", "Authorization: Bearer " + token, address)
        #expect(name(bearer) == "abel.tuter")
        #expect(try desk.text(of: "jar").contains("glide_session_store"))
        #expect(name(try await curl("-b", "jar", address)) == "abel.tuter")
        #expect(name(try await curl("-H", "x-sn-apikey: sandbox-api-key-of-abel.tuter", address)) == "abel.tuter")
        let asked = try await curl("-u", "fred.luddy:password", "-D", "head", address)
        #expect(name(asked) == "401")
        #expect(try desk.text(of: "head").contains("\r\nX-MFA_TOKEN: invalid\r\n"))
        #expect(name(try await curl("-u", "fred.luddy:password", "-H", "X-MFA_TOKEN: 246810", address)) == "fred.luddy")
        #expect(name(try await curl(served.address + "/oauth_revoke_token.do?token=" + token)) == "200")
        #expect(name(try await curl("-b", "jar", address)) == "401")
        _ = await served.end()
    }

    @Test(arguments: ["0", "-1", "soon", "315360001"])
    func aLifetimeIsANumberOfSeconds(given: String) async throws {
        let desk = try Desk()
        let run = try await desk.run("serve", "sandbox", "--session-lifetime", given)
        #expect(run.status == 2)
        #expect(run.firstError == "error: This must be a whole number, 1 to 315360000.")
    }
}
