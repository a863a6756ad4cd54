/// Why a result has no text.
package enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Raw bytes, so many of them, were about to be written to a terminal.
    case bytesForTerminal(count: Int)

    /// A phrase without a full stop.
    package var description: String {
        switch self {
        case .bytesForTerminal(let count):
            "the answer is \(count) bytes of unknown kind, which could upset a terminal"
        }
    }
}
