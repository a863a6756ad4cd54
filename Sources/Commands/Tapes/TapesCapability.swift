package import Workbench

extension Capability {
    package static let tapes = Capability(
        "Tapes",
        commands: [
            .tapeStatus, .tapeNew, .tapeOpen, .tapeList, .tapeShow, .tapeWhy, .tapeDiff, .tapeDrift, .tapeName,
            .tapeKeep, .tapeNote, .tapeRemove, .tapePrune, .tapeDump, .tapeAudit, .find, .history, .historyShow,
            .historyRun, .historyDiff,
        ],
        groups: [
            CommandGroup("tape", "Record, replay and inspect cassettes")
        ],
        verbs: [.dumpCassette, .gitInstall],
        topics: [HelpTopics.cassette],
        completes: CompletionEngine.tapeValues)
}
