import CMicrohttpd
import ExchangeModel

/// An answer in the library's own form, to be sent any number of times and on several connections at once: the library
/// counts who uses it, and locks for itself.
final class ReadyAnswer: @unchecked Sendable {
    private let handle: OpaquePointer
    private let code: UInt32
    /// Its bytes, about.
    let size: Int

    /// Takes the handle over.
    init(handle: OpaquePointer, status: UInt32, size: Int) {
        self.handle = handle
        code = status
        self.size = size
    }

    deinit { cmicrohttpd_response_free(handle) }

    var status: Int { Int(code) }

    /// Queues it; false when the library takes none any more, which closes the connection.
    func queue(on connection: Connection) -> Bool {
        cmicrohttpd_queue(connection.handle, code, handle) == MHD_Result.YES
    }
}
