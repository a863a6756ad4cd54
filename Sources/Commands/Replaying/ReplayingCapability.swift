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
    package static let rerecordedTape = Flag<String>("output", short: "o", .newCassette, "Record onto this new tape")
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
        "replay", arguments: [.playedCassette],
        flags: [
            .checks, .accept, .rerecord, .rerecordedTape,
            .reporting("Print a report in this format, with a test for each tape"), .play, .cast, .replacesCast, .speed,
            .pace, .step,
        ],
        rules: [
            .atMostOne([.checks, .accept, .rerecord, .play, .cast]), .goesWith(.rerecord, oneOf: [.rerecordedTape]),
            .goesWith(.rerecordedTape, oneOf: [.rerecord]), .goesWith(.report, oneOf: [.checks]),
            .goesWith(.speed, oneOf: [.play, .cast]), .goesWith(.replacesCast, oneOf: [.cast]),
            .goesWith(.pace, oneOf: [.play, .cast]), .goesWith(.step, oneOf: [.play]),
        ])

    package static let serveReplay = Command(
        "serve replay", arguments: [.servedTape],
        flags: [
            .port, .portsPerInstance, .lenient, .unordered, .ignore, .keepRecordedLinks, .replayControl, .latency,
            .reporting("Print a report in this format at the end, with a test for each request"),
        ] + GlobalFlags.ofServers,
        rules: [
            .atMostOne([.tls, .tlsSelfSigned]), .atMostOne([.lenient, .unordered]), .atMostOne([.lenient, .ignore]),
        ], traits: Traits(isRecorded: false, servesUntilEnded: true))

    package static let serveRecord = Command(
        "serve record",
        flags: [.recordedInstance, .port, .ports, .control, .keepLinks] + GlobalFlags.ofServers,
        rules: [.exactlyOne([.recordedInstance]), .atMostOne([.tls, .tlsSelfSigned])],
        traits: Traits(isRecorded: false, servesUntilEnded: true))
}
