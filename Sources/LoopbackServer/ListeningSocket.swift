import Glibc

/// A socket that listens on 127.0.0.1. It is made here and handed to the library, so that a port which cannot be had is
/// an error with a reason, and the port that was found is known.
struct ListeningSocket {
    let descriptor: Int32
    let port: Int

    init(port: Int) throws(ListenerError) {
        guard let wanted = UInt16(exactly: port) else {
            throw ListenerError(.port, "\(port) is not a port: ports go from 0 to 65535.")
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw ListenerError(.system, "No socket could be opened: \(Self.reason(errno)).") }
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wanted.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> Int32 in
                guard bind(descriptor, address, length) == 0, listen(descriptor, SOMAXCONN) == 0,
                    getsockname(descriptor, address, &length) == 0
                else { return errno }
                return 0
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw ListenerError(.port, "Cannot listen on 127.0.0.1 port \(port): \(Self.reason(code)).")
        }
        self.descriptor = descriptor
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case EADDRINUSE: "the port is in use"
        case EACCES, EPERM: "this user is not allowed to"
        case EMFILE, ENFILE: "too many files are open"
        default: "system error \(code)"
        }
    }
}
