/// Where lines come from: a person at a terminal, or a file.
package protocol LineReader: Sendable {
    /// Waits for the next line. One line is read at a time.
    func readLine(prompt: Prompt) async -> LineResult
    /// Puts the terminal back as it was found. To be called between lines; nothing can be read afterwards.
    func close() async
}
