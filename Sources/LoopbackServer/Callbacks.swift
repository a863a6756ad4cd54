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
        count.pointee = 0
        conversation.isBlocked = false
        let isOpen = service.proceed(conversation, on: Connection(handle: connection), method: method, upload: upload)
        if conversation.isBlocked { count.pointee = upload.count }
        return isOpen ? MHD_Result.YES : MHD_Result.NO
    }

    static let completed: MHD_RequestCompletedCallback = { _, _, state, _ in
        guard let state, let pointer = state.pointee else { return }
        state.pointee = nil
        let conversation = Unmanaged<Conversation>.fromOpaque(pointer).takeRetainedValue()
        // The client may have gone in the middle of the body.
        conversation.stream?.finish(TransportFailure(.cancelled, "The client closed the connection."))
    }
}
