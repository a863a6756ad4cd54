import ExchangeModel
import Synchronization

/// Has those who want the same thing go one after the other, so that the second finds what the first has kept, when they
/// come at once as when they come in turn.
final class RelayLanes: Sendable {
    /// Who waits, by what is wanted; there is an entry while somebody is at it.
    private let waiting = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    func run<Value>(
        _ name: String, _ work: () async throws(TransportFailure) -> Value
    ) async throws(TransportFailure) -> Value {
        await withCheckedContinuation { go in
            let isFree = waiting.withLock { waiting in
                let isFree = waiting[name] == nil
                waiting[name, default: []] += isFree ? [] : [go]
                return isFree
            }
            if isFree { go.resume() }
        }
        defer {
            let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
                guard waiting[name]?.isEmpty ?? true else { return waiting[name]?.removeFirst() }
                waiting[name] = nil
                return nil
            }
            next?.resume()
        }
        return try await work()
    }
}
