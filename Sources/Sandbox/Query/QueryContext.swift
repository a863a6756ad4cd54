import ExchangeModel

/// Who asks, and when: what `javascript:` values and dynamic filters depend on.
struct QueryContext: Sendable {
    let userID: String
    let userName: String
    /// The user's time zone.
    let zone: TimeZoneRule
    /// The instance's own time.
    let now: Timestamp
    /// What dynamic filters stand for, by their sys_ids.
    var dynamicValues: [String: [String]] = [:]
    /// Whether a query with a part that would be dropped finds nothing, in place of everything that part did not rule out.
    var invalidMatchesNothing = false
}

extension QueryContext {
    /// What a user's queries depend on, at a time of the instance's own.
    init(_ account: Account, now: Timestamp) {
        self.init(
            userID: account.sysID, userName: account.userName, zone: account.zone, now: now)
        dynamicValues = [DynamicFilters.me: [account.sysID], DynamicFilters.myGroups: account.groupIDs]
    }
}
