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
