package import Workbench

extension Capability {
    package static let sandbox = Capability(
        "Sandbox",
        verbs: [.serveSandbox],
        topics: [HelpTopic("sandbox"), HelpTopic("faults")])
}

extension Parameter {
    package static let clientCA = Flag<String>(
        "client-ca", .file, "Sign in clients by certificates of these authorities (PEM); needs TLS")
    package static let rows = Flag<[String]>(
        "rows", .word("TABLE=N"), mayRepeat: true, "Fill this table up to N records, at most 2000000")
    package static let clock = Flag<String>(
        "clock", .word("TIME"), fallback: "now, or 2025-03-03T16:00:00Z with --frozen",
        "Start the instance's clock here (UTC); records are dated relative to it")
    package static let frozen = Flag<Bool>("frozen", "Stop the clock; every change advances it by one second")
    package static let userZone = Flag<String>(
        "user-zone", .word("ZONE"), fallback: "US/Pacific",
        "The time zone of users who have none")
    package static let tokenLifetime = Flag<Int>(
        "token-lifetime", .number(1...315_360_000), fallback: "set by the application",
        "The lifetime of access tokens in seconds")
    package static let sessionLifetime = Flag<Int>(
        "session-lifetime", .number(1...315_360_000), fallback: "1800",
        "End sessions after this many idle seconds")
    package static let pageSignIn = Flag<String>(
        "page-sign-in", .choice(["form", "sso", "saml-post", "portal"]), fallback: "form",
        "Redirect unauthenticated browsers to this kind of login")
    package static let build = Flag<String>(
        "build", .word("VERSION"), fallback: "08-07-2025_0908",
        "Report this build version; addresses of styles and scripts contain it")
    package static let data = Flag<String>(
        "data", .file, fallback: "in memory", "Keep the records in this file, as --sandbox does")
    package static let fault = Flag<[String]>(
        "fault", .word("NAME[=N]"), mayRepeat: true, "Enable this fault; may be repeated")
}

extension Command {
    package static let serveSandbox = Command(
        "serve sandbox",
        flags: [.port] + GlobalFlags.ofServers + [
            .clientCA, .rows, .clock, .frozen, .userZone, .tokenLifetime, .sessionLifetime, .pageSignIn, .build, .data,
            .fault,
        ], rules: [.atMostOne([.tls, .tlsSelfSigned])], traits: Traits(isRecorded: false, servesUntilEnded: true))
}
