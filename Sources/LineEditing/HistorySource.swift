/// The lines of earlier sittings. Asked on the prompt's own thread, only when somebody looks for an older line.
package protocol HistorySource: Sendable {
    /// At most `limit` lines, newest first, after leaving out the `skipping` newest ones. Fewer than `limit` means that
    /// there are no older ones.
    func entries(skipping: Int, limit: Int) -> [String]
}
