import TestSupport
import Testing

/// Invalid input is reported with its exit status and loses nothing on the tape.
struct BadInputTests {
    private static let lines: [([String], Int32, String)] = [
        (
            ["table", "list", "inc'ident"], 2,
            "error: Invalid table name: use letters, digits and _ only."
        ),
        (["table", "lsit", "incident"], 2, "error: There is no command table lsit."),
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
    ]

    @Test func failedCommandIsReportedAndLosesNothing() async throws {
        let workspace = try Workspace()
        try await workspace.record("table list incident -n 2 -f number\n", onto: "tape")
        let before = try await workspace.run("dump", "tape")
        for (words, status, message) in Self.lines {
            let run = try await workspace.run(["--tape", "tape"] + words)
            #expect(run.status == status && run.output == "", "\(run)")
            #expect(run.firstError.hasPrefix("error: "))
            #expect(message.isEmpty || run.firstError == message, "\(run.errors)")
        }
        let after = try await workspace.run("dump", "tape")
        #expect(after.output.hasPrefix(before.output), "something is no longer on the tape")
        try await expectEqual(workspace.run("replay", "sessions/tape.cassette", "--check").status, 0)
    }

    @Test func certificateFileIsCheckedFirst() async throws {
        let workspace = try Workspace()
        try workspace.write("no certificate\n", to: "ca.pem")
        let run = try await workspace.run("--cacert", "ca.pem", "table", "count", "incident")
        #expect(run.status == 2 && run.output == "", "\(run)")
        expectEqual(run.firstError, "error: ca.pem has no certificate in PEM.")
        #expect(run.errors.contains("hint: openssl x509 -inform DER -in ca.pem "))
        let missing = try await workspace.run("table", "count", "incident", "--cacert", "nosuch.pem")
        expectEqual(missing.firstError, "error: nosuch.pem cannot be read: no such file or directory.", "\(missing)")
    }

    @Test func invalidUTF8RunsNothing() async throws {
        let workspace = try Workspace()
        try workspace.write(Array("table count incident\n".utf8) + [0xFF, 0xFE, 0x0A], to: "latin.txt")
        try await expectEqual(
            workspace.run("run", "latin.txt"),
            ProcessResult(2, errors: "error: latin.txt is not UTF-8 text; nothing was run.\n"))
        let piped = try await workspace.shell("\"$0\" run - < latin.txt")
        #expect(piped.status == 2 && piped.output == "440\n")
        #expect(piped.firstError.hasPrefix("error: Nothing was run: line 2 is not UTF-8 text."), "\(piped.errors)")
        try workspace.write([0x61, 0xE4, 0x62], to: "field.txt")
        let created = try await workspace.run("table", "create", "incident", "description=@field.txt")
        #expect(created.status == 2 && created.firstError == "error: field.txt is not UTF-8 text.")
    }

    @Test func filesAndPipesGetRawValues() async throws {
        let workspace = try Workspace()
        let nasty = #"a\u001b[2Jb\u0007c\td\"e"#
        let instance = RawInstance { _ in
            RawInstance.answer(
                body:
                    #"{"result":[{"number":{"value":"INC1","display_value":"INC1"},"short_description":{"value":"\#(nasty)","display_value":"shown"}}]}"#
            )
        }
        let words = [
            "--format", "csv", "--tape", "nasty", "table", "list", "incident", "-f", "number,short_description",
        ]
        let run = try await workspace.run(instance.flags + words, variables: ["SNOWDECK_PASSWORD": "x"])
        expectEqual(run.output, "number,short_description\nINC1,\"a\u{1B}[2Jb\u{7}c\td\"\"e\"\n")
        for words in [["dump", "nasty"], ["--tape", "nasty", "--mode", "replay", "tape", "show", "1"]] {
            let run = try await workspace.run(words)
            expectEqual(run.status, 0)
            #expect(run.output.utf8.allSatisfy { $0 >= 32 || $0 == 10 }, "\(words)")
        }
    }
}
