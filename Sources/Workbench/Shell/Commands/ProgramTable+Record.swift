extension Parameter {
    package static let recordedInstance = Flag<String>("to", .instance, "Send requests to this instance")
    package static let port = Flag<Int>(
        "port", .number(0...65535), fallback: "0, any free one", "Listen on this port of 127.0.0.1")
    package static let ports = Flag<Int>(
        "ports", .number(1...256), fallback: "1", "Listen on this many ports, each its own client")
    package static let control = Flag<Int>(
        "control", .number(0...65535), "Serve status and journal on this port; 0 is any")
    package static let keepLinks = Flag<Bool>("keep-links", "Keep links in bodies; default: they lead to this server")
}

extension Command {
    static let serveRecord = Command(
        "serve record", "Record what other programs send to an instance",
        details: """
            Prints a URL on standard output. curl, Python, Node.js and browsers send their requests there; each is
            recorded like one of the prompt's, without its credentials, and answered by the instance. --tape names
            the tape; Ctrl-C ends it. Replay it with snowdeck serve replay.

            Programs use the URL in place of the instance's. For those whose URL cannot change, save a HAR in the
            browser or with mitmproxy, and read it with tape import.

            Changes are passed on to the sandbox, to hosts of this machine without a stricter profile, and to the
            instance that --allow-writes names; never with a read-only profile. A client that signs in with a form or
            gets a token changes something too. WebSockets are refused. Bodies above 16 MB are passed on; the tape
            holds their length and SHA-256 and cannot replay them.

            Record parallel tests with --ports, or with a name in the header X-Snowdeck-Client for each: every port
            and every name is a client. In a replay, a client's changes do not affect the others.
            """,
        flags: [
            .recordedInstance,
            .port,
            .ports,
            .control,
            .keepLinks,
        ] + GlobalFlags.ofServers,
        rules: [.exactlyOne([.recordedInstance]), .atMostOne([.tls, .tlsSelfSigned])],
        examples: [
            Example("snowdeck serve record --to dev1 --tape triage", "a URL for tests that replaces the instance's"),
            Example(
                "snowdeck serve record --to dev1 --allow-writes dev1 --control 0",
                "changes too, and a journal of the requests"),
            Example(
                "snowdeck serve record --to sandbox --ports 4 --tape triage",
                "four tests at once, each with its own answers"),
        ])
}
