/// One of several outputs that belong together.
package struct Section: Sendable {
    /// What stands above it for people.
    package let title: String
    /// What it holds.
    package let output: Output

    /// A section of its parts.
    package init(title: String, output: Output) {
        self.title = title
        self.output = output
    }
}
