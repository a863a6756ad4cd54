/// What a relay did.
package struct RelayCounts: Sendable, Hashable {
    /// Pages and frames that were asked for.
    package var pages = 0
    /// Everything that was asked for, pages included.
    package var requests = 0
    /// Answers that no request to the instance was needed for.
    package var fromCache = 0
    /// What was turned away: changes where nothing may be changed.
    package var refused = 0
    /// Requests of others than the browser that was let in, which were turned away.
    package var strangers = 0

    /// Nothing yet.
    package init() {}
}
