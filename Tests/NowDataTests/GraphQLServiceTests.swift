import ExchangeModel
import FoundationEssentials
import Notation
import NowData
import NowSDK
import Testing

@Suite struct GraphQLServiceTests {
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
            #expect(try await service.execute(GraphQLQuery(query: "{ a }")) == Data("{\"data\":{}}".utf8))
            let result: Result<Data, NowDataError> = await withCheckedContinuation { continuation in
                service.execute(GraphQLQuery(query: "{\n\"b\" }")) { continuation.resume(returning: $0) }
            }
            #expect(try result.get() == Data(failed.utf8))
        }
        #expect(
            lines(script) == [
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
        #expect(
            lines(script) == [
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
            #expect(failure?.description == "The model cannot be written as JSON.")
        }
    }

    @Test func nonGraphQLResponseIsAFailure() async throws {
        _ = try await service([answer("<html>"), answer("", status: 401)]) { service async throws in
            for wanted in ["The answer is not what this API sends.", "The instance requires a sign-in (HTTP 401)"] {
                let failure = await #expect(throws: NowDataError.self) {
                    try await service.execute(GraphQLQuery(query: "{ a }"))
                }
                #expect(failure?.description == wanted)
            }
        }
    }
}

@Suite struct GraphQLClientTests {
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
        #expect(try await client.run(both).map { $0.data?["a"]?.number } == ["1", "2"])
        #expect(
            lines(script) == [
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
        #expect(errors.map(\.message) == ["no such field", "m", #"{"code":7}"#, "text", ""])
        #expect(errors.map(\.errorType) == ["ValidationError", "DataFetchingException", nil, nil, nil])
        #expect(errors[0].path == ["a", "0", "b"])
        #expect(errors[0].locations.map { [$0.line, $0.column] } == [[1, 2]])
        #expect(errors.dropFirst().allSatisfy { $0.path.isEmpty && $0.locations.isEmpty })
    }

    @Test func unrelatedResponseIsRejected() async throws {
        #expect(
            try await failure(#"{"result":[]}"#)
                == "The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.")
        #expect(try await failure("[1]") == "The answer is a list of 1 and does not match the request.")
        #expect(
            try await failure(#"[{"data":{}}]"#, count: 2)
                == "The answer is a list of 1 and does not match the request.")
        #expect(
            try await failure(#"{"data":{}}"#, count: 2)
                == "Several operations were sent, and the answer is not a list.")
        #expect(try await failure("<html><title>Sleeping</title>") == "The answer is a web page, not JSON: “Sleeping”.")
        #expect(try await failure("{", status: 403) == "The instance denies access (HTTP 403)")
        #expect(try await failure("", count: 0) == "A document needs an operation.")
        #expect(try await failure(#"{"errors":[{"message":"m"}]}"#, count: 2) == "no failure")
    }
}
