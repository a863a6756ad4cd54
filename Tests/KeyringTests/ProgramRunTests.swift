import TestSupport
import Testing

@testable import Programs

struct ProgramRunTests {
    private func shell(
        _ text: String, input: ProgramRun.Input = .bytes([]), errors: ProgramRun.Errors = .kept, limit: Int = 1 << 20
    ) -> ProgramRun {
        ProgramRun(["/bin/sh", "-c", text], environment: ["A": "b"], input: input, errors: errors, limit: limit)
    }

    @Test func statusOutputAndErrorsAreReturned() async throws {
        let cases: [(String, ProgramEnd)] = [
            ("exit 0", ProgramEnd(status: 0, output: [], errors: [], isCut: false)),
            (
                "echo out; echo err >&2; exit 3",
                ProgramEnd(status: 3, output: [111, 117, 116, 10], errors: [101, 114, 114, 10], isCut: false)
            ),
            ("kill -9 $$", ProgramEnd(status: 137, output: [], errors: [], isCut: false)),
            ("printf '\\0\\377'", ProgramEnd(status: 0, output: [0, 255], errors: [], isCut: false)),
            ("env | grep -c .", ProgramEnd(status: 0, output: [50, 10], errors: [], isCut: false)),
        ]
        for (text, end) in cases {
            try await expectEqual(shell(text).run(), end, "\(text)")
            try expectEqual(shell(text).perform(), end, "\(text)")
        }
        let both = try shell("echo 1; echo 2 >&2; echo 3", errors: .withOutput).perform()
        expectEqual(both, ProgramEnd(status: 0, output: Array("1\n2\n3\n".utf8), errors: [], isCut: false))
    }

    @Test func inputArrivesComplete() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let end = try await shell("cat", input: .bytes(bytes)).run()
        #expect(end.output == bytes && end.status == 0 && !end.isCut)
        // A program that does not read its input causes no error.
        try await expectEqual(shell("exit 4", input: .bytes(bytes)).run().status, 4)
    }

    @Test func outputBeyondLimitIsDiscarded() async throws {
        let end = try await shell("head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 5", limit: 1000).run()
        expectEqual(
            end,
            ProgramEnd(
                status: 5, output: .init(repeating: 0, count: 1000), errors: .init(repeating: 0, count: 1000),
                isCut: true))
    }

    @Test func backgroundChildrenAreNotAwaited() async throws {
        let end = try await shell("sleep 600 & echo $!").run()
        expectEqual(end.status, 0)
        let left = String(decoding: end.output.dropLast(), as: UTF8.self)
        try await expectEqual(shell("kill \(left)").run().status, 0)
    }

    @Test func cancellationEndsTheProgram() async throws {
        for text in [
            "exec sleep 600", "trap '' TERM; while :; do read x; sleep 0.1; done",
            "trap '' TERM; while :; do echo x; done",
        ] {
            let folder = TemporaryFolder()
            let run = shell("echo $$ > \(folder.path)/id; \(text)")
            let task = Task { try await run.run() }
            var id = ""
            while !id.hasSuffix("\n") {
                id = (try? String(decoding: folder.bytes("id"), as: UTF8.self)) ?? ""
                await Task.yield()
            }
            task.cancel()
            await #expect(throws: ProgramFailure.cancelled) { try await task.value }
            #expect(try await shell("kill -0 \(id)").run().status != 0)
        }
    }

    @Test func startFailureHasReason() async throws {
        await #expect(throws: ProgramFailure.notFound) {
            try await ProgramRun(["no-such-program-here"], environment: [:]).run()
        }
        await #expect(throws: ProgramFailure.notStarted(13)) {
            try await ProgramRun(["/dev/null"], environment: [:]).run()
        }
    }
}
