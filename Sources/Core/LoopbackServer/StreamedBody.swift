import CMicrohttpd
import ExchangeModel

/// The body of a response that arrives in pieces. The connection is suspended while none is there.
final class StreamedBody: Sendable {
    private let stream: BodyStream
    private let connection: ClientConnection
    /// Called when the library needs the body no longer.
    private let release: @Sendable () -> Void

    init(_ stream: BodyStream, on connection: ClientConnection, release: @escaping @Sendable () -> Void) {
        self.stream = stream
        self.connection = connection
        self.release = release
    }

    deinit {
        stream.cancel()
        release()
    }

    /// A response in the library's form, which keeps this object until it is freed.
    func handle() -> OpaquePointer? {
        let context = Unmanaged.passRetained(self)
        let made = cmicrohttpd_response_stream(
            Int64(stream.expectedLength ?? -1),
            { context, _, bytes, count in
                guard let context, let bytes else { return StreamedBody.broken }
                let body = Unmanaged<StreamedBody>.fromOpaque(context).takeUnretainedValue()
                return body.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: count))
            },
            { context in
                if let context { Unmanaged<StreamedBody>.fromOpaque(context).release() }
            }, context.toOpaque())
        if made == nil { context.release() }
        return made
    }

    /// Called on the connection's thread.
    private func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        let connection = connection
        let reading = stream.read(into: room) {
            // Before another thread can resume it.
            cmicrohttpd_suspend(connection.handle)
            return { cmicrohttpd_resume(connection.handle) }
        }
        return switch reading {
        case .bytes(let count): count
        case .waits: 0
        case .end: Self.end
        case .failed: Self.broken
        }
    }

    /// `MHD_CONTENT_READER_END_OF_STREAM` and `MHD_CONTENT_READER_END_WITH_ERROR`, which are casts in C.
    private static let end = -1, broken = -2
}
