import Synchronization

/// Remarks a command makes beside its result, for standard error, in order. They are written after the result and are
/// part of the command's record.
package final class NoteBook: Sendable {
    private let lines = Mutex<[String]>([])

    /// An empty book.
    package init() {}

    /// Adds one sentence.
    package func add(_ line: String) { lines.withLock { $0.append(line) } }

    /// Takes what was added.
    package func take() -> [String] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
