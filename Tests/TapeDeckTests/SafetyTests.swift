import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

struct SafetyTests {
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
        ] { #expect(!Safety.isSafe(request(method)), "\(method)") }
    }

    /// Any override is a change, unless the method and all overrides read: an instance or a gateway may ignore it, or
    /// take another of several.
    @Test func methodOverrideCounts() {
        let methods = ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "get", "PATCH", "", "GET, DELETE"]
        let names = ["X-HTTP-Method-Override", "x-method-override", "X_HTTP_METHOD"]
        var random = SeededGenerator(seed: 39)
        for _ in 0..<500 {
            var headers: HeaderFields = ["X-HTTP-Methods": "DELETE", "X-UserToken": "DELETE"]
            let method = random.pick(["GET", "HEAD", "OPTIONS", "POST", "PUT"])
            let overrides = (0..<random.below(4)).map { _ in random.pick(methods) }
            var fields = ["sysparm_limit=1"]
            for value in overrides {
                if random.below(4) == 0 {
                    fields.append(random.pick(["_method=", "%5Fmethod=", "_METHOD="]) + PercentCoding.encode(value))
                } else {
                    headers.append(random.pick(names), value)
                }
            }
            let sent = HTTPRequest(
                HTTPMethod(rawValue: method),
                HTTPURL("http://sandbox.localhost/api/now/table/incident?" + fields.joined(separator: "&"))!,
                headers: headers)
            let isRead = ([method] + overrides).allSatisfy { ["GET", "HEAD", "OPTIONS"].contains($0.uppercased()) }
            expectEqual(Safety.isSafe(sent), isRead, "\(method) \(overrides)")
            #expect(isRead || RequestEffect.of(sent) == .changes([.table("incident")]))
        }
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
        expectEqual(GraphQLText.changes(GraphQLText.Run(document: document)).isEmpty, isSafe)
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
        #expect(!Safety.isSafe(request(.post, "/api/now/graphql", #"{"query":"{a}"}"#, override: "GET")))
        #expect(!post(#"{"query":"{a}","query":"mutation{a}"}"#))
        // Nor does another spelling of the path, or a query in the body together with a mutation in the URL.
        for path in ["/api/now/%67raphql", "/api/now/graphql/", "/api/now/graphql;v=1", "/api/now//graphql"] {
            #expect(!Safety.isSafe(request(.get, path + "?query=mutation%7Ba%7D")), "\(path)")
        }
        #expect(!Safety.isSafe(request(.post, "/api/now/graphql?query=mutation%7Ba%7D", #"{"query":"{a}"}"#)))
        // Only the operation named in the request is executed.
        let two = #""query":"query A{a} mutation B{b} query C{c} subscription D{d} query E{e} mutation E{e}""#
        for (name, isSafe) in [("A", true), ("B", false), ("C", true), ("D", false), ("E", false), ("F", false)] {
            expectEqual(post(#"{\#(two),"operationName":"\#(name)"}"#), isSafe, "\(name)")
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
        #expect(batch(get + "," + query))
        #expect(!batch(get + "," + disguised))
        #expect(!batch(get + "," + delete))
        #expect(!batch(get + "," + mutation))
        #expect(!batch(nested))
        #expect(!batch(#"{"id":"8","method":"GET","method":"DELETE","url":"/t"}"#))
        #expect(!batch(#"{"id":"7"}"#))
        #expect(!Safety.isSafe(request(.post, "/api/now/v1/batch", "{}")))
        #expect(Safety.isSafe(request(.post, "/api/now/v2/batch", #"{"rest_requests":[\#(get)]}"#)))
        #expect(!Safety.isSafe(request(.post, "/api/now/v3/batch", #"{"rest_requests":[\#(get)]}"#)))
    }

    @Test func changedThingsAreNamed() {
        func things(_ method: HTTPMethod, _ target: String, _ body: String? = nil) -> RequestEffect {
            RequestEffect.of(request(method, target, body))
        }
        let record = "/api/now/v2/table/incident/1"
        expectEqual(things(.patch, record, "{}"), .changes([.table("incident")]))
        expectEqual(things(.delete, "/api/now/attachment/1"), .changes([.attachments]))
        expectEqual(things(.post, "/api/x_snc_my_work/v1/tracker/task/1/comment"), .changes([.journal]))
        expectEqual(things(.post, "/api/x_snc_my_work/v1/tracker/task/1/2/comment"), .changes([.anything]))
        for target in [
            "/api/now/import/u_x", "/incident.do", "/api/now/table/incident/1/x", "/api/now/table/incident;v=1",
            "/api/now/table//x",
            "/api/now/table/%69ncident", "/api/now/table/../table/incident", "/api/now/table/Incident",
            "/API/now/table/incident",
            "/api/now/vx/table/incident", "/api/now/table", "/x/api/now/table/incident", "/api/sn_x/table/incident",
        ] { expectEqual(things(.post, target, "{}"), .unknown, "\(target)") }
        func document(_ text: String) -> RequestEffect {
            things(.post, "/api/now/graphql", JSON.object([JSON.Member("query", .string(text))]).compact)
        }
        expectEqual(
            document(
                "mutation{GlideRecord_Mutation{a:insert_incident{b} delete_problem{c} ...F}} fragment F on T{update_task{d}}"
            ),
            .changes([.table("incident"), .table("problem"), .table("task")]))
        expectEqual(
            document("mutation{GlideRecord_Mutation{insert_incident @skip(if:true){b}} other{a}}"),
            .changes([.table("incident"), .anything]))
        expectEqual(
            document("mutation{...F} fragment F on T{a} fragment F on T{GlideRecord_Mutation{insert_x{a}}}"), .unknown
        )
        expectEqual(document("mutation{__typename}"), .unknown)
        let parts = [
            #"{"id":"1","method":"PATCH","url":"/api/now/table/incident/1","body":"e30="}"#,
            #"{"id":"2","method":"POST","url":"/api/now/attachment/file?table_name=x"}"#,
            #"{"id":"3","url":"/api/now/stats/x"}"#,
        ]
        let batch = #"{"rest_requests":[\#(parts.joined(separator: ","))]}"#
        expectEqual(things(.post, "/api/now/v1/batch", batch), .changes([.table("incident"), .attachments]))
    }

    /// Each body is a read as it is, and not when a server may read it as something else.
    @Test(arguments: ["/api/now/graphql", "/api/now/v1/batch"]) func bodiesAreReadInOneWayOnly(_ path: String) {
        let body =
            path.hasSuffix("batch") ? #"{"rest_requests":[{"id":"1","url":"/api/now/table/x"}]}"# : #"{"query":"{a}"}"#
        func isSafe(_ headers: HeaderFields, _ bytes: [UInt8]) -> Bool {
            Safety.isSafe(
                HTTPRequest(.post, HTTPURL("http://sandbox.localhost" + path)!, headers: headers, body: bytes))
        }
        let plain = Array(body.utf8)
        for type in ["application/json", "application/json; charset=UTF-8", "application/vnd.x+json"] {
            #expect(isSafe(["Content-Type": type, "Content-Encoding": "identity"], plain), "\(type)")
        }
        for type in [
            "text/plain", "application/graphql", "application/json; charset=utf-7", "multipart/form-data", "json", "",
        ] { #expect(!isSafe(["Content-Type": type], plain), "\(type)") }
        #expect(!isSafe(["Content-Encoding": "br"], plain))
        #expect(!isSafe(["Content-Type": "application/json", "content-type": "text/plain"], plain))
        #expect(!isSafe([:], [0xEF, 0xBB, 0xBF] + plain))
        #expect(!isSafe([:], body.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }))
        #expect(!isSafe([:], plain.dropLast()))
        #expect(!isSafe([:], []))
    }

    @Test func epochsFollowChangesAndIdentities() {
        var counter = EpochCounter()
        func take(_ request: HTTPRequest) -> Int64? {
            let placement = counter.placement(of: request)
            counter.take(request, at: placement)
            return placement.epoch
        }
        expectEqual(take(.get("/a")), 0)
        expectEqual(take(.get("/b", purpose: .signIn)), nil)
        expectEqual(take(.send(.post, "/a", "{}")), 1)
        expectEqual(take(.get("/a")), 1)
        expectEqual(take(.send(.delete, "/a", "{}")), 2)
        expectEqual(take(.send(.delete, "/a", "{}")), 3)
        expectEqual(take(.get("/a", principal: "admin")), 4)
        expectEqual(take(.get("/a", principal: "admin")), 4)
        expectEqual(take(.get("/a")), 5)
        expectEqual(take(HTTPRequest(.get, HTTPURL("https://dev.example.com/a")!, principal: "john.doe")), 6)
        expectEqual(take(.get("/schema", principal: "admin", purpose: .completion)), nil)
        expectEqual(counter.epoch, 6)
    }
}
