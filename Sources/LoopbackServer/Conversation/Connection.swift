import CMicrohttpd

/// The library's handle of one connection. It may be passed to another thread in order to be resumed from there.
struct Connection: @unchecked Sendable {
    let handle: OpaquePointer

    /// The longest name in a certificate that is read, in bytes; X.520 ends common names at 64 characters.
    private static let longestName = 256

    /// The name in the client's certificate, if an authority vouches for it now. Only where clients are asked for one.
    var certifiedName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Self.longestName) { room in
            let count = cmicrohttpd_client_name(handle, room.baseAddress, room.count)
            guard count > 0 else { return nil }
            return String(validating: room.prefix(count).lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
}
