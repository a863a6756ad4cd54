import Foundation
import Glibc
import Testing

/// The system calls that a run of the program made, as strace saw them.
struct Trace {
    /// `openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3`, in order, without those of other processes' ends.
    let calls: [String]

    /// Runs the program and watches the calls that reach out of the process: files, programs, sockets.
    static func run(_ desk: Desk, _ arguments: [String], input: String = "") async throws -> (
        ended: Ended, trace: Trace
    ) {
        let file = desk.home + "/trace-\(UUID().uuidString)"
        let wrapper = ["strace", "-f", "-qq", "-s", "300", "-o", file, "-e", "trace=%file,%network,execve,fork,vfork"]
        let ended = try await desk.start(arguments, input: input, through: wrapper).end()
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        try? FileManager.default.removeItem(atPath: file)
        let calls = text.split(separator: "\n").map { line in
            String(line.drop { $0.isNumber }.drop { $0 == " " })
        }
        try #require(
            calls.contains { $0.hasPrefix("execve(") },
            "This host does not let a process trace its child (ptrace), which strace needs: \(ended.firstError)")
        return (ended, Trace(calls: calls))
    }

    /// Calls that ask for a socket or use one.
    var network: [String] {
        let names = ["socket", "connect", "bind", "listen", "accept", "sendto", "sendmsg", "recvfrom", "getaddrinfo"]
        return calls.filter { call in names.contains { call.hasPrefix($0) } }
    }

    /// Programs that were started, the traced one first.
    var programs: [String] { calls.filter { $0.hasPrefix("exec") || $0.hasPrefix("fork") || $0.hasPrefix("vfork") } }

    /// Calls that make, change or delete something in the file system.
    var changes: [String] {
        let names = [
            "creat(", "mkdir", "rmdir", "unlink", "rename", "link(", "linkat", "symlink", "truncate", "chmod",
            "fchmodat",
            "chown", "mknod", "utime",
        ]
        return calls.filter { call in
            names.contains { call.hasPrefix($0) }
                || call.hasPrefix("open")
                    && ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].contains { call.contains($0) }
        }
    }

    /// Files that were opened, but for what a program's start needs: libraries, their index, facts of the machine. The
    /// dispatch library now and then looks at the state of its own threads, in `/proc/NUMBER/stat`.
    var opened: [String] {
        calls.filter { $0.hasPrefix("open") && !$0.contains("= -1 ENOENT") }
            .compactMap { call in
                let parts = call.split(separator: "\"", omittingEmptySubsequences: false)
                return parts.count > 2 ? String(parts[1]) : nil
            }
            .filter { path in
                !path.contains(".so") && !["/etc/ld.so.cache", "/proc/self/maps"].contains(path)
                    && !path.hasPrefix("/sys/devices/system/cpu")
                    && !(path.hasPrefix("/proc/") && path.hasSuffix("/stat")
                        && path.dropFirst(6).dropLast(5).allSatisfy(\.isNumber))
            }
    }
}

/// What a test needs of the machine that not every machine grants. A test that lacks it fails and says so.
enum HostRights {
    /// Words in front of a program that take every network away from it, loopback included.
    static func withoutNetwork(_ desk: Desk) async throws -> [String] {
        let words = geteuid() == 0 ? ["unshare", "-n"] : ["unshare", "-rn"]
        let probe = try await desk.runOther("sh", "-c", (words + ["true"]).joined(separator: " "))
        try #require(
            probe.status == 0,
            "This host does not let an ordinary user make a network namespace (unshare -rn): \(probe.firstError)")
        return words
    }

    /// Words in front of a program that leave it loopback of its own, and no other network.
    static func withLoopbackAlone(_ desk: Desk) async throws -> [String] {
        try await withoutNetwork(desk) + ["sh", "-c", "ip link set lo up && exec \"$0\" \"$@\""]
    }

    /// Words in front of `sh -c …` with which `mount` may be used, seen by nobody else.
    static func mounting(_ desk: Desk) async throws -> [String] {
        let probe = try await desk.runOther("unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt")
        try #require(
            probe.status == 0,
            "This host does not let an ordinary user make a mount namespace and a tmpfs (unshare -rm): \(probe.firstError)"
        )
        return ["unshare", "-rm"]
    }
}
