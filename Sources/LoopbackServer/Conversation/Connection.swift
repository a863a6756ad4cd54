/// The library's handle of one connection. It may be passed to another thread in order to be resumed from there.
struct Connection: @unchecked Sendable {
    let handle: OpaquePointer
}
