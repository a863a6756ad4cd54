import Glibc

/// The descriptors that this process was started with, looked at before it opens any of its own: `fd:N` means one of
/// those. A number that is free at the start may be the tape's a moment later, and must not be read, nor closed.
struct InheritedDescriptors: Sendable {
    private let numbers: Set<Int32>

    /// The most that are looked at; numbers above it are taken for free.
    private static let most = 1024

    /// One call of the system's, whatever their number.
    init() {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let count = min(Self.most, isKnown ? Int(clamping: limit.rlim_cur) : 256)
        var probes = (0..<Int32(count)).map { pollfd(fd: $0, events: 0, revents: 0) }
        guard poll(&probes, nfds_t(probes.count), 0) >= 0 else {
            numbers = []
            return
        }
        numbers = Set(probes.filter { $0.revents & Int16(POLLNVAL) == 0 }.map(\.fd))
    }

    /// Opens `/dev/null` in place of a standard stream that was closed. Otherwise the next file that is opened, the tape
    /// for one, becomes standard output or standard error, and messages are written into it.
    func openStandardStreams() {
        for stream in STDIN_FILENO...STDERR_FILENO where !contains(stream) {
            let opened = open("/dev/null", O_RDWR)
            if opened > STDERR_FILENO { close(opened) }
        }
    }

    /// Whether a descriptor was open at the start.
    func contains(_ descriptor: Int32) -> Bool { numbers.contains(descriptor) }
}
