/// What an answer holds for each column (`sysparm_display_value`).
package enum DisplayForm: String, Sendable, Hashable, CaseIterable {
    /// What is stored.
    case value = "false"
    /// What a person is shown.
    case display = "true"
    /// Both.
    case both = "all"
}
