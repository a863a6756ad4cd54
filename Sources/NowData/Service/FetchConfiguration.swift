/// Which rows are fetched, how many, and what of each.
public struct FetchConfiguration: Sendable, Hashable {
    /// Which rows; nil means all.
    public var filter: Filter?
    /// At most so many rows; for a paginator, so many to a page.
    public var limit: Int?
    /// What of each row; nil leaves it to the instance, which sends every field as it is stored.
    public var readConfiguration: FieldReadConfiguration?

    /// Makes a configuration; without arguments it fetches everything.
    public init(filter: Filter? = nil, limit: Int? = nil, readConfiguration: FieldReadConfiguration? = nil) {
        self.filter = filter
        self.limit = limit
        self.readConfiguration = readConfiguration
    }
}
