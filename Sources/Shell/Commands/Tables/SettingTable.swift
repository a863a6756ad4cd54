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
