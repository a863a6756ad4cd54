package import Workbench

extension Capability {
    package static let replaying = Capability(
        "Replaying",
        verbs: [.replayCassette, .serveReplay, .serveRecord],
        topics: [HelpTopic("tests")])
}

extension Parameter {
    package static let playedCassette = Argument<String>("cassette", .cassette, "A tape, or a folder of them")
    package static let checks = Flag<Bool>(
        "check",
        "Print only differences; exit 5 if there are any, no command was played, or the recording broke off")
    package static let accept = Flag<Bool>("accept", "Show the differences and store them on the tape")
    package static let rerecord = Flag<Bool>("rerecord", "Record the commands again and report what changed")
    package static let rerecordedTape = Flag<String>(
        "output", short: "o", .newCassette, "Record onto this new tape")
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
    package static let servedTape = Argument<String>("tape", .cassette, "The name or file of a tape")
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
        "Serve status, journal, misses and unplayed requests on this port; 0 is any")
    package static let latency = Flag<String>(
        "latency", .word("TIME"), fallback: "none",
        "Delay answers: none, recorded, or milliseconds")
    package static let recordedInstance = Flag<String>("to", .instance, "Send requests to this instance")
    package static let ports = Flag<Int>(
        "ports", .number(1...256), fallback: "1", "Listen on this many ports, each its own client")
    package static let control = Flag<Int>(
        "control", .number(0...65535), "Serve status and journal on this port; 0 is any")
    package static let keepLinks = Flag<Bool>("keep-links", "Keep links in bodies; default: they lead to this server")
}

extension Command {
    package static let replayCassette = Command(
        "replay", "Replay a tape without a network",
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

    package static let serveReplay = Command(
        "serve replay", "Serve a tape over HTTP or HTTPS on this machine",
        details: """
            Prints a URL for each port on standard output. Browsers see the recorded pages, and / lists them;
            programs get the recorded answers. Pages have a random name of this machine, to which browsers are sent,
            so that their scripts cannot read cookies of other local programs.

            The server answers as the instance of the tape's last session, and every client is that session's
            user. Each further instance of the tape has its own URL; standard error says which. No instance is
            contacted. After a recorded change is sent again, the answers recorded after it are used.

            Programs are answered strictly: a read as recorded between the same changes, and a change only if it is
            the next on the tape; with --unordered, a change wherever it comes.

            Anything else is answered with status 501, the nearest request and the differences. Each client starts
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
        traits: Traits(isRecorded: false, servesUntilEnded: true),
        examples: [
            Example("snowdeck serve replay review", "the recorded pages, for a browser without a network"),
            Example("snowdeck serve replay review --port 8080", "the same at http://127.0.0.1:8080"),
            Example(
                "snowdeck serve replay triage --unordered --ignore body:correlation_id",
                "a program that sends changes in parallel, each with a random number"),
            Example(
                "snowdeck serve replay triage --ports 4 --control 0", "four tests at once, and what they left unplayed"),
        ])

    package static let serveRecord = Command(
        "serve record", "Record what other programs send to an instance",
        details: """
            Prints a URL on standard output. curl, Python, Node.js and browsers send their requests there; each is
            recorded like one of the prompt's, without its credentials, and answered by the instance. --tape names
            the tape; Ctrl-C ends it. Replay it with snowdeck serve replay.

            Programs use the URL in place of the instance's. For those whose URL cannot change, save a HAR in the
            browser or with mitmproxy, and read it with tape import.

            Changes are passed on to the sandbox, to hosts of this machine without a stricter profile, and to the
            instance that --allow-writes names; never with a read-only profile. A client that signs in with a form or
            gets a token changes something too. WebSockets are refused, and bodies larger than --max-body.

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
        traits: Traits(isRecorded: false, servesUntilEnded: true),
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
