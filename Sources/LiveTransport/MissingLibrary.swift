/// A shared library that is opened at first use is not on this machine.
package struct MissingLibrary: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name the loader looked for.
    package let library: String
    /// The Debian package that holds it.
    package let debianPackage: String
    /// What the loader said.
    package let reason: String

    /// One sentence that says what to install.
    package var description: String {
        "\(library) cannot be opened (\(reason)); it comes with the Debian package \(debianPackage)."
    }
}
