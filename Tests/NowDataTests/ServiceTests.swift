import ExchangeModel
import FoundationEssentials
import Notation
import NowData
import NowSDK
import TestSupport
import Testing

private struct Endpoint: NowAPIEndpoint {
    let httpMethod: NowData.HTTPMethod
    let relativePath: String
    var requiresAuthentication = true
}

struct APIServiceTests {
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
            expectEqual(response.statusCode, 201)
            expectEqual(response.data, Data("{}".utf8))
        }
        expectEqual(
            lines(script),
            [
                #"POST /api/x_snc_my_work/v1/tracker/task/d729/comment?a=1&b=2%203 {"comment":"Hello, world!"}"#
            ])
        expectEqual(script.requests[0].headers.map(\.name), ["Content-Type", "X-B", "Accept", "Authorization"])
    }

    @Test func publicRequestIsUnauthenticated() async throws {
        let script = try await service([answer("{}")], path: "") { service async throws in
            _ = try await service.data(
                for: Endpoint(httpMethod: .get, relativePath: "/api/now/x", requiresAuthentication: false))
        }
        expectEqual(script.requests[0].headers["Authorization"], nil)
        expectEqual(script.requests[0].principal, nil)
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
                expectEqual(status, 404)
            }
        }
    }
}

struct GraphQLServiceTests {
    private func service(
        _ outcomes: [ScriptedTransport.Outcome], _ body: (NowGraphQLService) async throws -> Void
    ) async throws -> ScriptedTransport {
        let script = ScriptedTransport(outcomes)
        try await withConfiguration(configuration(script)) {
            let address = try #require(URL(string: "https://myinstance.service-now.com"))
            var made: NowGraphQLService?
            NowData.makeGraphQLService(instanceUrl: address) { made = try? $0.get() }
            try await body(try #require(made))
        }
        return script
    }

    @Test func documentIsSentAsJSONAndResponseReturnedVerbatim() async throws {
        let failed = #"{"data":null,"errors":[{"message":"no"}]}"#
        let script = try await service([answer("{\"data\":{}}"), answer(failed)]) { service async throws in
            try await expectEqual(service.execute(GraphQLQuery(query: "{ a }")), Data("{\"data\":{}}".utf8))
            let result: Result<Data, NowDataError> = await withCheckedContinuation { continuation in
                service.execute(GraphQLQuery(query: "{\n\"b\" }")) { continuation.resume(returning: $0) }
            }
            try expectEqual(result.get(), Data(failed.utf8))
        }
        expectEqual(
            lines(script),
            [
                #"POST /api/now/graphql {"query":"{ a }"}"#, #"POST /api/now/graphql {"query":"{\n\"b\" }"}"#,
            ])
    }

    private struct Values: Encodable {
        let q = "active=true", limit = 10, deep = ["isOn": true]
        let nothing: Int? = nil
    }

    @Test func variablesAndOperationNameAreSent() async throws {
        let script = try await service(Array(repeating: answer("{\"data\":{}}"), count: 3)) { service async throws in
            _ = try await service.execute(GraphQLQuery(query: "q", variables: Values(), operationName: "A"))
            _ = try await service.execute(GraphQLQuery(query: "q", variables: ["b": 1, "a": 2]))
            _ = try await service.execute(GraphQLQuery(query: "q", operationName: "B"))
        }
        expectEqual(
            lines(script),
            [
                #"POST /api/now/graphql {"query":"q","variables":{"deep":{"isOn":true},"limit":10,"q":"active=true"},"operationName":"A"}"#,
                #"POST /api/now/graphql {"query":"q","variables":{"a":2,"b":1}}"#,
                #"POST /api/now/graphql {"query":"q","operationName":"B"}"#,
            ])
    }

    @Test func variablesAreAnObject() {
        for make in [
            { try GraphQLQuery(query: "q", variables: ["a"]) }, { try GraphQLQuery(query: "q", variables: 1) },
            { try GraphQLQuery(query: "q", variables: ["a": Double.nan]) },
        ] {
            let failure = #expect(throws: NowDataError.self) { try make() }
            expectEqual(failure?.description, "The model cannot be written as JSON.")
        }
    }

    @Test func nonGraphQLResponseIsAFailure() async throws {
        _ = try await service([answer("<html>"), answer("", status: 401)]) { service async throws in
            for wanted in ["The answer is not what this API sends.", "The instance requires a sign-in (HTTP 401)"] {
                let failure = await #expect(throws: NowDataError.self) {
                    try await service.execute(GraphQLQuery(query: "{ a }"))
                }
                expectEqual(failure?.description, wanted)
            }
        }
    }
}

struct GraphQLClientTests {
    private func client(_ outcomes: [ScriptedTransport.Outcome]) throws -> (GraphQLClient, ScriptedTransport) {
        let script = ScriptedTransport(outcomes)
        return (GraphQLClient(instance: try Instance("dev1"), transport: script, purpose: .schema), script)
    }

    private func failure(_ body: String, status: Int = 200, count: Int = 1) async throws -> String {
        let (client, _) = try client([answer(body, status: status)])
        do {
            _ = try await client.run(Array(repeating: GraphQLRequest(query: "q"), count: count))
            return "no failure"
        } catch {
            return error.description
        }
    }

    @Test func severalOperationsAreSentAsArray() async throws {
        let (client, script) = try client([answer(#"{"data":null}"#), answer(#"[{"data":{"a":1}},{"data":{"a":2}}]"#)])
        #expect(try await client.run(GraphQLRequest(query: "q")).data == nil)
        let both = [
            GraphQLRequest(query: "q", operationName: "A"),
            GraphQLRequest(query: "q", variables: [.init("b", 1)], operationName: "B"),
        ]
        try await expectEqual(client.run(both).map { $0.data?["a"]?.number }, ["1", "2"])
        expectEqual(
            lines(script),
            [
                #"POST /api/now/graphql {"query":"q"}"#,
                #"POST /api/now/graphql [{"query":"q","operationName":"A"},{"query":"q","variables":{"b":1},"operationName":"B"}]"#,
            ])
        #expect(script.requests.allSatisfy { $0.purpose == .schema && $0.headers["Accept"] == "application/json" })
    }

    @Test func errorsAreReadInEveryShape() async throws {
        let body = #"""
            {"data":{"a":null},"errors":[
            {"message":"no\u001b[2J  such\nfield","errorType":"ValidationError","path":["a",0,"b"],"locations":[{"line":1,"column":2},{"line":0,"column":1},{"line":"x"}]},
            {"message":"m","extensions":{"classification":"DataFetchingException"},"path":null,"locations":null},
            {"code":7},"text",null]}
            """#
        let (client, _) = try client([answer(body)])
        let errors = try await client.run(GraphQLRequest(query: "q")).errors
        expectEqual(errors.map(\.message), ["no such field", "m", #"{"code":7}"#, "text", ""])
        expectEqual(errors.map(\.errorType), ["ValidationError", "DataFetchingException", nil, nil, nil])
        expectEqual(errors[0].path, ["a", "0", "b"])
        expectEqual(errors[0].locations.map { [$0.line, $0.column] }, [[1, 2]])
        #expect(errors.dropFirst().allSatisfy { $0.path.isEmpty && $0.locations.isEmpty })
    }

    @Test func unrelatedResponseIsRejected() async throws {
        try await expectEqual(
            failure(#"{"result":[]}"#),
            "The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.")
        try await expectEqual(failure("[1]"), "The answer is a list of 1 and does not match the request.")
        try await expectEqual(
            failure(#"[{"data":{}}]"#, count: 2),
            "The answer is a list of 1 and does not match the request.")
        try await expectEqual(
            failure(#"{"data":{}}"#, count: 2),
            "Several operations were sent, and the answer is not a list.")
        try await expectEqual(
            failure("<html><title>Sleeping</title>"), "The answer is a web page, not JSON: “Sleeping”.")
        try await expectEqual(failure("{", status: 403), "The instance denies access (HTTP 403)")
        try await expectEqual(failure("", count: 0), "A document needs an operation.")
        try await expectEqual(failure(#"{"errors":[{"message":"m"}]}"#, count: 2), "no failure")
    }
}

/// A screen of an application. It belongs to the main actor and does nothing for other threads.
@MainActor private final class Screen {
    private(set) var tableService: NowTableService?
    private(set) var graphQLService: NowGraphQLService?
    private(set) var shown: [String] = []

    func initializeTableService(instanceUrl: URL) {
        makeTableService(instanceUrl: instanceUrl) { [weak self] result in
            guard let self = self else { return }
            switch result {
            case .success(let tableService):
                debugPrint("Successfully created a table service \(tableService)")
                self.tableService = tableService
            case .failure(let error):
                debugPrint("Creating table service failed with error: \(error)")
            }
        }
    }

    func initializeGraphQLService(instanceUrl: URL) {
        makeGraphQLService(instanceUrl: instanceUrl) { [weak self] result in
            switch result {
            case .success(let service):
                self?.graphQLService = service
            case .failure(let error):
                debugPrint("Creating GraphQL service failed with error: \(error)")
                self?.graphQLService = nil
            }
        }
    }

    func show(_ query: String, then done: @escaping () -> Void) {
        graphQLService?.execute(GraphQLQuery(query: query)) { [weak self] result in
            self?.shown.append((try? result.get()).map { String(decoding: $0, as: UTF8.self) } ?? "failed")
            done()
        }
    }

    func showRecord(then done: @escaping () -> Void) {
        tableService?.record(with: "a1", from: "incident") { [weak self] result in
            switch result {
            case .success(let data): self?.shown.append("\(data.count) bytes")
            case .failure(let error): self?.shown.append("\(error)")
            }
            done()
        }
    }
}

/// Closures of applications compile as the documentation writes them, and run where their properties belong.
struct ApplicationTests {
    private var address: URL {
        get throws { try #require(URL(string: "https://myinstance.service-now.com")) }
    }

    @Test func closuresRunOnTheCallersActor() async throws {
        let script = ScriptedTransport([
            answer(#"{"data":{}}"#), answer(#"{"result":{}}"#), answer("{}", status: 404),
        ])
        let address = try address
        try await withConfiguration(configuration(script)) { await Self.use(address) }
        expectEqual(script.requests.count, 3)
    }

    @MainActor private static func use(_ address: URL) async {
        let screen = Screen()
        screen.initializeTableService(instanceUrl: address)
        screen.initializeGraphQLService(instanceUrl: address)
        await withCheckedContinuation { continuation in screen.show("{ a }") { continuation.resume() } }
        for _ in 0..<2 {
            await withCheckedContinuation { continuation in screen.showRecord { continuation.resume() } }
        }
        expectEqual(screen.shown.prefix(2), [#"{"data":{}}"#, "13 bytes"])
        #expect(screen.shown.count == 3 && screen.shown[2].contains("HTTP 404"), "\(screen.shown)")
    }

    @Test func factoriesAreAsyncToo() async throws {
        let address = try address, wrong = try #require(URL(string: "ftp://x"))
        try await withConfiguration(configuration(ScriptedTransport([]))) {
            let tables = try await makeTableService(instanceUrl: address)
            let graphQL = try await makeGraphQLService(instanceUrl: address)
            let api = try await makeApiService(instanceUrl: address, path: "/api/now")
            let services: [any NowService] = [tables, graphQL, api]
            #expect(services.allSatisfy { $0.configuration.instanceUrl == address })
            await #expect(throws: NowServiceError.serviceConfigurationInvalid) {
                try await makeGraphQLService(instanceUrl: wrong)
            }
        }
    }

    @Test func publisherSendsItsRequestForEachIteration() async throws {
        let script = ScriptedTransport([
            answer(#"{"data":{"a":1}}"#), answer(#"{"data":{"a":2}}"#),
            .failure(TransportFailure(.timeout, "It took too long.")),
        ])
        let address = try address
        try await withConfiguration(configuration(script)) {
            let publisher = try await makeGraphQLService(instanceUrl: address).publisher(for: GraphQLQuery(query: "q"))
            #expect(script.requests.isEmpty)
            var answers: [String] = []
            for _ in 0..<2 {
                for try await data in publisher { answers.append(String(decoding: data, as: UTF8.self)) }
            }
            expectEqual(answers, [#"{"data":{"a":1}}"#, #"{"data":{"a":2}}"#])
            await #expect(throws: NowDataError.self) { for try await _ in publisher {} }
        }
        expectEqual(script.requests.count, 3)
    }
}
