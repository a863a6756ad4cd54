import Notation

/// A terminal that a stranger's tape is shown on. What was recorded for a file or a pipe holds values as they are, control
/// characters too; they do not reach the terminal.
struct PlainSink: ByteSink {
    let terminal: any ByteSink

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool { try terminal.write(Array(TerminalText.plain(bytes).utf8)) }
    func finish() throws(Problem) { try terminal.finish() }
}
