import Foundation
import Testing

/// Every time that people see says its zone, and a session has one.
@Suite struct ZoneTests {
    private static let script = """
        task
        task show INC0009751 -f number,opened_at -n 0
        table list incident -q number=INC0009751 -f number,opened_at,short_description
        table list incident -q number=INC0009751 -f number,opened_at --format line
        table list incident -q number=INC0009751 -f number,opened_at --format csv
        whoami

        """

    /// The moments of a text, each with what follows it up to the end of the word behind it.
    private func moments(_ text: String) -> [String] {
        text.matches(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d( UTC| [+-]\d\d:\d\d)?/).map { String($0.output.0) }
    }

    @Test func oneMomentIsShownInOneWay() async throws {
        let desk = try Desk()
        let script = """
            table get incident INC0010021 -f number,sys_created_on
            task show INC0010021 -f number,sys_created_on -n 0
            table list incident -q number=INC0010021 -f sys_created_on --format line
            """
        var texts: [String: Set<String>] = [:]
        for zone in ["UTC", "Europe/Berlin", ":America/New_York", "IST-5:30"] {
            let run = try await desk.run("run", "-", input: script + "\n", variables: ["TZ": zone])
            #expect(run.status == 0, "\(run)")
            let found = moments(run.output)
            #expect(found.count == 3)
            texts[zone] = Set(found)
        }
        #expect(texts.values.allSatisfy { $0.count == 1 }, "\(texts)")
        #expect(texts["UTC"]?.first?.hasSuffix(" UTC") == true)
        #expect(["+01:00", "+02:00"].contains { texts["Europe/Berlin"]?.first?.hasSuffix($0) == true })
        #expect(["-04:00", "-05:00"].contains { texts[":America/New_York"]?.first?.hasSuffix($0) == true })
        #expect(texts["IST-5:30"]?.first?.hasSuffix(" +05:30") == true)
    }

    @Test func aTapeShowsWhatItShowedInItsOwnZone() async throws {
        let desk = try Desk()
        let recorded = try await desk.start(
            ["--tape", "told", "run", "--keep-going", "-"],
            input: Self.script + "set zone=Asia/Tokyo\ntable list incident -n 1 -f opened_at\n",
            variables: ["TZ": "America/New_York"]
        ).end()
        #expect(recorded.status == 0, "\(recorded)")
        let found = moments(recorded.output)
        #expect(found.last?.hasSuffix(" +09:00") == true, "\(recorded)")
        // Programs get what is stored.
        #expect(found.count { $0.count == 19 } == 1, "\(found)")
        for zone in ["UTC", "Europe/Berlin"] {
            let check = try await desk.run("replay", "sessions/told.cassette", "--check", variables: ["TZ": zone])
            #expect(check.status == 0, "\(check)")
            let typed = try await desk.run(
                "--tape", "told", "--mode", "replay", "run", "-",
                input: "table list incident -q number=INC0009751 -f number,opened_at --format line\n",
                variables: ["TZ": zone])
            #expect(moments(typed.output).first.map { recorded.output.contains($0) } == true, "\(typed)")
        }
    }
}
