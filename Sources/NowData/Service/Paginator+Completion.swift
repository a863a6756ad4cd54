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
