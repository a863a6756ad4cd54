/// How a program ended, and what it wrote.
package struct ProgramEnd: Sendable, Hashable {
    /// Its exit status; 128 + the signal's number when a signal ended it.
    package var status: Int32
    /// What it wrote to standard output, as far as the limit went.
    package var output: [UInt8]
    /// What it wrote to standard error, as far as the limit went, where that was kept.
    package var errors: [UInt8]
    /// Whether it wrote more than was kept.
    package var isCut: Bool

    /// An end of these parts.
    package init(status: Int32, output: [UInt8], errors: [UInt8], isCut: Bool) {
        self.status = status
        self.output = output
        self.errors = errors
        self.isCut = isCut
    }
}

/// Why there is no end of a program.
package enum ProgramFailure: Error, Sendable, Hashable {
    /// There is no program of that name.
    case notFound
    /// The system did not start it; its own number for the reason (`errno`).
    case notStarted(Int32)
    /// It was called off.
    case cancelled
}
