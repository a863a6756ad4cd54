/// A command that was played, beside what the tape says of it.
package struct CommandComparison: Sendable, Hashable {
    /// Rendered bytes and an exit status.
    package struct Ending: Sendable, Hashable {
        /// Nil when the program died under the command.
        package var exitStatus: Int?
        /// Everything written to standard output, before any pipe.
        package var standardOutput: [UInt8]
        /// Everything written to standard error.
        package var standardError: [UInt8]
    }

    /// The command as the tape holds it.
    package var command: RecordedCommand
    /// How it ended when it was recorded.
    package var recorded: Ending
    /// How it ended now.
    package var played: Ending

    /// Whether exit status and standard output are the same, byte by byte but for a mask where an older tape has a
    /// placeholder. Standard error carries progress and notes, so it is kept for showing and does not count.
    package var isSame: Bool {
        guard recorded.exitStatus == played.exitStatus else { return false }
        return recorded.standardOutput == played.standardOutput
            || Redaction.maskingPlaceholders(in: recorded.standardOutput) == played.standardOutput
    }
}
