/// Where a line of a script stands.
package struct ScriptPlace: Sendable, Hashable {
    /// The script, as messages call it.
    package var name: String
    /// Counted from 1.
    package var line: Int

    /// A place in a script.
    package init(name: String, line: Int) {
        self.name = name
        self.line = line
    }
}
