/// `/home.do`: where one arrives. Its session is one of the user interface from then on.
enum HomePage {
    static func show(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        guard let session = try call.signedIn(at: &desk),
            let account = try AccountBook(store: call.store).account(session.userID)
        else { return try call.sendToLogin(at: &desk) }
        let roles = account.roles.sorted().joined(separator: ", ")
        return Page(
            title: "Home", form: "home",
            body: """
                <p>You are \(HTML.escaped(account.name)) (<code>\(HTML.escaped(account.userName))</code>).</p>
                <p>Roles: \(roles.isEmpty ? "none" : HTML.escaped(roles)).</p>
                <p><a href="/logout.do">Log out</a></p>
                """
        ).answer(in: session)
    }
}
