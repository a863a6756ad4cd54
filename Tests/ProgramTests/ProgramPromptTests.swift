import ExchangeModel
import Foundation
import TestSupport
import Testing

/// The prompt on a real terminal.
struct ProgramPromptTests {
    @Test func typingRecallCompletionCancelAndQuit() async throws {
        let workspace = try Workspace()
        let session = try PromptSession(workspace, columns: 100)
        await session.prompted()
        let shown = await session.enter("table list incident -n 2 -f number,state")
        expectEqual(
            shown,
            """
            Snowdeck \(Snowdeck.version) on the sandbox, gone when you leave. Tab completes, ? helps.
            Three things to try: incident -n 5, tour, connect INSTANCE.
            sandbox> table list incident -n 2 -f number,state
            number      state
            INC0010001  Closed
            INC0010002  On Hold
            2 of 440 shown; -n NUMBER or --all shows more.
            sandbox> ‸
            """)
        // Up recalls the line, which can be edited.
        session.type("\u{1B}[A")
        await session.shows("sandbox> table list incident -n 2 -f number,state‸")
        session.type("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}sys_cl\t")
        await session.shows("-f number,sys_class_name")
        // Ctrl-C starts an empty line.
        session.type("\u{3}")
        await session.prompted()
        // Tab completes a table name, and one of its fields.
        session.type("table count change_re\t")
        await session.shows("table count change_request ‸")
        session.type("-q short_d\t")
        await session.shows("-q short_description")
        session.type("\u{3}")
        await session.prompted()
        // Ctrl-D on an empty line leaves.
        session.type("\u{4}")
        await expectEqual(session.end(), 0)
        // Only the owner can read the history and the tape.
        let kept = try workspace.everything().keys.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".cassette") }
        expectEqual(kept.count, 2)
        for name in kept {
            let facts = try FileManager.default.attributesOfItem(atPath: workspace.folder + "/" + name)
            #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
        }

        let history = try PromptSession(workspace)
        await history.prompted()
        history.screen.type("\u{1B}[A")
        await history.shows("sandbox> table list incident -n 2 -f number,state‸")
        history.screen.type("\u{3}quit\r")
        await expectEqual(history.end(), 0)
    }

    @Test func controlCDiscardsTheLineThatEditBroughtBack() async throws {
        let workspace = try Workspace()
        let session = try PromptSession(workspace, variables: ["EDITOR": "true"])
        await session.prompted()
        _ = await session.enter("version")
        session.type("edit\r")
        await session.shows("sandbox> version‸")
        session.type("\u{3}")
        await session.shows("sandbox> version^C\nsandbox> ‸")
        await session.answer("\u{4}")
        await expectEqual(session.end(), 0)
    }

    @Test func progressIsShownWhileWritingToFile() async throws {
        let workspace = try Workspace()
        let isSeen = DispatchSemaphore(value: 0)
        let instance = RawInstance { request in
            let isSecond = request.contains("sysparm_offset=1000")
            // The rest is sent after the first part was shown; two minutes are for a machine that hangs.
            if isSecond { _ = isSeen.wait(timeout: .now() + 120) }
            let rows = (isSecond ? 1000..<1500 : 0..<1000).map { number in
                #"{"number":{"value":"INC\#(number)","display_value":"INC\#(number)"}}"#
            }
            return RawInstance.answer(
                "200 OK", ["X-Total-Count: 1500"], body: #"{"result":["# + rows.joined(separator: ",") + "]}")
        }
        let session = try PromptSession(workspace, instance.flags, variables: ["SNOWDECK_PASSWORD": "x"])
        await session.prompted("\(instance.name)>")
        session.type("table list incident --all -f number --format csv > all.csv\r")
        await session.shows("> all.csv\n1000 of 1500 records; Ctrl-C stops")
        isSeen.signal()
        let shown = await session.shows("> all.csv\n\(instance.name)> ‸")
        #expect(!shown.contains("records"))
        try expectEqual(workspace.text(of: "all.csv").split(separator: "\n").count, 1501)
        await session.leave()
    }

    @Test func tallOutputOpensInLessAndIsRecordedCompletely() async throws {
        let workspace = try Workspace()
        let session = try PromptSession(workspace, ["--tape", "tall"], columns: 100, rows: 12)
        await session.prompted()
        for key in ["q", "\u{3}"] {
            session.type("table list incident -f number -n 30\r")
            await session.shows("INC0010010\n:‸")
            session.type(" ")
            await session.shows("INC0010021\n:‸")
            await session.waits("less")
            session.type(key)
            await session.shows("30 of 440 shown; -n NUMBER or --all shows more.\nsandbox> ‸")
        }
        // The prompt has the terminal again, and output that fits the screen is printed.
        #expect(
            await session.enter("last -n 2").hasSuffix("number\nINC0010001\nINC0010002\n2 of 30 shown.\nsandbox> ‸"))
        _ = await session.enter("set pager=off")
        session.type("last\r")
        await session.shows("INC0010030\nsandbox> ‸")
        await session.leave()
        try await workspace.expectReplay(of: "tall", commands: 5)
    }

    /// A list's heading and first column stay while less scrolls, if its version can.
    @Test(
        arguments: [
            ("608 (GNU regular expressions)", nil, "[-RSFXK --header=1,12]"),
            ("643.2", "less -i", "[-i --header=1,12]"),
            ("590 (GNU regular expressions)", nil, "[-RSFXK]"), ("590", "less -i", "[-i]"),
            ("608", "less | tr x y", "[]"), ("608", "less '-i'", "[-i]"),
        ] as [(String, String?, String)])
    func lessKeepsHeadingAndFirstColumn(_ version: String, _ pager: String?, _ given: String) async throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            #!/bin/sh
            if [ "$*" = --version ]; then echo "less \(version)"; exit; fi
            echo "[$*]"; head -n 1; cat >/dev/null
            """, to: "bin/less")
        chmod(workspace.path("bin/less"), 0o755)
        var variables = ["PATH": workspace.path("bin") + ":/usr/bin:/bin"]
        variables["PAGER"] = pager
        let session = try PromptSession(workspace, columns: 100, rows: 12, variables: variables)
        await session.prompted()
        let list = await session.enter("table list incident -f number,state -n 30")
        #expect(list.contains("\(given)\nnumber      state\n"), "\(list)")
        // Without columns beside it a first column needs no place, and other texts have no heading.
        let isOld = !given.contains("--header"), before = given.split(separator: " --").first ?? ""
        let one = await session.enter("last -f number")
        #expect(one.contains(given.replacing("1,12", with: "1,0") + "\nnumber\n"), "\(one)")
        let help = await session.enter("help table list")
        #expect(help.contains(isOld ? given : before + "]"), "\(help)")
        _ = await session.enter("set wide=block")
        let blocks = await session.enter(
            "table list incident -n 30 -f number,state,sys_id,caller_id,description,cmdb_ci")
        #expect(blocks.contains((isOld ? given : before + "]") + "\nnumber       INC0010001\n"), "\(blocks)")
        await session.leave()
    }

    @Test func recordValuesCannotControlTheTerminal() async throws {
        let workspace = try Workspace()
        let nasty = #"a\u001b[2J\u001b]0;title\u0007b\u009b31mc\u0000d\u202ee\u001bP1$r\u001b\\f\u0008\r\ng"#
        let cell = #"{"value":"\#(nasty)","display_value":"\#(nasty)"}"#
        let instance = RawInstance { _ in
            RawInstance.answer(body: #"{"result":[{"number":\#(cell),"short_description":\#(cell)}]}"#)
        }
        try workspace.write(
            ["columns", "json", "csv"].map { "table list incident -f number,short_description --format \($0)\n" }
                .joined(),
            to: "script")
        let words = instance.flags + ["--no-color", "--tape", "nasty", "run", "script"]
        let variables = ["SNOWDECK_PASSWORD": "x"]
        // On a terminal, into a file, and the file's recording on a terminal again.
        let live = try PromptSession(workspace, words, variables: variables)
        await expectEqual(live.end(), 0)
        try await expectEqual(workspace.run(words, variables: variables).status, 0)
        let replay = try PromptSession(workspace, ["replay", "sessions/nasty.cassette"])
        await expectEqual(replay.end(), 0)
        for bytes in [live.screen.received, replay.screen.received] {
            let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
            #expect(text.contains("g") && !text.contains("\u{202E}"))
            let controls = text.filter { $0.properties.generalCategory == .control }
            #expect(controls.allSatisfy { "\r\n\t".unicodeScalars.contains($0) })
        }
        try await workspace.expectReplay(of: "nasty", commands: 6)
    }
}
