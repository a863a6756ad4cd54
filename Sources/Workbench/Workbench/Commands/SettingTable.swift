import Rendering

/// All settings, in the order of help.
package enum SettingTable {
    package static var all: [SettingDefinition] { CommandTable.current.settings }

    package static let ofPrompt: [SettingDefinition] = [
        SettingDefinition("format", .choice(GlobalFlags.formats), fallback: "columns", "The output format"),
        SettingDefinition(
            "display", .choice(["auto", "value", "display", "both"]), fallback: "auto",
            "Stored values, displayed values or both; auto depends on the format"),
        SettingDefinition(
            "wide", .choice(WideLists.allCases.map(\.rawValue)), fallback: "auto",
            "Lists wider than the terminal: cut, a record a block, or auto: a block if less than half fits"),
        SettingDefinition(
            "limit", .number(0...1_000_000_000), fallback: "20", "The number of records table list shows"),
        SettingDefinition("color", .choice(["auto", "never"]), fallback: "auto", "Colors on a terminal"),
        SettingDefinition("highlight", .choice(["on", "off"]), fallback: "on", "Colors in the line while it is typed"),
        SettingDefinition(
            "suggest", .choice(["on", "off"]), fallback: "on",
            "Older lines and the rest of words, suggested while you type"),
        SettingDefinition(
            "pager", .word("on|off|COMMAND"), fallback: "on",
            "What shows answers taller than the screen at the prompt: on is $PAGER, else less"),
        SettingDefinition(
            "zone", .zone, fallback: localZone,
            "The time zone of dates: local, utc, instance (as the instance shows them), or Europe/Berlin"
        ),
        SettingDefinition("timeout", .number(1...86400), fallback: "60", "The time limit of a request in seconds"),
        SettingDefinition("max-body", .size, fallback: "64m", "The largest response body in bytes"),
    ]

    /// The zone of `TZ`, or else the machine's.
    package static let localZone = "local"
    static let namedZones = [
        Candidate(localZone, "the zone of this machine"), Candidate("utc", "as dates are stored"),
        Candidate("instance", "as the instance shows dates to its user"),
    ]

    package static func named(_ name: String) -> SettingDefinition? { CommandTable.current.settingsByName[name] }
}

/// A setting, changed by `set` and by `snowdeckrc`.
package struct SettingDefinition: Sendable, Hashable {
    package let name: String
    package let value: ValueKind
    /// The default.
    package let fallback: String
    /// What it controls: a phrase without a full stop.
    package let summary: String
    /// The values that name no file, for a setting that may name one.
    private let words: [String]?

    package init(_ name: String, _ value: ValueKind, fallback: String, _ summary: String, orFile words: [String]? = nil)
    {
        self.name = name
        self.words = words
        self.value = value
        self.fallback = fallback
        self.summary = summary
    }

    /// Whether a value names a file, which a tape may not choose.
    func mayNameFile(_ value: String) -> Bool { words.map { !$0.contains(value.lowercased()) } ?? false }
}
