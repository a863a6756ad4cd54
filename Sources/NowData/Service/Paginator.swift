import ExchangeModel
import Notation
import NowSDK
import Synchronization

/// Pages through a list in a stable order: ties are ordered by sys_id, so no row is skipped or repeated.
///
/// Methods throw `PaginationError` if there is no such page, and `NowDataError` if it cannot be fetched.
public final class Paginator<Page: Sendable>: Sendable {
    private struct State {
        var isBusy = false
        var page = 0
        var numberOfPages = Int.max
    }

    /// The page size.
    public let itemsPerPage: Int
    private let connection: ServiceConnection
    private let request: @Sendable (_ offset: Int, _ limit: Int) throws(NowDataError) -> HTTPRequest
    private let convert: @Sendable (HTTPResponse) async throws(NowDataError) -> Page
    private let state = Mutex(State())

    static var defaultItemsPerPage: Int { 20 }

    /// - Parameters:
    ///   - request: requests the rows from an offset on, in a stable order.
    ///   - convert: makes a page from a response.
    init(
        connection: ServiceConnection, itemsPerPage: Int?,
        request: @escaping @Sendable (_ offset: Int, _ limit: Int) throws(NowDataError) -> HTTPRequest,
        convert: @escaping @Sendable (HTTPResponse) async throws(NowDataError) -> Page
    ) {
        self.connection = connection
        self.request = request
        self.convert = convert
        self.itemsPerPage = max(1, itemsPerPage ?? Self.defaultItemsPerPage)
    }

    /// The current page, 1-based; 0 before the first.
    public var page: Int { state.withLock { $0.page } }
    /// The number of pages; `Int.max` until a page has been fetched.
    public var numberOfPages: Int { state.withLock { $0.numberOfPages } }
    /// Whether a page is being fetched.
    public var isBusy: Bool { state.withLock { $0.isBusy } }
    /// Whether there is a page after the current one; true before the first.
    public var hasNext: Bool { state.withLock { $0.page < $0.numberOfPages } }
    /// Whether there is a page before the current one.
    public var hasPrevious: Bool { state.withLock { $0.page > 1 } }
    /// Whether the current page is the last.
    public var isFinished: Bool { state.withLock { $0.page >= $0.numberOfPages } }

    /// Fetches the first page.
    public func first() async throws -> Page { try await turn { _ in 1 } }

    /// Fetches the next page.
    public func next() async throws -> Page {
        try await turn { state throws(PaginationError) in
            guard state.page < state.numberOfPages else { throw .noNextPage }
            return state.page + 1
        }
    }

    /// Fetches the previous page.
    public func previous() async throws -> Page {
        try await turn { state throws(PaginationError) in
            guard state.page > 1 else { throw .noPreviousPage }
            return state.page - 1
        }
    }

    /// Fetches the last page, and before it the first if the number of pages is unknown.
    public func last() async throws -> Page {
        if numberOfPages == .max { _ = try await first() }
        return try await turn { max(1, $0.numberOfPages) }
    }

    /// Returns to the state before the first page, without fetching.
    public func reset() { state.withLock { $0.page = 0 } }

    private func turn(_ choose: (State) throws(PaginationError) -> Int) async throws -> Page {
        let number = try state.withLock { state throws(PaginationError) in
            guard !state.isBusy else { throw .busy }
            let number = try choose(state)
            state.isBusy = true
            return number
        }
        defer { state.withLock { $0.isBusy = false } }
        let response = try await connection.send(try request((number - 1) * itemsPerPage, itemsPerPage))
        let rows = try NowDataError.reading { () throws(RequestFailure) in
            try Array(ResponseParser.result(of: response).elements).count
        }
        let total = response.headers["X-Total-Count"].flatMap { Int($0) }
        let converted = try await convert(response)
        state.withLock { state in
            state.page = number
            if let total, total >= 0 {
                state.numberOfPages = max(1, (total + itemsPerPage - 1) / itemsPerPage)
            } else if rows < itemsPerPage {
                state.numberOfPages = number
            }
        }
        return converted
    }
}

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
/// Errors are `PaginationError` or `NowDataError`.
extension Paginator {
    /// Fetches the first page.
    public func first(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Page, any Error>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(any Error) in try await self.first() }
    }

    /// Fetches the last page.
    public func last(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Page, any Error>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(any Error) in try await self.last() }
    }

    /// Fetches the next page.
    public func next(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Page, any Error>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(any Error) in try await self.next() }
    }

    /// Fetches the previous page.
    public func previous(
        isolation: isolated (any Actor)? = #isolation, completion: @escaping (Result<Page, any Error>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(any Error) in try await self.previous() }
    }
}
