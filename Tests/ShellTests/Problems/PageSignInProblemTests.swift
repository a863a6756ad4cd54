import NowSDK
import Testing

@testable import Shell

/// Pages that an instance shows to nobody it knows, and forms that came too late.
@Suite struct PageSignInProblemTests {
    @Test func whatOpensNoPageIsSaidByTheKindOfSignIn() {
        let said = SignInKind.allCases.map { kind in
            SignInProblemTests.lines(
                .pagesClosed(SignedOut(user: kind == .guest ? nil : "admin", kind: kind, sign: .loginPage)), kind)
        }
        #expect(said.joined(separator: "\n") == Self.closed)
    }

    @Test func whatTheInstanceDidIsSaid() {
        let said = SignedOut.Sign.allCases.map { sign in
            SignInProblemTests.lines(
                .formNotTaken(SignedOut(user: "admin", kind: .basic, sign: sign), isCertain: false))
                + SignInProblemTests.lines(
                    .formNotTaken(SignedOut(user: "admin", kind: .basic, sign: sign), isCertain: true))
        }
        #expect(said.joined(separator: "\n") == Self.forms)
    }

    private static let closed = """
        error: dev1 shows no page to admin: it sends to its login page.
        note: The password may be wrong, or good for the APIs alone: where people sign in by a single \
        sign-on, pages often take no password.
        hint: login --from ask asks for the password again.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a \
        role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a \
        role, locked, or with a second factor to set up.
        hint: login signs in again.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a \
        role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a \
        role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The token may be good for the APIs alone, or its user be one that pages turn away: without a \
        role, locked, or with a second factor to set up.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: An API key opens APIs, and no pages.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to admin: it sends to its login page.
        note: The certificate may be good for the APIs alone.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        error: dev1 shows no page to the user: it sends to its login page.
        note: No user is signed in.
        hint: login --sign-in oauth-code --client-id ID signs in by way of the browser.
        hint: login --sign-in basic --user NAME signs in by a password.
        hint: whoami shows who is signed in, and how.

        """

    private static let forms = """
        error: dev1 answered the form as if no user were signed in: it says that the session has ended.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it says that the session has ended. \
        Nothing was changed.
        hint: page reload shows the page again; then fill in the form again.

        error: dev1 answered the form as if no user were signed in: it sends to its login page.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it sends to its login page. Nothing was \
        changed.
        hint: page reload shows the page again; then fill in the form again.

        error: dev1 answered the form as if no user were signed in: it sends to a single sign-on.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it sends to a single sign-on. Nothing \
        was changed.
        hint: page reload shows the page again; then fill in the form again.

        error: dev1 answered the form as if no user were signed in: it answers with its login form.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it answers with its login form. Nothing \
        was changed.
        hint: page reload shows the page again; then fill in the form again.

        error: dev1 answered the form as if no user were signed in: it sends to another host.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it sends to another host. Nothing was \
        changed.
        hint: page reload shows the page again; then fill in the form again.

        error: dev1 answered the form as if no user were signed in: it answers as it answers guests.
        note: It was sent once. Whether the instance took it, its answer does not say.
        hint: page reload shows what is there now.
        error: The session at dev1 ended before the form was sent: it answers as it answers guests. Nothing \
        was changed.
        hint: page reload shows the page again; then fill in the form again.

        """
}
