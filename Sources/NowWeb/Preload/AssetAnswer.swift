package import ExchangeModel

/// What came of asking for an asset.
package struct AssetAnswer: Sendable {
    /// Where the answer is from.
    package enum Source: String, Sendable, Hashable, CaseIterable {
        /// From the cache; nobody was asked.
        case cache
        /// From the cache; the instance was asked and said that it still holds.
        case renewed
        /// From the instance.
        case instance
        /// From whoever was asking for the same at that moment.
        case shared
    }

    /// What it means for the cache.
    enum Change: Sendable {
        case none
        case used(HTTPURL)
        case keep(CachedAnswer)
        case remove(HTTPURL)
    }

    /// The answer, of any status.
    package var response: HTTPResponse
    /// Where it is from.
    package var source: Source
    var change = Change.none
    /// How many requests asked whether something still holds.
    var asks = 0
}
