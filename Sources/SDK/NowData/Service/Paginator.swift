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
        var shouldFinish = false
        var isFinished = false
        var subscribers: [Int: AsyncThrowingStream<Page, any Error>.Continuation] = [:]
        var nextSubscriber = 0
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
    /// Whether the publisher has finished: see `publisherShouldFinish`.
    public var isFinished: Bool { state.withLock { $0.isFinished } }
    /// Whether the publisher finishes with the last page. Then no more pages can be fetched. Default: false.
    public var publisherShouldFinish: Bool {
        get { state.withLock { $0.shouldFinish } }
        set { state.withLock { $0.shouldFinish = newValue } }
    }

    /// The pages that are fetched from now on, by any method, as an asynchronous sequence. It ends with the error of a
    /// page that could not be fetched, and otherwise as `publisherShouldFinish` says.
    public var publisher: AsyncThrowingStream<Page, any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Page.self)
        let number = state.withLock { state in
            if state.isFinished { continuation.finish() }
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = continuation
            return state.nextSubscriber
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
        }
        return stream
    }

    /// Fetches the first page.
    public func first() async throws -> Page { try await fetch(try begin(Self.first)) }
    /// Fetches the next page.
    public func next() async throws -> Page { try await fetch(try begin(Self.next)) }
    /// Fetches the previous page.
    public func previous() async throws -> Page { try await fetch(try begin(Self.previous)) }
    /// Fetches the last page, and before it the first if the number of pages is unknown.
    public func last() async throws -> Page { try await fetchLast(try begin(Self.last)) }

    /// Begins to fetch the first page, for `publisher`. Throws `PaginationError` if that is not possible now.
    public func first() throws { fetchInBackground(try begin(Self.first)) }
    /// Begins to fetch the next page, for `publisher`.
    public func next() throws { fetchInBackground(try begin(Self.next)) }
    /// Begins to fetch the previous page, for `publisher`.
    public func previous() throws { fetchInBackground(try begin(Self.previous)) }
    /// Begins to fetch the last page, for `publisher`.
    public func last() throws { fetchInBackground(try begin(Self.last)) }

    /// Returns to the state before the first page, without fetching.
    public func reset() { state.withLock { $0.page = 0 } }

    private static func first(_ state: State) -> Int { 1 }
    private static func next(_ state: State) throws(PaginationError) -> Int {
        guard state.page < state.numberOfPages else { throw .noNextPage }
        return state.page + 1
    }
    private static func previous(_ state: State) throws(PaginationError) -> Int {
        guard state.page > 1 else { throw .noPreviousPage }
        return state.page - 1
    }
    /// `Int.max` if the number of pages is unknown.
    private static func last(_ state: State) -> Int { max(1, state.numberOfPages) }

    /// Begins a fetch and returns its page.
    private func begin(_ choose: (State) throws(PaginationError) -> Int) throws(PaginationError) -> Int {
        try state.withLock { state throws(PaginationError) in
            guard !state.isBusy else { throw .busy }
            guard !state.isFinished else { throw .finished }
            let number = try choose(state)
            state.isBusy = true
            return number
        }
    }

    private func fetchInBackground(_ number: Int) {
        // The outcome goes to the publisher.
        Task { _ = try? await fetchLast(number) }
    }

    private func fetchLast(_ number: Int) async throws -> Page {
        guard number == .max else { return try await fetch(number) }
        _ = try await fetch(1, isPublished: false)
        return try await fetch(try begin(Self.last))
    }

    private func fetch(_ number: Int, isPublished: Bool = true) async throws -> Page {
        do {
            let page = try await answer(number)
            end(with: isPublished ? .success(page) : nil)
            return page
        } catch {
            end(with: .failure(error))
            throw error
        }
    }

    private func end(with outcome: Result<Page, any Error>?) {
        let (waiting, isLast) = state.withLock { state in
            state.isBusy = false
            state.isFinished = state.shouldFinish && outcome != nil && state.page >= state.numberOfPages
            return (Array(state.subscribers.values), state.isFinished)
        }
        for subscriber in waiting {
            switch outcome {
            case .success(let page)?: subscriber.yield(page)
            case .failure(let error)?: subscriber.finish(throwing: error)
            case nil: break
            }
            if isLast { subscriber.finish() }
        }
    }

    private func answer(_ number: Int) async throws -> Page {
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
