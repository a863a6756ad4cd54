import ExchangeModel
import Synchronization

/// Has readers go side by side and writers alone, all in the order they came: so the same visits one after the other, as
/// a replay makes them, meet the instance in the same state.
final class RelayTurns: Sendable {
    private struct State {
        var isTaken = false
        var queue: [CheckedContinuation<Void, Never>] = []
        var readers = 0
        var idle: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Does work in its turn.
    ///
    /// - Parameters:
    ///   - isAlone: whether nothing else may be under way meanwhile.
    ///   - first: done in the order of coming, before anything of a later one.
    func run<Value>(
        isAlone: Bool, first: () async -> Void, then work: () async -> Value
    ) async -> Value {
        await take()
        await first()
        if isAlone {
            await untilNobodyReads()
            let value = await work()
            pass()
            return value
        }
        state.withLock { $0.readers += 1 }
        pass()
        let value = await work()
        let idle = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.readers -= 1
            guard state.readers == 0 else { return [] }
            defer { state.idle = [] }
            return state.idle
        }
        for waiting in idle { waiting.resume() }
        return value
    }

    func untilQuiet() async {
        await take()
        await untilNobodyReads()
        pass()
    }

    private func take() async {
        await withCheckedContinuation { go in
            let isFree = state.withLock { state in
                defer { state.isTaken = true }
                if state.isTaken { state.queue.append(go) }
                return !state.isTaken
            }
            if isFree { go.resume() }
        }
    }

    private func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.queue.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.queue.removeFirst()
        }
        next?.resume()
    }

    private func untilNobodyReads() async {
        await withCheckedContinuation { go in
            let isQuiet = state.withLock { state in
                if state.readers > 0 { state.idle.append(go) }
                return state.readers == 0
            }
            if isQuiet { go.resume() }
        }
    }
}

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
