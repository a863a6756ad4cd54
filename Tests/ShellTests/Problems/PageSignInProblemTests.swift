import NowSDK
import TestSupport
import Testing

@testable import Workbench

/// Login pages for users with credentials, and forms sent too late.
struct PageSignInProblemTests {
    private static func closed(_ kind: SignInKind) -> String {
        SignInProblemTests.lines(
            .pagesClosed(SignedOut(user: kind == .guest ? nil : "admin", kind: kind, sign: .loginPage)), kind)
    }

    @Test func pageRejectionNamesSignInKind() {
        let kinds: [SignInKind] = [.basic, .token, .oauthCode, .apiKey, .certificate, .guest]
        expectEqual(kinds.map(Self.closed).joined(separator: "\n"), Self.closed)
        for kind in [SignInKind.oauthPassword, .oauthClient, .oauthJWT] {
            expectEqual(Self.closed(kind), Self.closed(.token))
        }
    }

    @Test(arguments: SignedOut.Sign.allCases) func instanceResponseIsReported(_ sign: SignedOut.Sign) throws {
        let found = SignedOut(user: "admin", kind: .basic, sign: sign), did = try #require(Self.signs[sign])
        expectEqual(
            SignInProblemTests.lines(.formNotTaken(found, isCertain: false)),
            """
            error: dev1 answered the form as if no user were signed in: \(did).
            note: It was sent once; the response does not say whether the instance accepted it.
            hint: page reload shows what is there now.

            """)
        expectEqual(
            SignInProblemTests.lines(.formNotTaken(found, isCertain: true)),
            """
            error: The session at dev1 ended before the form was sent: \(did). Nothing was changed.
            hint: page reload shows the page again; then fill in the form again.

            """)
    }

    private static let closed = """
        error: dev1 shows no page to admin: it sends to its login page.
        note: The password may be wrong, or valid for APIs only: where people sign in by a single \
        sign-on, pages often take no password.
        hint: login --from ask asks for the password again.
        hint: login --sign-in browser signs in with the browser.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be valid for APIs only, or pages reject its user: without a \
        role, locked, or with a second factor to set up.
        hint: login --sign-in browser signs in with the browser.
        hint: login --sign-in basic --user NAME signs in with a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be valid for APIs only, or pages reject its user: without a \
        role, locked, or with a second factor to set up.
        hint: login signs in again.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: An API key is for APIs, not for pages.
        hint: login --sign-in browser signs in with the browser.
        hint: login --sign-in basic --user NAME signs in with a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The certificate may be valid for APIs only.
        hint: login --sign-in browser signs in with the browser.
        hint: login --sign-in basic --user NAME signs in with a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to the user: it sends to its login page.
        note: No user is signed in.
        hint: login --sign-in browser signs in with the browser.
        hint: login --sign-in basic --user NAME signs in with a password.
        hint: whoami shows who is signed in, and how.

        """

    /// The instance's response, as the second half of the message.
    private static let signs: [SignedOut.Sign: String] = [
        .timeout: "it says that the session has ended", .loginPage: "it sends to its login page",
        .singleSignOn: "it sends to a single sign-on", .loginForm: "it answers with its login form",
        .otherOrigin: "it sends to another host", .guest: "it answers as it answers guests",
    ]
}
