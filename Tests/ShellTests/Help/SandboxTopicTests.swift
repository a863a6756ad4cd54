import ExchangeModel
import Notation
import Sandbox
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import SandboxCommands
@testable import Tables
@testable import Workbench

struct SandboxTopicTests {
    private static let sandbox = try? SandboxInstance(SandboxOptions(clock: FixedClock()))

    /// Features that help describes as absent return the error of an instance without them, and only those do.
    @Test(arguments: features)
    func sandboxMatchesHelp(address: String, isAbsent: Bool) throws {
        let sandbox = try #require(Self.sandbox)
        let url = try #require(HTTPURL("http://sandbox.localhost" + address.replacing("TABLE", with: "incident")))
        for method in [HTTPMethod.get, .post] {
            let response = sandbox.answer(
                HTTPRequest(method, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4="]))
            let isMissing =
                address.hasPrefix("/api/")
                ? response.status == 400
                    && String(decoding: response.body, as: UTF8.self).contains(
                        "Requested URI does not represent any resource")
                : response.status == 404
            expectEqual(isMissing, isAbsent, "\(method) \(response.status)")
        }
    }

    @Test func helpListsEveryFeatureOnce() {
        #expect(Self.features.count > 20)
        expectEqual(Set(Self.features.map(\.0)).count, Self.features.count)
    }

    /// The addresses that help lists, and whether they are below the heading “Absent”.
    private static let features: [(String, Bool)] = {
        var features: [(String, Bool)] = []
        var isAbsent = false
        for block in HelpTopic("sandbox").page() {
            switch block {
            case .heading(let text): isAbsent = text == "Absent"
            case .terms(let terms): features += terms.map { ($0.term, isAbsent) }
            default: break
            }
        }
        return features
    }()
}
