public import ExchangeModel
public import FoundationEssentials
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

/// Which rows and fields are fetched.
public struct FetchConfiguration: Sendable, Hashable {
    /// The filter; nil for all rows.
    public var filter: Filter?
    /// The maximum number of rows, or the page size of a paginator.
    public var limit: Int?
    /// Fields and form of values; nil for all fields as stored.
    public var readConfiguration: FieldReadConfiguration?

    /// Creates a configuration that by default fetches everything.
    public init(filter: Filter? = nil, limit: Int? = nil, readConfiguration: FieldReadConfiguration? = nil) {
        self.filter = filter
        self.limit = limit
        self.readConfiguration = readConfiguration
    }
}

/// The fields to fetch and the form of their values.
public struct FieldReadConfiguration: Sendable, Hashable {
    /// The form of values.
    public struct Options: OptionSet, Sendable, Hashable {
        /// The options as bits.
        public let rawValue: Int
        /// Creates options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Stored values. Dates can be decoded from these only.
        public static let actualValues = Options(rawValue: 1)
        /// Display values. With `actualValues`, every field is an object with both.
        public static let displayValues = Options(rawValue: 2)
        /// Omit the links of references.
        public static let excludeReferenceLink = Options(rawValue: 4)
    }

    /// The fields; empty for all.
    public var includeFields: [FieldName]
    /// The form of values.
    public var options: Options

    /// Creates a configuration that by default reads all fields as stored.
    public init(includeFields: [FieldName] = [], options: Options = []) {
        self.includeFields = includeFields
        self.options = options
    }
}

/// How an instance interprets written values.
public struct FieldWriteOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The instance leaves the `sys_` fields unchanged.
    public static let suppressAutoSysField = FieldWriteOptions(rawValue: 1)
    /// Values are display values: dates in the user's time zone, references by name.
    public static let treatInputValuesAsDisplayValues = FieldWriteOptions(rawValue: 2)
}

/// A record's identifier: 32 hexadecimal digits.
public typealias SysID = String

/// A field name; may be dot-walked when reading.
public typealias FieldName = String

/// A value to write to a field.
public typealias FieldValue = any FieldWritable

/// A type that can be written to a field. Instances accept all values as text.
public protocol FieldWritable: Sendable {
    /// The text to store.
    var fieldText: String { get }
}

extension String: FieldWritable {
    /// The text unchanged.
    public var fieldText: String { self }
}

extension Int: FieldWritable {
    /// The decimal digits.
    public var fieldText: String { String(self) }
}

extension Double: FieldWritable {
    /// The number, without a fraction if it is integral.
    public var fieldText: String { NumericKind.text(of: self) }
}

extension Bool: FieldWritable {
    /// `true` or `false`.
    public var fieldText: String { BooleanKind.text(of: self) }
}

extension Date: FieldWritable {
    /// The time in UTC, `yyyy-MM-dd HH:mm:ss`.
    public var fieldText: String { GlideDate.text(of: self) }
}

/// The stored format of times: `yyyy-MM-dd HH:mm:ss` in UTC.
enum GlideDate {
    /// Fractions of a second are rounded down. Dates outside the format's range are clamped.
    static func text(of date: Date) -> String {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Timestamp(seconds: Int64(min(max(seconds, earliest), latest))).glideText
    }

    /// Nil if the format does not match.
    static func date(_ text: String) -> Date? {
        Timestamp(glideText: text).map { Date(timeIntervalSince1970: Double($0.seconds)) }
    }

    /// 0000-01-01 00:00:00 and 9999-12-31 23:59:59.
    private static let earliest = Double(CivilTime(year: 0, month: 1, day: 1).secondsSince1970)
    private static let latest = Double(CivilTime(year: 10_000, month: 1, day: 1).secondsSince1970 - 1)
}

/// Constants of responses.
public enum Constants {
    /// The key of the Table API's result.
    public static let resultPath = "result"
}

/// A response of a REST API.
public struct DataResponse: Sendable, Hashable {
    /// The body's bytes.
    public let data: Data
    /// The status, 200 to 299.
    public let statusCode: HTTPStatusCode
    /// The headers in order.
    public let headers: HeaderFields
}
