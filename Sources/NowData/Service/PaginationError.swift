/// Why a page cannot be fetched.
public enum PaginationError: Error, Sendable, Hashable {
    /// A page is being fetched.
    case busy
    /// The last page was fetched already.
    case noNextPage
    /// The first page was fetched last, or none.
    case noPreviousPage
}
