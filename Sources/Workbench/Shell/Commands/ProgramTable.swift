extension Parameter {
    package static let version = Flag<Bool>("version", "Print the version")
    package static let commandFile = Argument<String>("file", .file, "A file of commands")
    package static let runsOn = Flag<Bool>("keep-going", "Continue after a failure; exit with the first failed status")
    package static let playedCassette = Argument<String>("cassette", .cassette, "A cassette, or a folder of them")
    package static let checks = Flag<Bool>(
        "check",
        "Print only differences; exit 5 if there are any, no command was played, or the recording broke off")
    package static let accept = Flag<Bool>("accept", "Show the differences and store them on the tape")
    package static let rerecord = Flag<Bool>("rerecord", "Record the commands again and report what changed")
    package static let rerecordedTape = Flag<String>("output", short: "o", .cassette, "Record onto this new cassette")
    package static let play = Flag<Bool>("play", "Perform the session on this terminal, as if typed")
    package static let cast = Flag<String>(
        "cast", .newFile, "Write the performance as an asciicast; - is standard output")
    package static let replacesCast = Flag<Bool>("force", "Overwrite an existing file")
    package static let speed = Flag<String>(
        "speed", .word("FACTOR"), fallback: "1", "Perform this many times faster, 0.1 to 1000")
    package static let pace = Flag<String>(
        "pace", .choice(["human", "recorded"]), fallback: "human",
        "Use readable or recorded pauses, 10 seconds at most")
    package static let step = Flag<Bool>("step", "Wait for a key before each command is typed")
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
        "page-sign-in", .choice(["form", "sso", "portal"]), fallback: "form",
        "Redirect unauthenticated browsers to this kind of login")
    package static let build = Flag<String>(
        "build", .word("VERSION"), fallback: "08-07-2025_0908",
        "Report this build version; addresses of styles and scripts contain it")
    package static let data = Flag<String>(
        "data", .file, fallback: "in memory", "Keep the records in this file, as --sandbox does")
    package static let fault = Flag<[String]>(
        "fault", .word("NAME[=N]"), mayRepeat: true, "Enable this fault; may be repeated")
    package static let servedTape = Argument<String>("tape", .cassette, "The name or file of a cassette")
    package static let portsPerInstance = Flag<Int>(
        "ports", .number(1...256), fallback: "1",
        "Listen on this many ports per instance, each its own client")
    package static let lenient = Flag<Bool>("lenient", "Answer reads as recorded before or after a change")
    package static let unordered = Flag<Bool>(
        "unordered", "Accept changes in any order; reads follow the latest change that was played")
    package static let ignore = Flag<[String]>(
        "ignore", .word("PART"), mayRepeat: true,
        "Ignore a part of requests: query:NAME, header:NAME, or body:NAME for JSON and forms")
    package static let keepRecordedLinks = Flag<Bool>(
        "keep-links", "Keep links in bodies as recorded; default: they lead to this server")
    package static let replayControl = Flag<Int>(
        "control", .number(0...65535),
        "Serve status, journal, misses and unplayed exchanges on this port; 0 is any")
    package static let latency = Flag<String>(
        "latency", .word("TIME"), fallback: "none",
        "Delay answers: none, recorded, or milliseconds")
    package static let dumpedCassette = Argument<String>("cassette", .cassette, "The name or file of a cassette")
}

/// A verb of the program's command line. The executable switches over all cases exhaustively.
package enum ProgramVerb: CaseIterable, Sendable {
    case run, replay, serveSandbox, serveReplay, serveRecord, dump, gitInstall, tour, doctor, complete, man

    package init?(_ command: Command) {
        guard let verb = Self.allCases.first(where: { $0.command == command }) else { return nil }
        self = verb
    }

    var command: Command {
        switch self {
        case .run: .runFile
        case .replay: .replayCassette
        case .serveSandbox: .serveSandbox
        case .serveReplay: .serveReplay
        case .serveRecord: .serveRecord
        case .dump: .dumpCassette
        case .gitInstall: .gitInstall
        case .tour: .tour
        case .doctor: .doctor
        case .complete: .completeArguments
        case .man: .writeManual
        }
    }
}

/// The program's verbs and flags, besides the commands of the prompt.
package enum ProgramTable {
    package static let all = ProgramVerb.allCases.map(\.command)

    /// Flags that act as commands.
    package static let switches: [FlagDefinition] = [
        .version,
        .help,
    ]
}

extension Command {
    static let runFile = Command(
        "run", "Run the commands of a file",
        details: "Stops at the first command that fails, and exits with its status. - reads standard input.",
        arguments: [.commandFile],
        flags: [.runsOn],
        examples: [Example("snowdeck run nightly.snowdeck --format json", "the commands of a file, as JSON")])

    static let replayCassette = Command(
        "replay", "Replay a cassette without a network",
        details: """
            Runs the recorded commands and answers them from the tape; a folder means all tapes in it and below.
            --check also plays the requests of tapes that programs recorded or that were imported.
            --accept stores the output of now as the expected output and changes nothing else.

            --rerecord runs the commands against an instance, with the files and answers of the tape, and reports
            what changed by its meaning; exit 5 if something broke. It contacts only the instance given by
            --instance (or the sandbox) and changes it only with --allow-writes.

            With --play: space pauses, the right arrow skips ahead, the left arrow goes back to the start of a
            command, + and - or the up and down arrows change the speed, q quits.
            """,
        arguments: [.playedCassette],
        flags: [
            .checks,
            .accept,
            .rerecord,
            .rerecordedTape,
            .reporting("Print a report in this format, with a test for each tape"),
            .play,
            .cast,
            .replacesCast,
            .speed,
            .pace,
            .step,
        ],
        rules: [
            .atMostOne([.checks, .accept, .rerecord, .play, .cast]), .goesWith(.rerecord, oneOf: [.rerecordedTape]),
            .goesWith(.rerecordedTape, oneOf: [.rerecord]), .goesWith(.report, oneOf: [.checks]),
            .goesWith(.speed, oneOf: [.play, .cast]), .goesWith(.replacesCast, oneOf: [.cast]),
            .goesWith(.pace, oneOf: [.play, .cast]), .goesWith(.step, oneOf: [.play]),
        ],
        examples: [
            Example("snowdeck replay sessions/first-look.cassette", "the recorded session"),
            Example("snowdeck replay sessions --check", "compare every tape of a folder with its recorded output"),
            Example("snowdeck replay sessions --check --report junit", "the same for continuous integration"),
            Example(
                "snowdeck replay sessions/first-look.cassette --rerecord -o again.cassette",
                "what the instance answers differently now"),
            Example("snowdeck replay first-look --play --step", "a demonstration, step by step"),
            Example("snowdeck replay first-look --cast demo.cast", "the same as a file for asciinema"),
        ])

    static let serveSandbox = Command(
        "serve sandbox", "Serve the sandbox over HTTP or HTTPS on this machine",
        details: """
            Prints its URL on standard output; only programs on this machine can reach it. The records are
            generated, the same every time, and kept in memory unless --data names a file. --rows enlarges a table
            for tests.

            --tls-self-signed creates a certificate authority for localhost, sandbox.localhost, 127.0.0.1 and ::1
            with the openssl program; trust DIR/ca.pem once and every later run with the folder is trusted. With
            --client-ca a client certificate signs in the user whose name is its common name (CN).

            --fault makes the server misbehave as instances sometimes do: help faults.
            """,
        flags: [
            .port
        ] + GlobalFlags.ofServers + [
            .clientCA,
            .rows,
            .clock,
            .frozen,
            .userZone,
            .tokenLifetime,
            .sessionLifetime,
            .pageSignIn,
            .build,
            .data,
            .fault,
        ],
        rules: [.atMostOne([.tls, .tlsSelfSigned])],
        examples: [
            Example("snowdeck serve sandbox --port 8080", "an instance at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve sandbox --port 8443 --tls-self-signed ~/.sandbox-tls",
                "an instance at https://127.0.0.1:8443"),
            Example(
                "snowdeck serve sandbox --tls-self-signed ~/.sandbox-tls --client-ca ~/company.pem",
                "client certificates of a company sign in"),
            Example("snowdeck serve sandbox --rows incident=100000 --rows syslog=50000", "a large instance"),
            Example(
                "snowdeck serve sandbox --clock 2025-06-01T09:00:00Z --user-zone Europe/Berlin",
                "another time and time zone"),
            Example(
                "snowdeck serve sandbox --token-lifetime 2 --session-lifetime 3",
                "short-lived tokens and sessions"),
            Example(
                "snowdeck serve sandbox --page-sign-in sso", "pages that redirect to single sign-on"),
            Example("snowdeck serve sandbox --fault rate-limit=100 --fault truncate=10", "an instance with faults"),
        ])

    static let serveReplay = Command(
        "serve replay", "Serve a cassette over HTTP or HTTPS on this machine",
        details: """
            Prints a URL for each port on standard output. Browsers see the recorded pages, and / lists them;
            programs get the recorded answers. Pages have a random name of this machine, to which browsers are sent,
            so that their scripts cannot read cookies of other local programs.

            The server answers as the instance of the tape's last session, and every client is that session's
            user. Each further instance of the tape has its own URL; standard error says which. No instance is
            contacted. After a recorded change is sent again, the answers recorded after it are used.

            Programs are answered strictly: a read as recorded between the same changes, and a change only if it is
            the next on the tape; with --unordered, a change wherever it comes.

            Anything else is answered with status 501, the nearest exchange and the differences. Each client starts
            before the first change; a client is a port or a name in the header X-Snowdeck-Client. See help tests.
            """,
        arguments: [.servedTape],
        flags: [
            .port,
            .portsPerInstance,
            .lenient,
            .unordered,
            .ignore,
            .keepRecordedLinks,
            .replayControl,
            .latency,
        ] + GlobalFlags.ofServers,
        rules: [
            .atMostOne([.tls, .tlsSelfSigned]), .atMostOne([.lenient, .unordered]),
            .atMostOne([.lenient, .ignore]),
        ],
        examples: [
            Example("snowdeck serve replay review", "the recorded pages, for a browser without a network"),
            Example("snowdeck serve replay review --port 8080", "the same at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve replay triage --unordered --ignore body:correlation_id",
                "a program that sends changes in parallel, each with a random number"),
            Example(
                "snowdeck serve replay triage --ports 4 --control 0", "four tests at once, and what they left unplayed"),
        ])

    static let dumpCassette = Command(
        "dump", "Print a cassette as text",
        details: """
            Prints the same text as tape dump. With --review it is short and the same for every recording of the same
            commands; snowdeck git install makes git diff show it.
            """,
        arguments: [.dumpedCassette],
        flags: [.review],
        examples: [
            Example("snowdeck dump sessions/first-look.cassette", "everything the cassette holds, in lines"),
            Example("snowdeck dump --review sessions/first-look.cassette", "what a reviewer compares"),
        ])
}
