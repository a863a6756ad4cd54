import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Secrets in GraphQL: in documents, variables, URLs and typed lines.
struct GraphQLRedactionTests {
    private let redaction = Redaction(secrets: SecretBook())

    @Test(
        arguments: MarkedText.lines(
            #"""
            mutation { M { insert_sys_user(user_name: "x", user_password: "‹geheim|password-1›") { sys_id { value } } } }
            {a(api_key:‹12|"key-1"›,token:‹abc|"token-1"›,secret:true)}
            {a(x: {password: "‹p q|password-1›", n: 1})}
            {a(credentials: {user: "‹u|credential-1›", list: ["‹v|credential-2›", {w: ‹1.5|"credential-3"›}]}, y: "z")}
            {a(password: """‹p "q" \""" r|password-1›""")}
            {a(password: "‹p\"q\u00e9|password-1›")}
            query ($user_password: String! = "‹p|password-1›", $n: Int = 3, $l: [String] = ["q"]) { a(x: $n) }
            {t(queryConditions: "active=true^user_password=‹p q|password-1›^x=1")}
            {password: name token user_password { value } b(x: "password: p")}
            query ($password: String) { a(user_password: $password) }
            {a(password: "")}
            mutation { a(user_password: "‹geheim|password-1›" { 
            { a(user_password: "‹geheim|password-1›
            """#) + [MarkedText(#"{a # (password: "‹p|password-1›")"# + "\n}")])
    func literals(_ text: MarkedText) {
        let body = JSON.object([.init("query", .string(text.sent))]).compact
        let request = redaction.redact(.send(.post, "/api/now/graphql", body))
        expectEqual((try? JSONDocument(request.body ?? []))?.root["query"]?.string, text.kept)
        expectEqual(redaction.redact(request), request)
    }

    @Test(
        arguments: MarkedText.lines(
            #"""
            {"query":"mutation($p:String,$q:String){a(user_password:$p,queryConditions:$q)}","variables":{"p":"‹geheim|password-1›","q":"token=‹t|token-1›^a=1","r":"geheim nicht"}}
            {"variables":{"d":{"user_password":"‹x|password-1›"},"p":‹17|"secret-1"›,"u_token":"‹y|token-1›"}, "query":"mutation{a(secret:{b:[$p]})}"}
            [{"query":"{a(password:\"‹b|password-1›\")}"},{"query":"{a(password:\"‹b|password-1›\", pin: ‹1|\"token-1\"›, apiKey: ‹2|\"key-1\"›)}"}]
            {"query":"{a(password:\"‹b|password-1›\u0022)}" cut
            """#))
    func bodies(_ body: MarkedText) {
        let request = redaction.redact(.send(.post, "/api/now/graphql", body.sent))
        expectEqual((request.body ?? []).text, body.kept)
        expectEqual(redaction.redact(request), request)
        expectEqual(redaction.redactInput([UInt8](body.sent)).text, body.kept)
        // At other paths such a body is not special.
        let other = #"{"query":"{a(password:\"b\")}"}"#
        expectEqual((redaction.redact(.send(.post, "/api/x", other)).body ?? []).text, other)
    }

    @Test func addresses() {
        let query =
            "query=" + PercentCoding.encode(#"mutation($p:Int){a(user_password:"b c",token:$p,key:1,apiKey:2)}"#)
            + "&variables=" + PercentCoding.encode(#"{"p":5,"password":"d"}"#) + "&token=e"
        let request = redaction.redact(.get("/api/now/graphql?" + query))
        expectEqual(
            request.url.queryFields.map(\.value),
            [
                #"mutation($p:Int){a(user_password:"REDACTED-password-1",token:$p,key:1,apiKey:"REDACTED-key-1")}"#,
                #"{"p":"REDACTED-token-1","password":"REDACTED-password-2"}"#, "REDACTED-token-2",
            ])
        expectEqual(redaction.redact(request), request)
    }

    @Test(
        arguments: MarkedText.lines(
            #"""
            graphql mutation { a(user_name: "x", user_password: "‹geheim|password-1›", n: "y^token=‹t|token-1›") { b } }
            graphql mutation {a(user_password:"‹geheim|password-1›"){b}}
            graphql 'mutation {a(user_password:‹123|"password-1"›){b}}'
            graphql "mutation {a(user_password:\"‹geheim|password-1›\"){b}}"
            graphql "{a(apiKey:‹7|\"key-1\"›)}"
            graphql {t(queryConditions:"a=1^user_password=‹p|password-1›^b=2"){c}} --var x=1
            graphql mutation($p:String) {a(user_password:$p)} --var p=‹geheim|password-1› --var=p='‹ge heim|password-2›' --var q=1
            graphql @f.graphql --var user_password=‹x|password-1› --var=token=‹y|token-1› --var q='a=1^token=‹z|token-2›'
            rest POST /api/now/graphql --body '{"query":"mutation{a(user_password:\"‹geheim|password-1›\")}"}'
            rest POST /api/now/graphql --body '{"query":"{a(token:$p)}","variables":{"p":"‹x|token-1›"}}' -H a:‹b|header›
            table create t note='({' u_password="‹ab1|password-1›" a=b
            table create t note='(x: [{' u_password="‹ab1|password-1›"
            """#) + [
                MarkedText(
                    "graphql \"mutation {\n  a(user_password: \\\"‹geheim|password-1›\\\", apiKey: ‹-12|\\\"key-1\\\"›)\n}\""
                        + " --var p=x -q token=‹c|token-1›")
            ])
    func lines(_ line: MarkedText) {
        expectEqual(redaction.redactLine(line.sent), line.kept)
        expectEqual(redaction.redactLine(line.kept), line.kept)
    }

    @Test func answersAndFiles() {
        let answer = MarkedText(
            #"{"data":{"R":{"sys_user":{"_results":[{"user_password":{"value":"‹h1|password-1›","displayValue":"‹d1|password-2›","_choices":[{"value":"‹c|password-3›"}]},"name":{"value":"n"}}]}}}}"#
        )
        expectEqual(redaction.redact(HTTPResponse.json(answer.sent)).text, answer.kept)
        let file = MarkedText("# an insert\nmutation {\n  a(user_password: \"‹geheim|password-4›\", n: 1)\n}\n")
        expectEqual(redaction.redactInput([UInt8](file.sent)).text, file.kept)
        let script = "function f() { g({ x: (password: 1) }) }"
        expectEqual(redaction.redactInput([UInt8](script)).text, script)
        expectEqual(
            Redaction.secrets(inDocument: [UInt8](#"{a(token: "x", b: 1, apiKey: 2)}"#)), [11..<12, 29..<30])
    }

    /// The record's name may come from a variable of the same body, and the value from the document.
    @Test func variableMayNameSecretInDocument() {
        for (name, value) in [("acme.db.password", "‹kurz|password-1›"), ("acme.db.size", "kurz")] {
            let body = MarkedText(
                #"{"query":"mutation M($n: String) { a(name: $n, value: \"\#(value)\") { b } c(value: \"klar\") { b } }","variables":{"n":"\#(name)"}}"#
            )
            expectEqual(redaction.redact(.send(.post, "/api/now/graphql", body.sent)).body?.text, body.kept)
        }
    }

    @Test func secretsDoNotCountInKeys() {
        func key(_ head: String, _ value: String, _ variables: String = "null") -> RequestKey {
            let document = "\(head) { GlideRecord_Mutation { insert_sys_user(user_password: \(value)) { a } } }"
            return RequestKey(of: RequestParts(of: redaction.redact(GraphQLKeyTests.request(document, variables))))
        }
        let literal = key("mutation", #""geheim""#)
        expectEqual(literal, key("mutation", #""anders""#))
        expectEqual(literal, key("mutation ($p: String)", "$p", #"{"p":"x"}"#))
        #expect(literal != key("mutation", "$p"))
    }

    @Test func auditFindsPlantedSecrets() throws {
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        let session = try cassette.beginSession(.sample())
        let command = try cassette.beginCommand(
            CommandRecord(session: session, line: #"graphql mutation {a(token:"t")}"#, now: Timestamp(seconds: 0)))
        _ = try cassette.reserve(
            .planted(
                session: session, command: command, method: "POST",
                url: "http://sandbox.localhost/api/now/graphql?query=%7Ba(token:1)%7D",
                body: #"{"query":"mutation{a(user_password:\"geheim\",b:$p,secret:$p)}","variables":{"p":"x"}}"#))
        expectEqual(
            Audit(of: cassette).findings.map(\.description),
            [
                "command 1, line, byte 27: a value (token) that is not a placeholder.",
                "%:1.1, address, byte 58: a value (token) that is not a placeholder.",
                "%:1.1, request body, byte 37: a value (password) that is not a placeholder.",
                "%:1.1, request body, byte 82: a value (secret) that is not a placeholder.",
            ])
    }
}

/// Randomly damaged documents.
struct DamagedGraphQLTests {
    private static let seeds = [
        #"mutation ($p: String = "a", $q: [Int!]!) { M { insert_x(user_password: "geheim", n: {token: $p, l: [1, "b"]}) { a: b @include(if: true) { c } ...F } } } fragment F on T { d }"#,
        #"{"query":"{t(queryConditions:\"a=1^user_password=x y^b=2\", password: \"\"\"q \\\" r\"\"\"){c}}","variables":{"p":["x",{"y":7}]},"operationName":"Q"}"#,
        #"graphql "mutation {a(user_password:\"ge\\u0068eim\", # (token: 1)"# + "\n"
            + #"apiKey:-12)}" --var p=x --var=q='a^token=b' -q token=c"#,
    ]
    private static let pieces = [
        "\"", "\\", "(", ")", "{", "}", "[", "]", ":", "$p", "#", "\n", "\"\"\"", "token: ", "'", "=", "@skip(if: $p)",
        "\u{E9}",
        "...", "REDACTED-token-1", "%", "\\u00e9", ",", " ",
    ]

    @Test func redactionIsIdempotentAndNeverCrashes() {
        var state: UInt64 = 3
        func randomNumber(_ count: Int) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            return Int(StableHash.mixed(state) % UInt64(max(count, 1)))
        }
        for number in 0..<60 {
            var text = Array(Self.seeds[number % Self.seeds.count].utf8)
            for _ in 0...randomNumber(4) {
                let place = randomNumber(text.count)
                if randomNumber(3) == 0 {
                    text.removeSubrange(place..<min(text.count, place + 1 + randomNumber(12)))
                } else {
                    text.insert(contentsOf: Self.pieces[randomNumber(Self.pieces.count)].utf8, at: place)
                }
            }
            let redaction = Redaction(secrets: SecretBook())
            let line = String(decoding: text, as: UTF8.self)
            // With unbalanced quotation marks, the words of a line are ambiguous.
            _ = redaction.redactLine(line)
            let request = redaction.redact(.send(.post, "/api/now/graphql", line))
            expectEqual(redaction.redact(request), request, "\(line)")
            let address = HTTPRequest.get("/api/now/graphql?variables=%7B%7D&query=" + PercentCoding.encode(line))
            expectEqual(redaction.redact(redaction.redact(address)), redaction.redact(address))
            for asked in [request, address, GraphQLKeyTests.request(line)] {
                expectEqual(RequestKey(of: RequestParts(of: asked)), RequestKey(of: RequestParts(of: asked)))
            }
        }
    }

    @Test func repeatedCharacterIsFast() {
        let redaction = Redaction(secrets: SecretBook())
        for sign in ["#", "(", "{", "[", "\"", "\\", "$", ":", "\"\"\"", "a(token:", "#\n", "\"(\" ", ")"] {
            let line = "{a(" + String(repeating: sign, count: 4000)
            _ = redaction.redactLine(line)
            _ = redaction.redact(.send(.post, "/api/now/graphql", line))
            _ = RequestKey(of: RequestParts(of: GraphQLKeyTests.request(line)))
        }
    }
}
