/// The version of the program and its libraries: the only place that states it. CHANGELOG.md has a section for it.
package enum Snowdeck {
    /// As `snowdeck --version` prints it.
    package static let version = "0.3.0"
}
