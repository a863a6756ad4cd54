public import FoundationEssentials

/// The outcome of a request as an asynchronous sequence with one element: what the SDK has as Combine publishers. Each
/// iteration sends the request again.
///
/// ```swift
/// for try await data in graphQL.publisher(for: query) { show(data) }
/// let record = NowDataPublisher { try await tables.record(with: sysId, from: "incident") }
/// ```
public struct NowDataPublisher<Element: Sendable>: AsyncSequence, Sendable {
    /// The error of an iteration.
    public typealias Failure = NowDataError

    private let operation: @Sendable () async throws -> Element

    /// Creates a sequence from a call of a service.
    public init(_ operation: @escaping @Sendable () async throws -> Element) { self.operation = operation }

    /// Starts an iteration. The request is sent when its element is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(operation: operation) }

    /// Sends the request and ends.
    public struct Iterator: AsyncIteratorProtocol {
        /// The error of an iteration.
        public typealias Failure = NowDataError

        var operation: (@Sendable () async throws -> Element)?

        /// The outcome of the request; nil after the first call.
        public mutating func next(isolation: isolated (any Actor)?) async throws(NowDataError) -> Element? {
            guard let operation else { return nil }
            self.operation = nil
            return try await NowDataError.converting(operation)
        }

        /// The outcome of the request; nil after the first call.
        public mutating func next() async throws(NowDataError) -> Element? { try await next(isolation: nil) }
    }
}

extension NowGraphQLService {
    /// `execute(_:)` as an asynchronous sequence.
    public func publisher(for query: GraphQLQuery) -> NowDataPublisher<Data> {
        NowDataPublisher { try await self.execute(query) }
    }
}

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
