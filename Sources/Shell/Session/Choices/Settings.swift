package import Rendering

/// The settings of a session: what `set` changes, start-up flags override, and the tape keeps.
package struct Settings: Sendable, Hashable {
    /// Only what differs from the defaults of `SettingTable`.
    package private(set) var values: [String: String] = [:]
    /// Columns of the terminal; nil when results go elsewhere, and nothing is cut.
    package var width: Int?

    /// Every setting at its default.
    package init(width: Int? = nil) { self.width = width }

    /// A setting's text as it was given, or its default. Names come from `SettingTable`.
    package subscript(name: String) -> String {
        values[name] ?? SettingTable.named(name)?.fallback ?? ""
    }

    /// Changes a setting; nil takes it back to its default. The value has been checked against `SettingTable`.
    package mutating func set(_ name: String, to value: String?) { values[name] = value }

    /// The form of output.
    package var format: Format { Format(self["format"]) ?? .columns }
    /// Which side of values is shown; nil leaves it to the format.
    package var display: CellSide? { CellSide(rawValue: self["display"]) }
    /// How many records `table list` shows.
    package var limit: Int { Int(self["limit"]) ?? 20 }
    /// Seconds a request may take in all.
    package var timeout: Int { Int(self["timeout"]) ?? 60 }
    /// Bytes an answer's body may have.
    package var maxBody: Int { ByteSize(self["max-body"])?.bytes ?? 64 << 20 }
}
