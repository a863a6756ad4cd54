/// One value of a choice column.
package struct ChoiceDescription: Sendable, Hashable {
    /// What is stored.
    package var value: String
    /// What people see.
    package var label: String

    /// Makes a choice of its parts.
    package init(value: String, label: String) {
        self.value = value
        self.label = label
    }
}
