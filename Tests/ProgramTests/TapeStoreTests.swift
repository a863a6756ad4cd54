import CassetteStore
import Foundation
import Glibc
import TestSupport
import Testing

/// Tapes in a team's store: a folder, and what rclone reaches.
struct TapeStoreTests {
    /// Two clones of a project whose store is this, with one tape pushed from the first.
    private func pushed(to address: String, _ first: Workspace, variables: [String: String] = [:]) async throws {
        try await expectEqual(first.run("--tape", "one", "table", "count", "incident").status, 0)
        try await expectEqual(
            first.run("set", "store=\(address)"),
            ProcessResult(0, "", errors: "The project's store is \(address), for all who work on it.\n"))
        try await expectEqual(
            first.run(["tape", "push", "one"], variables: variables),
            ProcessResult(0, "", errors: "Pushed 1 tape to \(address); commit the .ref files.\n"))
    }

    /// A clone with the files of git only: the address and the `.ref` files.
    private func clone(of first: Workspace) throws -> Workspace {
        let second = try Workspace()
        for name in ["store"] + names(first).filter({ $0.hasSuffix(".ref") }) {
            try second.write(
                String(contentsOfFile: "\(first.project)/sessions/\(name)", encoding: .utf8), to: "sessions/\(name)")
        }
        return second
    }

    private func names(_ workspace: Workspace) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: workspace.project + "/sessions"))?.sorted() ?? []
    }

    private func bytes(_ name: String, _ workspace: Workspace) -> Data? {
        FileManager.default.contents(atPath: "\(workspace.project)/sessions/\(name)")
    }

    private func stored(_ store: String) -> [String] {
        let files = FileManager.default.enumerator(atPath: store)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.utf8.count > 64 }.map { store + "/" + $0 }
    }

    @Test func tapeGoesToAFolderAndComesBack() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await pushed(to: store, first)
        expectEqual(names(first), ["one.cassette", "one.cassette.ref", "store"])
        let ref = try #require(TapeRef(String(decoding: bytes("one.cassette.ref", first) ?? Data(), as: UTF8.self)))
        #expect(ref.commands == 1 && ref.instances == ["http://sandbox.localhost"])
        expectEqual(stored(store), ["\(store)/sha256/\(ref.digest.prefix(2))/\(ref.digest)"])
        // Once there, it is not sent again.
        try await expectEqual(
            first.run("tape", "push", "--all"),
            ProcessResult(0, "", errors: "Every tape of the project is in the store.\n"))
        let second = try clone(of: first)
        let missing = "error: The tape one is in the store and not here.\nhint: tape pull one\n"
        try await expectEqual(second.run("replay", "one", "--check"), ProcessResult(5, "", errors: missing))
        try await expectEqual(second.run("replay", "sessions", "--check"), ProcessResult(5, "", errors: missing))
        let list = try await second.run("tape", "list", "--format", "csv")
        #expect(list.output.hasPrefix("number,changed,name,place,"), "\(list)")
        #expect(list.output.contains("sessions/one.cassette,store"), "\(list)")
        try await expectEqual(
            second.run("tape", "pull", "--all"), ProcessResult(0, "", errors: "Pulled 1 tape from \(store).\n"))
        expectEqual(bytes("one.cassette", second), bytes("one.cassette", first))
        let rights = try FileManager.default.attributesOfItem(atPath: second.project + "/sessions/one.cassette")
        expectEqual((rights[.posixPermissions] as? NSNumber)?.intValue, 0o600)
        try await second.expectReplay(of: "one", commands: 1)
        // A tape that changed is not replaced.
        try await expectEqual(second.run("--tape", "one", "table", "count", "problem").status, 0)
        let changed = try await second.run("tape", "pull", "one")
        #expect(changed.status == 5 && changed.errors.contains("another one than its .ref names"), "\(changed)")
    }

    @Test func damagedAndMissingFilesAreNoTapes() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await pushed(to: store, first)
        let file = try #require(stored(store).first), second = try clone(of: first)
        let whole = try Data(contentsOf: URL(filePath: file))
        var damaged = whole
        damaged[damaged.count / 2] ^= 1
        for bytes in [damaged, whole.dropLast(10), Data()] {
            try Data(bytes).write(to: URL(filePath: file))
            try await expectEqual(
                second.run("tape", "pull", "one"),
                ProcessResult(
                    5, "",
                    errors: """
                        error: 1 tape was not pulled.
                        note: one: its file in the store is damaged; push it again from a good copy.

                        """))
            let again = try await first.run("tape", "push", "one")
            #expect(again.status == 5 && again.errors.contains("is damaged; remove \(file) and push"), "\(again)")
        }
        try FileManager.default.removeItem(atPath: file)
        let missing = try await second.run("tape", "pull", "one")
        #expect(missing.status == 5 && missing.errors.contains("one: it is not in the store."), "\(missing)")
        expectEqual(names(second), ["one.cassette.ref", "store"])
    }

    @Test func tapeWithASecretIsNotSent() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await pushed(to: store, first)
        try await expectEqual(first.run("--tape", "leak", "table", "count", "incident").status, 0)
        let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiIsImlhdCI6MTcwMDAwMDAwMH0.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw"
        try first.edit("leak", "UPDATE command SET line='rest GET /x -H \"Authorization: Bearer \(token)\"'")
        let refused = try await first.run("tape", "push", "--all")
        #expect(refused.status == 5 && refused.errors.contains("leak: it has 1 finding"), "\(refused)")
        #expect(stored(store).count == 1 && !names(first).contains("leak.cassette.ref"))
    }

    @Test func twentyWritersOfOneTapeLeaveOneFile() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await expectEqual(first.run("--tape", "one", "table", "count", "incident").status, 0)
        let tape = try #require(bytes("one.cassette", first))
        let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
            for _ in 0..<20 {
                let writer = try Workspace()
                try writer.write(store + "\n", to: "sessions/store")
                try tape.write(to: URL(filePath: writer.project + "/sessions/one.cassette"))
                group.addTask { try await writer.run("tape", "push", "one").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(statuses, [Int32](repeating: 0, count: 20))
        expectEqual(stored(store).count, 1)
        try expectEqual(Data(contentsOf: URL(filePath: stored(store)[0])), tape)
    }

    /// A project comes from anyone: its address must not make rclone start a program.
    @Test(arguments: [":sftp,ssh='touch x':y", "a,b:c", "-x:y", "https://h/x", ":memory:", "a b\u{7}"])
    func addressThatIsMoreThanANameIsRefused(_ address: String) async throws {
        let workspace = try Workspace()
        try workspace.write(address + "\n", to: "sessions/store")
        try await expectEqual(workspace.run("--tape", "one", "table", "count", "incident").status, 0)
        let refused = try await workspace.run("tape", "push", "one")
        #expect(refused.status == 3 && refused.errors.contains("is neither a folder nor REMOTE:PATH"), "\(refused)")
        let set = try await workspace.run("set", "store=\(address)")
        #expect(set.status != 0, "\(set)")
        expectEqual(names(workspace), ["one.cassette", "store"])
    }

    /// A project comes from anyone: what is a link in it leads nowhere, and a log beside a tape is not read with it.
    @Test func linksAndLogsOfAProjectAreRefused() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await pushed(to: store, first)
        let second = try clone(of: first), target = second.folder + "/target"
        let tape = second.project + "/sessions/one.cassette"
        try FileManager.default.createSymbolicLink(atPath: tape, withDestinationPath: target)
        let linked = try await second.run("tape", "pull", "--all")
        #expect(linked.status == 5 && !FileManager.default.fileExists(atPath: target), "\(linked)")
        try FileManager.default.removeItem(atPath: tape)
        try second.write("x", to: "sessions/one.cassette-wal")
        let beside = try await second.run("tape", "pull", "--all")
        #expect(beside.status == 5 && beside.errors.contains("one.cassette-wal is in the way"), "\(beside)")
        try FileManager.default.removeItem(atPath: second.project + "/sessions/store")
        try second.write("precious\n", to: "../target")
        try FileManager.default.createSymbolicLink(
            atPath: second.project + "/sessions/store", withDestinationPath: target)
        let set = try await second.run("set", "store=x")
        #expect(set.status == 3 && set.errors.contains("sessions/store is a link"), "\(set)")
        try expectEqual(String(contentsOfFile: target, encoding: .utf8), "precious\n")
        let shown = try await second.run("set", "store")
        #expect(shown.status != 0 && !shown.output.contains("precious"), "\(shown)")
        // A tape outside the project that a link in it names is not sent.
        try FileManager.default.createSymbolicLink(
            atPath: first.project + "/sessions/other.cassette", withDestinationPath: second.tape("none"))
        try FileManager.default.moveItem(atPath: first.tape("one"), toPath: second.tape("none"))
        let sent = try await first.run("tape", "push", "--all")
        #expect(sent.errors.contains("sessions/other.cassette is a link and is not sent."), "\(sent)")
        expectEqual(stored(store).count, 1)
    }

    /// An older tape that a commit names is replaced by a pull, and does not replace the newer one by a push.
    @Test func olderTapeIsToldFromAChange() async throws {
        let first = try Workspace(), store = first.folder + "/store"
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try await pushed(to: store, first)
        let second = try clone(of: first)
        let commit = "git add sessions && git -c user.name=a -c user.email=b commit -qm c"
        try await expectEqual(second.run("tape", "pull", "one").status, 0)
        try await expectEqual(
            second.shell("git init -q . && git config color.ui always && \(commit)"), ProcessResult(0, ""))
        try await expectEqual(first.run("--tape", "one", "table", "count", "problem").status, 0)
        try await expectEqual(first.run("tape", "push", "one").status, 0)
        try second.write(first.text(of: "sessions/one.cassette.ref"), to: "sessions/one.cassette.ref")
        try await expectEqual(second.shell(commit), ProcessResult(0, ""))
        let pushed = try await second.run("tape", "push", "--all")
        #expect(pushed.status == 0 && pushed.errors.contains("is older than its .ref and is not sent"), "\(pushed)")
        try await expectEqual(
            second.run("tape", "pull", "--all"), ProcessResult(0, "", errors: "Pulled 1 tape from \(store).\n"))
        expectEqual(bytes("one.cassette", second), bytes("one.cassette", first))
        // Both versions are named, whatever the settings of git.
        try await expectEqual(second.shell("touch -d 2020-01-01 '\(store)'/sha256/*/*"), ProcessResult(0, ""))
        let removed = try await second.run("tape", "remove", "--store", "--yes")
        #expect(removed.status == 0 && removed.errors.hasPrefix("The store has no file that"), "\(removed)")
        expectEqual(stored(store).count, 2)
    }

    /// What counts is what is in the store, not that rclone has no complaint.
    @Test func refIsWrittenOnlyForWhatIsThere() async throws {
        let workspace = try Workspace()
        try workspace.write("team:x\n", to: "sessions/store")
        try await expectEqual(workspace.run("--tape", "one", "table", "count", "incident").status, 0)
        let shell = try await workspace.shell(
            "mkdir bin && printf '#!/bin/sh\nexit 0\n' > bin/rclone && chmod +x bin/rclone")
        expectEqual(shell, ProcessResult(0, ""))
        // Two names for the same tape are one file of the store.
        try await expectEqual(
            workspace.shell("cp sessions/one.cassette sessions/two.cassette"), ProcessResult(0, ""))
        let said = try await workspace.run(
            ["tape", "push", "one", "two"], variables: ["PATH": workspace.project + "/bin:/usr/bin:/bin"])
        #expect(said.status == 5 && said.errors.contains("error: 2 tapes were not pushed."), "\(said)")
        #expect(said.errors.contains("one: rclone did not send it.") && said.errors.contains("two: "), "\(said)")
        expectEqual(names(workspace), ["one.cassette", "store", "two.cassette"])
    }

    /// Through a real S3 server, which is rclone's own.
    @Test func tapeGoesThroughRclone() async throws {
        let first = try Workspace(), bucket = first.folder + "/s3/bucket"
        try FileManager.default.createDirectory(atPath: bucket, withIntermediateDirectories: true)
        let program = Workspace.root.appending(path: ".build/clients/bin/rclone").path
        try #require(FileManager.default.isExecutableFile(atPath: program), "Run scripts/install-clients.")
        let server = try ChildProcess(
            [program, "serve", "s3", "--addr", "127.0.0.1:0", "--auth-key", "key,a-long-secret", first.folder + "/s3"],
            environment: first.environment([:]), folder: first.project, input: nil,
            patience: ChildProcess.serverPatience)
        defer { server.send(SIGTERM) }
        let line = "s3 server on ["
        _ = await server.wrote { _, errors in errors.contains(line) && errors.hasSuffix("\n") }
        let start = try #require(server.soFar.errors.firstRange(of: line)?.upperBound, "\(server.soFar)")
        let address = String(server.soFar.errors[start...].prefix { $0 != "]" })
        let variables = [
            "TYPE": "s3", "PROVIDER": "Other", "ENDPOINT": address, "ACCESS_KEY_ID": "key",
            "SECRET_ACCESS_KEY": "a-long-secret",
        ].reduce(into: [:]) { $0["RCLONE_CONFIG_TEAM_" + $1.key] = $1.value }
        try await pushed(to: "team:bucket", first, variables: variables)
        expectEqual(stored(bucket).count, 1)
        let second = try clone(of: first)
        let denied = try await second.run(
            ["tape", "pull", "one"],
            variables: variables.merging(["RCLONE_CONFIG_TEAM_SECRET_ACCESS_KEY": "wrong"]) { $1 })
        #expect(denied.status == 4 && denied.errors.contains("The store team:bucket cannot be used"), "\(denied)")
        try await expectEqual(
            second.run(["tape", "pull", "one"], variables: variables),
            ProcessResult(0, "", errors: "Pulled 1 tape from team:bucket.\n"))
        expectEqual(bytes("one.cassette", second), bytes("one.cassette", first))
        // What no commit names and is a month old is deleted, after a question.
        let script = """
            git init -q . && git add sessions/*.ref && git -c user.name=a -c user.email=b commit -qm c &&
            echo x > x && touch -d 2020-01-01 x &&
            "\(program)" copyto x team:bucket/sha256/00/\(String(repeating: "0", count: 64)) 2> /dev/null
            """
        try await expectEqual(
            second.runOther(["/bin/sh", "-c", script], variables: variables), ProcessResult(0, ""))
        expectEqual(stored(bucket).count, 2)
        let removed = try await second.run(["tape", "remove", "--store", "--yes"], variables: variables)
        #expect(removed.status == 0 && removed.errors.hasSuffix("Deleted 1 file from team:bucket.\n"), "\(removed)")
        expectEqual(stored(bucket).count, 1)
        let nothing = try await second.run(["tape", "remove", "--store", "--yes"], variables: variables)
        #expect(nothing.status == 0 && nothing.errors.hasPrefix("The store has no file that"), "\(nothing)")
    }
}
