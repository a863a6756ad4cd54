import LineEditing

/// Lines as they are typed at the prompt, one after the other.
actor TypedLines: LineReader {
    private var rest: ArraySlice<String>

    init(_ lines: [String]) { rest = lines[...] }

    func readLine(prompt: Prompt) -> LineResult { rest.popFirst().map { .line($0) } ?? .end }
    func close() {}
}
