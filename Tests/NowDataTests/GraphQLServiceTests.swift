import ExchangeModel
import FoundationEssentials
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

    @Test func aDocumentTravelsAsJSONAndTheAnswerComesAsItIs() async throws {
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

    @Test func variablesAndTheNameOfAnOperationTravelBesideTheDocument() async throws {
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

    @Test func whatIsNoGraphQLAnswerIsAFailure() async throws {
        _ = try await service([answer("<html>"), answer("", status: 401)]) { service async throws in
            for wanted in ["The answer is not what this API sends.", "The instance asks for a sign-in (HTTP 401)"] {
                let failure = await #expect(throws: NowDataError.self) {
                    try await service.execute(GraphQLQuery(query: "{ a }"))
                }
                #expect(failure?.description == wanted)
            }
        }
    }
}
