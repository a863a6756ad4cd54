/// A help topic that applies to many commands.
package struct HelpTopic: Sendable {
    package let name: String
    package let summary: String
    /// Computed on demand.
    package let page: @Sendable () -> [HelpPage.Block]

    package init(name: String, summary: String, page: @escaping @Sendable () -> [HelpPage.Block]) {
        self.name = name
        self.summary = summary
        self.page = page
    }
}

/// All topics, in the order of help.
package enum HelpTopics {
    package static var all: [HelpTopic] { CommandTable.current.topics }

    package static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }
}
