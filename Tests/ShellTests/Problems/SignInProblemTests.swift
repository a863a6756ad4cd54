import ExchangeModel
import NowData
import NowSDK
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Instances
@testable import Pages
@testable import Tables
@testable import Workbench

/// Every cause of a failed sign-in has its own message and hint.
struct SignInProblemTests {
    static let choices: [SignInChoice] = SignInMethod.all.map(\.kind).map { kind in
        var choice = SignInChoice(user: kind == .guest || kind == .oauthClient ? nil : "admin")
        choice.kind = kind
        choice.clientID = kind.isOAuth ? "abc" : nil
        return choice
    }

    static func lines(_ error: any Error, _ kind: SignInKind, rejectionCount: Int = 0) -> String {
        let choice = choices.first { $0.kind == kind } ?? SignInChoice()
        let problems = SignInProblems(choice: choice, name: "dev1", command: "login", rejectionCount: rejectionCount)
        return problems.problem(error).map { ProblemText.lines($0) } ?? "nothing\n"
    }

    static func lines(_ trouble: SignInError, _ kind: SignInKind = .oauthPassword, rejectionCount: Int = 0) -> String {
        lines(
            TransportFailure(.signIn, "No credential for dev1 could be obtained.", cause: trouble), kind,
            rejectionCount: rejectionCount)
    }

    static func refusal(
        _ grant: OAuthGrant, _ error: String = "server_error", clockAhead: Int64? = 0, user: String? = "admin"
    ) -> SignInError {
        .grantRefused(
            .init(
                grantType: grant.type, clientID: "abc", user: user, status: 401, error: error,
                explanation: "access_denied", clockAhead: clockAhead))
    }

    @Test func rejectionNamesSignInKind() {
        let refusal = RequestFailure.errorResponse(
            ErrorResponse(.notSignedIn, status: 401, message: "User Not Authenticated"))
        let kinds: [SignInKind] = [.basic, .oauthPassword, .token, .apiKey, .certificate, .guest]
        for kind in [SignInKind.oauthCode, .oauthClient, .oauthJWT] {
            expectEqual(Self.lines(refusal, kind), Self.lines(refusal, .oauthPassword))
        }
        let printed =
            kinds.map { "[\($0.rawValue)]\n" + Self.lines(refusal, $0) }.joined()
            + "[refused before]\n" + Self.lines(refusal, .basic, rejectionCount: 3)
        expect(printed, Self.unaccepted)
    }

    @Test func rejectedGrantNamesCredential() {
        let secret = Secret("s3cret-s3cret")
        let grants: [OAuthGrant] = [
            .password(secret), .refreshToken(secret), .clientCredentials,
            .authorizationCode(secret, verifier: secret, redirect: "http://127.0.0.1:1/callback"), .assertion(secret),
        ]
        let kinds: [SignInKind] = [.oauthPassword, .oauthPassword, .oauthClient, .oauthCode, .oauthJWT]
        var printed = zip(grants, kinds).map { "[\($0.type)]\n" + Self.lines(Self.refusal($0), $1) }.joined()
        printed += "[wrong client]\n" + Self.lines(Self.refusal(.password(secret), "invalid_client"))
        printed += "[refused before]\n" + Self.lines(Self.refusal(.password(secret)), rejectionCount: 4)
        printed += "[clock ahead]\n" + Self.lines(Self.refusal(.assertion(secret), clockAhead: 900), .oauthJWT)
        printed += "[clock behind]\n" + Self.lines(Self.refusal(.password(secret), clockAhead: -7200))
        printed +=
            "[clock within bounds]\n" + Self.lines(Self.refusal(.clientCredentials, clockAhead: 300), .oauthClient)
        #expect(!printed.contains("s3cret"))
        expect(printed, Self.grants)
    }

    @Test func invalidTokenResponseIsDescribed() {
        let faults: [SignInError.TokenAnswerFault] = [
            .page(title: "Instance Hibernating page", status: 200), .page(title: "Log in | ServiceNow", status: 200),
            .page(title: "Welcome to Hotel Wi-Fi", status: 200), .page(title: "", status: 503), .truncated,
            .notJSON(type: "text/plain", status: 200), .notJSON(type: "", status: 200), .member("access_token"),
            .tokenType("mac"), .status(500), .status(404),
        ]
        expect(faults.map { Self.lines(.unreadableTokenAnswer($0)) }.joined(), Self.answers)
    }

    @Test func otherSignInErrorsAreReported() {
        let troubles: [SignInError] = [
            .tokenRedirected(to: "https://portal.example.com/login"), .passcodeWanted(user: "fred.luddy"),
            .passcodeRefused(user: nil), .authorizationRefused("access_denied"),
            .authorizationMissing("nobody came back within 5 minutes"),
            .unusableKey("it is encrypted"), .noSecret("The variable SNOW_SECRET is not set."),
        ]
        expect(troubles.map { Self.lines($0, .oauthCode) }.joined(), Self.others)
    }

    @Test func certificateAndPortalErrorsAreReported() {
        let failures =
            CertificateFault.allCases.map {
                TransportFailure(.certificate($0, host: "dev1.service-now.com"))
            } + [
                TransportFailure(NetworkError.handshakeFailed("dev1 port 443")),
                TransportFailure(NetworkError.insecureRedirect(from: "https://dev1/x")),
            ]
        var printed = failures.map { Self.lines($0, .certificate) }.joined()
        for title in ["Instance Hibernating page", "Log in", "Hotel"] {
            printed += Self.lines(
                RequestFailure.errorResponse(
                    ErrorResponse(.notJSON, status: 200, message: "A page.", cause: .webPage(title: title))),
                .basic)
        }
        expect(printed, Self.connections)
    }

    /// A failed `connect` does not change the session, so the hint repeats all of its flags and can be pasted.
    @Test func hintRepeatsCompleteLine() {
        let refusal = RequestFailure.errorResponse(ErrorResponse(.notSignedIn, status: 401, message: "No"))
        let secret = Secret("s3cret-s3cret")
        func lines(_ error: any Error, _ kind: SignInKind, isNonInteractive: Bool = false) -> [String] {
            let choice = Self.choices.first { $0.kind == kind } ?? SignInChoice()
            return SignInProblems(
                choice: choice, name: "dev1", command: "connect dev", isStanding: false,
                isNonInteractive: isNonInteractive
            ).problem(error)?.hints ?? []
        }
        func grant(_ grant: OAuthGrant, _ error: String = "x") -> TransportFailure {
            TransportFailure(.signIn, "No.", cause: Self.refusal(grant, error))
        }
        expectEqual(lines(refusal, .basic).first, "connect dev --user admin --from ask asks for the password again.")
        expectEqual(
            lines(refusal, .token), ["connect dev --sign-in token --user admin --from ask asks for another."])
        expectEqual(
            lines(refusal, .apiKey).first, "connect dev --sign-in api-key --user admin --from ask asks for another.")
        expectEqual(
            lines(grant(.password(secret)), .oauthPassword).first,
            "connect dev --sign-in oauth-password --user admin --client-id abc --from ask tells whether it is the password."
        )
        expectEqual(
            lines(grant(.clientCredentials), .oauthClient).first,
            "connect dev --sign-in oauth-client --client-id abc --client-from ask tells whether it is the secret."
        )
        expectEqual(
            lines(grant(.password(secret), "invalid_client"), .oauthPassword).last,
            "connect dev --sign-in oauth-password --user admin --client-id ID")
        let asked: [(any Error, SignInKind)] = [
            (refusal, .basic), (refusal, .token), (refusal, .apiKey), (grant(.password(secret)), .oauthPassword),
            (grant(.clientCredentials), .oauthClient),
            (TransportFailure(.signIn, "x", cause: SignInError.passcodeWanted(user: "a")), .basic),
            (TransportFailure(.signIn, "x", cause: SignInError.authorizationMissing("x")), .oauthCode),
        ]
        for (error, kind) in asked {
            for hint in lines(error, kind, isNonInteractive: true) {
                #expect(!hint.contains("from ask") && !hint.contains("terminal") && !hint.contains("pasted"), "\(hint)")
            }
        }
    }

    /// An assertion names the user.
    @Test func assertionWithoutUserAsksForUser() {
        var choice = SignInChoice()
        (choice.kind, choice.clientID) = (.oauthJWT, "abc")
        let problem = SignInProblems(choice: choice, name: "dev1", command: "login")
            .problem(TransportFailure(.signIn, "It needs to know who signs in (--user)."))
        expectEqual(problem?.hints, ["login --user NAME"])
    }

    /// Other failures are not reported as sign-in errors.
    @Test func otherFailuresAreNotSignInErrors() {
        let others: [any Error] = [
            TransportFailure(.connect, "x"), TransportFailure(.tls, "x"), CancellationError(),
            TransportFailure(.redirect, "x redirects in a loop."),
            RequestFailure.errorResponse(ErrorResponse(.forbidden, status: 403, message: "x")),
            RequestFailure.errorResponse(
                ErrorResponse(.notJSON, status: 200, message: "The answer is empty, not JSON.")),
        ]
        for error in others { expectEqual(Self.lines(error, .basic), "nothing\n", "\(error)") }
    }

    private func expect(_ printed: String, _ expected: String) {
        expectEqual(printed, expected + "\n", "now reads:\n\(printed)")
    }
}
