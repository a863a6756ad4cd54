import ExchangeModel
import Notation
import Synchronization

/// Goes through a list page by page. The pages have a stable order: rows that the query leaves in a tie are ordered by
/// sys_id, so none is lost or seen twice.
///
/// Methods throw `PaginationError` when there is no such page, and `NowDataError` when it cannot be fetched.
public final class Paginator<Page: Sendable>: Sendable {
    private struct State {
        var isBusy = false
        var page = 0
        var numberOfPages = Int.max
    }

    /// How many rows a page has at most.
    public let itemsPerPage: Int
    private let connection: ServiceConnection
    private let request: @Sendable (_ offset: Int, _ limit: Int) throws(NowDataError) -> HTTPRequest
    private let convert: @Sendable (HTTPResponse) async throws(NowDataError) -> Page
    private let state = Mutex(State())

    /// How many rows a page has by default.
    static var usualItemsPerPage: Int { 20 }

    /// - Parameters:
    ///   - request: asks for the rows from an offset on, in a stable order.
    ///   - convert: makes a page of a good answer.
    init(
        connection: ServiceConnection, itemsPerPage: Int?,
        request: @escaping @Sendable (_ offset: Int, _ limit: Int) throws(NowDataError) -> HTTPRequest,
        convert: @escaping @Sendable (HTTPResponse) async throws(NowDataError) -> Page
    ) {
        self.connection = connection
        self.request = request
        self.convert = convert
        self.itemsPerPage = max(1, itemsPerPage ?? Self.usualItemsPerPage)
    }

    /// The page fetched last, counted from 1; 0 before the first.
    public var page: Int { state.withLock { $0.page } }
    /// `Int.max` until a page was fetched.
    public var numberOfPages: Int { state.withLock { $0.numberOfPages } }
    /// Whether a page is being fetched.
    public var isBusy: Bool { state.withLock { $0.isBusy } }
    /// Whether there is a page after the one fetched last; true before the first.
    public var hasNext: Bool { state.withLock { $0.page < $0.numberOfPages } }
    /// Whether there is a page before the one fetched last.
    public var hasPrevious: Bool { state.withLock { $0.page > 1 } }
    /// Whether the last page was fetched.
    public var isFinished: Bool { state.withLock { $0.page >= $0.numberOfPages } }

    /// Fetches the first page.
    public func first() async throws -> Page { try await turn { _ in 1 } }

    /// Fetches the page after the one fetched last.
    public func next() async throws -> Page {
        try await turn { state throws(PaginationError) in
            guard state.page < state.numberOfPages else { throw .noNextPage }
            return state.page + 1
        }
    }

    /// Fetches the page before the one fetched last.
    public func previous() async throws -> Page {
        try await turn { state throws(PaginationError) in
            guard state.page > 1 else { throw .noPreviousPage }
            return state.page - 1
        }
    }

    /// Fetches the last page; the first one before it, when it is not known yet how many there are.
    public func last() async throws -> Page {
        if numberOfPages == .max { _ = try await first() }
        return try await turn { max(1, $0.numberOfPages) }
    }

    /// Goes back to before the first page, without fetching anything.
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
            try Array(AnswerReader.result(of: response).elements).count
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

/// The same methods with completion handlers, which are called once, from any thread. A failure is a `PaginationError`
/// or a `NowDataError`.
extension Paginator {
    /// Fetches the first page.
    public func first(completion: @escaping @Sendable (Result<Page, any Error>) -> Void) {
        deliver(to: completion) { try await self.first() }
    }

    /// Fetches the last page.
    public func last(completion: @escaping @Sendable (Result<Page, any Error>) -> Void) {
        deliver(to: completion) { try await self.last() }
    }

    /// Fetches the page after the one fetched last.
    public func next(completion: @escaping @Sendable (Result<Page, any Error>) -> Void) {
        deliver(to: completion) { try await self.next() }
    }

    /// Fetches the page before the one fetched last.
    public func previous(completion: @escaping @Sendable (Result<Page, any Error>) -> Void) {
        deliver(to: completion) { try await self.previous() }
    }

    private func deliver(
        to completion: @escaping @Sendable (Result<Page, any Error>) -> Void,
        _ operation: @escaping @Sendable () async throws -> Page
    ) {
        Task {
            do {
                completion(.success(try await operation()))
            } catch {
                completion(.failure(error))
            }
        }
    }
}
