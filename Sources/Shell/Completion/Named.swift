/// A name and what it stands for, as a menu shows them.
package struct Named: Sendable, Hashable {
    /// What is typed.
    package let name: String
    /// What a person calls it; may be empty.
    package let label: String

    /// A name.
    package init(_ name: String, _ label: String = "") {
        self.name = name
        self.label = label
    }
}
