import ExchangeModel

/// `/validate_multifactor_auth_code.do`: the passcode of those who have a second factor.
enum PasscodePage {
    /// After so many wrong passcodes one begins with the password again.
    private static let mostAttempts = 5

    static func show(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        guard desk.visits[session].pendingUserID != nil else { return call.redirect(to: "/login.do") }
        return try page(in: session, call)
    }

    static func receive(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let form = PageForm(posted: call.request)
        let session = try call.session(at: &desk)
        guard call.isGenuine(form, in: session) else { return call.redirect(to: "/security_interceptor.do") }
        guard let userID = desk.visits[session].pendingUserID else { return call.redirect(to: "/login.do") }
        if form["txtResponse"] == PasswordCheck.passcode {
            return LoginPage.enter(userID, session, &call, &desk)
        }
        desk.visits[session].wrongPasscodes += 1
        if desk.visits[session].wrongPasscodes >= mostAttempts {
            desk.visits[session].pendingUserID = nil
            return call.redirect(to: "/login.do")
        }
        return try page(message: "Invalid verification code", in: session, call)
    }

    private static func page(
        message: String? = nil, in session: SessionBook.Session, _ call: PageCall
    ) throws -> Answer {
        let form = Page.form(
            to: "/validate_multifactor_auth_code.do", in: session,
            """
            <p><label for="txtResponse">Verification code</label>
            <input id="txtResponse" name="txtResponse" inputmode="numeric" autocomplete="one-time-code" required></p>
            <p><button name="sys_action" value="sysverb_validate_mfa">Verify</button></p>
            """)
        return Page(
            title: "Verification code", form: "validate_multifactor_auth_code", body: Page.message(message) + form
        ).answer(in: session, for: try call.viewer(in: session))
    }
}
