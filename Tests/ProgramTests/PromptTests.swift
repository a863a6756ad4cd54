import Foundation
import TestSupport
import Testing

/// The prompt on a real terminal.
@Suite struct PromptTests {
    @Test func aPersonTypesRecallsCompletesCallsOffAndLeaves() async throws {
        let desk = try Desk()
        let sitting = try PromptSitting(desk, columns: 100)
        await sitting.prompted()
        let shown = await sitting.enter("table list incident -n 2 -f number,state")
        #expect(
            shown == """
                Snowdeck 0.1.0 on the sandbox, gone when you leave. Tab completes, ? helps.
                sandbox> table list incident -n 2 -f number,state
                number      state
                INC0010001  Closed
                INC0010002  On Hold
                2 of 440 shown; -n NUMBER or --all shows more.
                sandbox> ‸
                """)
        // Up recalls the line, which can be edited.
        sitting.type("\u{1B}[A")
        await sitting.shows("sandbox> table list incident -n 2 -f number,state‸")
        sitting.type("\u{7F}\u{7F}\u{7F}\u{7F}\u{7F}sys_cl\t")
        await sitting.shows("-f number,sys_class_name")
        // Ctrl-C starts an empty line.
        sitting.type("\u{3}")
        await sitting.prompted()
        // Tab completes a table name, and one of its fields.
        sitting.type("table count change_re\t")
        await sitting.shows("table count change_request ‸")
        sitting.type("-q short_d\t")
        await sitting.shows("-q short_description")
        sitting.type("\u{3}")
        await sitting.prompted()
        // Ctrl-D on an empty line leaves.
        sitting.type("\u{4}")
        #expect(await sitting.end() == 0)
        // Only the owner can read the history and the tape.
        let kept = try desk.everything().keys.filter { $0.hasSuffix(".sqlite") || $0.hasSuffix(".cassette") }
        #expect(kept.count == 2)
        for name in kept {
            let facts = try FileManager.default.attributesOfItem(atPath: desk.folder + "/" + name)
            #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
        }

        let history = try PromptSitting(desk)
        await history.prompted()
        history.screen.type("\u{1B}[A")
        await history.shows("sandbox> table list incident -n 2 -f number,state‸")
        history.screen.type("\u{3}quit\r")
        #expect(await history.end() == 0)
    }

    @Test func controlCAtARequestThatHangsGivesThePromptBack() async throws {
        let desk = try Desk()
        let instance = FarInstance.silent()
        let sitting = try PromptSitting(desk, instance.flags, variables: ["SNOWDECK_PASSWORD": "x"])
        await sitting.prompted("\(instance.name)>")
        sitting.type("table count incident\r")
        try await instance.isAsked()
        sitting.type("\u{3}")
        await sitting.shows("Interrupted: the request was called off.\n\(instance.name)> ‸")
        await sitting.leave()
    }

    @Test func whoFetchesEverythingIntoAFileSeesHowFarItIs() async throws {
        let desk = try Desk()
        let isSeen = DispatchSemaphore(value: 0)
        let instance = FarInstance { request in
            let isSecond = request.contains("sysparm_offset=1000")
            // The rest is sent after the first part was shown; two minutes are for a machine that hangs.
            if isSecond { _ = isSeen.wait(timeout: .now() + 120) }
            let rows = (isSecond ? 1000..<1500 : 0..<1000).map { number in
                #"{"number":{"value":"INC\#(number)","display_value":"INC\#(number)"}}"#
            }
            return FarInstance.answer(
                "200 OK", ["X-Total-Count: 1500"], body: #"{"result":["# + rows.joined(separator: ",") + "]}")
        }
        let sitting = try PromptSitting(desk, instance.flags, variables: ["SNOWDECK_PASSWORD": "x"])
        await sitting.prompted("\(instance.name)>")
        sitting.type("table list incident --all -f number --format csv > all.csv\r")
        await sitting.shows("> all.csv\n1000 of 1500 records; Ctrl-C stops")
        isSeen.signal()
        let shown = await sitting.shows("> all.csv\n\(instance.name)> ‸")
        #expect(!shown.contains("records"))
        #expect(try desk.text(of: "all.csv").split(separator: "\n").count == 1501)
        await sitting.leave()
    }

    @Test func aWriteElsewhereIsAskedForAndTheAnswerIsReplayed() async throws {
        let desk = try Desk()
        let record =
            #"{"number":{"value":"INC7","display_value":"INC7"},"sys_id":{"value":"0123456789abcdef0123456789abcdef","display_value":""}}"#
        let instance = FarInstance { request in
            FarInstance.answer(request.hasPrefix("POST") ? "201 Created" : "200 OK", body: "{\"result\":\(record)}")
        }
        let sitting = try PromptSitting(
            desk, instance.flags + ["--tape", "asked"], columns: 160, variables: ["SNOWDECK_PASSWORD": "x"])
        await sitting.prompted("\(instance.name)>")
        sitting.type("table create incident urgency=1 -f number\r")
        await sitting.shows("Continue? [y/N] ‸")
        sitting.type("\r")
        await sitting.shows("error: Nothing was changed")
        sitting.type("table create incident urgency=1 -f number\r")
        await sitting.shows("Continue? [y/N] ‸")
        sitting.type("y\r")
        await sitting.shows("number  INC7")
        await sitting.leave()
        try await desk.expectReplay(of: "asked", commands: 2)
    }

    @Test func aRepeatedCommandHasTheScreenUntilQAndReplays() async throws {
        let desk = try Desk()
        let sitting = try PromptSitting(desk, ["--tape", "watched"], columns: 100)
        await sitting.prompted("sandbox>")
        sitting.type("watch every 1s table count incident\r")
        await sitting.shows("every 1s: table count incident")
        await sitting.shows("q ends")
        sitting.type("q")
        await sitting.shows("440\nsandbox> ‸")
        await sitting.leave()
        try await desk.expectReplay(of: "watched", commands: 1)
    }

    @Test func aTallAnswerOpensInLessAndTheTapeHasAllOfIt() async throws {
        let desk = try Desk()
        let sitting = try PromptSitting(desk, ["--tape", "tall"], columns: 100, rows: 12)
        await sitting.prompted()
        for key in ["q", "\u{3}"] {
            sitting.type("table list incident -f number -n 30\r")
            await sitting.shows("INC0010010\n:‸")
            sitting.type(" ")
            await sitting.shows("INC0010021\n:‸")
            sitting.type(key)
            await sitting.shows("30 of 440 shown; -n NUMBER or --all shows more.\nsandbox> ‸")
        }
        // The prompt has the terminal again, and output that fits the screen is printed.
        #expect(
            await sitting.enter("last -n 2").hasSuffix("number\nINC0010001\nINC0010002\n2 of 30 shown.\nsandbox> ‸"))
        _ = await sitting.enter("set pager=off")
        #expect(await sitting.enter("last").hasSuffix("INC0010030\nsandbox> ‸"))
        await sitting.leave()
        try await desk.expectReplay(of: "tall", commands: 5)
    }

    @Test func nothingFromARecordSpeaksToTheTerminal() async throws {
        let desk = try Desk()
        let nasty = #"a\u001b[2J\u001b]0;title\u0007b\u009b31mc\u0000d\u202ee\u001bP1$r\u001b\\f\u0008\r\ng"#
        let cell = #"{"value":"\#(nasty)","display_value":"\#(nasty)"}"#
        let instance = FarInstance { _ in
            FarInstance.answer(body: #"{"result":[{"number":\#(cell),"short_description":\#(cell)}]}"#)
        }
        try desk.write(
            ["columns", "json", "csv"].map { "table list incident -f number,short_description --format \($0)\n" }
                .joined(),
            to: "script")
        let words = instance.flags + ["--no-color", "--tape", "nasty", "run", "script"]
        let variables = ["SNOWDECK_PASSWORD": "x"]
        // On a terminal, into a file, and the file's recording on a terminal again.
        let live = try PromptSitting(desk, words, variables: variables)
        #expect(await live.end() == 0)
        #expect(try await desk.run(words, variables: variables).status == 0)
        let replay = try PromptSitting(desk, ["replay", "sessions/nasty.cassette"])
        #expect(await replay.end() == 0)
        for bytes in [live.screen.received, replay.screen.received] {
            let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
            #expect(text.contains("g") && !text.contains("\u{202E}"))
            let controls = text.filter { $0.properties.generalCategory == .control }
            #expect(controls.allSatisfy { "\r\n\t".unicodeScalars.contains($0) })
        }
        try await desk.expectReplay(of: "nasty", commands: 6)
    }
}
