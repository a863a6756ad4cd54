import CNettle
import Synchronization

/// A body that is passed on in pieces, because it is too large to be kept. One thread writes and another reads; between
/// them is a bounded buffer. Two streams are equal if they are the same.
package final class BodyStream: Sendable, Hashable {
    package enum Written: Sendable {
        case taken
        /// Nothing was taken. The writer is called when there is room.
        case full
        /// The reader has left.
        case cancelled
    }

    package enum Read: Sendable, Hashable {
        case bytes(Int)
        /// Nothing is there. The reader is called when there is something.
        case waiting
        case ended
        /// The body is incomplete.
        case failed
    }

    /// What was written, once that has ended.
    package struct Summary: Sendable, Hashable {
        package var length: Int
        /// 64 lower-case hexadecimal digits.
        package var sha256: String
        /// Why the body is incomplete.
        package var failure: TransportFailure?
    }

    private struct State {
        var buffer: [UInt8] = []
        /// How many bytes of the buffer were read.
        var start = 0
        var length = 0
        var digest: Digest? = Digest()
        var summary: Summary?
        var isCancelled = false
        var isReaderWaiting = false, isWriterWaiting = false
        var callReader: @Sendable () -> Void = {}
        var callWriter: @Sendable () -> Void = {}
        var ended: [@Sendable (Summary) -> Void] = []

        /// Calls a waiting reader. The lock is held, so that its connection cannot be closed meanwhile.
        mutating func wakeReader() {
            guard isReaderWaiting else { return }
            isReaderWaiting = false
            callReader()
        }

        /// The same for the writer.
        mutating func wakeWriter() {
            guard isWriterWaiting else { return }
            isWriterWaiting = false
            callWriter()
        }
    }

    /// A running SHA-256, used only while the state is locked. That makes it safe to send.
    private final class Digest: @unchecked Sendable {
        private let context = cnettle_sha256_begin()

        func add(_ bytes: UnsafeRawBufferPointer) {
            guard let context else { return }
            cnettle_sha256_add(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
        }

        /// Ends the digest; it is not used afterwards.
        func end() -> String {
            guard let context else { return "" }
            var digest = [UInt8](repeating: 0, count: 32)
            cnettle_sha256_end(context, &digest)
            return SHA256.text(of: digest)
        }
    }

    /// In bytes. A piece is taken whole if the buffer holds less.
    private static let room = 1 << 20

    private let state = Mutex(State())

    /// - Parameter callWriter: called when a writer that found no room may continue, or should stop. It must not use
    /// the stream.
    package init(callWriter: @escaping @Sendable () -> Void) {
        state.withLock { $0.callWriter = callWriter }
    }

    deinit { end(TransportFailure(.cancelled, "The stream was abandoned.")) }

    // MARK: Writing

    /// - Parameter suspend: called if there is no room, before the writer can be called.
    package func write(_ bytes: UnsafeRawBufferPointer, orWait suspend: () -> Void = {}) -> Written {
        state.withLock { state in
            if state.isCancelled || state.summary != nil { return .cancelled }
            guard state.buffer.count - state.start < Self.room else {
                state.isWriterWaiting = true
                suspend()
                return .full
            }
            state.buffer.append(contentsOf: bytes)
            state.length += bytes.count
            state.digest?.add(bytes)
            state.wakeReader()
            return .taken
        }
    }

    /// Ends the body; a failure means that it is incomplete. Only the first call counts.
    package func end(_ failure: TransportFailure? = nil) {
        let (summary, ended) = state.withLock { state -> (Summary?, [@Sendable (Summary) -> Void]) in
            guard state.summary == nil else { return (nil, []) }
            let summary = Summary(length: state.length, sha256: state.digest?.end() ?? "", failure: failure)
            state.digest = nil
            state.summary = summary
            defer { state.ended = [] }
            return (summary, state.ended)
        }
        guard let summary else { return }
        for body in ended { body(summary) }
        state.withLock { state in
            state.wakeReader()
            // It may keep what keeps this stream.
            state.callWriter = {}
        }
    }

    /// Calls `body` when writing has ended, before the reader learns of it if it waits, or at once.
    package func whenEnded(_ body: @escaping @Sendable (Summary) -> Void) {
        let known = state.withLock { state in
            if state.summary == nil { state.ended.append(body) }
            return state.summary
        }
        if let known { body(known) }
    }

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    // MARK: Reading

    /// Sets the function that is called when a reader that found nothing may continue. It must not use the stream.
    package func onReadable(_ call: @escaping @Sendable () -> Void) { state.withLock { $0.callReader = call } }

    /// Reads what fits.
    ///
    /// - Parameter suspend: called if nothing is there, before the reader can be called.
    package func read(into room: UnsafeMutableRawBufferPointer, orWait suspend: () -> Void) -> Read {
        state.withLock { state in
            if state.isCancelled { return .failed }
            let count = min(room.count, state.buffer.count - state.start)
            guard count > 0 else {
                if let summary = state.summary { return summary.failure == nil ? .ended : .failed }
                state.isReaderWaiting = true
                suspend()
                return .waiting
            }
            state.buffer.withUnsafeBytes {
                room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.start..<state.start + count]))
            }
            state.start += count
            if state.start == state.buffer.count {
                state.buffer.removeAll(keepingCapacity: true)
                state.start = 0
            } else if state.start >= Self.room {
                state.buffer.removeFirst(state.start)
                state.start = 0
            }
            if state.buffer.count - state.start < Self.room / 2 { state.wakeWriter() }
            return .bytes(count)
        }
    }

    /// Ends reading. A waiting writer and a waiting reader are called. A second call does nothing.
    package func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            state.buffer = []
            state.start = 0
            state.wakeReader()
            state.wakeWriter()
        }
    }

    package static func == (left: BodyStream, right: BodyStream) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
