import CassetteStore
import Workbench
import ExchangeModel
import NowData
import NowSDK
import Rendering
import TapeDeck

extension Parameter {
    fileprivate static let remember = Flag<Bool>("remember", "Store the accepted secret in the keyring")
    fileprivate static let forget = Flag<Bool>("forget", "Remove everything the keyring holds for this sign-in")
}

extension Command {
    static let login = Command(
        "login", "Sign in to the current instance",
        details: """
            You are prompted for the password, unless --from names its source. If signing in fails, nothing changes.
            --remember stores the accepted password or key, or the refresh token, in the keyring.
            """,
        flags: Parameter.signIn + [
            .remember
        ],
        traits: Traits(choosesInstance: true, inRecipes: .never("chooses the sign-in")),
        examples: [
            Example("login", "the same user, signed in again"),
            Example("login --user abel.tuter --remember", "another user, remembered in the keyring"),
            Example("login --sign-in oauth-code --client-id 7c3ae0", "sign in with the browser"),
        ]
    ) { run in
        var choice = try run.signIn.taking(run.arguments, isTaped: run.slot.isPlaying)
        choice.remembers = run.arguments[.remember]
        choice = try await SignInSteps.named(choice, at: run.instance, command: "login", run)
        let before = run.connection
        run.use(run.instance, choice, profile: run.profile)
        do {
            if choice.kind == .guest {
                run.notes.add("You are now a guest at \(run.shortName).")
            } else {
                let who = try await SignInSteps.identity(choice, run)
                run.notes.add("Signed in to \(run.shortName) as \(who).")
            }
            run.resetRejections(of: choice, by: run.instance)
        } catch {
            let failed = SignInSteps.failure(error, choice, run.shortName, command: "login", run)
            run.goBack(to: before)
            throw failed
        }
        return CommandResult(.none)
    }

    static let logout = Command(
        "logout", "Sign out of the current instance",
        details: """
            Revokes tokens, deletes cookies, and removes a stored refresh token from the keyring; --forget removes
            everything that the keyring holds for this sign-in. A session opened with a password ends on the
            instance by itself. The next request signs in again.
            """,
        flags: [.forget],
        traits: Traits(choosesInstance: true, inRecipes: .never("chooses the sign-in")),
        examples: [
            Example("logout", "signed out"),
            Example("logout --forget", "signed out and removed from the keyring"),
        ]
    ) { run in
        let name = run.shortName
        let authenticating = run.connection.link?.authenticating
        let status = authenticating?.status
        let hasTokens = status?.token != nil || status?.kind?.isOAuth ?? false
        var result = CommandResult(.none), isRevoked = false
        do {
            try await authenticating?.revoke()
            isRevoked = hasTokens
            run.notes.add(
                hasTokens
                    ? "Signed out of \(name): its tokens were revoked, and its cookies deleted."
                    : status?.hasSession ?? false
                        ? "Signed out of \(name): its cookies were deleted." : "There was no sign-in at \(name).")
        } catch {
            run.notes.warn("Tokens and cookies of \(name) were deleted here, but may still be valid there.")
            result.problems.append(ProblemMapper.problem(error))
        }
        let host = run.host, instance = run.instance, signIn = run.signIn
        if run.arguments[.forget] {
            let had = try await forgotten("forgotten secret", run) {
                try await host.credentials.forgetSecret(for: instance, signIn)
            }
            run.notes.add(had ? "It was removed from the keyring." : "The keyring had no entry for it.")
        } else if isRevoked {
            do {
                let had = try await forgotten("forgotten token", run) {
                    try await host.credentials.forgetRevokedToken(for: instance, signIn)
                }
                if had { run.notes.add("The refresh token was removed from the keyring.") }
            } catch TapeError.noInput {
                // Tapes recorded before this request existed do not have it.
            }
        }
        if run.signIn.kind != .guest { run.notes.add("The next command that asks \(name) signs in again.") }
        return result
    }
}

/// The result of the keyring, live or recorded.
private func forgotten(
    _ name: String, _ run: isolated Run, _ forget: @escaping @Sendable () async throws -> Bool
) async throws -> Bool {
    do {
        return try await run.input(.setting, name) { try await forget() ? "true" : "false" } == "true"
    } catch let failure as InputFailure {
        throw Problem(.refused, failure.message)
    }
}
