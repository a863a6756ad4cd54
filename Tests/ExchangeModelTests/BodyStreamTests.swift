import ExchangeModel
import Synchronization
import Testing

@Suite struct BodyStreamTests {
    /// Counts the calls that a waiting side gets.
    private final class Calls: Sendable {
        private let state = Atomic<Int>(0)
        var count: Int { state.load(ordering: .relaxed) }
        var waker: BodyStream.Waker { { self.state.add(1, ordering: .relaxed) } }
    }

    private func write(_ bytes: [UInt8], to stream: BodyStream, _ calls: Calls = Calls()) -> Bool {
        bytes.withUnsafeBytes { stream.write($0) { calls.waker } }
    }

    private func read(_ stream: BodyStream, _ room: Int, _ calls: Calls = Calls()) -> (BodyStream.Reading, [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: room)
        let reading = bytes.withUnsafeMutableBytes { stream.read(into: $0) { calls.waker } }
        guard case .bytes(let count) = reading else { return (reading, []) }
        return (reading, Array(bytes[..<count]))
    }

    /// The last byte is read only after the completion was called.
    @Test func bytesArriveInOrder() {
        let calls = Calls(), stream = BodyStream(), summary = Mutex<BodyStream.Summary?>(nil)
        stream.onEnd { ended, failure in
            summary.withLock { $0 = ended }
            #expect(failure == nil && calls.count == 1)
        }
        #expect(read(stream, 4, calls).0 == .waits)
        #expect(write(Array("abc".utf8), to: stream))
        #expect(write(Array("def".utf8), to: stream))
        #expect(calls.count == 1)
        #expect(read(stream, 4).1 == Array("abcd".utf8))
        #expect(read(stream, 4).1 == Array("e".utf8))
        #expect(read(stream, 4, calls).0 == .waits)
        stream.finish()
        stream.finish(TransportFailure(.reset, "Too late."))
        #expect(calls.count == 2)
        #expect(read(stream, 4).1 == Array("f".utf8))
        #expect(read(stream, 4).0 == .end)
        let ended = summary.withLock { $0 }
        #expect(ended?.length == 6 && ended?.digest == SHA256.hex(Array("abcdef".utf8)))
        #expect(stream.summary == ended)
        let late = Mutex<BodyStream.Summary?>(nil)
        stream.onEnd { summary, _ in late.withLock { $0 = summary } }
        #expect(late.withLock { $0 } == ended)
    }

    @Test func writerWaitsForTheReader() {
        let calls = Calls(), stream = BodyStream(capacity: 100)
        let piece = [UInt8](repeating: 7, count: 101)
        #expect(write(piece, to: stream))
        #expect(!write([8], to: stream, calls))
        #expect(read(stream, 40).0 == .bytes(40))
        #expect(calls.count == 0)
        #expect(read(stream, 40).0 == .bytes(40))
        #expect(calls.count == 1)
        #expect(write([8], to: stream))
        stream.finish()
        #expect(read(stream, 100).1 == [UInt8](repeating: 7, count: 21) + [8])
    }

    @Test func failureIsReportedAfterTheBytes() {
        let stream = BodyStream()
        #expect(write([1], to: stream))
        stream.finish(TransportFailure(.reset, "Broken."))
        #expect(read(stream, 4).1 == [1])
        #expect(read(stream, 4).0 == .failed)
    }

    @Test func cancellationEndsBothSides() {
        let reader = Calls(), writer = Calls(), stream = BodyStream(capacity: 1)
        #expect(read(stream, 4, reader).0 == .waits)
        #expect(write([1, 2], to: stream))
        #expect(!write([3], to: stream, writer))
        #expect(read(stream, 1).1 == [1])
        #expect(read(stream, 4, reader).0 == .waits)
        #expect(reader.count == 1 && writer.count == 0)
        stream.cancel()
        stream.cancel()
        #expect(reader.count == 2 && writer.count == 1)
        #expect(stream.isCancelled)
        #expect(write([4], to: stream))
        #expect(read(stream, 4).0 == .failed)
    }
}
