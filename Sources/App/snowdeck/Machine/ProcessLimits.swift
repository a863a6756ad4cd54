import Glibc
import Workbench

/// What this process may use at most. With less than it needs, libdispatch hangs or ends the program without a message.
enum ProcessLimits {
    /// Files: a tape, a connection, their logs and the libraries' own descriptors.
    private static let files: rlim_t = 32
    /// Bytes of addresses: libraries, and a stack of 8 MB for each thread.
    private static let memory: rlim_t = 256 << 20
    /// What a server needs besides for each processor: the stack of a thread, and the 64 MB that malloc reserves for it.
    private static let memoryOfThread: rlim_t = 72 << 20

    static func check(serves: Bool = false) throws(Problem) {
        if let allowed = limit(RLIMIT_NOFILE), allowed < files {
            throw Problem(
                .internal, "Only \(allowed) open files are allowed; Snowdeck needs \(files).",
                hints: ["ulimit -n 1024"])
        }
        let threads = serves ? rlim_t(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) : 0
        let needed = memory + threads * memoryOfThread
        if let allowed = limit(RLIMIT_AS), allowed < needed {
            throw Problem(
                .internal, "Only \(allowed >> 20) MB of memory are allowed; Snowdeck needs \(needed >> 20) MB.",
                hints: ["ulimit -v \(needed >> 10)"])
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> rlim_t? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : nil
    }
}
