import Testing

/// Where output goes: limits, pipes, files, captures, scripts.
@Suite struct OutputTests {
    @Test func noRecordsIsAnAnswerToo() async throws {
        let desk = try Desk()
        let none = try await desk.run("table", "list", "incident", "-n", "0", "-f", "number")
        #expect(none.status == 0)
        #expect(none.output == "number\n")
        #expect(none.firstError.hasPrefix("0 of 440 shown"))
        let json = try await desk.run("table", "list", "incident", "-n", "0", "--format", "json")
        #expect(json.output == "[]\n")
    }

    @Test func allMeansAll() async throws {
        let desk = try Desk()
        let all = try await desk.run("table", "list", "incident", "--all", "-f", "number", "--format", "tsv")
        #expect(all.status == 0)
        #expect(all.errors == "")
        let rows = all.output.split(separator: "\n").dropFirst()
        #expect(rows.count == 440)
        #expect(Set(rows).count == 440)
    }

    @Test func aReaderThatStopsReadingIsNoFailure() async throws {
        let desk = try Desk()
        let inside = try await desk.run(
            "run", "-", input: "table list incident --all -f number | head -1\ntable count incident\n")
        #expect(inside == Ended(0, "number\n440\n"))
        let outside = try await desk.runOther(
            "bash", "-c",
            "\"\(Desk.program)\" --tape full table list sys_dictionary --all --format ndjson | head -n 1 | wc -l; echo ${PIPESTATUS[*]}"
        )
        #expect(outside == Ended(0, "1\n0 0 0\n"))
        // The tape has the whole of it.
        let checked = try await desk.run("replay", "sessions/full.cassette", "--check")
        #expect(checked.status == 0)
    }

    @Test func aFailureCostsNoFile() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-", "--keep-going",
            input: """
                table count incident > kept
                table get incident nothing > kept
                table get incident nothing > never
                table count incident -q number=nothing > kept2
                table list incident -n 0 --format ndjson > kept2

                """)
        #expect(run.status == 3, "\(run)")
        let files = try await desk.runOther("bash", "-c", "cat kept; ls never; wc -c < kept2")
        #expect(files.output == "440\n0\n", "\(files)")
    }

    @Test func filesAreWrittenAndAddedTo() async throws {
        let desk = try Desk()
        let script = "table list incident -n 1 -f number > list.txt\ntable list problem -n 1 -f number >> list.txt\n"
        let run = try await desk.run("run", "-", input: script + "table count incident > no/such/folder.txt\n")
        #expect(run.status == 2)
        #expect(run.output == "")
        #expect(run.errors.contains("no/such/folder.txt cannot be written: no such file or directory."))
        #expect(try desk.text(of: "list.txt") == "number\nINC0010001\nnumber\nPRB0000011\n")
    }

    @Test func aStandardOutputThatTakesNothingIsSaid() async throws {
        let desk = try Desk()
        let run = try await desk.runOther(
            "sh", "-c", "\"\(Desk.program)\" --tape full table count incident > /dev/full")
        #expect(run.status == 1)
        #expect(run.errors.contains("Standard output cannot be written: no space left on device."), "\(run.errors)")
        #expect(try await desk.run("replay", "sessions/full.cassette").output == "> table count incident\n440\n")
        // The command itself did not fail: only this machine had no room for what it wrote.
        let checked = try await desk.run("replay", "sessions/full.cassette", "--check")
        #expect(checked == Ended(0, "sessions/full.cassette: 1 command, all as recorded.\n"))
        let mute = "\"$0\" --tape mute table create incident short_description=x 2> /dev/full"
        #expect(try await desk.runOther("sh", "-c", mute, Desk.program).status == 1)
        #expect(try await desk.run("replay", "sessions/mute.cassette", "--check").status == 0)
        for words in ["replay sessions --check", "replay sessions --check --report junit", "--version", "--help"] {
            let unheard = try await desk.runOther("sh", "-c", "\"$0\" \(words) > /dev/full", Desk.program)
            let message = "internal error: Standard output cannot be written: no space left on device.\n"
            #expect(unheard == Ended(1, errors: message), "\(words)")
        }
    }

    @Test func aKeptSandboxKeepsAndAnotherSaysThatItDoesNot() async throws {
        let desk = try Desk()
        let words = ["table", "create", "incident", "short_description=Kept", "-f", "number"]
        let passing = try await desk.start(words, input: "").end()
        #expect(passing.status == 0)
        #expect(passing.output == "number  INC0010201\n")
        #expect(
            passing.errors == """
                The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.
                Created incident INC0010201.
                undo: table delete incident INC0010201

                """)
        #expect(try await desk.run("table", "count", "incident") == Ended(0, "440\n"))
        let kept = try await desk.start(["--sandbox", "kept.sandbox"] + words, input: "").end()
        #expect(kept.status == 0)
        #expect(kept.errors == "Created incident INC0010201.\nundo: table delete incident INC0010201\n")
        let later = try await desk.run(
            "--sandbox", "kept.sandbox", "table", "count", "incident", "-q", "short_description=Kept")
        #expect(later == Ended(0, "1\n"))
    }

    @Test func whatWasCapturedIsAWordOfTheNextCommand() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-",
            input: """
                table get incident INC0010021 -f caller_id => caller = .caller_id
                table get sys_user {{caller}} -f user_name
                table list incident -n 2 -f number --format ndjson => last = .[1].number
                table get incident {{last}} -f number
                table get incident {{nosuch}}

                """)
        #expect(run.status == 2)
        #expect(
            run.output == """
                caller_id  Abel Tuter
                user_name  abel.tuter
                {"number":"INC0010001"}
                {"number":"INC0010002"}
                number  INC0010002

                """)
        #expect(run.errors.contains("standard input:5: error: "))
    }

    @Test func aVariableIsOneWordInTheEnvironmentOfAPipelineAndNeverPartOfItsText() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-",
            input:
                "set name=\"x; touch owned\"\ntable count incident | cat; echo \"$name\"; echo ${SNOWDECK_PASSWORD-none}\n",
            variables: ["SNOWDECK_PASSWORD": "not for children"])
        #expect(run == Ended(0, "440\nx; touch owned\nnone\n"))
        #expect(try desk.everything().keys.filter { $0.hasPrefix("project") } == [])
    }

    @Test func aVariableTooLargeForAnEnvironmentStopsOnlyThePipelineThatNamesIt() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-", "--keep-going",
            input: """
                table list sys_dictionary -n 500 --format ndjson => rows > rows.txt
                set small=little
                table count incident | cat; echo "$small ${rows-none}"
                table count incident | cat; echo "$small"

                """)
        #expect(run.status == 2)
        #expect(run.output == "440\nlittle\n")
        #expect(run.errors.contains("{{rows}} holds "), "\(run.errors)")
    }

    @Test func noVariableThatMayHoldACredentialReachesAPipeline() async throws {
        let desk = try Desk()
        let secrets = [
            "SNOWDECK_PASSWORD": "a-1", "AWS_SECRET_ACCESS_KEY": "b-1", "github_token": "c-1", "PGPASSWORD": "d-1",
            "MY_API_KEY_2": "e-1", "https_proxy": "http://user:f-1@proxy.example:3128",
        ]
        let run = try await desk.run(
            "run", "-", input: "table count incident | cat; env\n",
            variables: secrets.merging(["EDITOR": "vi", "no_proxy": "@home,://"]) { own, _ in own })
        #expect(run.status == 0)
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "440" && lines.contains("EDITOR=vi") && lines.contains("no_proxy=@home,://"))
        #expect(lines.filter { line in secrets.keys.contains { line.hasPrefix($0 + "=") } } == [])
    }

    @Test func runStopsAtTheFirstFailureAndKeepGoingDoesNot() async throws {
        let desk = try Desk()
        try desk.write("table count incident\ntable list nosuch\ntable nosuch\ntable count problem\n", to: "four.txt")
        let stopped = try await desk.run("run", "four.txt")
        #expect(stopped.status == 3)
        #expect(stopped.output == "440\n")
        #expect(stopped.firstError.hasPrefix("four.txt:2: error: "))
        let whole = try await desk.run("run", "four.txt", "--keep-going")
        #expect(whole.status == 3)
        #expect(whole.output == "440\n69\n")
        #expect(whole.errors.contains("four.txt:3: error: "))
        let piped = try await desk.start([], input: "table nosuch\ntable count problem\n").end()
        #expect(piped.status == 2)
        #expect(piped.output == "")
    }

    @Test func aCommandOfManyLinesAndCommentsAreRead() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-",
            input:
                "# a note\n\ntable create incident short_description=\"two\nlines\" -f short_description --format json\n"
        )
        #expect(run.status == 0, "\(run)")
        #expect(run.output == "{\n  \"short_description\": \"two\\nlines\"\n}\n")
    }

    @Test func helpGoesWhereItsLineSays() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "run", "-", input: "task show --help | head -1\ntask --help > page\ntask -h >> page\n")
        #expect(run == Ended(0, "task show: Show a task with its journal.\n"))
        let page = try desk.text(of: "page")
        #expect(page.hasPrefix("task: List my open tasks by type.\n"))
        #expect(page.split(separator: "\n").filter { $0 == "task: List my open tasks by type." }.count == 2)
    }

    @Test func versionAndHelpNeedNothing() async throws {
        let desk = try Desk()
        let version = try await desk.run("--version")
        #expect(version.status == 0)
        #expect(version.output.hasPrefix("snowdeck "))
        #expect(version.errors == "")
        let help = try await desk.run("--help", variables: ["HOME": "/nonexistent"])
        #expect(help.status == 0)
        #expect(help.output.contains("table list"))
        #expect(try desk.everything() == [:])
    }
}
