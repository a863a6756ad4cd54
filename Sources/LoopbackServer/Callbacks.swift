import CMicrohttpd
import ExchangeModel

/// The library's callbacks: a request begins, continues, is completed. The first creates the `Conversation` that the
/// library keeps as context, the last releases it.
enum Callbacks {
    static let begin:
        @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? = {
            _, target, _ in
            Unmanaged.passRetained(Conversation(target: target)).toOpaque()
        }

    static let access: MHD_AccessHandlerCallback = { context, connection, _, method, _, bytes, count, state in
        guard let context, let connection, let method, let count, let state = state?.pointee else {
            return MHD_Result.NO
        }
        let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
        let conversation = Unmanaged<Conversation>.fromOpaque(state).takeUnretainedValue()
        let upload = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
        if conversation.stage == .uploading, let stream = conversation.upload, !upload.isEmpty {
            // Bytes that are not taken are given again when the connection is resumed.
            if stream.write(upload, orWait: { cmicrohttpd_suspend(connection) }) != .full { count.pointee = 0 }
            return MHD_Result.YES
        }
        count.pointee = 0
        return service.proceed(conversation, on: Connection(handle: connection), method: method, upload: upload)
            ? MHD_Result.YES : MHD_Result.NO
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
        guard let state, let pointer = state.pointee else { return }
        state.pointee = nil
        let conversation = Unmanaged<Conversation>.fromOpaque(pointer).takeRetainedValue()
        // Without effect if the body is complete.
        conversation.upload?.end(TransportFailure(.reset, "The client left before the end of its request."))
    }
}
