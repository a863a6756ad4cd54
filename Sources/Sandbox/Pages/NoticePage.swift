/// Pages that say one thing, to everybody.
enum NoticePage {
    static func welcome(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        return Page(
            title: "Welcome", form: "welcome",
            body: """
                <p>This is a sandbox of Snowdeck: a small instance for trying things out.</p>
                <p><a href="/login.do">Log in</a></p>
                """
        ).answer(in: session, for: try call.viewer(in: session))
    }

    static func timeout(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        return Page(
            title: "Session timeout", form: "session_timeout",
            body: """
                <p>You are not logged in, or your session has expired. Redirecting to the login page.</p>
                <p><a href="/login.do">Log in</a></p>
                """, next: "/login.do"
        ).answer(in: session, for: try call.viewer(in: session))
    }

    static func interceptor(_ call: inout PageCall, _ desk: inout SignInDesk) throws -> Answer {
        let session = try call.session(at: &desk)
        return Page(
            title: "Security constraint", form: "security_interceptor",
            body: """
                <p>The form was not one that this session was given, and nothing was done.</p>
                <p><a href="/home.do">Home</a></p>
                """
        ).answer(in: session, for: try call.viewer(in: session))
    }
}
