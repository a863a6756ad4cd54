/// Why there is no end of a program.
package enum ProgramFailure: Error, Sendable, Hashable {
    /// There is no program of that name.
    case notFound
    /// The system did not start it; its own number for the reason (`errno`).
    case notStarted(Int32)
    /// It was called off.
    case cancelled
}
