import TestSupport
import Testing

/// Every kind of sign-in, with secrets from every source, at a real sandbox: no supplied or issued secret is left
/// anywhere.
@Suite(.withSecrets) struct SignInKindSecretTests {
    @Test func everyKindAndSourceIsCovered() {
        let words = SignInWay.all.flatMap(\.flags)
        for kind in [
            "oauth-password", "oauth-client", "oauth-code", "oauth-jwt", "token", "api-key", "certificate", "paste",
        ] {
            #expect(words.contains(kind))
        }
        for place in ["env:HOUSE", "command:sh ./give", "fd:3", "keyring", "ask"] { #expect(words.contains(place)) }
    }

    /// One after the other: all are the same user at one sandbox, and a logout revokes the user's tokens.
    @Test(.serialized, arguments: SignInWay.all)
    func noSecretIsStored(_ way: SignInWay) async throws {
        let workspace = try Workspace()
        let user = try await SecretUser(workspace, at: try #require(SecretSandboxTrait.sandbox))
        let visit = try await SignInRun(way, user)
        let travelled = Set(user.tap.secrets.map(\.name))
        if way.isLetIn {
            #expect(travelled.isSuperset(of: ["cookie", "page token"]), "\(travelled)")
            // A pasted user token is that of the page.
            let isPasted = way.flags.contains("paste")
            #expect(isPasted || !travelled.isDisjoint(with: ["credential", "key", "access token"]))
        }
        if way.flags.contains(where: { $0.hasPrefix("oauth-") }) { #expect(travelled.contains("access token")) }
        if way.flags.contains("oauth-jwt") { #expect(travelled.contains("statement")) }
        if way.pastes { #expect(travelled.isSuperset(of: ["code", "verifier", "refresh token"])) }
        for seen in ["seen.txt"] + (way.told == nil ? [] : ["seen-give"]) + (way.isKept ? ["seen-tool"] : []) {
            #expect(visit.places.contains { $0.name.contains(seen) && $0.bytes.count > 100 }, "\(seen)")
        }
        #expect(visit.places.contains { $0.bytes.starts(with: "profile add here".utf8) })
        let found = user.secrets.flatMap { secret in visit.places.flatMap { secret.found(in: $0.bytes, of: $0.name) } }
        #expect(found.isEmpty, "\(found.joined(separator: "; "))")
        if way.isKept || way.pastes { try await expectReplayReachesNothing(workspace) }
    }

    /// A replay opens no file but the tape and no socket, and starts no program.
    private func expectReplayReachesNothing(_ workspace: Workspace) async throws {
        let (ended, trace) = try await Trace.run(workspace, ["replay", "sessions/kept.cassette", "--check"])
        expectEqual(ended.status, 0, "\(ended)")
        #expect(trace.network == [] && trace.changes == [] && trace.programs.count == 1)
        expectEqual(Set(trace.opened), [workspace.tape("kept")], "\(trace.opened)")
    }
}
