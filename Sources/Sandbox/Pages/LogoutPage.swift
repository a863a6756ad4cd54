/// `/logout.do`: ends the session. The client goes on as nobody, in a new one.
enum LogoutPage {
    static func receive(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        call.open(for: "", at: &desk, replacing: session)
        return call.redirect(to: "/welcome.do")
    }
}
