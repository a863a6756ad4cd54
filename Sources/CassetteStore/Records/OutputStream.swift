/// Where rendered output went. The numbers are stored in cassettes.
package enum OutputStream: Int, Sendable, Hashable {
    /// What the command was asked for.
    case standardOutput = 1
    /// Everything else: notes, problems.
    case standardError = 2
}
