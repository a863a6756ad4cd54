import ExchangeModel
import Foundation
import LoopbackServer
import Sandbox
import Testing

/// What curl prints of every error an instance gives, as the Table API's errors were recorded or are documented:
/// message and detail are theirs, word for word.
struct ErrorTranscriptTests {
    /// Wire time that stands still.
    private struct StandingClock: Clock {
        let now = Timestamp(seconds: 1_767_225_600)
        func sleep(microseconds: Int64) async throws {}
    }

    /// The headers an error is told by. Those that every answer carries are left out.
    private static let telling: Set<String> = [
        "allow", "content-type", "retry-after", "www-authenticate", "x-is-logged-in", "x-ratelimit-limit",
        "x-ratelimit-reset", "x-ratelimit-rule", "x-total-count",
    ]

    /// Runs `curl -i` with these words, a path among them, and gives the call and its answer.
    private func transcript(_ words: String..., faults: [String] = [], times: Int = 1) async throws -> String {
        var options = SandboxOptions(clock: StandingClock())
        options.faults = try faults.map { try Fault($0) }
        let listener = try LoopbackListener(try SandboxInstance(options))
        defer { listener.stop() }
        let desk = try Desk()
        let arguments = words.map { $0.hasPrefix("/") ? "http://127.0.0.1:\(listener.port)" + $0 : $0 }
        var answer = ""
        for _ in 0..<times {
            let ended = try await Child(
                ["curl", "-sSi", "-H", "Expect:"] + arguments, environment: desk.environment([:]),
                folder: desk.project, input: ""
            ).end()
            #expect(ended.status == 0, "\(ended.errors)")
            answer = ended.output
        }
        let lines = answer.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let end = lines.firstIndex(of: "") ?? lines.endIndex
        let told = lines[..<end].enumerated().filter { offset, line in
            offset == 0 || Self.telling.contains(line.prefix { $0 != ":" }.lowercased())
        }.map(\.element)
        let body = lines[min(end + 1, lines.endIndex)...].joined(separator: "\r\n")
        let shown = words.map { $0.contains(where: { " {<".contains($0) }) ? "'\($0)'" : $0 }.joined(separator: " ")
        return "$ curl -i \(shown)\n" + told.joined(separator: "\n") + "\n\n" + body
    }

    private let john = "john.doe:password", abel = "abel.tuter:password", joe = "joe.employee:password"

    @Test func anUnknownTable() async throws {
        #expect(
            try await transcript("-u", john, "/api/now/table/nosuch") == #"""
                $ curl -i -u john.doe:password /api/now/table/nosuch
                HTTP/1.1 400 Bad Request
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Invalid table nosuch","detail":null},"status":"failure"}
                """#)
    }

    @Test func anUnknownAddressOfTheAPI() async throws {
        #expect(
            try await transcript("-u", john, "/api/now/nosuch/incident") == #"""
                $ curl -i -u john.doe:password /api/now/nosuch/incident
                HTTP/1.1 400 Bad Request
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Requested URI does not represent any resource","detail":null},"status":"failure"}
                """#)
    }

    @Test func aBodyThatIsTooLarge() async throws {
        let folder = try Desk()
        try folder.write([UInt8](repeating: 0x20, count: 15_105_102), to: "large.json")
        let file = folder.path("large.json")
        #expect(
            try await transcript(
                "-u", john, "-H", "Content-Type: application/json", "--data-binary", "@" + file,
                "/api/now/table/incident") == #"""
                    $ curl -i -u john.doe:password -H 'Content-Type: application/json' --data-binary @\#(file) /api/now/table/incident
                    HTTP/1.1 400 Bad Request
                    X-Is-Logged-In: true
                    Content-Type: application/json;charset=UTF-8

                    {"error":{"message":"Exception while reading request","detail":"Rejected large REST payload with content-length = 15105102 bytes. Max allowed: 10485760 bytes."},"status":"failure"}
                    """#)
    }

    @Test func nobodySignedIn() async throws {
        #expect(
            try await transcript("/api/now/table/incident") == #"""
                $ curl -i /api/now/table/incident
                HTTP/1.1 401 Unauthorized
                WWW-Authenticate: Basic realm="Service-now"
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},"status":"failure"}
                """#)
    }

    @Test func anAccessRuleRefusesAWrite() async throws {
        for (method, word) in [("PATCH", "Update"), ("DELETE", "Delete")] {
            #expect(
                try await transcript(
                    "-u", abel, "-X", method, "/api/now/table/sys_user/6816f79cc0a8016401c5a33be04be441")
                        == #"""
                        $ curl -i -u abel.tuter:password -X \#(method) /api/now/table/sys_user/6816f79cc0a8016401c5a33be04be441
                        HTTP/1.1 403 Forbidden
                        X-Is-Logged-In: true
                        Content-Type: application/json;charset=UTF-8

                        {"error":{"message":"Operation Failed","detail":"ACL Exception \#(word) Failed due to security constraints"},"status":"failure"}
                        """#)
        }
        #expect(
            try await transcript("-u", abel, "--json", "{}", "/api/now/table/sys_user") == #"""
                $ curl -i -u abel.tuter:password --json '{}' /api/now/table/sys_user
                HTTP/1.1 403 Forbidden
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Operation Failed","detail":"ACL Exception Insert Failed due to security constraints"},"status":"failure"}
                """#)
    }

    @Test func aClosedTable() async throws {
        #expect(
            try await transcript("-u", abel, "/api/now/table/sys_dictionary") == #"""
                $ curl -i -u abel.tuter:password /api/now/table/sys_dictionary
                HTTP/1.1 403 Forbidden
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"User Not Authorized","detail":"Failed API level ACL Validation"},"status":"failure"}
                """#)
    }

    @Test func aBusinessRuleAborts() async throws {
        let body = #"{"sys_id":"00112233445566778899aabbccddeeff","parent":"00112233445566778899aabbccddeeff"}"#
        #expect(
            try await transcript("-u", john, "--json", body, "/api/now/table/incident") == #"""
                $ curl -i -u john.doe:password --json '\#(body)' /api/now/table/incident
                HTTP/1.1 403 Forbidden
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Operation Failed","detail":"Operation against file 'incident' was aborted by Business Rule 'Prevent Recursion^e1ac22b10a0a0b5000e9a0d1a4d37c12'. Business Rule Stack:Prevent Recursion"},"status":"failure"}
                """#)
    }

    @Test func aDataPolicyWantsMore() async throws {
        let path = "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
        #expect(
            try await transcript("-u", john, "-X", "PATCH", "--json", #"{"state":"6"}"#, path) == #"""
                $ curl -i -u john.doe:password -X PATCH --json '{"state":"6"}' \#(path)
                HTTP/1.1 403 Forbidden
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Operation Failed","detail":"Data Policy Exception: \n\tThe following fields are mandatory: Resolution code, Close notes"},"status":"failure"}
                """#)
    }

    @Test func aQueryAsksAfterWhatMayNotBeRead() async throws {
        #expect(
            try await transcript("-u", joe, "/api/now/table/sys_user?sysparm_query=phoneISNOTEMPTY") == #"""
                $ curl -i -u joe.employee:password /api/now/table/sys_user?sysparm_query=phoneISNOTEMPTY
                HTTP/1.1 403 Forbidden
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Operation against file 'sys_user' was denied due to table security.","detail":"Field(s) present in the query do not have permission to be read."},"status":"failure"}
                """#)
    }

    @Test func noSuchRecordOrAWithheldOne() async throws {
        for (user, path) in [
            (john, "/api/now/table/incident/nosuch"), (joe, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"),
            (john, "/api/now/v1/table/incident?number=none"),
        ] {
            #expect(
                try await transcript("-u", user, path) == #"""
                    $ curl -i -u \#(user) \#(path)
                    HTTP/1.1 404 Not Found
                    X-Is-Logged-In: true
                    Content-Type: application/json;charset=UTF-8

                    {"error":{"message":"No Record found","detail":"Record doesn't exist or ACL restricts the record retrieval"},"status":"failure"}
                    """#)
        }
    }

    @Test func aMethodThatIsNone() async throws {
        #expect(
            try await transcript("-u", john, "-X", "DELETE", "/api/now/table/incident") == #"""
                $ curl -i -u john.doe:password -X DELETE /api/now/table/incident
                HTTP/1.1 405 Method Not Allowed
                X-Is-Logged-In: true
                Allow: GET, HEAD, POST
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Method not allowed","detail":"DELETE is not supported by this resource"},"status":"failure"}
                """#)
    }

    @Test func aMediaTypeThatIsNotWritten() async throws {
        #expect(
            try await transcript("-u", john, "-H", "Accept: text/csv", "/api/now/table/incident") == #"""
                $ curl -i -u john.doe:password -H 'Accept: text/csv' /api/now/table/incident
                HTTP/1.1 406 Not Acceptable
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Requested response media type is not supported","detail":"Supported response media types for this service are: [application/json, application/xml, text/xml]"},"status":"failure"}
                """#)
    }

    @Test func aMediaTypeThatIsNotRead() async throws {
        for method in ["POST", "DELETE"] {
            let path = "/api/now/table/incident" + (method == "POST" ? "" : "/061c92d26f030200d7aecd9c5d3ee4f8")
            #expect(
                try await transcript("-u", john, "-X", method, "-d", "urgency=1", path) == #"""
                    $ curl -i -u john.doe:password -X \#(method) -d urgency=1 \#(path)
                    HTTP/1.1 415 Unsupported Media Type
                    X-Is-Logged-In: true
                    Content-Type: application/json;charset=UTF-8

                    {"error":{"message":"Invalid content-type. Supported request media types for this service are: [application/json, application/xml, text/xml]","detail":null},"status":"failure"}
                    """#)
        }
    }

    @Test func tooManyRequests() async throws {
        #expect(
            try await transcript(
                "-u", john, "/api/now/table/incident?sysparm_limit=1", faults: ["rate-limit=2"], times: 3) == #"""
                    $ curl -i -u john.doe:password /api/now/table/incident?sysparm_limit=1
                    HTTP/1.1 429 Too Many Requests
                    X-Is-Logged-In: true
                    X-RateLimit-Limit: 2
                    X-RateLimit-Reset: 1767229200
                    X-RateLimit-Rule: 5c9f3e1b4f4212008a5ab895f110c7d4
                    Retry-After: 3600
                    Content-Type: application/json;charset=UTF-8

                    {"error":{"message":"Rate limit exceeded","detail":"Rate limit of 2 requests per hour for Table API exceeded"},"status":"failure"}
                    """#)
    }

    @Test func anAnswerThatBreaksOff() async throws {
        #expect(
            try await transcript(
                "-u", john, "/api/now/table/sys_user?user_name=john.doe&sysparm_fields=name,email",
                faults: ["truncate"]) == #"""
                    $ curl -i -u john.doe:password /api/now/table/sys_user?user_name=john.doe&sysparm_fields=name,email
                    HTTP/1.1 200 OK
                    X-Is-Logged-In: true
                    X-Total-Count: 1
                    Content-Type: application/json;charset=UTF-8

                    {"result":[{"name":"John Doe","email":"joh{"error":{"message":"Transaction cancelled: maximum execution time exceeded","detail":"Check logs for error trace or enable glide.rest.debug property to verify REST request processing"},"status":"failure"}
                    """#)
    }

    @Test func anInstanceThatFails() async throws {
        #expect(
            try await transcript("-u", john, "/api/now/table/incident", faults: ["server-error=1"]) == #"""
                $ curl -i -u john.doe:password /api/now/table/incident
                HTTP/1.1 500 Internal Server Error
                X-Is-Logged-In: true
                Content-Type: application/json;charset=UTF-8

                {"error":{"message":"Transaction cancelled: maximum execution time exceeded","detail":"Check logs for error trace or enable glide.rest.debug property to verify REST request processing"},"status":"failure"}
                """#)
    }

    @Test func pagesWhereJSONWasAskedFor() async throws {
        let long = String(repeating: "A", count: 23_000)
        for (path, status, title, faults) in [
            ("/api/now/table/" + long, "400 Bad Request", "Bad Request", []),
            ("/api/now/table/incident/" + long, "414 URI Too Long", "Request-URI Too Long", []),
            ("/nosuch.do", "404 Not Found", "Page not found", []),
            ("/api/now/table/incident", "503 Service Unavailable", "Service Unavailable", ["html-error=1"]),
        ] {
            #expect(
                try await transcript("-u", john, path, faults: faults) == #"""
                    $ curl -i -u john.doe:password \#(path)
                    HTTP/1.1 \#(status)
                    Content-Type: text/html;charset=UTF-8

                    <!DOCTYPE html>
                    <html lang="en"><head><meta charset="UTF-8"><title>\#(title)</title></head>
                    <body><h1>\#(title)</h1></body></html>

                    """#)
        }
    }
}
