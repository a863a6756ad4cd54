import ExchangeModel

/// The pages that the instance has.
enum PageRoutes {
    /// The answer to a request for a page. Nil when there is no such page.
    static func answer(_ call: inout PageCall, at desk: inout SignInDesk) throws -> Answer? { nil }
}
