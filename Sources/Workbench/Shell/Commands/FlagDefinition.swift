import Rendering

/// A positional argument.
package struct ArgumentDefinition: Sendable, Hashable {
    package enum Presence: Sendable, Hashable {
        case required
        case optional
        /// Zero or more. Only as the last argument.
        case repeated
        /// One or more. Only as the last argument.
        case repeatedAtLeastOnce
    }

    package let name: String
    package let kind: ValueKind
    package let presence: Presence
    /// For help: a phrase without a full stop.
    package let summary: String

    package init(_ name: String, _ kind: ValueKind, _ presence: Presence, _ summary: String) {
        self.name = name
        self.kind = kind
        self.presence = presence
        self.summary = summary
    }

    package init(_ name: String, _ kind: ValueKind, _ summary: String) {
        self.init(name, kind, .required, summary)
    }

    var isRepeated: Bool { presence == .repeated || presence == .repeatedAtLeastOnce }
    var mayBeMissing: Bool { presence == .optional || presence == .repeated }
}

/// A named argument: `--limit 5`, `--limit=5`, `-n 5`, `-n5`.
package struct FlagDefinition: Sendable, Hashable {
    /// The long name without dashes.
    package let name: String
    /// An accepted spelling that help does not list.
    package let alias: String?
    package let short: Character?
    /// The kind of its value; nil for a switch.
    package let value: ValueKind?
    /// The kind of its second value, for a flag that takes two: `--tls CERT KEY`.
    package let second: ValueKind?
    package let mayRepeat: Bool
    /// Whether the command then creates files whose names it takes from elsewhere.
    package let createsFiles: Bool
    /// The default, for help.
    package let fallback: String?
    /// For help: imperative or a phrase, without a full stop.
    package let summary: String

    package init(
        _ name: String, alias: String? = nil, short: Character? = nil, _ value: ValueKind?,
        then second: ValueKind? = nil, mayRepeat: Bool = false, createsFiles: Bool = false, fallback: String? = nil,
        _ summary: String
    ) {
        self.name = name
        self.alias = alias
        self.short = short
        self.value = value
        self.second = second
        self.mayRepeat = mayRepeat
        self.createsFiles = createsFiles
        self.fallback = fallback
        self.summary = summary
    }

    package init(_ name: String, short: Character? = nil, createsFiles: Bool = false, _ summary: String) {
        self.init(name, short: short, nil, createsFiles: createsFiles, summary)
    }

    /// `--limit`.
    package var spelling: String { "--" + name }
    /// `-n, --limit NUMBER`.
    package var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + spelling + placeholders
    }
    package var values: [ValueKind] { [value, second].compactMap(\.self) }
    /// ` CERT KEY`: the placeholders after the flag in help.
    package var placeholders: String { values.map { " " + $0.placeholder }.joined() }
}

extension FlagDefinition {
    static let query = FlagDefinition("query", short: "q", .query, "Select records by this encoded query")
    static let fields = FlagDefinition(
        "fields", short: "f", .fields, fallback: "a fixed list per table; all in data formats",
        "Show these fields; caller_id.name follows a reference")
    static let display = FlagDefinition(
        "display", .choice(["value", "display", "both"]),
        fallback: "display in columns, line and markdown, else value",
        "Show stored values, displayed values, or both")
    static let review = FlagDefinition("review", "Print commands, output and a line per request, without times")
}

/// Flags that are not tied to a command.
package enum GlobalFlags {
    /// Start-up flags, allowed anywhere on the program's command line.
    package static let atStart: [FlagDefinition] = [
        FlagDefinition(
            "instance", .instance, fallback: "the default profile, else the sandbox",
            "Use this profile or instance"),
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
        FlagDefinition("tape", .cassette, fallback: "a new one of yours", "Use this cassette"),
        FlagDefinition(
            "mode", .choice(["record", "replay", "extend"]), fallback: "record",
            "Record, replay, or replay and record the rest"),
        FlagDefinition("strict", "Answer only with exchanges recorded at this point"),
        FlagDefinition("sandbox", .file, fallback: "in memory", "Keep the sandbox's records in this file"),
        FlagDefinition("cacert", .file, "Also trust the certificates in this file"),
        FlagDefinition("no-color", "Disable colors"),
        FlagDefinition("no-input", "Never prompt; fail instead"),
        FlagDefinition("trust", "Allow a tape or recipe to run pipelines and write files"),
    ]

    /// Flags of every command; on the program's command line they apply to the whole run.
    package static let withCommand: [FlagDefinition] = [
        FlagDefinition("format", .choice(formats), fallback: "columns", "Use this output format"),
        FlagDefinition("allow-writes", .instance, "Change records of this instance without confirmation"),
        FlagDefinition("timeout", .number(1...86400), fallback: "60", "Time out after this many seconds"),
        FlagDefinition("max-body", .size, fallback: "64m", "Reject larger response bodies"),
        .help,
    ]

    /// Flags of servers that browsers may use.
    static let ofServers: [FlagDefinition] = [
        FlagDefinition(
            "allow-origin", .word("ORIGIN"), mayRepeat: true,
            "Allow changes from browser pages of this origin (https://app.example)"),
        FlagDefinition(
            "tls", .word("CERT"), then: .word("KEY"), "Serve HTTPS with this certificate and key, PEM files"),
        FlagDefinition(
            "tls-self-signed", .word("DIR"), "Serve HTTPS with a self-signed certificate kept in this folder"),
    ]

    package static let formats = Format.allCases.map(\.name)
}

extension FlagDefinition {
    static let help = FlagDefinition("help", short: "h", "Show help for the command")
}
