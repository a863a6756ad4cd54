import ExchangeModel
import FoundationEssentials
import NowData
import NowLive
import NowSDK
import Testing

private struct Endpoint: NowAPIEndpoint {
    let httpMethod: NowData.HTTPMethod
    let relativePath: String
    var requiresAuthentication = true
}

@Suite struct APIServiceTests {
    private func service(
        _ outcomes: [ScriptedTransport.Outcome], path: String, _ body: (NowAPIService) async throws -> Void
    ) async throws -> ScriptedTransport {
        let script = ScriptedTransport(outcomes)
        try await withConfiguration(configuration(script)) {
            let address = try #require(URL(string: "https://myinstance.service-now.com"))
            var made: NowAPIService?
            NowData.makeApiService(instanceUrl: address, path: path) { made = try? $0.get() }
            try await body(try #require(made))
        }
        return script
    }

    @Test func requestPartsHaveFixedOrder() async throws {
        let script = try await service([answer("{}", status: 201)], path: "/api/x_snc_my_work/v1") {
            service async throws in
            let response = try await service.data(
                for: Endpoint(httpMethod: .post, relativePath: "tracker/task/d729/comment"),
                queryItems: ["b": "2 3", "a": "1"], httpHeaders: ["X-B": "2", "Content-Type": "application/json"],
                body: Data(#"{"comment":"Hello, world!"}"#.utf8))
            #expect(response.statusCode == 201)
            #expect(response.data == Data("{}".utf8))
        }
        #expect(
            lines(script) == [
                #"POST /api/x_snc_my_work/v1/tracker/task/d729/comment?a=1&b=2%203 {"comment":"Hello, world!"}"#
            ])
        #expect(script.requests[0].headers.map(\.name) == ["Content-Type", "X-B", "Accept", "Authorization"])
    }

    @Test func publicRequestIsUnauthenticated() async throws {
        let script = try await service([answer("{}")], path: "") { service async throws in
            _ = try await service.data(
                for: Endpoint(httpMethod: .get, relativePath: "/api/now/x", requiresAuthentication: false))
        }
        #expect(script.requests[0].headers["Authorization"] == nil)
        #expect(script.requests[0].principal == nil)
    }

    @Test(arguments: ["../../login.do", "a?b", "a#b", "a b", "a\r\nX: y", "./x"])
    func pathOutsideInstanceIsNotSent(path: String) async throws {
        let script = try await service([], path: "/api/now") { service async throws in
            await #expect(throws: NowDataError.self) {
                try await service.data(for: Endpoint(httpMethod: .get, relativePath: path))
            }
        }
        #expect(script.requests.isEmpty)
    }

    @Test func errorHasStatus() async throws {
        _ = try await service([answer("", status: 404)], path: "/api") { service async throws in
            do {
                _ = try await service.data(for: Endpoint(httpMethod: .get, relativePath: "x"))
                Issue.record("no failure")
            } catch NowDataError.badResponse(let status) {
                #expect(status == 404)
            }
        }
    }
}

@Suite struct KeychainTests {
    @Test func keychainNeedsBus() async throws {
        let store = NowLive.keychain(environment: [:])
        let entry = SecretEntry(.password, of: "john.doe", at: try Instance("myinstance"))
        do throws(SecretStoreError) {
            _ = try await store.secret(for: entry)
            Issue.record("There is no keyring without a bus.")
        } catch {
            #expect(error.kind == .missing)
        }
    }
}
