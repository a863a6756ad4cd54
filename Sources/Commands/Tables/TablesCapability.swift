package import Workbench

extension Capability {
    package static let tables = Capability(
        "Tables",
        commands: [
            .tableList, .tableGet, .tableCreate, .tableUpdate, .tableDelete, .tableCount, .tableExplain,
            .tableDescribe, .tableNames, .undo, .attachList, .attachShow, .attachGet, .attachPut, .attachDelete,
            .rest,
        ],
        groups: [
            CommandGroup("table", "Read and change records, and describe tables"),
            CommandGroup("attach", "List, download, add and delete attachments"),
        ],
        topics: [HelpTopics.queries, HelpTopics.times],
        completes: CompletionEngine.tableValues)
}
