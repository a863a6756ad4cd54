import CassetteTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Code that takes a `URLSession` and does not use the SDK.
struct NumberClient {
    let session: URLSession
    let instanceURL: URL

    func shortDescription(of number: String) async throws -> String? {
        let url = URL(
            string: "/api/now/table/incident?sysparm_query=number=\(number)&sysparm_fields=short_description",
            relativeTo: instanceURL)!
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue(
            "Basic " + Data("john.doe:password".utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
        let (data, _) = try await session.data(for: request)
        let answer = try JSONDecoder().decode([String: [[String: String]]].self, from: data)
        return answer["result"]?.first?["short_description"]
    }
}

@Suite struct ClientTests {
    @Test(.cassette("triage")) func aNumberIsLookedUp() async throws {
        let client = NumberClient(
            session: URLSession(configuration: try .cassette()), instanceURL: try CassetteTesting.instanceURL)
        #expect(try await client.shortDescription(of: "INC0010021") == "my computer doesn't work")
    }

    @Test(.cassette(stubs: [.get("/api/now/table/incident", json: #"{"result":[{"short_description":"stub"}]}"#)]))
    func aStubNeedsNoFile() async throws {
        let client = NumberClient(
            session: URLSession(configuration: try .cassette()), instanceURL: try CassetteTesting.instanceURL)
        #expect(try await client.shortDescription(of: "INC1") == "stub")
    }
}
