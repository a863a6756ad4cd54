import ExchangeModel
import Notation
import NowSDK
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Instances
@testable import Recipes
@testable import Tables
@testable import Workbench

/// A guard below all commands rejects changes under a read-only profile.
struct ReadOnlyTransportTests {
    private static func request(
        _ method: HTTPMethod, _ path: String, _ body: String? = nil, headers: [HeaderField] = [],
        purpose: RequestPurpose = .command
    ) -> HTTPRequest {
        var request = HTTPRequest(
            method, HTTPURL(scheme: "https", host: "acme.service-now.com", path: path), headers: HeaderFields(headers),
            purpose: purpose)
        request.body = body.map { Array($0.utf8) }
        return request
    }

    private static let unsafe: [HTTPRequest] = [
        request(.post, "/api/now/table/incident", "{}"), request(.patch, "/api/now/table/incident/1", "{}"),
        request(.put, "/api/x", "{}"), request(.delete, "/api/now/table/incident/1"),
        request(.delete, "/api/now/table/incident/1", purpose: .schema),
        request(.post, "/api/now/table/x", headers: [HeaderField("X-HTTP-Method-Override", "PATCH")]),
        request(.post, "/api/now/graphql", #"{"query":"mutation { a }"}"#),
        request(.post, "/api/now/v1/batch", #"{"rest_requests":[{"method":"DELETE","url":"/api/x"}]}"#),
    ]
    private static let safe: [HTTPRequest] = [
        request(.get, "/api/now/table/incident"), request(.head, "/"),
        request(.post, "/api/now/graphql", #"{"query":"{ a }"}"#),
        request(.post, "/api/now/v1/batch", #"{"rest_requests":[{"method":"GET","url":"/api/x"}]}"#),
        request(.post, "/oauth_token.do", "grant_type=password", purpose: .signIn),
    ]

    @Test(arguments: unsafe.indices) func unsafeRequestsAreRejected(_ index: Int) async throws {
        // The transport below has no response.
        let guarded = ReadOnlyTransport(next: ScriptedTransport([]), profile: "prod")
        let failure = try await #require(throws: TransportFailure.self) { try await guarded.send(Self.unsafe[index]) }
        let problem = ProblemMapper.problem(failure)
        expectEqual(problem.exitStatus, 7)
        #expect(problem.message.hasPrefix("The profile prod is read-only: "))
    }

    @Test(arguments: safe.indices) func safeRequestsPass(_ index: Int) async throws {
        let answer = HTTPResponse(status: 200, reason: "OK", headers: HeaderFields([]), body: [])
        let guarded = ReadOnlyTransport(next: ScriptedTransport([.success(answer)]), profile: "prod")
        try await expectEqual(guarded.send(Self.safe[index]), answer)
    }
}
