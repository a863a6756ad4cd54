import Database
import TestSupport
import Testing

/// Bad input is named, ends with the status that stands for it, and nothing is lost: the tape keeps what it had.
@Suite struct BadInputTests {
    @Test(
        arguments: [
            (
                ["table", "list", "inc'ident"], 2,
                "error: This cannot be a table's name: one holds letters, digits and _ only."
            ),
            (["table", "list", "incident", "-n", "many"], 2, "error: This must be a whole number, 0 to 1000000000."),
            (["table", "lsit", "incident"], 2, "error: There is no command table lsit."),
            (["nosuch"], 2, "error: There is no command nosuch."),
            (["run", "nosuch.txt"], 2, "error: nosuch.txt cannot be read: no such file or directory."),
            (
                ["table", "create", "incident", "description=@nosuch.txt"], 2,
                "error: nosuch.txt cannot be read: no such file or directory."
            ),
            (
                ["--max-body", "2k", "table", "list", "incident"], 4,
                "error: The answer of sandbox.localhost is larger than 2048 bytes, the limit."
            ),
            (["table", "get", "incident", "INC9999999"], 3, ""),
            (["table", "list", "nosuchtable"], 3, ""),
        ] as [([String], Int32, String)])
    func aCommandThatCannotBeDoneSaysWhyAndLosesNothing(_ words: [String], _ status: Int32, _ message: String)
        async throws
    {
        let desk = try Desk()
        try await desk.record("table list incident -n 2 -f number\n", onto: "tape")
        let before = try await desk.run("dump", "tape")
        let run = try await desk.start(["--tape", "tape"] + words, input: "").end()
        #expect(run.status == status, "\(run)")
        #expect(run.output == "")
        #expect(run.firstError.hasPrefix("error: "))
        #expect(message.isEmpty || run.firstError == message, "\(run.errors)")
        let after = try await desk.run("dump", "tape")
        #expect(after.output.hasPrefix(before.output), "what was on the tape is not any more")
        #expect(try await desk.run("replay", "sessions/tape.cassette", "--check").status == 0)
    }

    @Test func textThatIsNotUTF8RunsNothing() async throws {
        let desk = try Desk()
        try desk.write(Array("table count incident\n".utf8) + [0xFF, 0xFE, 0x0A], to: "latin.txt")
        #expect(
            try await desk.run("run", "latin.txt")
                == Ended(2, errors: "error: latin.txt is not UTF-8 text; nothing was run.\n"))
        let piped = try await desk.runOther("sh", "-c", "\"\(Desk.program)\" run - < latin.txt")
        #expect(piped.status == 2)
        #expect(piped.output == "440\n")
        #expect(piped.firstError.hasPrefix("error: Nothing was run: line 2 is not UTF-8 text."), "\(piped.errors)")
        try desk.write([0x61, 0xE4, 0x62], to: "field.txt")
        let created = try await desk.run("table", "create", "incident", "description=@field.txt")
        #expect(created.status == 2)
        #expect(created.firstError == "error: field.txt is not UTF-8 text.")
    }

    @Test func aFileOrPipeGetsTheValuesAsTheyAre() async throws {
        let desk = try Desk()
        let nasty = #"a\u001b[2Jb\u0007c\td\"e"#
        let instance = FarInstance { _ in
            FarInstance.answer(
                body:
                    #"{"result":[{"number":{"value":"INC1","display_value":"INC1"},"short_description":{"value":"\#(nasty)","display_value":"shown"}}]}"#
            )
        }
        var outputs: [String: String] = [:]
        for format in ["csv", "json", "columns"] {
            let words = [
                "--format", format, "--tape", "nasty", "table", "list", "incident", "-f", "number,short_description",
            ]
            let run = try await desk.start(instance.flags + words, input: "", variables: ["SNOWDECK_PASSWORD": "x"])
                .end()
            #expect(run.status == 0)
            outputs[format] = run.output
        }
        #expect(outputs["csv"] == "number,short_description\nINC1,\"a\u{1B}[2Jb\u{7}c\td\"\"e\"\n")
        #expect(outputs["json"]?.contains(#""short_description": "a\u001b[2Jb\u0007c\td\"e""#) == true, "\(outputs)")
        #expect(outputs["columns"] == "number  short_description\nINC1    shown\n")
        for words in [
            ["dump", "nasty"], ["tape", "list"], ["--tape", "nasty", "--mode", "replay", "tape", "show", "1"],
        ] {
            let run = try await desk.start(words, input: "").end()
            #expect(run.status == 0)
            #expect(run.output.utf8.allSatisfy { $0 >= 32 || $0 == 10 }, "\(words)")
        }
    }
}
