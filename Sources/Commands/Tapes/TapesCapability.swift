import LineEditing
package import Workbench

extension Capability {
    package static let tapes = Capability(
        "Tapes",
        commands: [
            .tapeStatus, .tapeNew, .tapeOpen, .tapeList, .tapeShow, .tapeKeep, .tapeRemove, .tapeDump, .tapeAudit,
            .diff,
            .find, .history, .historyShow, .historyRun,
        ],
        groups: [
            CommandGroup("tape", "Record, replay and inspect tapes")
        ],
        renamed: [
            "tape diff|drift REST": "diff REST",
            "history diff REST": "diff REST",
            "tape name REST": "tape keep REST",
            "tape note TAPE": "tape keep TAPE --note -",
            "tape note TAPE REST": "tape keep TAPE --note REST",
            "tape prune --yes --older REST": "tape remove --yes --older REST",
            "tape prune --older REST": "tape remove --older REST",
            "tape prune --yes --leftovers": "tape remove --yes --leftovers",
            "tape prune --leftovers REST": "tape remove --leftovers REST",
            "tape prune REST": "tape remove --older 30d REST",
            "tape show --command DIGITS": "tape show %:DIGITS",
            "tape show TAPE --command DIGITS": "tape show TAPE:DIGITS",
            "tape show TAPE DIGITS": "tape show TAPE:.DIGITS",
        ],
        verbs: [.dumpCassette, .gitInstall],
        topics: [HelpTopics.cassette],
        completes: CompletionEngine.tapeValues)
}

extension Parameter {
    package static let dumpedCassette = Argument<String>("cassette", .cassette, "The name or file of a tape")
}

extension Command {
    package static let dumpCassette = Command(
        "dump", "Print a tape as text",
        details: """
            Prints the same text as tape dump. With --review it is short and the same for every recording of the same
            commands; snowdeck git install makes git diff show it.
            """,
        arguments: [.dumpedCassette],
        flags: [.review],
        examples: [
            Example("snowdeck dump sessions/first-look.cassette", "everything on the tape, in lines"),
            Example("snowdeck dump --review sessions/first-look.cassette", "what a reviewer compares"),
        ])

    package static let gitInstall = Command(
        "git install", "Show tapes as text in git diff, log and show",
        details: """
            Adds a line for *.cassette to .gitattributes and one for keys of pseudonyms to .gitignore, which you commit,
            and sets the diff driver snowdeck in this repository's configuration. git does not clone the configuration:
            each teammate runs this once. A second run changes nothing. git has to find snowdeck on the PATH.
            """,
        examples: [Example("snowdeck git install", "in the repository with the tapes")])
}

extension CompletionEngine {
    @Sendable static func tapeValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        switch kind {
        // The command of diff --on.
        case .cassette where before.usedFlags.contains(Parameter.on.name): await engine.innerCommand(point, before)
        case .cassette: engine.cassette(point, word, isNew: false)
        case .newCassette: engine.cassette(point, word, isNew: true)
        default: nil
        }
    }

    /// A tape by its name; where one must exist, also `last` and `%NUMBER`; else a file.
    private func cassette(_ point: CompletionPoint, _ word: Word, isNew: Bool) -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names: [Candidate] = []
        if !typed.utf8.contains(UInt8(ascii: "/")) {
            names =
                !isNew && typed.utf8.first == UInt8(ascii: "%") ? environment.tapeNumbers() : environment.cassettes()
            if !isNew, !names.isEmpty { names.insert(Candidate("last", "the newest tape"), at: 0) }
        }
        let named = offer(names, point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }
}

extension HelpTopics {
    package static let cassette = HelpTopic(
        name: "cassette", summary: "The tables of a tape, for the sqlite3 shell",
        page: {
            [
                .prose(
                    """
                    A tape is an SQLite file (application_id 0x536E446B, user_version 1). Read it with
                    sqlite3 -readonly sessions/NAME.cassette, or Python's sqlite3 module.
                    """),
                .prose(
                    """
                    Statistics of ANALYZE, views and tables that you add are ignored and never run. A restored dump
                    (sqlite3 a.cassette .dump | sqlite3 b.cassette) is read, too. A tape with other columns, indexes
                    or triggers in the tables below is not read.
                    """),
                .prose(
                    """
                    Times are microseconds since 1970-01-01 00:00:00 UTC. Texts are UTF-8. Secrets are placeholders.
                    id counts from 1 without gaps, in recorded order.
                    """),
                .terms([
                    (
                        "session",
                        "A run of the prompt: id, started_at, instance (origin), user (NULL: guest), zone and zone_rules (name and POSIX TZ), width (columns of the terminal, NULL: none), version (of Snowdeck), policy (JSON: matchers, redactors), settings (JSON), seed (of generated ids)."
                    ),
                    (
                        "command",
                        "A line: id, session, line, now (its time), exit_status (NULL: it never ended)."
                    ),
                    (
                        "input",
                        "What a command read: id, command, kind (file, answer, variable, setting, place, …), name (path, prompt or variable), content (bytes)."
                    ),
                    ("output", "What it printed: id, command, stream (1 output, 2 errors), bytes (a piece)."),
                    (
                        "exchange",
                        "A request, written before it is sent: id, session, command (NULL: none), epoch (how many changes came before, NULL: not counted; a named client counts from its first session × 1000000000), purpose (command, signIn, schema, completion), started_at, key (what a replay compares), key_hash (XXH64 of key, signed), principal (user), method, url, headers, body (NULL: none)."
                    ),
                    (
                        "outcome",
                        "Its answer; none if the program died: exchange, failure (NULL, or resolve, connect, tls, timeout, reset, …), status, reason (phrase, or text of the failure), headers, body, http_version, content_coding (of the transfer; the body is decoded), resolved, connected, secured, first_byte, total (microseconds since started_at)."
                    ),
                    ("body", "Each body once: id, digest (XXH64 of bytes, signed), bytes."),
                    (
                        "headers",
                        "For each field its name, then its value: the length in bytes (LEB128: 7 bits a byte, lowest first, 128 added if another follows), then the bytes."
                    ),
                ]),
                .heading("Commands, with their times and exit statuses"),
                .usage([
                    "SELECT id, datetime(now/1000000, 'unixepoch') AS utc, exit_status, line",
                    "FROM command ORDER BY id;",
                ]),
                .heading("What a command printed"),
                .usage([
                    "SELECT CAST(bytes AS TEXT) FROM output WHERE command=1 ORDER BY id;"
                ]),
                .heading("Requests and answers"),
                .usage([
                    "SELECT id, method, url, coalesce(failure, status, 'interrupted'),",
                    "  round(total/1000.0, 1) AS ms",
                    "FROM exchange LEFT JOIN outcome ON exchange=id ORDER BY id;",
                ]),
                .heading("The body of an answer"),
                .usage([
                    "SELECT CAST(bytes AS TEXT) FROM outcome JOIN body ON id=body WHERE exchange=1;"
                ]),
                .heading("The header fields of an answer (of a request: FROM exchange WHERE id=1)"),
                .usage([
                    "WITH RECURSIVE byte(value, hex) AS (SELECT 0, '00' UNION ALL",
                    "  SELECT value+1, printf('%02X', value+1) FROM byte WHERE value<255),",
                    "part(bytes, next, size, shift, number, text) AS (",
                    "  SELECT headers, 1, 0, 0, 0, NULL FROM outcome WHERE exchange=1 UNION ALL",
                    "  SELECT bytes, next+1+iif(value<128, size+(value<<shift), 0),",
                    "    iif(value<128, 0, size+((value&127)<<shift)), iif(value<128, 0, shift+7),",
                    "    number+(value<128), iif(value<128,",
                    "    CAST(substr(bytes, next+1, size+(value<<shift)) AS TEXT), NULL)",
                    "  FROM part JOIN byte ON hex=hex(substr(bytes, next, 1)))",
                    "SELECT a.text, b.text FROM part a JOIN part b ON b.number=a.number+1",
                    "WHERE a.number%2=1 AND a.text NOT NULL AND b.text NOT NULL ORDER BY a.number;",
                ]),
            ]
        })
}
