extension CommandDefinition {
    static let tapeStatus = CommandDefinition(
        "tape status", "Say which cassette is in the deck, and what it holds",
        replay: .skip,
        value: .answer,
        examples: [Example("tape status", "the cassette's name, mode, sessions and number of exchanges")])

    static let tapeNew = CommandDefinition(
        "tape new", "Put a new cassette into the deck",
        details:
            "A name is a file in the project's sessions folder; a path is itself. An existing cassette is kept without --replace.",
        arguments: [ArgumentDefinition("cassette", .cassette, "Its name, or its file")],
        flags: [FlagDefinition("replace", "Start over when a cassette of that name exists")],
        replay: .skip,
        examples: [
            Example("tape new first-look", "a new tape, sessions/first-look.cassette"),
            Example("tape new first-look --replace", "the same, started over"),
        ])

    static let tapeOpen = CommandDefinition(
        "tape open", "Put an existing cassette into the deck",
        details: """
            Recording goes on behind what the cassette holds, as a session of its own. With --mode replay answers come from
            the cassette and nothing is sent; files named in the lines you type are read as they are now. With --mode extend
            it answers what was asked before, as long as nothing is changed; the rest is sent and recorded.
            """,
        arguments: [ArgumentDefinition("cassette", .cassette, "Its name, or its file")],
        flags: [
            FlagDefinition(
                "mode", .choice(["record", "replay", "extend"]), fallback: "record",
                "Record onto it, replay it, or both"),
            FlagDefinition("strict", "Answer only what was recorded at this very point"),
        ],
        replay: .skip,
        examples: [
            Example("tape open first-look", "the tape sessions/first-look.cassette, to be recorded onto"),
            Example("tape open first-look --mode replay", "the same tape, answering"),
            Example("tape open first-look --mode extend", "the same, answering what it can and recording the rest"),
        ])

    static let tapeList = CommandDefinition(
        "tape list", "List cassettes: the project's, and recent ones outside it",
        replay: .skip,
        examples: [Example("tape list", "every cassette with its age, size and number of exchanges")])

    static let tapeShow = CommandDefinition(
        "tape show", "Show the exchanges on a cassette, or one of them whole",
        details: "A number alone is an exchange of the cassette in the deck.",
        arguments: [
            ArgumentDefinition("cassette", .cassette, .optional, "Another cassette than the one in the deck"),
            ArgumentDefinition("exchange", .number(1...Int.max), .optional, "The exchange's number on the tape"),
        ],
        replay: .skip,
        examples: [
            Example("tape show", "a line for every exchange"),
            Example("tape show 3", "the third exchange: request, answer, headers and bodies"),
            Example("tape show first-look 3", "the same of another cassette"),
        ])

    static let tapeWhy = CommandDefinition(
        "tape why", "Explain the last request that the tape could not answer",
        details: "Names the nearest exchanges and what differs, part by part, and the command that helps.",
        replay: .skip,
        examples: [Example("tape why", "the nearest exchanges and what differs")])

    static let tapeDump = CommandDefinition(
        "tape dump", "Print a cassette as text",
        details: "The text is stable and made of lines: equal cassettes give equal texts.",
        arguments: [ArgumentDefinition("cassette", .cassette, .optional, "Another cassette than the one in the deck")],
        replay: .skip,
        examples: [
            Example("tape dump | less", "the cassette in the deck, page by page"),
            Example("tape dump first-look > first-look.txt", "another one, in a file"),
        ])

    static let tapeAudit = CommandDefinition(
        "tape audit", "Search a cassette for secrets",
        details: """
            Every finding names its place. Finding anything, or not being able to read everything, is a failure. Digests
            that everybody may know (federated_id) are no findings.

            A project allows findings in sessions/audit.allow, one on each line: TAPE: PLACE: REASON, with the place as
            it is printed here, with its byte or without. Lines that allow nothing are reported. A secret that this
            process knows is never allowed.
            """,
        arguments: [ArgumentDefinition("cassette", .cassette, .optional, "Another cassette than the one in the deck")],
        replay: .skip,
        examples: [
            Example("tape audit", "whether the tape in the deck holds a secret"),
            Example("tape audit sessions/first-look.cassette", "the same for a file"),
        ])
}
