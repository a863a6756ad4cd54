/// An argument that is known by its name: `--limit 5`, `--limit=5`, `-n 5`, `-n5`.
package struct FlagDefinition: Sendable, Hashable {
    /// The long name without its dashes: what a command's function asks for.
    package let name: String
    /// Another spelling that is understood, and that help does not show; nil for none.
    package let alias: String?
    /// The letter of the short form.
    package let short: Character?
    /// What its value is; nil for a switch, which has none.
    package let value: ValueKind?
    /// What the word after its value is, for a flag that takes two: `--tls CERT KEY`.
    package let second: ValueKind?
    /// Whether it may be given more than once.
    package let mayRepeat: Bool
    /// What holds when it is left out, for help.
    package let fallback: String?
    /// What it does, for help: imperative or a phrase, without a full stop.
    package let summary: String

    /// A flag; one without a value is a switch.
    package init(
        _ name: String, alias: String? = nil, short: Character? = nil, _ value: ValueKind?,
        then second: ValueKind? = nil, mayRepeat: Bool = false, fallback: String? = nil, _ summary: String
    ) {
        self.name = name
        self.alias = alias
        self.short = short
        self.value = value
        self.second = second
        self.mayRepeat = mayRepeat
        self.fallback = fallback
        self.summary = summary
    }

    /// A switch: a flag without a value.
    package init(_ name: String, short: Character? = nil, _ summary: String) {
        self.init(name, short: short, nil, summary)
    }

    /// `--limit`.
    package var spelling: String { "--" + name }
    /// `-n, --limit NUMBER`.
    package var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + spelling + placeholders
    }
    /// What its values are; none for a switch.
    package var values: [ValueKind] { [value, second].compactMap(\.self) }
    /// ` CERT KEY`, as it follows the flag in help.
    package var placeholders: String { values.map { " " + $0.placeholder }.joined() }
}

/// Flags that more than one command has.
extension FlagDefinition {
    static let query = FlagDefinition("query", short: "q", .query, "Take only the records this encoded query finds")
    static let fields = FlagDefinition(
        "fields", short: "f", .fields, fallback: "a fixed list per table in columns, everything in data formats",
        "Show these fields; caller_id.name walks a reference")
    static let display = FlagDefinition(
        "display", .choice(["value", "display", "both"]),
        fallback: "display values in columns, line and markdown, values in data formats",
        "Show what is stored, what the instance displays, or both")
}
