/// What came of reading a line.
package enum LineResult: Sendable, Hashable {
    /// A line without its line end; lines inside it are separated by `\n`.
    case line(String)
    /// There is nothing more.
    case end
    /// The person pressed Ctrl-C; what was typed is given up.
    case interrupted
    /// This line could not be read. After `.notText` the next one can be.
    case failed(LineError)
}
