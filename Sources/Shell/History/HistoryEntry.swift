package import ExchangeModel

/// One line of history.
package struct HistoryEntry: Sendable, Hashable {
    /// The line's number; 0 before it is kept.
    package var id: Int64 = 0
    package var line: String
    package var at: Timestamp
    package var instance: String
    /// Identifies the session: the same for all its lines.
    package var sitting: Int64
    /// Nil while it runs, or when the program died under it.
    package var exitStatus: Int?
    /// How long it ran, in microseconds.
    package var duration: Int64?
    /// The cassette that was in the deck, nil when none was.
    package var tape: String?

    package init(
        line: String, at: Timestamp, instance: String, sitting: Int64, exitStatus: Int? = nil, duration: Int64? = nil,
        tape: String? = nil
    ) {
        self.line = line
        self.at = at
        self.instance = instance
        self.sitting = sitting
        self.exitStatus = exitStatus
        self.duration = duration
        self.tape = tape
    }
}
