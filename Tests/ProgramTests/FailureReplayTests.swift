import TestSupport
import Testing

/// What went wrong while recording goes wrong in the same way when replayed: same sentence, same exit status.
@Suite struct FailureReplayTests {
    /// Runs one line against an instance, then replays it, and expects both to be alike. Gives the live run.
    private func recordAndReplay(_ flags: [String], _ line: String) async throws -> Ended {
        let desk = try Desk()
        let live = try await desk.start(
            flags + ["--tape", "failing"] + line.split(separator: " ").map(String.init), input: "",
            variables: ["SNOWDECK_PASSWORD": "not-the-right-one-0"]
        ).end()
        let shown = try await desk.run("replay", "sessions/failing.cassette")
        #expect(shown == Ended(live.status, "> \(line)\n" + live.output, errors: live.errors))
        let checked = try await desk.run("replay", "sessions/failing.cassette", "--check")
        #expect(checked == Ended(0, "sessions/failing.cassette: 1 command, all as recorded.\n"))
        return live
    }

    @Test func aRefusedConnectionIsReplayed() async throws {
        let (_, port) = RawServer.bound()
        let live = try await recordAndReplay(
            ["--instance", "http://127.0.0.1:\(port)", "--user", "jane"], "table count incident")
        let cause = "Could not connect to 127.0.0.1 port \(port): connection refused"
        #expect(
            live
                == Ended(
                    4,
                    errors: """
                        \(cause); trying again.
                        error: \(cause).
                        note: Nothing listens there.
                        hint: connect https://NAME.service-now.com
                        hint: profile list shows the addresses that are known here.

                        """))
    }

    @Test func aTimeoutIsReplayedAndAtOnce() async throws {
        let instance = FarInstance.silent()
        let live = try await recordAndReplay(instance.flags + ["--timeout", "1"], "table count incident")
        #expect(live.status == 4)
        #expect(live.firstError == "error: 127.0.0.1 did not answer within 1 second.")
    }

    @Test func anAnswerThatNeverComesIsReplayed() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.resetOnClose()
        }
        let live = try await recordAndReplay(
            ["--instance", server.address, "--user", "jane"], "table count incident")
        #expect(live.status == 4)
        #expect(live.output == "")
    }

    @Test func aSignInThatIsNotAcceptedIsReplayed() async throws {
        let instance = FarInstance { _ in
            FarInstance.refusal(
                "401 Unauthorized", "User Not Authenticated", "Required to provide Auth information",
                ["WWW-Authenticate: BASIC realm=\"Service-now\""])
        }
        let live = try await recordAndReplay(instance.flags, "table count incident")
        #expect(live.status == 3)
        #expect(live.firstError.hasSuffix("User Not Authenticated: Required to provide Auth information (HTTP 401)."))
    }

    @Test func aMissingRecordIsReplayed() async throws {
        let instance = FarInstance { _ in
            FarInstance.refusal(
                "404 Not Found", "No Record found", "Record does not exist or ACL restricts the record retrieval")
        }
        let live = try await recordAndReplay(instance.flags, "table list incident")
        #expect(live.status == 3)
        #expect(
            live.firstError
                == "error: No Record found: Record does not exist or ACL restricts the record retrieval (HTTP 404).")
    }

    @Test func textThatIsNoJSONIsReplayed() async throws {
        let instance = FarInstance { _ in FarInstance.answer(body: #"{"result":[{"number":"INC1"}"#) }
        let live = try await recordAndReplay(instance.flags, "table list incident -f number")
        #expect(
            live
                == Ended(
                    3,
                    errors: """
                        error: The answer stops in the middle: unexpected end of text at line 1, column 29.
                        note: 1 record came whole and is not shown, because the list is not.
                        hint: Ask for fewer records at once: -n NUMBER, fewer fields: -f FIELDS, or with a narrower -q.

                        """))
    }

    @Test func aWebPageInPlaceOfJSONIsReplayed() async throws {
        let instance = FarInstance { _ in
            FarInstance.answer(type: "text/html", body: "<html><title>Instance Hibernating page</title></html>")
        }
        let live = try await recordAndReplay(instance.flags, "table list incident -f number")
        #expect(live.status == 3)
        #expect(
            live.firstError
                == "error: \(instance.name) answered with a web page, “Instance Hibernating page”, and not with JSON (HTTP 200)."
        )
    }
}
