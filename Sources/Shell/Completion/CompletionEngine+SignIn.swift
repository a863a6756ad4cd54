import LineEditing

extension CompletionEngine {
    /// Where secrets may come from. What goes on behind a colon is typed on.
    func places(_ point: CompletionPoint, in word: Word) -> Completions {
        let names = [
            Named("keyring", "the desktop's keyring"), Named("ask", "a question without echo"),
            Named("env:", "an environment variable: env:NAME"),
            Named("command:", "the first line a command writes: 'command:pass show dev1'"),
            Named("fd:", "the first line of an open file: fd:3"),
        ]
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
        return point.offer(
            found.map { .init($0.name, $0.label, appendsSpace: !$0.name.hasSuffix(":")) }, in: word, from: 0)
    }
}
