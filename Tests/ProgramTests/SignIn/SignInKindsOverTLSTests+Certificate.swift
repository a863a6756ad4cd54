import Foundation
import Testing

/// A certificate of the user's, which the sandbox asks for and its authority vouches for.
extension SignInKindsOverTLSTests {
    /// Puts a certificate on this desk, where its name is a short one.
    private func flags(_ name: String) throws -> [String] {
        for file in [name + ".pem", name + ".key"] {
            try FileManager.default.copyItem(atPath: sandbox.desk.path(file), toPath: desk.path(file))
        }
        return ["--sign-in", "certificate", "--certificate", name + ".pem", "--key", name + ".key"]
    }

    @Test func aCertificateSignsIn() async throws {
        let visit = try await PromptVisit(desk, at: sandbox, flags("abel").joined(separator: " "))
        let seen = await visit.look()
        #expect(seen.facts == ["user_name abel.tuter", "sign_in certificate", "session cookies"])
        #expect(seen.tasks == "4 open tasks in all.")
        try await visit.leave()
    }

    /// Of a name that nobody has, of an inactive user, of two names, one that is for servers, one of another authority,
    /// one that is over, and one that its holder signed.
    @Test(arguments: ["nobody", "beth", "two", "server", "stranger", "over", "own"])
    func aCertificateThatProvesNobodyIsRefused(_ name: String) async throws {
        let run = try await desk.start(
            sandbox.trusting + ["--instance", sandbox.address] + (try flags(name)) + [
                "--no-input", "--tape", "kept", "whoami",
            ],
            input: ""
        ).end()
        #expect(run.status == 3, "\(run)")
        #expect(
            run.firstError == "error: \(sandbox.address) does not sign anyone in with this client certificate: "
                + "User Not Authenticated: Required to provide Auth information (HTTP 401).")
        try await PromptVisit.checkTape(desk)
    }

    @Test func whoHasNoneIsAskedForNothingElse() async throws {
        let who = "/api/now/ui/user/current_user"
        #expect(try await sandbox.curl(who, "-o", "/dev/null", "-w", "%{http_code}") == "401")
        #expect(try await sandbox.curl("-u", "admin:admin", who).contains(#""user_name":"admin""#))
        let abel = ["--cert", sandbox.desk.path("abel.pem"), "--key", sandbox.desk.path("abel.key")]
        #expect(try await sandbox.curl(abel[0], abel[1], abel[2], abel[3], who).contains(#""user_name":"abel.tuter""#))
        // What a request says counts more than what its connection does.
        let both = try await sandbox.curl(abel[0], abel[1], abel[2], abel[3], "-u", "admin:admin", who)
        #expect(both.contains(#""user_name":"admin""#))
        // Each connection is asked for itself.
        let next = try await sandbox.curl(
            abel[0], abel[1], abel[2], abel[3], who, "--next", "-sS", "--cacert", "tls/ca.pem", "-o", "/dev/null", "-w",
            " %{http_code}", who)
        #expect(next.contains(#""user_name":"abel.tuter""#) && next.hasSuffix(" 401"), "\(next)")
    }
}
