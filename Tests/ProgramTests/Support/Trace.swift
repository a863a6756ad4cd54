import Foundation
import Glibc
import Testing

/// The system calls of a run of the program, from strace.
struct Trace {
    /// `openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3`, in order, without exits of other processes.
    let calls: [String]

    /// Runs the program under strace, watching calls for files, programs and sockets.
    static func run(_ workspace: Workspace, _ arguments: [String], input: String = "") async throws -> (
        ended: ProcessResult, trace: Trace
    ) {
        let file = workspace.home + "/trace-\(UUID().uuidString)"
        let wrapper = ["strace", "-f", "-qq", "-s", "300", "-o", file, "-e", "trace=%file,%network,execve,fork,vfork"]
        let ended = try await workspace.run(arguments, input: input, through: wrapper)
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

    /// Calls that create or use a socket.
    var network: [String] {
        let names = ["socket", "connect", "bind", "listen", "accept", "sendto", "sendmsg", "recvfrom", "getaddrinfo"]
        return calls.filter { call in names.contains { call.hasPrefix($0) } }
    }

    /// Executed programs, the traced one first.
    var programs: [String] { calls.filter { $0.hasPrefix("exec") || $0.hasPrefix("fork") || $0.hasPrefix("vfork") } }

    /// Calls that create, change or delete something in the file system.
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

    /// Opened files, except those of process start: libraries, their cache, facts about the machine. The dispatch
    /// library sometimes reads the state of its threads in `/proc/NUMBER/stat`.
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

/// Privileges that not every machine grants. A test that lacks one fails with a message.
enum HostPrivileges {
    /// Command prefix that removes all networks, loopback included.
    static func withoutNetwork(_ workspace: Workspace) async throws -> [String] {
        let words = geteuid() == 0 ? ["unshare", "-n"] : ["unshare", "-rn"]
        let probe = try await workspace.runOther("sh", "-c", (words + ["true"]).joined(separator: " "))
        try #require(
            probe.status == 0,
            "This host does not let an ordinary user make a network namespace (unshare -rn): \(probe.firstError)")
        return words
    }

    /// Command prefix for a network namespace with only loopback.
    static func withLoopbackAlone(_ workspace: Workspace) async throws -> [String] {
        try await withoutNetwork(workspace) + ["sh", "-c", "ip link set lo up && exec \"$0\" \"$@\""]
    }

    /// Command prefix for `sh -c …` in a private mount namespace.
    static func mounting(_ workspace: Workspace) async throws -> [String] {
        let probe = try await workspace.runOther(
            "unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=64k", "none", "/mnt")
        try #require(
            probe.status == 0,
            "This host does not let an ordinary user make a mount namespace and a tmpfs (unshare -rm): \(probe.firstError)"
        )
        return ["unshare", "-rm"]
    }
}
