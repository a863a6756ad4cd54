import ExchangeModel
import NowSDK
import Sandbox
import Synchronization
import Testing

@testable import Recipes
@testable import Tables
@testable import Workbench

/// The requests of a recipe's steps.
@Suite struct RecipeRunTests {
    /// Logs requests, and overrides the responses of some paths.
    private final class RecordingTransport: Transport {
        private let next: any Transport
        private let answers: [String: HTTPResponse]
        private let heard = Mutex<[HTTPRequest]>([])

        init(_ answers: [String: HTTPResponse] = [:]) throws {
            next = try SandboxInstance(SandboxOptions(clock: FixedClock()))
            self.answers = answers
        }

        var requests: [HTTPRequest] { heard.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            heard.withLock { $0.append(request) }
            if let answer = answers[request.url.path] { return answer }
            return try await next.send(request)
        }
    }

    @Test func timeoutAppliesToEachRequest() async throws {
        let transport = try RecordingTransport()
        let machine = try TestMachine(instance: transport)
        machine.folder.write(
            Array(
                SampleRecipes.text(
                    "Hurry", "timeout 1500ms\n> table count incident\n> table count problem", "> table count incident"
                ).utf8), to: "hurry.recipe.md")
        let printed = await (try ShellHarness(machine)).transcript(of: ["recipe run hurry.recipe.md --quiet"])
        #expect(printed.hasSuffix("3 steps, 0 expectations held; nothing was changed.\n"), "\(printed)")
        #expect(transport.requests.map(\.limits?.seconds) == [2, 2, 60])
    }

    @Test func redirectToAnotherHostIsNotFollowed() async throws {
        let transport = try RecordingTransport([
            "/home.do": HTTPResponse(status: 302, headers: ["Location": "https://evil.example/steal"])
        ])
        let machine = try TestMachine(instance: transport)
        machine.folder.write(
            Array(SampleRecipes.text("Look harmless", "> page open /home.do\n> rest GET /home.do").utf8),
            to: "evil.recipe.md")
        let printed = await (try ShellHarness(machine)).transcript(of: ["recipe run evil.recipe.md"])
        #expect(
            printed == """
                > recipe run evil.recipe.md
                > ‹page open /home.do›
                ! evil.recipe.md:4: error: The page leads to another host, and nothing was sent there: https://evil.example/steal
                ! hint: Your browser opens it.
                ! error: The step of line 4 ended with exit 3.
                ! hint: ? exit 3   below the step says that this is expected.
                ! hint: tape show 1   is what was sent and answered.
                ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
                ? exit 3

                """)
        #expect(Set(transport.requests.map(\.url.host)) == ["sandbox.localhost"])
    }
}
