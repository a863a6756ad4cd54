import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

struct KeyTests {
    private func key(_ request: HTTPRequest) -> RequestKey { RequestKey(of: RequestParts(of: request)) }

    @Test func keyIsReadable() {
        let request = HTTPRequest(
            .post, HTTPURL("http://127.0.0.1:4711/api/now/table/incident?sysparm_fields=b,a&a=1")!,
            headers: ["Content-Type": "application/json", "Accept": "application/json", "User-Agent": "x"],
            body: [UInt8](#"{"b": 1, "a": [true]}"#), principal: "abel.tuter")
        expectEqual(
            key(request).text,
            """
            origin http://127.0.0.1
            principal abel.tuter
            method POST
            path /api/now/table/incident
            query a=1
            query sysparm_fields=a,b
            header accept: application/json
            body json {"a":[true],"b":1}

            """)
    }

    @Test(arguments: [
        ("/t?a=1&b=2", "/t?b=2&a=1"),
        ("/t?a=x%20y", "/t?a=x+y"),
        ("/t?sysparm_fields=a,b,b", "/t?sysparm_fields=b%2Ca"),
        ("/t?sysparm_query=active=true%5Epriority=1", "/t?sysparm_query=priority=1^active=true"),
        ("/t?token=REDACTED-token-1", "/t?token=REDACTED-token-22"),
        ("/t?sysparm_offset=0", "/t"),
        ("/t?a=1", "/t?a=1&sysparm_offset=0"),
    ])
    func spellingsOfOneRequestHaveOneKey(_ left: String, _ right: String) {
        expectEqual(key(.get(left)), key(.get(right)))
    }

    @Test(arguments: [
        ("/t?a=1&a=2", "/t?a=2&a=1"),
        ("/t?sysparm_offset=10", "/t"),
        ("/t?offset=0", "/t"),
        ("/t?a=1", "/T?a=1"),
        ("/t?a=1", "/t?a=1&b="),
        ("/t?sysparm_query=active=true^priority=1", "/t?sysparm_query=active=true^priority=2"),
        ("/t?sysparm_query=ORDERBYa^ORDERBYb", "/t?sysparm_query=ORDERBYb^ORDERBYa"),
        ("/t?a=x%0Aquery b=2", "/t?a=x&b=2"),
        ("/t?a%3Db=c", "/t?a=b%3Dc"),
        ("/t?a=%C3%A9", "/t?a=e%CC%81"),
    ])
    func differentRequestsHaveDifferentKeys(_ left: String, _ right: String) {
        let right = right.split(separator: " ").joined(separator: "%20")
        let left = left.split(separator: " ").joined(separator: "%20")
        #expect(key(.get(left)) != key(.get(right)))
    }

    @Test func onlyLoopbackPortsAreDropped() {
        func origin(_ url: String) -> String { RequestParts.origin(of: HTTPURL(url)!) }
        expectEqual(origin("http://127.0.0.1:4711/"), "http://127.0.0.1")
        expectEqual(origin("http://sandbox.localhost:81/"), "http://sandbox.localhost")
        expectEqual(origin("https://[::1]:8443/"), "https://[::1]")
        expectEqual(origin("https://dev.example.com:8443/"), "https://dev.example.com:8443")
    }

    @Test func onlySignificantHeadersCount() {
        func with(_ name: String, _ value: String) -> RequestKey {
            var request = HTTPRequest.get("/t")
            request.headers.append(name, value)
            return key(request)
        }
        for name in ["Range", "If-None-Match", "if-modified-since", "X-no-response-body"] {
            #expect(with(name, "1") != with(name, "2"), "\(name)")
        }
        for name in ["User-Agent", "Cookie", "Authorization", "Date"] {
            expectEqual(with(name, "1"), with(name, "2"), "\(name)")
        }
    }

    private static let json = "application/json", form = "application/x-www-form-urlencoded"
    private static let multipart = "multipart/form-data; boundary="
    /// Without its final boundary it is not a multipart body, and its whole text is the key.
    private static let open = "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n1\r\n--B\r\nX: y\r\n\r\n"

    private static func part(_ boundary: String, _ text: String) -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\(text)\r\n--\(boundary)--\r\n"
    }

    @Test(
        arguments: [
            (#"{"a":1,"b":2}"#, json, " {\"b\":2 ,\n\"a\":1}", json + ";charset=UTF-8", true),
            (#"{"a":1}"#, json, #"{"a":1.0}"#, json, false), (#"{"a":1"#, json, #"{"a":1 "#, json, false),
            ("a=1&b=x+y", form, "b=x%20y&a=1", form, true),
            (part("AA", "hello"), multipart + "AA", part("B", "hello"), multipart + "\"B\"", true),
            (part("AA", "hello"), multipart + "AA", part("B", "hallo"), multipart + "B", false),
            (open + "2", multipart + "B", open + "3", multipart + "B", false),
            ("plain", "text/plain", "plain ", "text/plain", false),
        ] as [(String, String, String, String, Bool)])
    func bodiesAreComparedByMeaning(
        _ left: String, _ type: String, _ right: String, _ other: String, isSame: Bool
    ) {
        expectEqual((key(.send(.post, "/t", left, type: type)) == key(.send(.post, "/t", right, type: other))), isSame)
    }

    @Test func binaryBodiesAreComparedByDigest() {
        func form(_ bytes: [UInt8]) -> BodyForm { BodyForm(of: bytes, type: "application/octet-stream", path: "/t") }
        expectEqual(form([0xFF, 0xFE, 0, 1]), form([0xFF, 0xFE, 0, 1]))
        #expect(form([0xFF, 0xFE, 0, 1]) != form([0xFF, 0xFE, 0, 2]))
        expectEqual(form([]), .none)
    }

    @Test func longValueOccursOnceInKey() {
        let long = String(repeating: "x", count: 100_000)
        let one = key(.send(.post, "/t", "{\"a\":\"\(long)\"}")),
            other = key(.send(.post, "/t", "{\"a\":\"\(long)y\"}"))
        #expect(one.text.utf8.count < 300)
        #expect(one != other)
    }

    @Test func methodOverrideIsTheMethod() {
        var post = HTTPRequest.send(.post, "/t", "{}")
        post.headers["X-HTTP-Method-Override"] = "PATCH"
        expectEqual(RequestParts(of: post).method, "PATCH")
    }

    @Test func keysAndMismatchesAgree() {
        let requests: [HTTPRequest] = [
            .get("/t"), .get("/t?a=1"), .get("/t?a=2"), .get("/u?a=1"), .get("/t", principal: nil),
            .get("/t?sysparm_query=a=1^b=2"), .get("/t?sysparm_query=b=2^a=1"), .get("/t?sysparm_query=a=1^ORb=2"),
            .get("/t?sysparm_query=ORDERBYa^ORDERBYb"), .get("/t?sysparm_query=ORDERBYb^ORDERBYa"),
            .send(.post, "/t", #"{"a":1}"#), .send(.put, "/t", #"{"a":1}"#), .send(.post, "/t", #"{"a":2}"#),
            .send(.post, "/t", #"{"a":1,"a":2}"#), .send(.post, "/t", #"{"a":2,"a":1}"#),
            .send(.post, "/t", "a=1", type: "application/x-www-form-urlencoded"),
            .send(.post, "/t", "plain", type: "text/plain"),
            .send(.post, "/api/now/graphql", #"{"query":"{a}"}"#),
            .send(.post, "/api/now/graphql", #"{"query":"{b}"}"#),
            .send(.post, "/api/now/graphql", #"[{"query":"{a}"}]"#),
            .send(.post, "/api/now/graphql", #"[{"query":"{a}"},{"query":"{b}"}]"#),
            // One letter, composed and decomposed: equal as Swift strings, different for an instance.
            .get("/t?a=%C3%A9"), .get("/t?a=e%CC%81"), .get("/t?%C3%A9=1"), .get("/t?e%CC%81=1"),
            .get("/t?a%3Db=c"), .get("/t?a=b%3Dc"), .get("/t", principal: "caf\u{E9}"),
            .get("/t", principal: "cafe\u{301}"), .get("/\u{E9}"), .get("/e\u{301}"),
            .get("/t?sysparm_query=aLIKE\u{E9}"), .get("/t?sysparm_query=aLIKEe\u{301}"),
            .send(.post, "/t", "{\"a\":\"\u{E9}\"}"), .send(.post, "/t", "{\"a\":\"e\u{301}\"}"),
            .send(.post, "/t", "{\"\u{E9}\":1}"), .send(.post, "/t", "{\"e\u{301}\":1}"),
            .send(.post, "/t", "\u{E9}", type: "text/plain"), .send(.post, "/t", "e\u{301}", type: "text/plain"),
        ]
        for left in requests {
            for right in requests {
                let (one, other) = (RequestParts(of: left), RequestParts(of: right))
                let mismatches = Matchers.standard.compactMap { $0.mismatch(asked: one, recorded: other) }
                expectEqual((RequestKey(of: one) == RequestKey(of: other)), mismatches.isEmpty, "\(left) \(right)")
                #expect(mismatches.allSatisfy { !$0.differences.isEmpty })
            }
        }
    }
}
