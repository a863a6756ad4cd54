/// A sitting as it is read from a tape.
package struct SessionHistory: Sendable {
    /// Its lines, in order.
    package var steps: [SessionStep]
    /// The variables it began with.
    package var variables: [String: String] = [:]
    /// Who was signed in; nil for a guest.
    package var user: String?
    /// What is known of tables' columns.
    package var columns: KnownColumnTypes = [:]

    /// A sitting.
    package init(
        steps: [SessionStep], variables: [String: String] = [:], user: String? = nil, columns: KnownColumnTypes = [:]
    ) {
        self.steps = steps
        self.variables = variables
        self.user = user
        self.columns = columns
    }
}
