import CassetteTesting
import NowData
import Testing

struct Incident: Decodable, Sendable { let number, short_description: String }

@Suite(.cassette("urgent")) struct UrgentIncidentTests {
    @Test func theyAreListed() async throws {
        let tables = try await makeTableService(instanceUrl: CassetteTesting.instanceURL)
        let urgent = FetchConfiguration(
            filter: Filter(query: "active=true^priority=1^ORDERBYnumber"), limit: 3,
            readConfiguration: FieldReadConfiguration(includeFields: ["number", "short_description"]))
        let incidents: [Incident] = try await tables.model(from: "incident", configuration: urgent)
        #expect(incidents.count == 3)
    }
}
