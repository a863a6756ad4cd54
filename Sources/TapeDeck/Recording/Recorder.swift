package import ExchangeModel
import Synchronization

/// Records every exchange on its way through: a row is reserved before the request is sent and completed before the
/// answer is handed on, so that what anybody has seen is on the tape.
///
/// What travels is never changed; only the tape's copy is redacted. Answers and failures are both recorded. Identical
/// safe requests that are under way at the same time are sent once, and each has its own row, so that a replay counts
/// them alike.
package final class Recorder: Transport {
    private let tape: TapeWriter
    private let gate = TrafficGate()
    private let coalescer = RequestCoalescer()
    private let make: @Sendable () throws(TransportFailure) -> any Transport
    private let made = Mutex<(any Transport)?>(nil)

    /// `next` is made at the first request, so that starting costs nothing.
    init(onto tape: TapeWriter, next: @escaping @Sendable () throws(TransportFailure) -> any Transport) {
        self.tape = tape
        make = next
    }

    /// Records the request, sends it, records what came of it, and gives that.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
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
        defer { gate.leave(placement, isOnTape: true) }
        let outcome = placement.isSafe ? await shared(request) : await perform(request)
        tape.complete(exchange, with: outcome)
        return try outcome.get()
    }

    /// Puts a request on the tape with an answer that `find` has for it, without sending it; it keeps its turn among those
    /// that are sent. Nil, and no trace, when `find` has none.
    func place(
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

    private func shared(_ request: HTTPRequest) async -> RequestCoalescer.Outcome {
        while let pending = coalescer.join(request) {
            guard let outcome = await pending.outcome() else { return .failure(Self.calledOff) }
            // Who sent it gave up. That is not this request's outcome: it goes on its own way.
            if case .failure(let failure) = outcome, failure.kind == .cancelled, !Task.isCancelled { continue }
            return outcome
        }
        let outcome = await perform(request)
        coalescer.end(request, with: outcome)
        return outcome
    }

    private func perform(_ request: HTTPRequest) async -> RequestCoalescer.Outcome {
        guard !Task.isCancelled else { return .failure(Self.calledOff) }
        do throws(TransportFailure) {
            return .success(try await next().send(request))
        } catch {
            return .failure(error)
        }
    }

    private func next() throws(TransportFailure) -> any Transport {
        try made.withLock { made throws(TransportFailure) in
            if let made { return made }
            let transport = try make()
            made = transport
            return transport
        }
    }

    static let calledOff = TransportFailure(.cancelled, "The request was called off.")
}
