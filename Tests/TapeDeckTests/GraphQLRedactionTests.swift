import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck

/// Secrets in GraphQL: in documents, in variables, in addresses, in what was typed.
@Suite struct GraphQLRedactionTests {
    private let redaction = Redaction(secrets: SecretBook())

    private func document(_ text: String) -> String {
        let body = JSON.object([.init("query", .string(text))]).compact
        let request = redaction.redact(.send(.post, "/api/now/graphql", body))
        #expect(redaction.redact(request) == request)
        let document = (try? JSONDocument(request.body ?? []))?.root["query"]?.string
        return document ?? "unreadable: " + (request.body ?? []).text
    }

    @Test(arguments: [
        (
            #"mutation { M { insert_sys_user(user_name: "x", user_password: "geheim") { sys_id { value } } } }"#,
            #"mutation { M { insert_sys_user(user_name: "x", user_password: "REDACTED-password-1") { sys_id { value } } } }"#
        ),
        (
            #"{a(api_key:12,token:abc,secret:true)}"#,
            #"{a(api_key:"REDACTED-key-1",token:"REDACTED-token-1",secret:true)}"#
        ),
        (#"{a(x: {password: "p q", n: 1})}"#, #"{a(x: {password: "REDACTED-password-1", n: 1})}"#),
        (
            #"{a(credentials: {user: "u", list: ["v", {w: 1.5}]}, y: "z")}"#,
            #"{a(credentials: {user: "REDACTED-credential-1", list: ["REDACTED-credential-2", {w: "REDACTED-credential-3"}]}, y: "z")}"#
        ),
        (#"{a(password: """p "q" \""" r""")}"#, #"{a(password: """REDACTED-password-1""")}"#),
        (#"{a(password: "p\"q\u00e9")}"#, #"{a(password: "REDACTED-password-1")}"#),
        (
            #"query ($user_password: String! = "p", $n: Int = 3, $l: [String] = ["q"]) { a(x: $n) }"#,
            #"query ($user_password: String! = "REDACTED-password-1", $n: Int = 3, $l: [String] = ["q"]) { a(x: $n) }"#
        ),
        (
            #"{t(queryConditions: "active=true^user_password=p q^x=1")}"#,
            #"{t(queryConditions: "active=true^user_password=REDACTED-password-1^x=1")}"#
        ),
        (#"{a # (password: "p")"# + "\n}", #"{a # (password: "REDACTED-password-1")"# + "\n}"),
        // Aliases, types, names and texts give nothing away.
        (#"{password: name token user_password { value } b(x: "password: p")}"#, ""),
        (#"query ($password: String) { a(user_password: $password) }"#, ""), (#"{a(password: "")}"#, ""),
        // A mistake hides nothing.
        (#"mutation { a(user_password: "geheim" { "#, #"mutation { a(user_password: "REDACTED-password-1" { "#),
        (#"{ a(user_password: "geheim"#, #"{ a(user_password: "REDACTED-password-1"#),
    ])
    func literals(_ text: String, _ expected: String) {
        #expect(document(text) == (expected.isEmpty ? text : expected))
    }

    @Test(arguments: [
        (
            #"{"query":"mutation($p:String,$q:String){a(user_password:$p,queryConditions:$q)}","variables":{"p":"geheim","q":"token=t^a=1","r":"geheim nicht"}}"#,
            #"{"query":"mutation($p:String,$q:String){a(user_password:$p,queryConditions:$q)}","variables":{"p":"REDACTED-password-1","q":"token=REDACTED-token-1^a=1","r":"geheim nicht"}}"#
        ),
        (
            #"{"variables":{"d":{"user_password":"x"},"p":17,"u_token":"y"}, "query":"mutation{a(secret:{b:[$p]})}"}"#,
            #"{"variables":{"d":{"user_password":"REDACTED-password-1"},"p":"REDACTED-secret-1","u_token":"REDACTED-token-1"}, "query":"mutation{a(secret:{b:[$p]})}"}"#
        ),
        (
            #"[{"query":"{a(password:\"b\")}"},{"query":"{a(password:\"b\", pin: 1, apiKey: 2)}"}]"#,
            #"[{"query":"{a(password:\"REDACTED-password-1\")}"},{"query":"{a(password:\"REDACTED-password-1\", pin: \"REDACTED-token-1\", apiKey: \"REDACTED-key-1\")}"}]"#
        ),
        (
            #"{"query":"{a(password:\"b\u0022)}" cut"#, #"{"query":"{a(password:\"REDACTED-password-1\u0022)}" cut"#
        ),
    ])
    func bodies(_ body: String, _ expected: String) {
        let request = redaction.redact(.send(.post, "/api/now/graphql", body))
        #expect((request.body ?? []).text == expected)
        #expect(redaction.redact(request) == request)
        #expect(redaction.redactInput([UInt8](body)).text == expected)
        // Elsewhere such a body is any other.
        let other = #"{"query":"{a(password:\"b\")}"}"#
        #expect((redaction.redact(.send(.post, "/api/x", other)).body ?? []).text == other)
    }

    @Test func addresses() {
        let query =
            "query=" + PercentCoding.encode(#"mutation($p:Int){a(user_password:"b c",token:$p,key:1,apiKey:2)}"#)
            + "&variables=" + PercentCoding.encode(#"{"p":5,"password":"d"}"#) + "&token=e"
        let request = redaction.redact(.get("/api/now/graphql?" + query))
        #expect(
            request.url.queryFields.map(\.value) == [
                #"mutation($p:Int){a(user_password:"REDACTED-password-1",token:$p,key:1,apiKey:"REDACTED-key-1")}"#,
                #"{"p":"REDACTED-token-1","password":"REDACTED-password-2"}"#, "REDACTED-token-2",
            ])
        #expect(redaction.redact(request) == request)
    }

    @Test(arguments: [
        (
            #"graphql mutation { a(user_name: "x", user_password: "geheim", n: "y^token=t") { b } }"#,
            #"graphql mutation { a(user_name: "x", user_password: "REDACTED-password-1", n: "y^token=REDACTED-token-1") { b } }"#
        ),
        (
            #"graphql mutation {a(user_password:"geheim"){b}}"#,
            #"graphql mutation {a(user_password:"REDACTED-password-1"){b}}"#
        ),
        (
            #"graphql 'mutation {a(user_password:123){b}}'"#,
            #"graphql 'mutation {a(user_password:"REDACTED-password-1"){b}}'"#
        ),
        (
            #"graphql "mutation {a(user_password:\"geheim\"){b}}""#,
            #"graphql "mutation {a(user_password:\"REDACTED-password-1\"){b}}""#
        ),
        (#"graphql "{a(apiKey:7)}""#, #"graphql "{a(apiKey:\"REDACTED-key-1\")}""#),
        (
            #"graphql {t(queryConditions:"a=1^user_password=p^b=2"){c}} --var x=1"#,
            #"graphql {t(queryConditions:"a=1^user_password=REDACTED-password-1^b=2"){c}} --var x=1"#
        ),
        (
            #"graphql mutation($p:String) {a(user_password:$p)} --var p=geheim --var=p='ge heim' --var q=1"#,
            #"graphql mutation($p:String) {a(user_password:$p)} --var p=REDACTED-password-1 --var=p='REDACTED-password-2' --var q=1"#
        ),
        (
            "graphql @f.graphql --var user_password=x --var=token=y --var q='a=1^token=z'",
            "graphql @f.graphql --var user_password=REDACTED-password-1 --var=token=REDACTED-token-1 --var q='a=1^token=REDACTED-token-2'"
        ),
        (
            #"rest POST /api/now/graphql --body '{"query":"mutation{a(user_password:\"geheim\")}"}'"#,
            #"rest POST /api/now/graphql --body '{"query":"mutation{a(user_password:\"REDACTED-password-1\")}"}'"#
        ),
        (
            #"rest POST /api/now/graphql --body '{"query":"{a(token:$p)}","variables":{"p":"x"}}' -H a:b"#,
            #"rest POST /api/now/graphql --body '{"query":"{a(token:$p)}","variables":{"p":"REDACTED-token-1"}}' -H a:REDACTED-header"#
        ),
        (
            "graphql \"mutation {\n  a(user_password: \\\"geheim\\\", apiKey: -12)\n}\" --var p=x -q token=c",
            "graphql \"mutation {\n  a(user_password: \\\"REDACTED-password-1\\\", apiKey: \\\"REDACTED-key-1\\\")\n}\" --var p=x -q token=REDACTED-token-1"
        ),
        // What is no document's is read as before.
        (
            #"table create t note='({' u_password="ab1" a=b"#,
            #"table create t note='({' u_password="REDACTED-password-1" a=b"#
        ),
        (
            #"table create t note='(x: [{' u_password="ab1""#,
            #"table create t note='(x: [{' u_password="REDACTED-password-1""#
        ),
    ])
    func lines(_ line: String, _ expected: String) {
        #expect(redaction.redactLine(line) == expected)
        #expect(redaction.redactLine(expected) == expected)
    }

    @Test func answersAndFiles() {
        let answer = HTTPResponse.json(
            #"{"data":{"R":{"sys_user":{"_results":[{"user_password":{"value":"h1","displayValue":"d1","_choices":[{"value":"c"}]},"name":{"value":"n"}}]}}}}"#
        )
        #expect(
            redaction.redact(answer).text
                == #"{"data":{"R":{"sys_user":{"_results":[{"user_password":{"value":"REDACTED-password-1","displayValue":"REDACTED-password-2","_choices":[{"value":"REDACTED-password-3"}]},"name":{"value":"n"}}]}}}}"#
        )
        let file = "# an insert\nmutation {\n  a(user_password: \"geheim\", n: 1)\n}\n"
        #expect(redaction.redactInput([UInt8](file)).text == file.replacing("geheim", with: "REDACTED-password-4"))
        let script = "function f() { g({ x: (password: 1) }) }"
        #expect(redaction.redactInput([UInt8](script)).text == script)
        #expect(
            Redaction.secrets(inDocument: [UInt8](#"{a(token: "x", b: 1, apiKey: 2)}"#)) == [11..<12, 29..<30])
    }

    /// The name of a record may come from a variable of the same body, the value from the document.
    @Test func aVariableMayNameWhatTheDocumentHolds() {
        func body(_ name: String) -> String {
            let document =
                "mutation M($n: String) { a(name: $n, value: \\\"kurz\\\") { b } c(value: \\\"klar\\\") { b } }"
            return #"{"query":"\#(document)","variables":{"n":"\#(name)"}}"#
        }
        func redacted(_ text: String) -> String? {
            redaction.redact(.send(.post, "/api/now/graphql", text)).body?.text
        }
        #expect(
            redacted(body("acme.db.password"))
                == body("acme.db.password").replacing("kurz", with: "REDACTED-password-1"))
        #expect(redacted(body("acme.db.size")) == body("acme.db.size"))
    }

    @Test func secretsDoNotCountInKeys() {
        func key(_ document: String, _ variables: String = "null") -> RequestKey {
            RequestKey(of: RequestParts(of: redaction.redact(GraphQLKeyTests.request(document, variables))))
        }
        func insert(_ value: String) -> String {
            "mutation { GlideRecord_Mutation { insert_sys_user(user_password: \(value)) { a } } }"
        }
        #expect(key(insert(#""geheim""#)) == key(insert(#""anders""#)))
        #expect(
            key(insert(#""geheim""#))
                == key(
                    insert("$p").replacing("mutation", with: "mutation ($p: String)", maxReplacements: 1), #"{"p":"x"}"#
                ))
        #expect(key(insert("$p")) != key(insert(#""geheim""#)))
    }

    @Test func theAuditFindsWhatWasPlanted() throws {
        let folder = TemporaryFolder()
        let cassette = try Cassette.recording(at: folder.tape)
        var session = SessionRecord.sample()
        session.policy = TapePolicy.standard.text
        let number = try cassette.beginSession(session)
        let command = try cassette.beginCommand(
            CommandRecord(session: number, line: #"graphql mutation {a(token:"t")}"#, now: Timestamp(seconds: 0)))
        _ = try cassette.reserve(
            RequestRecord(
                session: number, command: command, epoch: 0, purpose: "command", startedAt: Timestamp(seconds: 0),
                key: "k", keyHash: 1, principal: nil, method: "POST",
                url: "http://sandbox.localhost/api/now/graphql?query=%7Ba(token:1)%7D", headers: [:],
                body: [UInt8](
                    #"{"query":"mutation{a(user_password:\"geheim\",b:$p,secret:$p)}","variables":{"p":"x"}}"#)))
        #expect(
            Audit(of: cassette).findings.map(\.description) == [
                "command 1, line, byte 27: a value (token) that is no placeholder.",
                "exchange 1, address, byte 58: a value (token) that is no placeholder.",
                "exchange 1, request body, byte 37: a value (password) that is no placeholder.",
                "exchange 1, request body, byte 82: a value (secret) that is no placeholder.",
            ])
    }
}
