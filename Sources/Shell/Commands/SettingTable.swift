/// Every setting, in the order of help.
package enum SettingTable {
    /// The settings.
    package static let all: [SettingDefinition] = [
        SettingDefinition("format", .choice(GlobalFlags.formats), fallback: "columns", "The format of output"),
        SettingDefinition(
            "display", .choice(["auto", "value", "display", "both"]), fallback: "auto",
            "Stored values, displayed values or both; auto decides by the format"),
        SettingDefinition("limit", .number(0...1_000_000_000), fallback: "20", "How many records table list shows"),
        SettingDefinition("color", .choice(["auto", "never"]), fallback: "auto", "Colour on a terminal"),
        SettingDefinition(
            "theme", .theme, fallback: "none", "The colours of pages; none are the terminal's own (page theme list)"),
        SettingDefinition(
            "zone", .word("ZONE"), fallback: localZone, "The time zone of times: local, or a name such as Europe/Berlin"
        ),
        SettingDefinition("timeout", .number(1...86400), fallback: "60", "Seconds to wait for an answer"),
        SettingDefinition("max-body", .size, fallback: "64m", "The largest body that is taken"),
    ]

    /// The zone of `TZ`, else the machine's.
    package static let localZone = "local"

    /// The setting of that name.
    package static func named(_ name: String) -> SettingDefinition? { all.first { $0.name == name } }
}

/// A setting: what `set` changes and `snowdeckrc` may hold.
package struct SettingDefinition: Sendable, Hashable {
    /// What it is called in `set NAME=VALUE`.
    package let name: String
    /// What its text is.
    package let value: ValueKind
    /// The text that holds when nobody changed it.
    package let fallback: String
    /// What it decides: a phrase without a full stop.
    package let summary: String

    init(_ name: String, _ value: ValueKind, fallback: String, _ summary: String) {
        self.name = name
        self.value = value
        self.fallback = fallback
        self.summary = summary
    }
}
