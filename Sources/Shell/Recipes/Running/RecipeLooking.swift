/// How to look further into a step that failed, as it is typed where the recipe was run.
struct RecipeLooking: Sendable {
    /// The recipe that was named.
    let recipe: String
    /// The tape, where the run ends with the command, so that no deck is left to look into; nil where the deck stays.
    let tape: String?
    /// Whether that is the recipe's own, which `recipe accept` plays.
    let isOwnTape: Bool

    /// What shows an exchange.
    func show(_ exchange: Int64) -> String {
        guard let tape else { return "tape show \(exchange)" }
        return "snowdeck --tape \(Quoting.word(tape)) --mode replay tape show \(exchange)"
    }

    /// What takes new output over.
    var accept: String { "recipe accept \(Quoting.word(recipe))" + (isOwnTape ? "" : " --live") }
}
