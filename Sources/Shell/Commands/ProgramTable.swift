/// What only the program's own command line has, beside the commands of the prompt.
package enum ProgramTable {
    /// The commands that only the program has.
    package static let all: [Command] = [
        .runFile, .replayCassette, .serveSandbox, .serveReplay, .dumpCassette,
    ]

    /// The switches that stand alone.
    package static let switches: [FlagDefinition] = [
        FlagDefinition("version", "Print the version"),
        .help,
    ]
}

extension Command {
    static let runFile = Command(
        "run", "Run the commands of a file",
        details: "Stops at the first command that fails, and exits as that one would. - is standard input.",
        arguments: [ArgumentDefinition("file", .file, "A file of commands, a line each")],
        flags: [FlagDefinition("keep-going", "Run the rest after a failure; the exit status is the first failure's")],
        examples: [Example("snowdeck run nightly.snowdeck --format json", "the commands of a file, as JSON")])

    static let replayCassette = Command(
        "replay", "Replay a cassette without a network",
        details: """
            Runs the commands that were recorded and answers them from the tape; of a folder all tapes, those in its folders
            too. --accept takes what they write now for what they are to write, and changes nothing else of the tape.
            --rerecord asks the instance again: the commands, with the files and answers of the tape, are recorded onto a new
            one, and what changed is said by what it means; exit 5 when something broke. A tape does not say where
            credentials go: anything but the sandbox is named with --instance, and --allow-writes lets it be changed.
            While it is performed with --play, space pauses and goes on, the right arrow shows the rest of a command at
            once and goes on to the next, the left arrow goes back to where a command begins, + and - or the arrows up
            and down set the speed, and q ends it.
            """,
        arguments: [ArgumentDefinition("cassette", .cassette, "A cassette, or a folder of them")],
        flags: [
            FlagDefinition(
                "check", "Print nothing but differences; exit 5 when something differs or nothing was compared"),
            FlagDefinition("accept", "Show the differences and write them onto the tape"),
            FlagDefinition("rerecord", "Record the commands anew, and say what changed"),
            FlagDefinition("output", short: "o", .cassette, "Record onto this new cassette"),
            .report("Write what was found in this format, a test for each tape"),
            FlagDefinition("play", "Perform it at this terminal: the commands are typed, the answers stand to be read"),
            FlagDefinition("cast", .file, "Write the performance to this file as an asciicast; - is standard output"),
            FlagDefinition("speed", .word("FACTOR"), fallback: "1", "Perform so many times faster, 0.1 to 1000"),
            FlagDefinition(
                "pace", .choice(["human", "recorded"]), fallback: "human, which one can read along",
                "Perform with these pauses; what came more than 10 seconds apart is recorded as 10"),
            FlagDefinition("step", "Wait for a key before each command is typed"),
        ],
        rules: [
            .atMostOne(["check", "accept", "rerecord", "play", "cast"]), .goesWith("rerecord", oneOf: ["output"]),
            .goesWith("output", oneOf: ["rerecord"]), .goesWith("report", oneOf: ["check"]),
            .goesWith("speed", oneOf: ["play", "cast"]),
            .goesWith("pace", oneOf: ["play", "cast"]), .goesWith("step", oneOf: ["play"]),
        ],
        examples: [
            Example("snowdeck replay sessions/first-look.cassette", "the session as it was"),
            Example("snowdeck replay sessions --check", "whether every tape of a folder still gives the same output"),
            Example("snowdeck replay sessions --check --report junit", "the same for continuous integration"),
            Example(
                "snowdeck replay sessions/first-look.cassette --rerecord -o again.cassette",
                "what an instance answers otherwise by now"),
            Example("snowdeck replay first-look --play --step", "a demonstration that goes on at a key"),
            Example("snowdeck replay first-look --cast demo.cast", "the same as a file for asciinema"),
        ])

    static let serveSandbox = Command(
        "serve sandbox", "Serve the sandbox over HTTP or HTTPS on this machine",
        details: """
            Standard output says where, in one line; other programs of this machine, and they alone, can use it as an
            instance. Records are made up, the same ones each time. They live in memory and end with the server unless
            --data names a file. --rows makes a table as large as a test needs: more records like those it has, with
            numbers that go on. --tls-self-signed makes a certificate authority for localhost, sandbox.localhost, 127.0.0.1
            and ::1 with the openssl program, once: what trusts DIR/ca.pem trusts every later run with the same folder.
            With --client-ca a client may show a certificate: the user whose name is its common name (CN) is signed in at
            APIs, unless the request says otherwise. With --fault it gets wrong what instances get wrong now and then: help
            faults has all of them.
            """,
        flags: [
            FlagDefinition("port", .number(0...65535), fallback: "0, any free one", "Listen on this port of 127.0.0.1"),
            FlagDefinition(
                "allow-origin", .word("ORIGIN"), mayRepeat: true,
                "Let browser pages of this origin (https://app.example) make changes"),
            FlagDefinition(
                "tls", .word("CERT"), then: .word("KEY"), "Serve HTTPS with this certificate and key, PEM files"),
            FlagDefinition(
                "tls-self-signed", .word("DIR"), "Serve HTTPS with a certificate of its own, kept in this folder"),
            FlagDefinition(
                "client-ca", .file, "Sign clients in by certificates of these authorities (PEM); over TLS alone"),
            FlagDefinition(
                "rows", .word("TABLE=N"), mayRepeat: true, "Give this table at least so many records, 2000000 at most"),
            FlagDefinition(
                "clock", .word("TIME"), fallback: "now, or 2025-03-03T16:00:00Z with --frozen",
                "Start the instance's clock here (UTC); the records it begins with are dated relative to this time"),
            FlagDefinition("frozen", "Stop the clock: it moves on by one second with every change"),
            FlagDefinition(
                "user-zone", .word("ZONE"), fallback: "US/Pacific",
                "Show times to users without a zone of their own in this one"),
            FlagDefinition(
                "token-lifetime", .number(1...315_360_000), fallback: "what the application says",
                "Let access tokens live for so many seconds"),
            FlagDefinition(
                "session-lifetime", .number(1...315_360_000), fallback: "1800",
                "End sessions after so many seconds without a request"),
            FlagDefinition(
                "page-sign-in", .choice(["form", "sso", "portal"]), fallback: "form",
                "Send whoever is not signed in to its login form, a single sign-on or its portal"),
            FlagDefinition(
                "build", .word("VERSION"), fallback: "08-07-2025_0908",
                "Be of this version: the addresses of its pages' styles and scripts carry it, as after an upgrade"),
            FlagDefinition("data", .file, fallback: "in memory", "Keep the records in this file, as --sandbox does"),
            FlagDefinition("fault", .word("NAME[=N]"), mayRepeat: true, "Switch this fault on; may be repeated"),
        ],
        rules: [.atMostOne(["tls", "tls-self-signed"])],
        examples: [
            Example("snowdeck serve sandbox --port 8080", "an instance at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve sandbox --port 8443 --tls-self-signed ~/.sandbox-tls",
                "one at https://127.0.0.1:8443, for clients that take nothing else"),
            Example(
                "snowdeck serve sandbox --tls-self-signed ~/.sandbox-tls --client-ca ~/company.pem",
                "one that knows whom a company's certificates belong to"),
            Example("snowdeck serve sandbox --rows incident=100000 --rows syslog=50000", "a large instance"),
            Example(
                "snowdeck serve sandbox --clock 2025-06-01T09:00:00Z --user-zone Europe/Berlin",
                "another place and time"),
            Example(
                "snowdeck serve sandbox --token-lifetime 2 --session-lifetime 3",
                "one where what you signed in with ends soon"),
            Example(
                "snowdeck serve sandbox --page-sign-in sso", "one whose pages send to a company's single sign-on"),
            Example("snowdeck serve sandbox --fault rate-limit=100 --fault truncate=10", "one that is not at its best"),
        ])

    static let serveReplay = Command(
        "serve replay", "Serve what a tape holds over HTTP or HTTPS on this machine",
        details: """
            Standard output says where, in one line for each port. A browser there sees the recorded pages, and a program gets
            the recorded answers: the server stands for the instance of the tape's last session, and whoever asks is that
            session's user, so nobody signs in. Nothing is asked of an instance. / lists the pages. A change that was
            recorded can be sent again, and what was seen after it is seen after it.

            Programs are answered strictly: a read by what was recorded between the same changes, a change when it is the
            next on the tape. What is not there is said with status 501, with what comes nearest and what differs. Each
            client begins before the first change; a client is a port, or a name in a line X-Snowdeck-Client. See help
            tests.
            """,
        arguments: [ArgumentDefinition("tape", .cassette, "A cassette's name or file")],
        flags: [
            FlagDefinition(
                "port", .number(0...65535), fallback: "0, any free one", "Listen on this port of 127.0.0.1"),
            FlagDefinition(
                "ports", .number(1...256), fallback: "1",
                "Listen on so many ports, each a client of its own; those after --port, or any free ones"),
            FlagDefinition("lenient", "Let programs see what was recorded before or after a change, as browsers do"),
            FlagDefinition("keep-links", "Leave links in bodies as recorded; by default they lead to this server"),
            FlagDefinition(
                "control", .number(0...65535),
                "Tell at this port what came, what missed and what was not played; 0 is any; its address comes last"),
            FlagDefinition(
                "latency", .word("TIME"), fallback: "none",
                "Answer after so many milliseconds, or as slowly as recorded: none, recorded, or a number"),
            FlagDefinition(
                "allow-origin", .word("ORIGIN"), mayRepeat: true,
                "Let browser pages of this origin (https://app.example) make changes"),
            FlagDefinition(
                "tls", .word("CERT"), then: .word("KEY"), "Serve HTTPS with this certificate and key, PEM files"),
            FlagDefinition(
                "tls-self-signed", .word("DIR"), "Serve HTTPS with a certificate of its own, kept in this folder"),
        ],
        rules: [.atMostOne(["tls", "tls-self-signed"])],
        examples: [
            Example("snowdeck serve replay review", "the recorded pages, for a browser without a network"),
            Example("snowdeck serve replay review --port 8080", "the same at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve replay triage --ports 4 --control 0", "four tests at once, and what they left unplayed"),
        ])

    static let dumpCassette = Command(
        "dump", "Print a cassette as text",
        details: "The same text as tape dump; made for git's textconv.",
        arguments: [ArgumentDefinition("cassette", .cassette, "A cassette's name or file")],
        examples: [Example("snowdeck dump sessions/first-look.cassette", "everything the cassette holds, in lines")])
}
