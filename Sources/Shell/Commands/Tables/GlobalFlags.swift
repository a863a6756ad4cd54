import Rendering

/// Flags that belong to no command.
package enum GlobalFlags {
    /// Decided when Snowdeck starts; they stand anywhere on the program's command line.
    package static let atStart: [FlagDefinition] = [
        FlagDefinition(
            "instance", .instance, fallback: "the profile in use, else the sandbox",
            "Work with this profile or instance"),
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
        FlagDefinition("tape", .cassette, fallback: "a new one, kept 30 days", "Put this cassette into the deck"),
        FlagDefinition(
            "mode", .choice(["record", "replay", "extend"]), fallback: "record",
            "Record onto the tape, answer from it, or answer what it can and record the rest"),
        FlagDefinition("strict", "Answer from the tape only what was recorded at this very point"),
        FlagDefinition("sandbox", .file, fallback: "in memory", "Keep the sandbox's records in this file"),
        FlagDefinition("cacert", .file, "Trust the certificates of this file as well"),
        FlagDefinition("no-color", "Use no colour"),
        FlagDefinition("no-input", "Never ask; what would be asked is refused"),
        FlagDefinition("trust", "Run the pipelines and redirections of a replayed tape"),
    ]

    /// Stand with any command, and on the program's command line, where they hold for the whole run.
    package static let withCommand: [FlagDefinition] = [
        FlagDefinition("format", .choice(formats), fallback: "columns", "Write the output in this format"),
        FlagDefinition("allow-writes", .instance, "Change records of this instance without asking"),
        FlagDefinition("timeout", .number(1...86400), fallback: "60", "Wait this many seconds for an answer"),
        FlagDefinition("max-body", .size, fallback: "64m", "Take no body larger than this"),
        .help,
    ]

    /// The words of `--format`.
    package static let formats = Format.allCases.map(\.name)
}

extension FlagDefinition {
    static let help = FlagDefinition("help", short: "h", "Explain a command instead of running it")
}
