/// The `tape` commands that other programs' files go in and out by.
extension CommandDefinition {
    static let tapeImport = CommandDefinition(
        "tape import", "Make a cassette of HAR files",
        details: """
            A HAR is what a browser's developer tools, Playwright or mitmproxy save of the requests they saw. The exchanges
            with one instance become one session without commands, redacted as a recording is, changes opening epochs as
            they do there; snowdeck serve replay shows the pages, and programs are answered. What was left out or changed is
            said. A HAR that Snowdeck wrote comes back whole, commands too. The HAR itself may hold passwords and cookies:
            it stays as it is.

            Several files make one tape, in the order of their time. A cassette without a name is called as the first
            file is, or as its folder when there is such a cassette already.
            """,
        arguments: [
            ArgumentDefinition("file", .file, "The HAR file"),
            ArgumentDefinition(
                "more", .file, .repeated, "More HAR files; a last word that does not end in .har names the cassette"),
        ],
        flags: [
            FlagDefinition(
                "instance", .instance, fallback: "the one that most entries went to",
                "Take the exchanges with this instance"),
            FlagDefinition("replace", "Start over when a cassette of that name exists"),
        ],
        replay: .skip,
        value: .answer,
        examples: [
            Example("tape import walk.har", "a new tape, sessions/walk.cassette"),
            Example("tape import one/recording.har two/recording.har walk", "one tape of two HARs"),
            Example(
                "tape import all.har orders --instance https://dev1.service-now.com --replace",
                "one instance's exchanges of a HAR, on a tape that is started over"),
        ])

    static let tapeExport = CommandDefinition(
        "tape export", "Write a cassette as a HAR file",
        details: """
            HAR 1.2 is read by browsers' developer tools and many others. Placeholders stand where secrets stood. Members
            named _snowdeck, which others pass over, hold what HAR has no place for: sessions, epochs, commands with their
            output; tape import makes the same cassette of it. An existing file is kept without --replace.
            """,
        arguments: [
            ArgumentDefinition("file", .file, "The file; - is standard output"),
            ArgumentDefinition("cassette", .cassette, .optional, "Another cassette than the one in the deck"),
        ],
        flags: [FlagDefinition("replace", "Replace a file that stands there already")],
        replay: .skip,
        examples: [
            Example("tape export walk.har", "the cassette in the deck, as a HAR"),
            Example("tape export - first-look | jq '.log.entries | length'", "another one, to a program"),
        ])
}
