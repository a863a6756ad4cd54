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
    @Test(arguments: SandboxFeature.all.map(\.address))
    func sandboxMatchesHelp(address: String) throws {
        let sandbox = try #require(Self.sandbox)
        let feature = try #require(SandboxFeature.all.first { $0.address == address })
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
            expectEqual(isMissing, (feature.extent == .absent), "\(method) \(response.status)")
        }
    }

    @Test func helpListsEveryFeatureOnce() throws {
        let text = try Help.text(about: ["sandbox"])
        for feature in SandboxFeature.all { #expect(text.contains(feature.address)) }
        expectEqual(Set(SandboxFeature.all.map(\.address)).count, SandboxFeature.all.count)
    }
}
