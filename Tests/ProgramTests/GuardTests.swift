import Foundation
import Synchronization
import Testing

/// Nothing is changed by accident: everything but the sandbox asks first, and refuses when there is nobody to ask.
@Suite struct GuardTests {
    /// An instance that counts what would change it.
    private final class CountingInstance: Sendable {
        let writes = Mutex<[String]>([])

        func start() -> FarInstance {
            FarInstance { [self] request in
                if !request.hasPrefix("GET ") { writes.withLock { $0.append(String(request.prefix { $0 != "\r" })) } }
                let record =
                    #"{"number":{"value":"INC1","display_value":"INC1"},"sys_id":{"value":"0123456789abcdef0123456789abcdef","display_value":""}}"#
                let isList = request.hasPrefix("GET /api/now/table/incident?")
                let body = isList ? "{\"result\":[\(record)]}" : "{\"result\":\(record)}"
                return FarInstance.answer(request.hasPrefix("POST ") ? "201 Created" : "200 OK", body: body)
            }
        }
    }

    private static let writes = [
        ["table", "create", "incident", "urgency=1"], ["table", "update", "incident", "INC1", "urgency=1"],
        ["table", "delete", "incident", "INC1"], ["table", "update", "incident", "-q", "active=true", "urgency=1"],
        ["table", "delete", "incident", "-q", "active=true"],
    ]

    @Test(arguments: writes)
    func withoutAnybodyToAskNothingIsChanged(_ words: [String]) async throws {
        let desk = try Desk()
        let counting = CountingInstance()
        let instance = counting.start()
        let variables = ["SNOWDECK_PASSWORD": "x"]
        for flags in [["--no-input"], [], ["--allow-writes", "other"], ["--allow-writes", "sandbox"]] {
            let run = try await desk.start(
                instance.flags + ["--tape", "guarded"] + flags + words, input: "", variables: variables
            ).end()
            #expect(run.status == 7, "\(flags) \(run)")
            #expect(run.output == "")
            #expect(run.errors.contains("--allow-writes \(instance.name)"), "\(run.errors)")
        }
        #expect(counting.writes.withLock { $0 } == [])
        let checked = try await desk.run("replay", "sessions/guarded.cassette", "--check")
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(arguments: writes)
    func theNamedInstanceIsChanged(_ words: [String]) async throws {
        let desk = try Desk()
        let counting = CountingInstance()
        let instance = counting.start()
        let run = try await desk.start(
            instance.flags + ["--tape", "allowed", "--allow-writes", instance.name, "--no-input"] + words, input: "",
            variables: ["SNOWDECK_PASSWORD": "x"]
        ).end()
        #expect(run.status == 0, "\(run)")
        #expect(counting.writes.withLock { $0.count } == 1)
        let shown = try await desk.run("replay", "sessions/allowed.cassette", "--check")
        #expect(shown.status == 0, "\(shown)")
        #expect(counting.writes.withLock { $0.count } == 1)
    }
}

/// A change of many records is planned, refused, allowed and taken back, whole.
@Suite struct UndoTests {
    private static let change = ["table", "update", "incident", "-q", "priority=5", "state=3"]

    /// Every incident as it is stored, but for what the instance counts and dates for itself.
    private func incidents(_ desk: Desk) async throws -> [String: [String: String]] {
        let run = try await desk.run("--sandbox", "box", "table", "list", "incident", "--all", "--format", "json")
        #expect(run.status == 0, "\(run)")
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: String]])
        var found: [String: [String: String]] = [:]
        for row in rows {
            let kept = row.filter { !["sys_updated_on", "sys_updated_by", "sys_mod_count"].contains($0.key) }
            found[row["sys_id"] ?? ""] = kept
        }
        return found
    }

    private func run(_ desk: Desk, _ words: [String], input: String = "") async throws -> Ended {
        try await desk.start(["--sandbox", "box"] + words, input: input).end()
    }

    @Test func everyRowComesBackAsItWas() async throws {
        let desk = try Desk()
        let before = try await incidents(desk)
        let meant = before.filter { $0.value["priority"] == "5" }
        let changing = meant.filter { $0.value["state"] != "3" }
        #expect(changing.count > 10 && changing.count < meant.count)

        let refused = try await run(desk, Self.change)
        #expect(refused.status == 7 && refused.output == "", "\(refused)")
        #expect(
            refused.errors.contains(
                "This would update \(meant.count) records of incident on sandbox, setting state=3 (PATCH, one by one)."),
            "\(refused)")
        let first = try #require(changing.values.min { $0["number", default: ""] < $1["number", default: ""] })
        #expect(refused.errors.contains("    \(first["number", default: ""])  "), "\(refused)")
        #expect(refused.errors.contains("state: 7 (Closed) → 3 (On Hold)"), "\(refused)")
        #expect(refused.errors.contains("and \(meant.count - 5) more"), "\(refused)")
        #expect(try await incidents(desk) == before)

        let added = try await run(desk, ["profile", "add", "box", "http://sandbox.localhost", "--guard", "read-only"])
        #expect(added.status == 0, "\(added)")
        for flags in [[], ["--allow-writes", "sandbox"], ["--allow-writes", "box"]] {
            for name in ["box", "http://sandbox.localhost"] {
                let held = try await run(desk, ["--instance", name, "--tape", "held"] + flags + Self.change)
                #expect(held.status == 7, "\(held)")
                #expect(held.errors.contains("The profile box is read-only: nothing was changed."), "\(held)")
            }
        }
        #expect(try await incidents(desk) == before)
        #expect(try await desk.run("replay", "sessions/held.cassette", "--check").status == 0)

        let done = try await run(
            desk, ["--tape", "done", "--no-input"],
            input: """
                table update incident -q priority=5 state=3 --allow-writes sandbox -f number
                undo > back.snowdeck
                """)
        #expect(done.status == 0, "\(done)")
        #expect(done.output.split(separator: "\n").count == meant.count + 1)
        let after = try await incidents(desk)
        #expect(after.filter { before[$0.key] != $0.value }.count == changing.count)
        #expect(meant.keys.allSatisfy { after[$0]?["state"] == "3" })

        // Each line of the script is a command of its own: one record of the sandbox is changed without a question.
        let back = try await run(desk, ["--no-input", "--tape", "back", "run", "back.snowdeck"])
        #expect(back.status == 0, "\(back)")
        #expect(try await incidents(desk) == before)
        for tape in ["done", "back"] {
            let checked = try await desk.run("replay", "sessions/\(tape).cassette", "--check")
            #expect(checked.status == 0, "\(checked)")
        }
    }
}
