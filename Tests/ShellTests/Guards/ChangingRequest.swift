import ExchangeModel
import Notation
import Testing

/// A way to change something at an instance, or to ask for it in a way that some server may understand so.
struct ChangingRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let method: HTTPMethod
    let target: String
    let headers: HeaderFields
    let body: [UInt8]?

    var testDescription: String { name }

    init(
        _ name: String, _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], bytes: [UInt8]? = nil
    ) {
        (self.name, self.method, self.target, body) = (name, method, target, bytes)
        self.headers =
            bytes == nil || headers["Content-Type"] != nil
            ? headers : HeaderFields(headers.fields + [HeaderField("Content-Type", "application/json")])
    }

    init(_ name: String, _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], body: String) {
        self.init(name, method, target, headers, bytes: Array(body.utf8))
    }

    func request(to origin: HTTPURL) -> HTTPRequest {
        var url = origin
        let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
        (url.path, url.query) = (halves[0], halves.count > 1 ? halves[1] : nil)
        return HTTPRequest(method, url, headers: headers, body: body)
    }

    private static let graphql = "/api/now/graphql"
    private static let insert = #"mutation B{GlideRecord_Mutation{insert_incident(urgency:\"1\"){sys_id{value}}}}"#
    private static let two = #""query":"query A{a} \#(insert)""#
    private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

    private static func graphql(
        _ name: String, _ body: String, at query: String = "", _ headers: HeaderFields = [:]
    ) -> ChangingRequest {
        ChangingRequest("graphql: " + name, .post, graphql + query, headers, body: body)
    }

    private static func batch(_ name: String, _ part: String, version: String = "v1/") -> ChangingRequest {
        ChangingRequest(
            "batch: " + name, .post, "/api/now/\(version)batch",
            body: #"{"rest_requests":[{"id":"0","method":"GET","url":"/api/now/table/problem"},\#(part)]}"#)
    }

    private static func base64(_ text: String) -> String { Base64.encode(text.utf8) }

    private static func override(_ values: String..., by name: String = "X-HTTP-Method-Override") -> HeaderFields {
        HeaderFields(values.map { HeaderField(name, $0) })
    }

    private static let incident = "/api/now/table/incident", record = incident + "/061c92d26f030200d7aecd9c5d3ee4f8"

    static let all: [ChangingRequest] = plain + documents + batches + overrides + addresses

    private static let plain = [
        ChangingRequest("POST of the Table API", .post, incident, body: #"{"urgency":"1"}"#),
        ChangingRequest("DELETE of the Table API", .delete, record),
        ChangingRequest("form of a page", .post, "/incident.do", form, body: "sys_action=sysverb_update&urgency=1"),
        ChangingRequest("import set", .post, "/api/now/import/u_people", body: #"{"u_name":"x"}"#),
        ChangingRequest(
            "attachment", .post, "/api/now/attachment/file?table_name=incident&table_sys_id=1&file_name=x",
            ["Content-Type": "text/plain"], body: "x"),
        ChangingRequest(
            "POST with a login page in its query", .post, incident + "?id=login", body: #"{"urgency":"1"}"#),
        ChangingRequest(
            "POST below a token's address", .post, "/api/x/oauth_token.do", form, body: "grant_type=password"),
        ChangingRequest("POST for a token", .post, "/oauth_token.do", form, body: "grant_type=client_credentials"),
        ChangingRequest("POST to a login page in a folder", .post, "/x/login.do", form, body: "user_name=x"),
    ]

    private static let documents =
        [
            graphql("mutation", #"{"query":"\#(insert)"}"#),
            graphql("second operation named in the URL", #"{\#(two),"operationName":"A"}"#, at: "?operationName=B"),
            graphql("operation named in the URL only", "{\(two)}", at: "?operationName=A"),
            graphql("operation named twice", #"{\#(two),"operationName":"A","operationName":"B"}"#),
            graphql("query twice", #"{"query":"{a}","query":"\#(insert)"}"#),
            graphql("mutation in the URL too", #"{"query":"{a}"}"#, at: "?query=mutation%7Ba%7D"),
            graphql("mutation second in a list", #"[{"query":"{a}"},{"query":"\#(insert)"}]"#),
            graphql("mutation through a fragment", #"{"query":"mutation{...F} fragment F on M{a}"}"#),
            graphql("subscription", #"{"query":"subscription{a}"}"#),
            graphql("unreadable document", #"{"query":"mutation{a"}"#),
            graphql("persisted query", #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ab"}}}"#),
            graphql("persisted query beside a document", #"{"query":"{a}","extensions":{"persistedQuery":{}}}"#),
            graphql("stored document", #"{"query":"{a}","documentId":"7"}"#),
            graphql("compressed", #"{"query":"{a}"}"#, ["Content-Encoding": "gzip"]),
            graphql("another charset", #"{"query":"{a}"}"#, ["Content-Type": "application/json; charset=utf-16"]),
            graphql("multipart", "--b--", ["Content-Type": "multipart/form-data; boundary=b"]),
            graphql("form", "query=mutation%7Ba%7D", form),
            graphql("not JSON", "mutation{a}", ["Content-Type": "application/graphql"]),
            ChangingRequest(
                "graphql: byte order mark", .post, graphql, bytes: [0xEF, 0xBB, 0xBF] + #"{"query":"{a}"}"#.utf8),
            ChangingRequest(
                "graphql: UTF-16", .post, graphql,
                bytes: #"{"query":"{a}"}"#.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
            graphql("override", #"{"query":"{a}"}"#, override("GET")),
            ChangingRequest("graphql: GET", .get, graphql + "?query=mutation%7Ba%7D"),
            ChangingRequest("graphql: GET with a persisted query", .get, graphql + "?extensions=%7B%7D"),
            ChangingRequest("graphql: GET in capitals", .get, "/api/now/GraphQL?query=mutation%7Ba%7D"),
            ChangingRequest("graphql: GET, encoded twice", .get, "/api/now/%2567raphql?query=mutation%7Ba%7D"),
        ]
        + [
            incident + "/graphql", incident + ";/graphql", incident + ";v=1/graphql", "/api/now/import/graphql",
            "/api/x_acme/wipe/graphql", "/api/now/graphql/", "/api/now/v9/graphql", "/api/now/graphql;v=1",
        ].map {
            ChangingRequest("query posted to \($0)", .post, $0, body: #"{"query":"{a}","urgency":"1"}"#)
        } + [
            ChangingRequest(
                "graphql: GET after a comment", .get, graphql + "?query=query%20A%7Ba%7D%23;%0Amutation%20B%7Bb%7D"),
            ChangingRequest("graphql: GET at another spelling", .get, "/api/now/%67raphql;v=1?query=mutation%7Ba%7D"),
        ]

    private static let batches = [
        batch("DELETE", #"{"id":"1","method":"DELETE","url":"\#(record)"}"#),
        batch("delete", #"{"id":"1","method":"delete","url":"\#(record)"}"#),
        batch("part twice a method", #"{"id":"1","method":"GET","method":"DELETE","url":"\#(record)"}"#),
        batch(
            "GET that overrides",
            #"{"id":"1","method":"GET","url":"\#(record)","headers":[{"name":"x-http-method-override","value":"DELETE"}]}"#
        ),
        batch(
            "POST that stands for a GET",
            #"{"id":"1","method":"POST","url":"\#(incident)","headers":[{"name":"X-HTTP-Method-Override","value":"GET"}]}"#
        ),
        batch("headers as an object", #"{"id":"1","url":"\#(record)","headers":{"X-HTTP-Method-Override":"DELETE"}}"#),
        batch(
            "mutation",
            #"{"id":"1","method":"POST","url":"\#(graphql)","body":"\#(base64(#"{"query":"mutation{a}"}"#))"}"#),
        batch(
            "batch", #"{"id":"1","method":"POST","url":"/api/now/batch","body":"\#(base64(#"{"rest_requests":[]}"#))"}"#
        ),
        batch("address of another host", #"{"id":"1","method":"GET","url":"http://127.0.0.1/api/now/table/incident"}"#),
        batch("address without a scheme", #"{"id":"1","method":"GET","url":"//127.0.0.1/x"}"#),
        batch("two slashes", #"{"id":"1","method":"GET","url":"/api//now/table/incident"}"#),
        batch("steps up", #"{"id":"1","method":"GET","url":"/api/now/../../xmlhttp.do"}"#),
        batch("encoded path", #"{"id":"1","method":"GET","url":"/%78mlhttp.do"}"#),
        batch("unknown member", #"{"id":"1","method":"GET","url":"\#(record)","override":"DELETE"}"#),
        batch("page that acts", #"{"id":"1","method":"GET","url":"/incident.do?sys_action=sysverb_delete"}"#),
        batch("unknown version", #"{"id":"1","method":"GET","url":"\#(record)"}"#, version: "v3/"),
        batch(
            "name that is cut",
            #"{"id":"1","method":"GET","url":"\#(record)","headers":[{"name":"X-HTTP-Method-Override ","value":"DELETE"}]}"#
        ),
        batch(
            "query to another resource",
            #"{"id":"1","method":"POST","url":"/api/x/y/graphql","body":"\#(base64(#"{"query":"{a}"}"#))"}"#),
        ChangingRequest(
            "batch: overridden", .post, "/api/now/v1/batch", override("GET"), body: #"{"rest_requests":[]}"#),
    ]

    private static let overrides =
        [
            ChangingRequest("GET that overrides", .get, record, override("DELETE")),
            ChangingRequest("GET that overrides twice", .get, record, override("GET", "DELETE")),
            ChangingRequest("GET that overrides to two", .get, record, override("GET, DELETE")),
            ChangingRequest("GET with X-Method-Override", .get, record, override("DELETE", by: "X-METHOD-OVERRIDE")),
            ChangingRequest("GET with X-HTTP-Method", .get, record, override("DELETE", by: "x-http-method")),
            ChangingRequest("GET with underscores", .get, record, override("DELETE", by: "X_HTTP_Method_Override")),
            ChangingRequest("HEAD that overrides", .head, record, override("DELETE")),
            ChangingRequest("POST that stands for a GET", .post, incident, override("GET"), body: #"{"urgency":"1"}"#),
            ChangingRequest("POST that overrides twice", .post, record, override("GET", "DELETE"), body: "{}"),
            ChangingRequest("GET with _method", .get, record + "?_method=DELETE"),
            ChangingRequest("GET with _method, encoded", .get, record + "?a=b&%5Fmethod=delete"),
            ChangingRequest("GET with _method in the path", .get, record + ";_method=DELETE"),
            ChangingRequest("GET with _method in a list", .get, record + "?_method%5B%5D=DELETE"),
            ChangingRequest("GET with a header's name in its query", .get, record + "?X-HTTP-Method-Override=DELETE"),
        ]
        + ["X-Method", "_method", "X.HTTP.Method.Override", "Method-Override"].map {
            ChangingRequest("GET with the header \($0)", .get, record, override("DELETE", by: $0))
        }
        + ["X-Original-URL", "X-Rewrite-URL"].map {
            ChangingRequest("GET with \($0)", .get, record, override("/xmlhttp.do", by: $0))
        }

    private static let addresses = [
        ChangingRequest("GET that acts", .get, "/incident.do?sys_id=1&sys_action=sysverb_delete"),
        ChangingRequest("GET that acts, encoded", .get, "/incident.do?sys_id=1&sys%5Faction=x"),
        ChangingRequest("GET that acts, after a semicolon", .get, "/incident.do?a=b;sys_action=x"),
        ChangingRequest("GET with a button", .get, "/incident.do?sysverb_delete=Delete"),
        ChangingRequest(
            "GET of a JSON processor", .get, "/incident.do?JSONv2&sysparm_action=deleteRecord&sysparm_sys_id=1"),
        ChangingRequest("GET of a script", .get, "/xmlhttp.do?sysparm_processor=X"),
        ChangingRequest("GET of a script, in capitals", .get, "/XMLHTTP.DO?sysparm_processor=X"),
        ChangingRequest("GET of a script, encoded", .get, "/%78mlhttp.do?sysparm_processor=X"),
        ChangingRequest("GET of a script with a parameter", .get, "/xmlhttp.do;jsessionid=1?sysparm_processor=X"),
        ChangingRequest("GET of a script below a slash", .get, "//xmlhttp.do/?sysparm_processor=X"),
        ChangingRequest("GET of a script with a dot", .get, "/xmlhttp.do.?sysparm_processor=X"),
        ChangingRequest("GET of a script with a blank", .get, "/xmlhttp.do%20?sysparm_processor=X"),
        ChangingRequest("GET of a script, encoded twice", .get, "/xmlhttp%252edo?sysparm_processor=X"),
        ChangingRequest("GET as another user", .get, "/impersonate.do?sysparm_sys_id=1"),
        ChangingRequest(
            "POST as another user", .post, "/api/now/ui/impersonate/62826bf03710200044e0bfc8bcbe5df1", body: "{}"),
        ChangingRequest("GET of the logout", .get, "/logout.do"),
        ChangingRequest("GET of the caches", .get, "/cache.do"),
        ChangingRequest("GET that revokes a token", .get, "/oauth_revoke_token.do?token=x"),
    ]
}
