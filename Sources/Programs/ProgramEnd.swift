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
