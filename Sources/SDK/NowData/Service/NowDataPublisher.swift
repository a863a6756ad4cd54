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

extension NowDataPublisher where Element == Data {
    /// The record in the response.
    public func convertToRecord() -> NowDataPublisher<NowRecord> { converted { try $0.record() } }

    /// The records in the response.
    public func convertToRecords() -> NowDataPublisher<[NowRecord]> { converted { try $0.records() } }

    private func converted<Value>(_ convert: @escaping @Sendable (Data) throws -> Value) -> NowDataPublisher<Value> {
        NowDataPublisher<Value> { try convert(try await operation()) }
    }
}

extension NowGraphQLService {
    /// `execute(_:)` as an asynchronous sequence.
    public func publisher(for query: GraphQLQuery) -> NowDataPublisher<Data> {
        NowDataPublisher { try await self.execute(query) }
    }
}
