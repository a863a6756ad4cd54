/// Differences between the documented exchanges and ours that have one reason.
struct KnownDifference: Sendable {
    let why: String
    /// Each begins with its exchange and its side: `>` was sent, `<` was answered.
    let lines: [String]

    private init(_ why: String, _ lines: String...) {
        self.why = why
        self.lines = lines.flatMap { line in
            line.hasPrefix("* ") ? SeedExchange.all.map { $0.name + line.dropFirst() } : [line]
        }
    }

    static let all = [
        // What the program sends.
        KnownDifference(
            "A comma in a parameter is percent-encoded; the instance reads the same.",
            "sign in > GET /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name,first_name,last_name,sys_id "
                + "HTTP/1.1 → GET /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name%2Cfirst_name%2C"
                + "last_name%2Csys_id HTTP/1.1"),
        KnownDifference(
            "Answers may come compressed, which the documented curl does not ask for.",
            "* > field Accept-Encoding besides"),
        KnownDifference(
            "libcurl writes its own fields first, and ours in the order in which the layers add them.",
            "* > fields in another order"),
        KnownDifference(
            "Cookies go out in the order in which they were first set (RFC 6265, 5.4); the documented curl read them from a file.",
            "tasks > cookies in another order", "comment > cookies in another order"),
        KnownDifference(
            "The pool of the balancer is called after the instance, and this one is the sandbox.",
            "sign in < no set cookie BIGipServerpool_myinstance",
            "sign in < set cookie BIGipServerpool_sandbox besides",
            "tasks > no cookie BIGipServerpool_myinstance", "tasks > cookie BIGipServerpool_sandbox besides",
            "comment > no cookie BIGipServerpool_myinstance", "comment > cookie BIGipServerpool_sandbox besides"),
        // What the sandbox answers.
        KnownDifference(
            "The length is known before the answer is sent.", "* < no field Transfer-Encoding",
            "* < field Content-Length besides"),
        KnownDifference(
            "Fields that instances have come to send since 2016, in today's order: cookies last.",
            "* < field Server-Timing besides", "* < field X-Is-Logged-In besides", "* < field X-Transaction-ID besides",
            "* < field X-Content-Type-Options besides", "* < field Date besides", "* < field Server besides",
            "* < fields in another order"),
        KnownDifference(
            "Instances spell it so today.", "sign in < field Cache-Control in other letters",
            "tasks < field Cache-Control in other letters"),
        KnownDifference(
            "A cookie that is served over plain HTTP, as here, and wanted back, cannot be for HTTPS alone.",
            "sign in < no attribute of JSESSIONID secure", "sign in < no attribute of glide_user secure",
            "sign in < no attribute of glide_user_session secure", "sign in < no attribute of glide_user_route secure",
            "tasks < no attribute of glide_user secure", "tasks < no attribute of glide_user_session secure"),
        KnownDifference(
            "Instances of today give a Max-Age beside Expires, and clear a cookie with nothing in the place of empty quotes.",
            "sign in < glide_user: value empty quotes → nothing", "sign in < attribute of glide_user max-age besides",
            "sign in < glide_user_session: value empty quotes → nothing",
            "sign in < attribute of glide_user_session max-age besides",
            "sign in < attribute of glide_user_route max-age besides",
            "* < attribute of glide_session_store max-age besides"),
        KnownDifference(
            "Version is of RFC 2109; it has been without a meaning since RFC 6265.",
            "tasks < no attribute of glide_user version", "tasks < no attribute of glide_user_session version"),
        KnownDifference(
            "The columns come in the order in which they are asked for.", "sign in < body: members in another order"),
        KnownDifference(
            "The application's script makes addresses of the type's display name; the documentation shows small letters.",
            "tasks < body: capitals in \"snowui\"", "tasks < body: capitals in \"link\""),
    ]
}
