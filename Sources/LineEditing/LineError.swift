/// Why a line could not be read.
package enum LineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line with that number, counted from 1, is no UTF-8; its bytes are kept as they are.
    case notText(line: Int, bytes: [UInt8])
    /// The system refused to read; the number is an `errno`.
    case unreadable(Int32)
    /// There is no terminal to ask on.
    case noTerminal

    /// A phrase without a full stop.
    package var description: String {
        switch self {
        case .notText(let line, _): "line \(line) is not UTF-8 text"
        case .unreadable(let number): "the input cannot be read (error \(number))"
        case .noTerminal: "there is no terminal to ask on"
        }
    }
}
