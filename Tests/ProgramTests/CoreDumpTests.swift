import Foundation
import Glibc
import TestSupport
import Testing

/// A crash writes the memory, and the passwords in it, nowhere.
struct CoreDumpTests {
    private static let password = "Zk4-core-Password"

    /// Runs a program under a shell that allows core files of any size, and kills it when the file `ready` exists. The
    /// shell reports `core dumped` from the program's wait status, also if `core_pattern` names a collector.
    private func crash(_ words: [String], by signal: String, in workspace: Workspace) async throws -> ProcessResult {
        let script = """
            ulimit -c unlimited
            "$@" </dev/null &
            read line
            kill -s \(signal) $!
            wait $!
            """
        let shell = try ChildProcess(
            ["bash", "-c", script, "bash"] + words, environment: workspace.environment(["WORD": Self.password]),
            folder: workspace.project, input: nil)
        while access(workspace.path("ready"), F_OK) != 0, shell.soFar.status == -1 {
            try await Task.sleep(for: .milliseconds(2))
        }
        shell.type("now\n")
        return await shell.end()
    }

    @Test func crashLeavesNoCore() async throws {
        let workspace = try Workspace()
        let ready = workspace.path("ready")
        let instance = RawInstance { request in
            #expect(request.contains("Authorization: Basic"))
            _ = FileManager.default.createFile(atPath: ready, contents: nil)
            return ""
        }
        let ended = try await crash(
            [Workspace.program] + instance.flags + ["--from", "env:WORD", "table", "count", "incident"], by: "SEGV",
            in: workspace)
        #expect(ended.status > 128)
        #expect(!ended.errors.contains("core dumped"), "\(ended.errors)")
        let files = try workspace.everything()
        #expect(files.keys.allSatisfy { !$0.contains("/core") }, "\(files.keys)")
        #expect(files.values.allSatisfy { $0.firstRange(of: Array(Self.password.utf8)) == nil })
    }

    /// The check sees the core of another program, also of one that Snowdeck starts.
    @Test(arguments: [false, true])
    func otherProgramsLeaveTheirs(_ isStartedBySnowdeck: Bool) async throws {
        let workspace = try Workspace()
        if isStartedBySnowdeck {
            try workspace.write("table count incident | sh -c 'kill -s SEGV $$'\n", to: "commands")
            let ended = try await workspace.runOther(
                ["bash", "-c", "ulimit -c unlimited; \"$0\" run commands; ls", Workspace.program])
            let pattern = try String(contentsOfFile: "/proc/sys/kernel/core_pattern", encoding: .utf8)
            #expect(pattern.hasPrefix("|") || pattern.hasPrefix("/") || ended.output.contains("core"), "\(ended)")
        } else {
            let ended = try await crash(
                ["bash", "-c", "touch ready; exec sleep 600"], by: "SEGV", in: workspace)
            #expect(ended.errors.contains("core dumped"), "\(ended.errors)")
        }
    }
}
