import LineEditing
package import Workbench

extension Capability {
    package static let tapes = Capability(
        "Tapes",
        commands: [
            .tapeStatus, .tapeNew, .tapeOpen, .tapeList, .tapeShow, .tapeKeep, .tapePush, .tapePull, .tapeRemove,
            .tapeDump,
            .tapeAudit, .diff, .find, .history, .historyShow, .historyRun,
        ],
        groups: [CommandGroup("tape", "Record, replay and inspect tapes")],
        renamed: [
            "tape diff|drift REST": "diff REST",
            "history diff REST": "diff REST",
            "tape name REST": "tape keep REST",
            "tape note TAPE": "tape keep TAPE --note -",
            "tape note TAPE REST": "tape keep TAPE --note REST",
            "tape prune --yes --older REST": "tape remove --yes --older REST",
            "tape prune --older REST": "tape remove --older REST",
            "tape prune --yes --leftovers": "tape remove --yes --leftovers",
            "tape prune --leftovers REST": "tape remove --leftovers REST",
            "tape prune REST": "tape remove --older 30d REST",
            "tape show --command DIGITS": "tape show %:DIGITS",
            "tape show TAPE --command DIGITS": "tape show TAPE:DIGITS",
            "tape show TAPE DIGITS": "tape show TAPE:.DIGITS",
        ], verbs: [.dumpCassette, .gitInstall], topics: [HelpTopic("cassette"), HelpTopic("teams")],
        completes: CompletionEngine.tapeValues)
}

extension Parameter {
    package static let dumpedCassette = Argument<String>("cassette", .cassette, "The name or file of a tape")
}

extension Command {
    package static let dumpCassette = Command("dump", arguments: [.dumpedCassette], flags: [.review])

    package static let gitInstall = Command("git install")
}

extension CompletionEngine {
    @Sendable static func tapeValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        switch kind {
        // The command of diff --on and diff --as.
        case .cassette where !before.usedFlags.isDisjoint(with: [Parameter.on.name, Parameter.comparedUser.name]):
            await engine.innerCommand(point, before)
        case .cassette: engine.cassette(point, word, isNew: false)
        case .newCassette: engine.cassette(point, word, isNew: true)
        default: nil
        }
    }

    /// A tape by its name; where one must exist, also `last` and `%NUMBER`; else a file.
    private func cassette(_ point: CompletionPoint, _ word: Word, isNew: Bool) -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names: [Candidate] = []
        if !typed.utf8.contains(UInt8(ascii: "/")) {
            names =
                !isNew && typed.utf8.first == UInt8(ascii: "%") ? environment.tapeNumbers() : environment.cassettes()
            if !isNew, !names.isEmpty { names.insert(Candidate("last", "the newest tape"), at: 0) }
        }
        let named = offer(names, point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }
}
