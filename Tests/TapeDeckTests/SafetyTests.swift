import ExchangeModel
import Testing

@testable import TapeDeck

@Suite struct SafetyTests {
    private func request(
        _ method: HTTPMethod, _ target: String = "/api/now/table/incident", _ body: String? = nil,
        override: String? = nil
    ) -> HTTPRequest {
        var headers: HeaderFields = [:]
        if let override { headers["x-http-method-override"] = override }
        return HTTPRequest(
            method, HTTPURL("http://sandbox.localhost" + target)!, headers: headers, body: body.map { Array($0.utf8) })
    }

    @Test func methodsThatReadAreSafe() {
        for method in [HTTPMethod.get, .head, .options] { #expect(Safety.isSafe(request(method))) }
        for method in [
            HTTPMethod.post, .put, .patch, .delete, HTTPMethod(rawValue: "get"), HTTPMethod(rawValue: "PURGE"),
        ] {
            #expect(!Safety.isSafe(request(method)), "\(method)")
        }
    }

    @Test func methodOverrideCounts() {
        #expect(Safety.isSafe(request(.post, override: "GET")))
        #expect(!Safety.isSafe(request(.post, override: "DELETE")))
        #expect(Safety.isSafe(request(.get, override: "DELETE")))
    }

    @Test(arguments: [
        ("{ a }", true),
        ("query Q($a: In = {x: [1]}) @d(e: {f: 1}) { a { b } } fragment F on T { c }", true),
        ("# mutation {x}\n{ a(text: \"mutation { b }\") }", true),
        ("{ a(text: \"\"\"} mutation { \\\"\"\" \"\"\") }", true),
        ("query { mutation { a } }", true),
        ("mutation { update_incident(sys_id: \"1\") { a } }", false),
        ("query A { a } mutation B { b }", false),
        ("subscription { a }", false),
        ("fragment F on T { c }", false),
        ("{ a", false),
        ("{ a } }", false),
        ("", false),
        ("schema { query: Q }", false),
    ])
    func graphQLIsSafeWhenItOnlyQueries(_ document: String, _ isSafe: Bool) {
        #expect(GraphQLText.readsOnly(document) == isSafe)
    }

    @Test func graphQLPostSafetyDependsOnDocuments() {
        func post(_ body: String, to path: String = "/api/now/graphql") -> Bool {
            Safety.isSafe(request(.post, path, body))
        }
        #expect(post(#"{"query":"{a}"}"#))
        #expect(post(#"[{"query":"{a}"},{"query":"query{b}"}]"#))
        #expect(!post(#"[{"query":"{a}"},{"query":"mutation{b}"}]"#))
        #expect(!post(#"{"query":"{a}"}"#, to: "/api/now/table/graphql_log"))
        #expect(!post("[]"))
        #expect(!post("{}"))
        #expect(!post("not json"))
        #expect(!Safety.isSafe(request(.post, "/api/now/graphql")))
        #expect(!Safety.isSafe(request(.get, "/api/now/graphql?query=mutation%7Ba%7D")))
        #expect(Safety.isSafe(request(.get, "/api/now/graphql?query=%7Ba%7D")))
        // A second field, another spelling of its name, or an override does not make a mutation safe.
        #expect(!Safety.isSafe(request(.get, "/api/now/graphql?query=%7Ba%7D&query=mutation%7Ba%7D")))
        #expect(!Safety.isSafe(request(.get, "/api/now/graphql?%71uery=mutation%7Ba%7D")))
        #expect(!Safety.isSafe(request(.post, "/api/now/graphql", #"{"query":"mutation{a}"}"#, override: "GET")))
        #expect(Safety.isSafe(request(.post, "/api/now/graphql", #"{"query":"{a}"}"#, override: "GET")))
        #expect(!post(#"{"query":"{a}","query":"mutation{a}"}"#))
        // Nor does another spelling of the path, or a query in the body together with a mutation in the URL.
        for path in ["/api/now/%67raphql", "/api/now/graphql/", "/api/now/graphql;v=1", "/api/now//graphql"] {
            #expect(!Safety.isSafe(request(.get, path + "?query=mutation%7Ba%7D")), "\(path)")
        }
        #expect(!Safety.isSafe(request(.post, "/api/now/graphql?query=mutation%7Ba%7D", #"{"query":"{a}"}"#)))
        // Only the operation named in the request is executed.
        let two = #""query":"query A{a} mutation B{b} query C{c} subscription D{d} query E{e} mutation E{e}""#
        for (name, isSafe) in [("A", true), ("B", false), ("C", true), ("D", false), ("E", false), ("F", false)] {
            #expect(post(#"{\#(two),"operationName":"\#(name)"}"#) == isSafe, "\(name)")
        }
        #expect(!post("{\(two)}"))
        #expect(!post(#"{\#(two),"operationName":"A","operationName":"B"}"#))
        let address = "/api/now/graphql?query=query%20A%7Ba%7Dmutation%20B%7Bb%7D&operationName="
        #expect(Safety.isSafe(request(.get, address + "A")))
        #expect(!Safety.isSafe(request(.get, address + "B")))
        #expect(!Safety.isSafe(request(.get, address + "A&operationName=B")))
    }

    @Test func batchIsSafeWhenEveryPartIs() {
        func batch(_ parts: String) -> Bool {
            Safety.isSafe(request(.post, "/api/now/v1/batch", #"{"batch_request_id":"1","rest_requests":[\#(parts)]}"#))
        }
        let get = #"{"id":"1","method":"GET","url":"/api/now/table/incident?a=b"}"#
        let delete = #"{"id":"2","method":"DELETE","url":"/api/now/table/incident/1"}"#
        let disguised =
            #"{"id":"3","method":"POST","url":"/t","headers":[{"name":"X-HTTP-Method-Override","value":"GET"}]}"#
        // {"query":"{a}"} and {"query":"mutation{a}"} in base64.
        let query = #"{"id":"4","method":"POST","url":"/api/now/graphql","body":"eyJxdWVyeSI6InthfSJ9"}"#
        let mutation = #"{"id":"5","method":"POST","url":"/api/now/graphql","body":"eyJxdWVyeSI6Im11dGF0aW9ue2F9In0="}"#
        let nested = #"{"id":"6","method":"POST","url":"/api/now/v1/batch","body":"eyJyZXN0X3JlcXVlc3RzIjpbXX0="}"#
        #expect(batch(get))
        #expect(batch(get + "," + disguised + "," + query))
        #expect(!batch(get + "," + delete))
        #expect(!batch(get + "," + mutation))
        #expect(!batch(nested))
        #expect(!batch(#"{"id":"8","method":"GET","method":"DELETE","url":"/t"}"#))
        #expect(!batch(#"{"id":"7"}"#))
        #expect(!Safety.isSafe(request(.post, "/api/now/v1/batch", "{}")))
        #expect(Safety.isSafe(request(.post, "/api/now/v2/batch", #"{"rest_requests":[\#(get)]}"#)))
        #expect(!Safety.isSafe(request(.post, "/api/now/v3/batch", #"{"rest_requests":[\#(get)]}"#)))
    }

    @Test func epochsFollowChangesAndIdentities() {
        var counter = EpochCounter()
        func take(_ request: HTTPRequest) -> Int64? {
            let placement = counter.placement(of: request)
            counter.take(request, at: placement)
            return placement.epoch
        }
        #expect(take(.get("/a")) == 0)
        #expect(take(.get("/b", purpose: .signIn)) == nil)
        #expect(take(.send(.post, "/a", "{}")) == 1)
        #expect(take(.get("/a")) == 1)
        #expect(take(.send(.delete, "/a", "{}")) == 2)
        #expect(take(.send(.delete, "/a", "{}")) == 3)
        #expect(take(.get("/a", principal: "admin")) == 4)
        #expect(take(.get("/a", principal: "admin")) == 4)
        #expect(take(.get("/a")) == 5)
        #expect(take(HTTPRequest(.get, HTTPURL("https://dev.example.com/a")!, principal: "john.doe")) == 6)
        #expect(take(.get("/schema", principal: "admin", purpose: .completion)) == nil)
        #expect(counter.epoch == 6)
    }
}
