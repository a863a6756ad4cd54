import Glibc
import Testing

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
