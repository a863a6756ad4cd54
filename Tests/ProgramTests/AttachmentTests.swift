import Foundation
import Testing

/// `attach` and `rest` over the wire, with real files.
@Suite struct AttachmentTests {
    @Test func bytesComeBackAsTheyWentAndAReplayWritesNothing() async throws {
        let desk = try Desk()
        // Every byte, more than one buffer of them, and nothing that repeats in a short while.
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 251 &+ $0) }
        try desk.write(bytes, to: "data.bin")
        let script = """
            attach put incident INC0010021 data.bin
            attach get incident INC0010021 data.bin > copy.bin
            attach get incident INC0010021 --out kept.bin
            attach get incident INC0010021 --save
            attach get incident INC0010021 --out kept.bin --force

            """
        let run = try await desk.run("--tape", "t", "run", "-", "--keep-going", input: script)
        #expect(run.status == 2)
        #expect(run.errors.contains("Attached data.bin (300000 bytes) to incident INC0010021.\n"), "\(run.errors)")
        #expect(run.errors.contains("data.bin already exists and is not replaced."), "\(run.errors)")
        #expect(try desk.bytes(of: "copy.bin") == bytes)
        #expect(try desk.bytes(of: "kept.bin") == bytes)
        for name in ["data.bin", "copy.bin", "kept.bin"] { try FileManager.default.removeItem(atPath: desk.path(name)) }
        let checked = try await desk.run("replay", "sessions/t.cassette", "--check")
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
        #expect(try desk.everything().keys.allSatisfy { !$0.hasSuffix(".bin") })
    }

    @Test func aLinkThatLeadsAwayIsNotFollowed() async throws {
        let desk = try Desk()
        try desk.write("own", to: "note.txt")
        try FileManager.default.createSymbolicLink(
            atPath: desk.path("taken.txt"), withDestinationPath: desk.folder + "/elsewhere.txt")
        let run = try await desk.run(
            "run", "-",
            input: "attach put incident INC0010021 note.txt\nattach get incident INC0010021 --out taken.txt\n")
        #expect(run.status == 2)
        #expect(!FileManager.default.fileExists(atPath: desk.folder + "/elsewhere.txt"))
    }

    @Test func everyMethodTravelsAndReplays() async throws {
        let desk = try Desk()
        let script = """
            rest HEAD /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8
            rest POST /api/now/table/incident short_description=burning -p sysparm_fields=sys_id => id = .result.sys_id
            rest PUT /api/now/table/incident/{{id}} urgency=1 -p sysparm_fields=urgency --format ndjson
            rest GET "/api/now/table/incident?sysparm_query=sys_id={{id}}" -p sysparm_fields=urgency --format tsv
            rest DELETE /api/now/table/incident/{{id}}
            rest GET /api/now/table/incident/{{id}}

            """
        let run = try await desk.run("--tape", "t", "run", "-", "--keep-going", input: script)
        #expect(run.status == 3)
        #expect(run.output.hasPrefix("HTTP 200 OK\n"), "\(run.output)")
        #expect(run.output.contains("{\"result\":{\"urgency\":\"1\"}}\nurgency\n1\n"), "\(run.output)")
        #expect(run.errors.contains("HTTP 204 No Content, with nothing in it.\n"), "\(run.errors)")
        #expect(run.errors.contains("No Record found"), "\(run.errors)")
        let checked = try await desk.run("replay", "sessions/t.cassette", "--check")
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    }
}
