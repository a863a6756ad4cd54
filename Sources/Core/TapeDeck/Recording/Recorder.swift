package import ExchangeModel
import Synchronization

/// Records every exchange: its row is committed before the request is sent and completed before the response is
/// returned, or, if the request does not wait for that, before the recorder has settled. Only the tape's copy is
/// redacted.
package final class Recorder: Transport {
    package typealias Outcome = Result<HTTPResponse, TransportFailure>

    private let tape: TapeWriter
    private let gate = TrafficGate()
    private let make: @Sendable () throws(TransportFailure) -> any Transport
    private let made = Mutex<(any Transport)?>(nil)
    /// Records the last response that was returned before it was on the tape, after all earlier ones.
    private let recording = Mutex<Task<Void, Never>?>(nil)

    /// `next` is created at the first request, so that starting costs nothing.
    init(onto tape: TapeWriter, next: @escaping @Sendable () throws(TransportFailure) -> any Transport) {
        self.tape = tape
        make = next
    }

    /// Records the request, sends it, and records and returns the outcome.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try await record(request).outcome.get()
    }

    /// The same, with the exchange's number on the tape. Throws only if the request was not recorded, and so not sent.
    func record(_ request: HTTPRequest) async throws(TransportFailure) -> (exchange: Int64, outcome: Outcome) {
        let start: EpochCounter
        do throws(TapeError) { start = try tape.start() } catch { throw error.failure }
        let placement = await gate.enter(request, from: start)
        let exchange: Int64
        do throws(TapeError) {
            exchange = try tape.reserve(request, at: placement)
        } catch {
            gate.leave(placement, isOnTape: false)
            throw error.failure
        }
        let outcome = await perform(request)
        let complete = { @Sendable [tape, gate] in
            tape.complete(exchange, with: outcome)
            gate.leave(placement, isOnTape: true)
        }
        if request.awaitsRecording {
            complete()
        } else {
            recording.withLock { recording in
                recording = Task { [earlier = recording] in
                    await earlier?.value
                    complete()
                }
            }
        }
        return (exchange, outcome)
    }

    /// Waits until all responses that were returned are on the tape.
    func settle() async { await recording.withLock { $0 }?.value }

    /// Records a request with a response that `find` returns, without sending it, in order with the requests that are
    /// sent. Returns nil and records nothing if `find` returns nil.
    package func place(
        _ request: HTTPRequest, from find: (EpochCounter.Placement) throws(TapeError) -> HTTPResponse?
    ) async throws(TransportFailure) -> HTTPResponse? {
        let start: EpochCounter
        do throws(TapeError) { start = try tape.start() } catch { throw error.failure }
        let placement = await gate.enter(request, from: start)
        let exchange: Int64, response: HTTPResponse
        do throws(TapeError) {
            guard let found = try find(placement) else {
                gate.leave(placement, isOnTape: false)
                return nil
            }
            response = found
            exchange = try tape.reserve(request, at: placement)
        } catch {
            gate.leave(placement, isOnTape: false)
            throw error.failure
        }
        defer { gate.leave(placement, isOnTape: true) }
        tape.complete(exchange, with: .success(response))
        return response
    }

    private func perform(_ request: HTTPRequest) async -> Outcome {
        guard !Task.isCancelled else { return .failure(Self.cancelledFailure) }
        do throws(TransportFailure) {
            return .success(try await next().send(request))
        } catch {
            return .failure(error)
        }
    }

    /// The transport, which is created at the first call.
    func next() throws(TransportFailure) -> any Transport {
        try made.withLock { made throws(TransportFailure) in
            if let made { return made }
            let transport = try make()
            made = transport
            return transport
        }
    }

    static let cancelledFailure = TransportFailure(.cancelled, "The request was cancelled.")
}

/// Admits requests in the order of their arrival, and assigns epochs. A request that opens an epoch waits until all
/// earlier ones have ended; an unsafe one blocks all later ones, so no response can span a change.
final class TrafficGate: Sendable {
    private struct Waiter {
        var request: HTTPRequest
        var continuation: CheckedContinuation<EpochCounter.Placement, Never>
    }

    private struct State {
        var counter: EpochCounter?
        /// The counter before the current epoch, while none of its requests is on the tape.
        var before: EpochCounter?
        var inside = 0
        var isClosed = false
        var waiting: [Waiter] = []

        mutating func admit(_ request: HTTPRequest, _ counter: EpochCounter) -> EpochCounter.Placement? {
            let placement = counter.placement(of: request)
            guard !isClosed, !placement.opens || inside == 0 else { return nil }
            if placement.opens || counter.identity == nil { before = counter }
            self.counter?.take(request, at: placement)
            inside += 1
            isClosed = !placement.isSafe
            return placement
        }
    }

    private let state = Mutex(State())

    /// Waits for its turn. `start` is the tape's state at the first request. Every `enter` needs a `leave`.
    func enter(_ request: HTTPRequest, from start: EpochCounter) async -> EpochCounter.Placement {
        guard request.purpose == .command else { return start.placement(of: request) }
        return await withCheckedContinuation { continuation in
            let admitted = state.withLock { state -> EpochCounter.Placement? in
                let counter = state.counter ?? start
                state.counter = counter
                if state.waiting.isEmpty, let placement = state.admit(request, counter) { return placement }
                state.waiting.append(Waiter(request: request, continuation: continuation))
                return nil
            }
            if let admitted { continuation.resume(returning: admitted) }
        }
    }

    /// Ends a turn and admits the requests that may follow. If no request of an epoch was recorded, the epoch is
    /// undone, because a replay could not enter it.
    func leave(_ placement: EpochCounter.Placement, isOnTape: Bool) {
        guard placement.epoch != nil else { return }
        let admitted = state.withLock { state in
            state.inside -= 1
            state.isClosed = false
            if isOnTape { state.before = nil }
            if state.inside == 0, let before = state.before {
                state.counter = before
                state.before = nil
            }
            var admitted: [(Waiter, EpochCounter.Placement)] = []
            while admitted.count < state.waiting.count, let counter = state.counter {
                let waiter = state.waiting[admitted.count]
                guard let placement = state.admit(waiter.request, counter) else { break }
                admitted.append((waiter, placement))
            }
            state.waiting.removeFirst(admitted.count)
            return admitted
        }
        for (waiter, placement) in admitted { waiter.continuation.resume(returning: placement) }
    }
}
