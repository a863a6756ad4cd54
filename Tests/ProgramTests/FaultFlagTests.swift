import Foundation
import Sandbox
import Synchronization
import Testing

struct FaultFlagTests {
    @Test func everyFaultStandsInTheHelp() async throws {
        let help = try await Desk().run("help", "faults")
        let words = help.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for kind in FaultKind.allCases { #expect(words.contains(kind.usage + " " + kind.summary)) }
    }

    @Test func aMisspelledFaultComesBackWithTheOneThatWasMeant() async throws {
        let ended = try await Desk().run("serve", "sandbox", "--fault", "rate-limt=3")
        #expect(ended.status == 2)
        #expect(
            ended.errors == """
                error: There is no fault called rate-limt.
                  serve sandbox --fault rate-limt=3
                                        ^^^^^^^^^^^
                hint: Did you mean rate-limit?

                """)
    }

    @Test func aNumberThatIsMissingIsSaid() async throws {
        let ended = try await Desk().run("serve", "sandbox", "--fault", "truncate", "--fault", "html-error")
        #expect(ended.status == 2)
        #expect(
            ended.errors == """
                error: The fault html-error takes a whole number from 1 to 1000000: html-error=N.
                  serve sandbox --fault truncate --fault html-error
                                                         ^^^^^^^^^^

                """)
    }

    @Test func theServedSandboxHasItsFaults() async throws {
        let desk = try Desk()
        let server = try desk.start(["serve", "sandbox", "--fault", "rate-limit=1", "--fault", "slow=1"])
        // The address comes first, a line of its own.
        let found = Mutex("")
        #expect(
            await server.wrote { output, _ in
                found.withLock { $0 = output }
                return output.hasSuffix("\n")
            })
        let address = found.withLock { $0.trimmingCharacters(in: .newlines) }
        var statuses: [String] = []
        for _ in 0..<2 {
            statuses.append(
                try await desk.runOther(
                    "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-u", "admin:admin",
                    address + "/api/now/table/incident?sysparm_limit=1"
                ).output)
        }
        #expect(statuses == ["200", "429"])
        server.send(SIGTERM)
        #expect(await server.end().status == 0)
    }
}
