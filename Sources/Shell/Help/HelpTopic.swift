/// Something that is true of many commands, explained once.
struct HelpTopic {
    /// One word.
    let name: String
    /// A phrase without a full stop.
    let summary: String
    /// Made when it is asked for.
    let page: @Sendable () -> [HelpPage.Block]
}
