import CMicrohttpd
import ExchangeModel

/// The body of a response that libmicrohttpd reads in pieces. While nothing is there, the connection is suspended.
final class StreamedBody: Sendable {
    private let stream: BodyStream
    private let connection: Connection
    private let done: @Sendable () -> Void

    /// - Parameter done: called when the library needs the body no more: it is sent, or the client is gone.
    init(_ stream: BodyStream, on connection: Connection, done: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.connection = connection
        self.done = done
        stream.onReadable { cmicrohttpd_resume(connection.handle) }
    }

    /// The response, which keeps this object until it is freed; nil without memory.
    ///
    /// - Parameter length: nil for a chunked body.
    func response(length: UInt64?) -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        let made = cmicrohttpd_response_stream(
            length ?? UInt64.max, Self.read, context.toOpaque(),
            { context in
                guard let context else { return }
                let body = Unmanaged<StreamedBody>.fromOpaque(context).takeRetainedValue()
                body.stream.onReadable {}
                body.done()
            })
        if made == nil { context.release() }
        return made
    }

    private static let read: MHD_ContentReaderCallback = { context, _, room, count in
        guard let context, let room else { return -2 }
        let body = Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue()
        let connection = body.connection
        switch body.stream.read(
            into: UnsafeMutableRawBufferPointer(start: room, count: count),
            orWait: { cmicrohttpd_suspend(connection.handle) })
        {
        case .bytes(let count): return count
        case .waiting: return 0
        // MHD_CONTENT_READER_END_OF_STREAM and MHD_CONTENT_READER_END_WITH_ERROR, macros that Swift does not import.
        case .ended: return -1
        case .failed: return -2
        }
    }
}
