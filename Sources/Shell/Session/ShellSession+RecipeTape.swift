extension ShellSession {
    /// Puts a recipe's own tape in, started over, before the command that records onto it begins. Gives what was in the
    /// deck; nil when nothing was changed, because the command records nothing or plays.
    func beginRecipeTape(_ arguments: BoundArguments) throws(Problem) -> DeckSlot? {
        guard arguments.definition.name == CommandDefinition.recipeRun.name, arguments.flag("record"), !slot.isPlaying
        else { return nil }
        let name = Recipe.name(ofFile: arguments.string("recipe") ?? "")
        let before = slot
        try record(onto: workbench.cassettePath(name), replacing: true)
        return before
    }

    /// Puts back what was in the deck. A tape that recorded goes on with a session of its own.
    func endRecipeTape(_ before: DeckSlot) throws(Problem) {
        switch before {
        case .recording(_, let path): try change(to: .waiting(path: path, replacing: false))
        default: try change(to: before)
        }
    }
}
