import Foundation
import NowData

/// The example application.
struct Triage {
    struct Incident: Decodable, Sendable, Equatable {
        let number: String
        let short_description: String
    }
    private struct Answer<Content: Decodable>: Decodable { let result: Content }

    let tables: NowTableService

    init(instanceURL: URL) async throws {
        tables = try await makeTableService(instanceUrl: instanceURL)
    }

    /// The most urgent incidents, without the first `skipping`.
    func urgent(_ limit: Int = 3) async throws -> [Incident] {
        try await tables.model(
            from: "incident",
            configuration: FetchConfiguration(
                filter: Filter(query: "active=true^priority=1^ORDERBYnumber"), limit: limit,
                readConfiguration: Self.fields))
    }

    /// Creates an incident.
    func raise(_ text: String) async throws -> Incident {
        let data = try await tables.createRecord(
            with: ["short_description": text, "urgency": "1", "impact": "1"], in: "incident",
            configuration: Self.fields)
        return try JSONDecoder().decode(Answer<Incident>.self, from: data).result
    }

    private static let fields = FieldReadConfiguration(includeFields: ["number", "short_description"])
}
