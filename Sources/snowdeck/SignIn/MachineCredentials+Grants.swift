import ExchangeModel
import Notation
import NowSDK
import Shell
import Synchronization

extension MachineCredentials {
    /// With a code that somebody's consent in a browser gives.
    func authorized(_ id: String, for request: CredentialRequest) async throws -> OAuthCredential? {
        guard request.mayAsk else {
            let message = "\(request.instance.name) wants a sign-in in a browser, and nobody can be asked now."
            throw TransportFailure(.signIn, message, cause: SignInError.authorizationMissing(message))
        }
        let client = try await client(id, for: request, asksFor: false)
        let browser = BrowserSignIn(
            instance: request.instance, clientID: id, scope: choice.scope, sources: sources, browser: sources.browser)
        let grant = try await browser.grant()
        state.withLock { $0.hasAuthorized = true }
        return OAuthCredential(client, grant, user: choice.user, scope: choice.scope)
    }

    /// With a statement that the application's private key signs, or its secret where no key was named.
    func stated(_ id: String, for request: CredentialRequest) async throws -> OAuthCredential? {
        guard let user = choice.user else {
            throw TransportFailure(
                .signIn, "The sign-in oauth-jwt at \(request.instance.name) needs to know who signs in (--user).")
        }
        // Instances want the secret of an application beside its statement, too.
        let client = try await client(id, for: request, asksFor: true)
        do throws(SignInError) {
            let key: JWTKey
            if let file = choice.key {
                let pem: Secret
                do throws(TransportFailure) { pem = try KeyFiles.key(file, say: sources.say) } catch {
                    throw (error.cause as? SignInError) ?? .unusableKey(error.message)
                }
                do throws(SignInError) { key = try JWTKey(pem: pem) } catch {
                    guard case .unusableKey(let why) = error else { throw error }
                    throw .unusableKey("\(TerminalText.plain(file)) is of no use: \(why)")
                }
            } else if let secret = client.secret {
                key = .shared(secret)
            } else {
                throw .missingKey("A statement is signed with a private key (--key FILE) or the application's secret.")
            }
            let statement = JWTAssertion(
                clientID: id, user: user, at: sources.clock.now, random: MachineEnvironment.freshBytes(16))
            let signed = try statement.signed(with: key)
            sources.write(signed, as: "token")
            state.withLock { $0.hasAuthorized = true }
            return OAuthCredential(client, .assertion(signed), user: user, scope: choice.scope)
        } catch {
            switch error {
            case .unusableKey(let message), .missingKey(let message):
                throw TransportFailure(.signIn, message, cause: error)
            default: throw error
            }
        }
    }
}
