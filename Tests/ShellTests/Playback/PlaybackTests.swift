import CassetteStore
import ExchangeModel
import GraphQLCommands
import LineEditing
import NowSDK
import Recipes
import Replaying
import SandboxCommands
import Tables
import TestSupport
import Testing
import Workbench

/// Playbacks and casts of tapes recorded here.
struct PlaybackTests {
    /// Records lines and returns the rehearsed tape.
    private func tape(_ lines: [String], width: Int? = nil) async throws -> (TestMachine, PlaybackTape) {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine, width: width)
        for line in lines { _ = await harness.session.run(line) }
        try await harness.session.close()
        return (machine, try await loader(machine))
    }

    private func loader(_ machine: TestMachine) async throws -> PlaybackTape {
        let elsewhere = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        return try await PlaybackLoader(elsewhere.host, sandbox: try ShellHarness.sandbox, version: "0.1.0").load(
            machine.path("tape"))
    }

    @Test func castIsTheSameBytesEachTime() async throws {
        let (machine, tape) = try await tape(["table count incident", "table list nosuch"])
        let cast = CastWriter(tape, speed: 2).bytes(of: Playback(of: tape))
        let again = try await loader(machine)
        expectEqual(CastWriter(again, speed: 2).bytes(of: Playback(of: again)), cast)
        expectEqual(
            String(decoding: cast, as: UTF8.self),
            #"""
            {"version":2,"width":80,"height":24,"timestamp":1767225600,"title":"tape","env":{"TERM":"xterm-256color"}}
            [0.000000, "o", "\u001b[1msandbox>\u001b[0m "]
            [0.750000, "m", "table count incident"]
            [0.775000, "o", "t"]
            [0.800000, "o", "a"]
            [0.825000, "o", "b"]
            [0.850000, "o", "l"]
            [0.875000, "o", "e"]
            [0.900000, "o", " "]
            [0.925000, "o", "c"]
            [0.950000, "o", "o"]
            [0.975000, "o", "u"]
            [1.000000, "o", "n"]
            [1.025000, "o", "t"]
            [1.050000, "o", " "]
            [1.075000, "o", "i"]
            [1.100000, "o", "n"]
            [1.125000, "o", "c"]
            [1.150000, "o", "i"]
            [1.175000, "o", "d"]
            [1.200000, "o", "e"]
            [1.225000, "o", "n"]
            [1.250000, "o", "t"]
            [1.425000, "o", "\r\n"]
            [1.500000, "o", "440\r\n\u001b[1msandbox>\u001b[0m "]
            [2.090000, "m", "table list nosuch"]
            [2.115000, "o", "t"]
            [2.140000, "o", "a"]
            [2.165000, "o", "b"]
            [2.190000, "o", "l"]
            [2.215000, "o", "e"]
            [2.240000, "o", " "]
            [2.265000, "o", "l"]
            [2.290000, "o", "i"]
            [2.315000, "o", "s"]
            [2.340000, "o", "t"]
            [2.365000, "o", " "]
            [2.390000, "o", "n"]
            [2.415000, "o", "o"]
            [2.440000, "o", "s"]
            [2.465000, "o", "u"]
            [2.490000, "o", "c"]
            [2.515000, "o", "h"]
            [2.690000, "o", "\r\n"]
            [2.765000, "o", "error: There is no table nosuch on sandbox.\r\n"]
            [2.772500, "o", "  table list nosuch\r\n"]
            [2.780000, "o", "             ^^^^^^\r\n"]
            [2.787500, "o", "hint: table names\r\n\u001b[1msandbox>\u001b[0m "]
            [3.797500, "o", ""]

            """#)
    }

    @Test func multiLineCommandIsTypedAndMarkedAsOne() async throws {
        let (_, tape) = try await tape(["graphql {\n  GlideRecord_Query { incident { _rowCount } }\n}"])
        let playback = Playback(of: tape)
        expectEqual(
            playback.events.compactMap { if case .cue(_, let label) = $0.part { label } else { nil } },
            ["graphql { GlideRecord_Query { incident { _rowCount } } }"])
        let played = await tape.played()
        #expect(played.screen.hasPrefix("sandbox> graphql {\n  GlideRecord_Query { incident { _rowCount } }\n}\n"))
    }

    @Test func untrustedTapeCannotControlTerminal() async throws {
        let (_, tape) = try await tape([
            "table create incident short_description='a\u{1B}]0;owned\u{7}\u{1B}[2Jb\u{9B}31m' -f short_description",
            "table list incident -q short_descriptionSTARTSWITHa\u{1B} --format csv -f short_description",
            "table get incident 'nosuch\u{1B}[2J\u{202E}'",
        ])
        let text = String(decoding: CastWriter(tape).bytes(of: Playback(of: tape)), as: UTF8.self)
        let own = text.replacing(#"\u001b[1m"#, with: "").replacing(#"\u001b[0m"#, with: "")
        #expect(!own.contains(#"\u001b"#) && !own.contains(#"\u0007"#) && !own.contains("\u{9B}"), "\(own)")
        #expect(!own.contains("\u{202E}"))
        #expect(await tape.played().screen.contains("ab"))
    }

    @Test func pipesAndFilesAreShownAndNotRun() async throws {
        let (machine, first) = try await tape(["table count incident | tr 4 5", "table count problem > kept.txt"])
        machine.folder.remove("kept.txt")
        let again = try await loader(machine)
        expectEqual(again, first)
        expectEqual(first.commands.map(\.line), ["table count incident | tr 4 5", "table count problem > kept.txt"])
        #expect(first.commands[0].answer.hasPrefix("note: Without --trust a replay runs no pipeline"))
        #expect(first.commands[0].answer.hasSuffix("\n440\n") && first.commands[1].answer == "69\n")
        expectEqual(machine.folder.bytes(of: "kept.txt"), nil)
    }

    @Test func promptFollowsSession() async throws {
        let (_, tape) = try await tape(["connect dev1 --user admin", "set color=never", "table count incident"])
        expectEqual(
            tape.commands.map(\.prompt),
            [
                Prompt("sandbox> ", style: .bold), Prompt("dev1> ", style: .painted(.yellow, isBold: true)),
                Prompt("dev1> "),
            ])
        expectEqual(tape.lastPrompt, Prompt("dev1> "))
    }

    @Test func castSizeFitsTape() async throws {
        let (_, narrow) = try await tape(["table list incident -n 30 -f number"], width: 60)
        let cast = String(decoding: CastWriter(narrow).bytes(of: Playback(of: narrow)), as: UTF8.self)
        expectEqual(
            cast.prefix { $0 != "\n" },
            #"{"version":2,"width":60,"height":34,"timestamp":1767225600,"title":"tape","env":{"TERM":"xterm-256color"}}"#
        )
        let (_, tall) = try await tape(["table list incident -n 300 -f number"])
        let second = String(decoding: CastWriter(tall).bytes(of: Playback(of: tall)), as: UTF8.self)
        #expect(second.hasPrefix(#"{"version":2,"width":80,"height":40,"#))
    }

    @Test func changedTapeIsNotPlayed() async throws {
        let (machine, _) = try await tape(["table count incident"])
        let session = try #require(try Cassette.playing(at: machine.path("tape")).sessions().first)
        let path = machine.path("odd")
        var odd = try Cassette.recording(at: path)
        let number = try odd.beginSession(session)
        _ = try odd.beginCommand(CommandRecord(session: number, line: "set a=1", now: session.startedAt))
        try odd.close()
        let loader = PlaybackLoader(machine.host, sandbox: try ShellHarness.sandbox, version: "0.1.0")
        // It was interrupted in its only command.
        await #expect(
            throws: Problem(.tape, "\(path) has no command that can be played.", hints: ["tape show"])
        ) { _ = try await loader.load(path) }
        odd = try Cassette.recording(at: path)
        let failed = try odd.beginCommand(CommandRecord(session: number, line: "set a=1", now: session.startedAt))
        try odd.finishCommand(failed, exitStatus: 3)
        try odd.close()
        await #expect(
            throws: Problem(
                .tape, "\(path) cannot be played: a command no longer ends as it did: set a=1.",
                notes: ["Its exit status was recorded as 3, and is now 0."], hints: ["snowdeck replay \(path) --check"])
        ) { _ = try await loader.load(path) }
    }

    @Test func longLinesAreTypedFaster() async throws {
        let long = try await self.tape([
            "table list incident -q " + String(repeating: "active=true^", count: 80) + "x=1"
        ]).1
        let whole = Playback(of: long).events.reduce(Int64(0)) { sum, event in
            if case .typed = event.part { sum + event.pause } else { sum }
        }
        #expect(3_900_000...4_400_000 ~= whole, "\(whole)")
    }

    @Test func waitEndsByKeyOrClock() async {
        let still = TimedKeys(EndlessSleepClock())
        still.press(.left)
        await expectEqual(still.next(within: 0), .left)
        await expectEqual(still.next(within: 0), nil)
        async let waited = still.next(within: 1)
        async let pressed: Void = { still.press(.right) }()
        await expectEqual(waited, .right)
        await pressed
        let quick = TimedKeys(FixedClock())
        await expectEqual(quick.next(within: 5), nil)
        quick.press(.up)
        await expectEqual(quick.next(within: nil), .up)
    }
}

/// A clock whose sleeps end only by cancellation.
private struct EndlessSleepClock: Clock {
    var now: Timestamp { Timestamp(seconds: 0) }
    func sleep(microseconds: Int64) async throws { try await Task.sleep(for: .seconds(1_000_000)) }
}
