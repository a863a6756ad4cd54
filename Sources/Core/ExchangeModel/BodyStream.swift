import Synchronization

/// A body on its way through a proxy: a bounded buffer between the thread that receives it and the one that sends it.
///
/// Neither thread blocks. A side that has to wait leaves a closure, which the other side calls once. Streams are equal
/// if they are the same stream.
package final class BodyStream: Sendable, Hashable {
    /// What has passed through.
    package struct Summary: Sendable, Hashable {
        /// In bytes.
        package var length: Int
        /// The SHA-256 in hexadecimal digits.
        package var digest: String
    }

    package enum Reading: Sendable, Hashable {
        /// So many bytes were copied.
        case bytes(Int)
        /// No byte is there yet.
        case waits
        case end
        case failed
    }

    package typealias Waker = @Sendable () -> Void
    package typealias Completion = @Sendable (Summary, TransportFailure?) -> Void

    private struct State {
        var pieces: [[UInt8]] = []
        /// How much of the first piece was read.
        var offset = 0
        var buffered = 0
        var length = 0
        var digest = SHA256.Running()
        var summary: Summary?
        /// Nothing more is written.
        var isFinishing = false
        /// The reader may see the end.
        var isEnded = false
        /// The reader is gone, or reading failed.
        var isCancelled = false
        var failure: TransportFailure?
        var completion: Completion?
        var reader: Waker?
        var writer: Waker?
    }

    /// The number of bytes, if it is known in advance.
    package let expectedLength: Int?
    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter capacity: how many bytes are buffered at most; a larger piece is accepted if none is.
    package init(expectedLength: Int? = nil, capacity: Int = 1 << 20) {
        self.expectedLength = expectedLength
        self.capacity = capacity
    }

    package static func == (left: BodyStream, right: BodyStream) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// Whether no one reads any more.
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Accepts a piece, or discards it if no one reads any more. Returns false if there is no room: then nothing was
    /// accepted, and `wait` was called, under the stream's lock, for what to call once there is.
    package func write(_ piece: UnsafeRawBufferPointer, orWait wait: () -> Waker) -> Bool {
        state.withLock { state in
            guard !state.isCancelled, !state.isFinishing else { return true }
            guard state.buffered == 0 || piece.count <= capacity - state.buffered else {
                state.writer = wait()
                return false
            }
            guard !piece.isEmpty else { return true }
            state.digest.add(piece)
            state.length += piece.count
            state.buffered += piece.count
            state.pieces.append(Array(piece))
            state.reader.take()?()
            return true
        }
    }

    /// Ends the body; `failure` if it is incomplete. The completion is called before the reader sees the end. Only the
    /// first call counts.
    package func finish(_ failure: TransportFailure? = nil) {
        let ended = state.withLock { state -> (Summary, Completion?)? in
            guard !state.isFinishing else { return nil }
            state.isFinishing = true
            let summary = Summary(length: state.length, digest: state.digest.hex())
            state.summary = summary
            state.failure = failure
            return (summary, state.completion.take())
        }
        guard let (summary, completion) = ended else { return }
        completion?(summary, failure)
        state.withLock { state in
            state.isEnded = true
            state.reader.take()?()
        }
    }

    /// Sets what is called when the body has ended: at once if it has.
    package func onEnd(_ completion: @escaping Completion) {
        let ended = state.withLock { state -> (Summary, TransportFailure?)? in
            if let summary = state.summary { return (summary, state.failure) }
            state.completion = completion
            return nil
        }
        if let ended { completion(ended.0, ended.1) }
    }

    /// What has passed through; nil before the end.
    package var summary: Summary? { state.withLock { $0.summary } }

    /// Copies what is there, but the last byte only once the body has ended. If that is nothing, `wait` is called, under
    /// the stream's lock, for what to call once there is more.
    package func read(into room: UnsafeMutableRawBufferPointer, orWait wait: () -> Waker) -> Reading {
        state.withLock { state in
            if state.isCancelled { return .failed }
            let available = min(room.count, state.isEnded ? state.buffered : state.buffered - 1)
            guard available > 0 else {
                if state.isEnded { return state.failure == nil ? .end : .failed }
                state.reader = wait()
                return .waits
            }
            var count = 0, used = 0
            while count < available {
                let piece = state.pieces[used]
                let taken = min(piece.count - state.offset, available - count)
                UnsafeMutableRawBufferPointer(rebasing: room[count..<count + taken])
                    .copyBytes(from: piece[state.offset..<state.offset + taken])
                count += taken
                state.offset += taken
                if state.offset == piece.count {
                    used += 1
                    state.offset = 0
                }
            }
            state.pieces.removeFirst(used)
            state.buffered -= count
            if state.buffered <= capacity / 2 { state.writer.take()?() }
            return .bytes(count)
        }
    }

    /// Gives up reading. What is written afterwards is discarded.
    package func cancel() {
        state.withLock { state in
            guard !state.isCancelled else { return }
            state.isCancelled = true
            (state.pieces, state.buffered, state.offset) = ([], 0, 0)
            state.writer.take()?()
            state.reader.take()?()
        }
    }
}
