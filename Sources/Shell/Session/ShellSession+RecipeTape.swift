import CassetteStore

/// A recipe's own tape that is started over.
struct RecipeTape: Sendable {
    /// Its file.
    let path: String
    /// Where the tape stands meanwhile that was there before; nil when none was.
    let former: String?
    /// Whether the recipe's steps have begun. One that never began leaves the former tape as it was.
    var hasBegun = false
}

extension ShellSession {
    /// Puts a recipe's own tape in, started over or to be extended, before the command that records onto it begins. Gives
    /// what was in the deck; nil when nothing was changed, because the command has no use for it or plays.
    func beginRecipeTape(_ arguments: BoundArguments) throws(Problem) -> DeckSlot? {
        guard arguments.command == .recipeRun, !slot.isPlaying else { return nil }
        let path = workbench.cassettePath(Recipe.name(ofFile: arguments.string("recipe") ?? ""))
        let before = slot
        if arguments.flag("record") {
            recipeTape = slot.path == path ? nil : RecipeTape(path: path, former: putAside(path))
            do throws(Problem) {
                try record(onto: path, replacing: true)
            } catch {
                restoreRecipeTape()
                throw error
            }
        } else if arguments.flag("extend") {
            try extend(path)
        } else {
            return nil
        }
        return before
    }

    /// Puts back what was in the deck. A tape that recorded goes on with a session of its own.
    func endRecipeTape(_ before: DeckSlot) throws(Problem) {
        defer { restoreRecipeTape() }
        switch before {
        case .recording(_, let path): try change(to: .waiting(path: path, replacing: false))
        case .extending(_, let path): try change(to: .waitingToExtend(path: path))
        case .waiting, .waitingToExtend, .playing: try change(to: before)
        }
    }

    /// Gives a tape that stands another name, and that name; nil when there is none that nobody else has open.
    private func putAside(_ path: String) -> String? {
        let former = path + ".former"
        guard (try? workbench.play(path).close()) != nil, (try? workbench.edit(path).close()) != nil,
            (try? workbench.move(path, to: former)) != nil
        else { return nil }
        return former
    }

    /// A recipe that never began, for want of a parameter or because it was refused, leaves the tape as it was.
    private func restoreRecipeTape() {
        guard let tape = recipeTape else { return }
        recipeTape = nil
        if tape.hasBegun {
            if let former = tape.former { try? workbench.discard(former) }
            return
        }
        try? workbench.discard(tape.path)
        guard let former = tape.former, (try? workbench.move(former, to: tape.path)) != nil else { return }
        write("\(tape.path) is as it was.\n")
    }
}
