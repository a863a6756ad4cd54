/// A transport behind a port of this machine.
package struct PageServer: Sendable {
    /// The port on 127.0.0.1.
    package let port: Int
    /// Ends it. A second call does nothing.
    package let stop: @Sendable () -> Void

    /// A server of parts.
    package init(port: Int, stop: @escaping @Sendable () -> Void) {
        self.port = port
        self.stop = stop
    }
}
