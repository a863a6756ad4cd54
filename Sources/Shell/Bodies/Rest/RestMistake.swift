/// Why a request cannot be put together of what was typed.
struct RestMistake: Error, Sendable, Hashable {
    /// One sentence.
    let message: String
    /// What to type instead.
    var hints: [String] = []
}
