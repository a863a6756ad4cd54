/// What a prompt asks of those who know the language.
package struct LineHooks: Sendable {
    /// Older lines, for Up, Down and Ctrl-R.
    package var history: any HistorySource
    /// What may stand at the cursor, for Tab: the text so far and the place of the cursor in it, in UTF-8 bytes. While
    /// it is awaited keys are kept for later, and Ctrl-C gives it up by cancelling it.
    package var complete: @Sendable (_ text: String, _ cursor: Int) async -> Completions?
    /// Whether Enter begins a new line of the same text, because a quote or a brace is open.
    package var mayContinue: @Sendable (_ text: String) -> Bool

    /// Knows nothing unless told.
    package init(
        history: any HistorySource = NoHistory(),
        complete: @escaping @Sendable (_ text: String, _ cursor: Int) async -> Completions? = { _, _ in nil },
        mayContinue: @escaping @Sendable (_ text: String) -> Bool = { _ in false }
    ) {
        self.history = history
        self.complete = complete
        self.mayContinue = mayContinue
    }
}
