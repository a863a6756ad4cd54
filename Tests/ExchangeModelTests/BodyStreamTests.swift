import ExchangeModel
import Foundation
import Synchronization
import Testing

@Suite struct BodyStreamTests {
    private func write(_ bytes: [UInt8], to stream: BodyStream) -> BodyStream.Written {
        bytes.withUnsafeBytes { stream.write($0) }
    }

    private func read(_ stream: BodyStream, _ room: Int, orWait wait: () -> Void = {}) -> (BodyStream.Read, [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: room)
        let read = bytes.withUnsafeMutableBytes { stream.read(into: $0, orWait: wait) }
        guard case .bytes(let count) = read else { return (read, []) }
        return (read, Array(bytes[..<count]))
    }

    @Test func bytesArriveInOrder() {
        let calls = Atomic<Int>(0), waits = Atomic<Int>(0)
        let stream = BodyStream {}
        stream.onReadable { calls.add(1, ordering: .relaxed) }
        #expect(read(stream, 4) { waits.add(1, ordering: .relaxed) }.0 == .waiting)
        #expect(waits.load(ordering: .relaxed) == 1)
        #expect(write(Array("abc".utf8), to: stream) == .taken)
        #expect(write(Array("def".utf8), to: stream) == .taken)
        #expect(calls.load(ordering: .relaxed) == 1)
        #expect(read(stream, 4).1 == Array("abcd".utf8))
        #expect(read(stream, 4).1 == Array("ef".utf8))
        let summary = Mutex<BodyStream.Summary?>(nil)
        stream.whenEnded { ended in summary.withLock { $0 = ended } }
        #expect(read(stream, 4).0 == .waiting)
        stream.end()
        stream.end(TransportFailure(.reset, "Too late."))
        #expect(calls.load(ordering: .relaxed) == 2)
        #expect(read(stream, 4).0 == .ended)
        let ended = summary.withLock { $0 }
        #expect(ended?.length == 6 && ended?.failure == nil)
        #expect(ended?.sha256 == SHA256.hex(Array("abcdef".utf8)))
    }

    @Test func writerWaitsForTheReader() {
        let calls = Atomic<Int>(0)
        let stream = BodyStream { calls.add(1, ordering: .relaxed) }
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        #expect(write(piece, to: stream) == .taken)
        #expect(write(piece, to: stream) == .full)
        #expect(calls.load(ordering: .relaxed) == 0)
        _ = read(stream, 1 << 18)
        #expect(calls.load(ordering: .relaxed) == 0)
        _ = read(stream, 1 << 19)
        #expect(calls.load(ordering: .relaxed) == 1)
        #expect(write(piece, to: stream) == .taken)
    }

    @Test func failureIsReportedAfterTheBytes() {
        let stream = BodyStream {}
        _ = write([1], to: stream)
        stream.end(TransportFailure(.reset, "Broken."))
        #expect(read(stream, 4).1 == [1])
        #expect(read(stream, 4).0 == .failed)
    }

    @Test func cancellationEndsBothSides() {
        let reader = Atomic<Int>(0), writer = Atomic<Int>(0)
        let stream = BodyStream { writer.add(1, ordering: .relaxed) }
        stream.onReadable { reader.add(1, ordering: .relaxed) }
        #expect(read(stream, 4).0 == .waiting)
        #expect(write([UInt8](repeating: 7, count: 1 << 20), to: stream) == .taken)
        #expect(write([1], to: stream) == .full)
        stream.cancel()
        stream.cancel()
        #expect(reader.load(ordering: .relaxed) == 1 && writer.load(ordering: .relaxed) == 1)
        #expect(stream.isCancelled)
        #expect(write([1], to: stream) == .cancelled)
        #expect(read(stream, 4).0 == .failed)
    }
}
