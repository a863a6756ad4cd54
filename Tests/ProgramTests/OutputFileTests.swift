import Foundation
import Glibc
import TestSupport
import Testing

/// Output files are replaced whole or not at all.
struct OutputFileTests {
    private func rights(_ workspace: Workspace, _ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: workspace.path(name))[.posixPermissions] as? Int
    }

    private func names(_ workspace: Workspace) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: workspace.project).filter { $0 != "sessions" }.sorted()
    }

    /// A list of 2000 records whose second half is sent after the instance is released.
    private func halfList() -> RawInstance {
        RawInstance { request in
            if request.contains("sysparm_offset=1000") || request.contains("sys_id%3E") { return "" }
            let rows = (0..<1000).map { number in
                let id = String(repeating: "0", count: 28) + String(1000 + number)
                return
                    #"{"number":{"value":"INC\#(number)","display_value":"INC\#(number)"},"sys_id":{"value":"\#(id)"}}"#
            }
            return RawInstance.answer(
                "200 OK", ["X-Total-Count: 2000"], body: #"{"result":["# + rows.joined(separator: ",") + "]}")
        }
    }

    private func interrupt(_ workspace: Workspace, _ destination: String, by signal: Int32) async throws
        -> ProcessResult
    {
        let instance = halfList()
        let child = try workspace.start(
            instance.flags + ["--timeout", "600", "run", "-"],
            input: "table list incident --all -f number --format csv \(destination)\n",
            variables: ["SNOWDECK_PASSWORD": "x"])
        while (try? workspace.bytes(of: "all.csv.partial").count) ?? 0 < 1000, child.soFar.status < 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        child.send(signal)
        return await child.end()
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, 128 + SIGTERM)])
    func interruptedOutputIsKeptAsPartialFile(_ signal: Int32, _ status: Int32) async throws {
        let workspace = try Workspace()
        try workspace.write("old\n", to: "all.csv")
        chmod(workspace.path("all.csv"), 0o644)
        let ended = try await interrupt(workspace, "> all.csv", by: signal)
        expectEqual(ended.status, status)
        #expect(ended.errors.contains("all.csv is unchanged; the incomplete output is in all.csv.partial.\n"))
        try expectEqual(workspace.text(of: "all.csv"), "old\n")
        #expect(try workspace.text(of: "all.csv.partial").hasPrefix("number\nINC0\nINC1\n"))
        try expectEqual(rights(workspace, "all.csv.partial"), 0o600)
        // It is the user's from then on.
        let next = try await workspace.run("run", "-", input: "table count incident > all.csv\n")
        expectEqual(next, ProcessResult(0))
        try expectEqual(workspace.text(of: "all.csv"), "440\n")
        try expectEqual(names(workspace), ["all.csv", "all.csv.partial"])
        try expectEqual(rights(workspace, "all.csv"), 0o644)
        #expect(try workspace.text(of: "all.csv.partial").hasPrefix("number\nINC0\nINC1\n"))
    }

    @Test func interruptedNewFileIsNotCreatedAndDraftOfKilledCommandIsUsedAgain() async throws {
        let workspace = try Workspace()
        let ended = try await interrupt(workspace, "> all.csv", by: SIGINT)
        #expect(ended.errors.contains("all.csv was not created; the incomplete output is in all.csv.partial.\n"))
        try expectEqual(names(workspace), ["all.csv.partial"])
        try FileManager.default.removeItem(atPath: workspace.path("all.csv.partial"))
        _ = try await interrupt(workspace, "> all.csv", by: SIGKILL)
        try expectEqual(names(workspace), ["all.csv.partial"])
        let next = try await workspace.run("run", "-", input: "table count incident > all.csv\n")
        expectEqual(next, ProcessResult(0))
        try expectEqual(names(workspace), ["all.csv"])
        try expectEqual(workspace.text(of: "all.csv"), "440\n")
    }

    /// Files of the user beside the written one are neither opened nor deleted.
    @Test func filesNamedLikeDraftsAreKept() async throws {
        let workspace = try Workspace()
        let long = String(repeating: "x", count: 250), taken = String(long.prefix(247)) + ".partial"
        for name in ["all.partial", "all.2.partial", taken, "other"] { try workspace.write("mine\n", to: name) }
        expectEqual(symlink("other", workspace.path("linked.partial")), 0)
        expectEqual(mkfifo(workspace.path("piped.partial"), 0o600), 0)
        let before = try names(workspace)
        let run = try await workspace.run(
            "run", "-",
            input: """
                table count incident > all
                table count incident >> all
                table count incident > linked
                table count incident > piped
                table count incident > \(long)
                table count nonsense > all

                """)
        #expect(run.errors.contains("There is no table nonsense"), "\(run)")
        try expectEqual(workspace.text(of: "all"), "440\n440\n")
        try expectEqual(names(workspace), (before + ["all", "linked", "piped", long]).sorted(), "\(run)")
        for name in ["all.partial", "all.2.partial", taken, "other"] {
            try expectEqual(workspace.text(of: name), "mine\n", "\(name)")
        }
    }

    @Test func permissionsSymlinksAndHardLinksAreKept() async throws {
        let workspace = try Workspace()
        let prepared = try await workspace.runOther(
            "sh", "-c",
            """
            mkdir far; echo old > far/kept; chmod 640 far/kept; ln -s far/kept link; ln -s far/new dangling
            echo old > one; ln one two; ln -s link further
            """)
        expectEqual(prepared.status, 0)
        let run = try await workspace.run(
            "run", "-",
            input: """
                table count incident > further
                table count incident > dangling
                table count incident > one
                table count incident >> one

                """)
        expectEqual(run, ProcessResult(0))
        let seen = try await workspace.runOther(
            "sh", "-c", "cat far/kept far/new two; stat -c '%a %F' far/kept link; stat -c %h one; ls far")
        expectEqual(seen.output, "440\n440\n440\n440\n640 regular file\n777 symbolic link\n2\nkept\nnew\n")
    }

    @Test func devicesPipesAndDescriptorsAreWrittenDirectly() async throws {
        let workspace = try Workspace()
        let script = """
            table count incident > /dev/null
            table count incident > /dev/stdout
            table count incident >> /dev/fd/1
            table count incident > pipe

            """
        try workspace.write(script, to: "script")
        // Replacing the file of standard output would detach the program from it.
        let run = try await workspace.shell(
            "mkfifo pipe; cat pipe > read & \"$0\" run script > out && wait && cat out read; ls -A")
        expectEqual(run.output, "440\n440\n440\nout\npipe\nread\nscript\n", "\(run)")
        expectEqual(run.status, 0)
    }

    /// A file may be a mount point, as in containers: in a folder that takes no new file, or in one that does.
    @Test func irreplaceableFileIsWrittenInPlaceAndReadOnlyFileIsKept() async throws {
        let workspace = try Workspace()
        try workspace.write(
            "table count incident > open/file\ntable count incident > closed/file\ntable count incident > closed/kept\n",
            to: "script")
        let line = """
            mkdir open closed && echo old > own && echo old > other && echo old > open/file
            mount -t tmpfs none closed && echo old > closed/file && echo old > closed/kept
            mount --bind own open/file && mount --bind other closed/file && mount -o remount,ro closed
            "$0" run script; cat own other closed/kept; ls open closed
            """
        let run = try await workspace.shell(line, through: HostPrivileges.mounting(workspace))
        expectEqual(run.output, "440\n440\nold\nclosed:\nfile\nkept\n\nopen:\nfile\n", "\(run)")
        #expect(run.errors.contains("closed/kept cannot be written: read-only file system."), "\(run)")
    }

    @Test func fullDiskKeepsFileAndPartialOutput() async throws {
        let workspace = try Workspace()
        try workspace.write("table list incident --all --format ndjson > full/all\n", to: "script")
        let line = """
            mkdir full && mount -t tmpfs -o size=64k none full && echo old > full/all && "$0" run script
            echo $?; cat full/all; ls full; wc -c < full/all.partial
            """
        let run = try await workspace.shell(line, through: HostPrivileges.mounting(workspace))
        let lines = run.output.split(separator: "\n").map(String.init)
        expectEqual(lines.prefix(4), ["1", "old", "all", "all.partial"], "\(run)")
        #expect(lines.last.flatMap { Int($0) } ?? 0 > 10_000, "\(run)")
        #expect(run.errors.contains("full/all is unchanged; the incomplete output is in full/all.partial."), "\(run)")
    }

    @Test func otherWrittenFilesAreAtomicToo() async throws {
        let workspace = try Workspace()
        try workspace.write("hello\n", to: "note.txt")
        try workspace.write("old\n", to: "out.txt")
        chmod(workspace.path("out.txt"), 0o640)
        let run = try await workspace.run(
            "--tape", "work", "run", "-",
            input: """
                table create incident short_description=x -f number => inc = .number
                attach put incident {{inc}} note.txt
                attach get incident {{inc}} note.txt --out out.txt --force
                attach get incident {{inc}} note.txt --out /dev/stdout
                tape export out.har

                """)
        expectEqual(run.status, 0, "\(run)")
        #expect(run.output.hasSuffix("hello\n"))
        try expectEqual(workspace.text(of: "out.txt"), "hello\n")
        try expectEqual(rights(workspace, "out.txt"), 0o640)
        let again = try await workspace.run("run", "-", input: "tape export out.har work\n")
        expectEqual(again.status, 2)
        try expectEqual(names(workspace), ["note.txt", "out.har", "out.txt"])
    }
}
