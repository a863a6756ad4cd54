extension Paginator {
    /// The pages from the first to the last, each fetched when it is asked for.
    public var pages: Pages { Pages(paginator: self) }

    /// The pages of a paginator as an asynchronous sequence. Errors are `PaginationError` or `NowDataError`.
    public struct Pages: AsyncSequence, Sendable {
        /// A page.
        public typealias Element = Page

        let paginator: Paginator

        /// Starts at the first page.
        public func makeAsyncIterator() -> Iterator { Iterator(paginator: paginator) }

        /// Fetches one page after the other.
        public struct Iterator: AsyncIteratorProtocol {
            let paginator: Paginator
            var hasBegun = false

            /// The next page; nil after the last.
            public mutating func next() async throws -> Page? {
                guard hasBegun else {
                    hasBegun = true
                    return try await paginator.first()
                }
                return paginator.hasNext ? try await paginator.next() : nil
            }
        }
    }
}
