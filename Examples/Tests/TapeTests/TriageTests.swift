import CassetteTesting
import Foundation
import MyWork
import NowData
import NowSDK
import Testing

@Suite(.cassette("triage")) struct TriageTests {
    @Test func theMostUrgentComeFirst() async throws {
        let urgent = try await Triage(instanceURL: CassetteTesting.instanceURL).urgent()
        #expect(urgent.count == 3)
        #expect(urgent.map(\.number) == urgent.map(\.number).sorted())
    }

    @Test(.cassette("triage", options: .strictlyPlayed)) func whatIsRaisedShows() async throws {
        let triage = try await Triage(instanceURL: CassetteTesting.instanceURL)
        let before = try await triage.urgent(100)
        let raised = try await triage.raise("Printer on fire")
        #expect(!before.contains(raised))
        #expect(try await triage.urgent(100) == before + [raised])
    }

    @Test func graphQLCountsThem() async throws {
        let service = try await makeGraphQLService(instanceUrl: CassetteTesting.instanceURL)
        let answer = try await service.execute(
            GraphQLQuery(
                query: """
                    { GlideRecord_Query { incident(queryConditions: "active=true^priority=1") { _rowCount } } }
                    """))
        #expect(String(decoding: answer, as: UTF8.self).contains("_rowCount"))
    }

    @Test func myTasksAreShown() async throws {
        let tape = try TestTape.required()
        let service = MyWorkService(instance: tape.instance, transport: try tape.signedIn())
        let groups = try await service.tasks()
        #expect(groups.flatMap(\.tasks).contains { $0.number == "INC0010021" })
    }

    @Test func timeStandsStill() throws {
        let now = try CassetteTesting.now
        #expect(try CassetteTesting.now == now)
        #expect(CassetteRecording.isOn || now < Date())
    }
}
