import CassetteTesting
import CassetteTestingXCTest
import Foundation
import NowData
import NowSDK
import XCTest

final class IncidentXCTests: XCTestCase {
    func testAnIncidentIsFoundByItsNumber() async throws {
        let text = try await withCassette("incident") { try await self.incident("INC0010021") }
        XCTAssertTrue(text.contains("my computer doesn't work"), text)
    }

    func testWhatIsNotOnTheTapeSaysSo() async throws {
        do {
            _ = try await withCassette(stubs: [.get("/api/now/table/incident?sysparm_query=number=1", json: "{}")]) {
                try await self.incident("2")
            }
            XCTFail("was answered")
        } catch {
            XCTAssertTrue("\(error)".contains("No stub answers GET /api/now/table/incident?"), "\(error)")
            XCTAssertTrue("\(error)".contains("stub: GET /api/now/table/incident?sysparm_query=number=1"), "\(error)")
        }
    }

    private func incident(_ number: String) async throws -> String {
        let url = try CassetteTesting.instanceURL
        let configuration = try XCTUnwrap(NowSDK.makeServiceConfiguration(for: url))
        let data = try await NowTableService(configuration: configuration).records(
            from: "incident",
            configuration: FetchConfiguration(
                filter: Filter(query: "number=\(number)"), limit: 1,
                readConfiguration: FieldReadConfiguration(includeFields: ["short_description"])))
        return String(decoding: data, as: UTF8.self)
    }
}
