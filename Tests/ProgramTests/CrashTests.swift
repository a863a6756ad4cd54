import Foundation
import Glibc
import Testing

/// What was shown is on the tape, however the program dies, and whatever the disk does.
@Suite struct CrashTests {
    /// How often the program is killed; `SNOWDECK_KILL_ROUNDS` asks for more.
    private static let rounds = ProcessInfo.processInfo.environment["SNOWDECK_KILL_ROUNDS"].flatMap { Int($0) } ?? 6

    @Test func everyAnswerThatWasShownIsOnTheTapeOfAProgramThatWasKilled() async throws {
        var chance = SplitMix(seed: 20_260_414)
        var shownInAll = 0
        for round in 0..<Self.rounds {
            let desk = try Desk()
            let script = (1...4000).map {
                "table create incident short_description=\"round \(round) line \($0)\" -f number,short_description --format ndjson\n"
            }
            let child = try desk.start(["--tape", "loop", "run", "-"], input: script.joined())
            let least = chance.next(below: 8), pause = UInt32(chance.next(below: 120_000))
            // Killed on the thread that collects its output: the shared pool may be seconds late on a busy machine.
            _ = await child.wrote { [id = child.id] output, _ in
                guard output.utf8.count(where: { $0 == 10 }) >= least else { return false }
                usleep(pause)
                kill(id, SIGKILL)
                return true
            }
            let killed = await child.end()
            #expect(killed.status == 128 + SIGKILL)
            let shown = killed.output.split(separator: "\n").map(String.init).filter { $0.hasSuffix("}") }
            shownInAll += shown.count

            let dump = try await desk.run("dump", "loop")
            if shown.isEmpty, dump.firstError.hasPrefix("error: There is no cassette at") { continue }
            #expect(dump.status == 0, "round \(round): \(dump.errors)")
            var answered: Set<String> = []
            for answer in dump.output.split(separator: "\nexchange ") {
                if let number = field("number", of: answer), let text = field("short_description", of: answer) {
                    answered.insert(#"{"number":"\#(number)","short_description":"\#(text)"}"#)
                }
            }
            #expect(answered.isSuperset(of: shown), "round \(round): \(Set(shown).subtracting(answered))")

            let checked = try await desk.run("replay", "sessions/loop.cassette", "--check")
            let hasNothing = shown.isEmpty && checked.output.contains(": nothing was compared")
            #expect(checked.status == (hasNothing ? 5 : 0), "round \(round): \(checked)")
            // Looked at by another program, before anything of ours has mended the file.
            let integrity = try await desk.runOther("sqlite3", desk.tape("loop"), "PRAGMA integrity_check")
            #expect(integrity == Ended(0, "ok\n"), "round \(round)")
            let next = try await desk.run("--tape", "loop", "table", "count", "incident")
            #expect(next == Ended(0, "440\n"), "round \(round)")
        }
        #expect(shownInAll > 0)
    }

    /// The displayed value of a field in an exchange of a dump, where an answer stands one member a line.
    private func field(_ name: String, of answer: some StringProtocol) -> String? {
        let lines = answer.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        guard let place = lines.lastIndex(where: { $0.hasPrefix("\"\(name)\": {") }) else { return nil }
        return lines[place...].first { $0.hasPrefix("\"value\": \"") }
            .map { String($0.dropFirst("\"value\": \"".count).prefix { $0 != "\"" }) }
    }

    @Test func aFullDiskIsSaidAndTheTapeKeepsWhatItHad() async throws {
        let desk = try Desk()
        let mounting = try await HostRights.mounting(desk)
        let lines =
            ["table list incident -n 3 -f number"]
            + (1...60).map {
                "table list incident --all -q sys_idSTARTSWITH\($0 % 10)^ORnumberSTARTSWITHINC --format ndjson > /dev/null"
            }
        try desk.write(lines.joined(separator: "\n") + "\n", to: "fill.txt")
        try desk.write(
            """
            mkdir disk kept && mount -t tmpfs -o size=600k none disk || exit 99
            "$1" --tape disk/small.cassette run fill.txt
            code=$?
            cp disk/* kept/
            exit $code

            """, to: "fill.sh")
        let words = mounting + ["sh", "fill.sh", Desk.program]
        let filled = try await Child(words, environment: desk.environment([:]), folder: desk.project, input: "").end()
        #expect(filled.status == 5, "\(filled)")
        #expect(filled.output.hasPrefix("number\nINC0010001\n"))
        #expect(filled.errors.contains("'disk/small.cassette'"))
        #expect(filled.errors.contains("what it holds so far is kept."))
        #expect(!filled.errors.contains("internal error"))

        let dump = try await desk.run("dump", "kept/small.cassette")
        #expect(dump.status == 0, "\(dump.errors)")
        let checked = try await desk.run("replay", "kept/small.cassette", "--check")
        let summary = try #require(checked.output.split(separator: "\n").last)
        #expect(checked.status == 0, "\(checked)")
        #expect(summary.contains(", all as recorded."))
        #expect(try desk.integrity(of: desk.path("kept/small.cassette")) == "ok")
    }

    @Test(arguments: ["trap '' XFSZ", ":"])
    func anImportThatCannotEndKeepsTheTapeItWouldReplace(_ signal: String) async throws {
        let desk = try Desk()
        try await desk.record("table list incident -n 50 --format json\n", onto: "long")
        #expect(try await desk.run("tape", "export", "long.har", "long").status == 0)
        try await desk.record("table count incident\n", onto: "kept")
        let before = try await desk.run("dump", "kept")
        // No file may grow beyond 64 blocks of 512 bytes: a write fails, or the kernel ends the program.
        let command = "\(signal); ulimit -f 64; exec \"$0\" tape import long.har kept --replace"
        let limited = try await desk.runOther("sh", "-c", command, Desk.program)
        #expect(try await desk.run("dump", "kept") == before)
        if signal == ":" {
            #expect(limited.status == 128 + SIGXFSZ)
        } else {
            #expect(limited.status == 5)
            #expect(
                limited.errors == """
                    error: sessions/kept.cassette cannot be written (disk or quota).
                    note: sessions/kept.cassette is unchanged.

                    """)
            #expect(try desk.everything().keys.filter { $0.contains(".partial") } == [])
        }
        let again = try await desk.run("tape", "import", "long.har", "kept", "--replace")
        #expect(again.status == 0)
        #expect(try await desk.run("dump", "kept").output.contains("table list incident -n 50"))
        #expect(try desk.everything().keys.filter { $0.contains(".partial") } == [])
    }
}

/// The same numbers in every run (Steele, Lea and Flood, 2014).
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(bound))
    }
}
