/// Calls `completion` once with the outcome of `operation`: on the caller's actor, so that the closure may use the
/// caller's properties, or on any thread if the caller has no actor.
package func deliverResult<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)?, to completion: @escaping (Result<Value, Failure>) -> Void,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) {
    Task {
        // Runs the task on the actor.
        _ = isolation
        do throws(Failure) {
            completion(.success(try await operation()))
        } catch {
            completion(.failure(error))
        }
    }
}
