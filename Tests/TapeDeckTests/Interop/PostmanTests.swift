import CassetteStore
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import TapeDeck
@testable import TapeFormats

/// Postman collections, imported.
struct PostmanTests {
    private func read(_ items: String, more: String = "") throws -> ImportedHAR {
        try ImportedHAR(
            recognizing: Array(#"{"info": {"name": "n", "schema": "s"}, "item": [\#(items)]\#(more)}"#.utf8))
    }

    @Test func savedResponsesBecomeExchanges() throws {
        let made = try read(
            #"""
            {"name": "folder", "auth": {"type": "basic", "basic": [
              {"key": "password", "value": "s3cret-Pass", "type": "string"},
              {"key": "username", "value": "{{user}}", "type": "string"}]},
             "event": [{"listen": "test", "script": {"exec": ["pm.sendRequest('https://evil.example')"]}}],
             "item": [{"name": "one", "request": {"method": "GET", "header": [
                {"key": "Accept", "value": "application/json"}, {"key": "X-Off", "value": "1", "disabled": true}],
               "url": {"raw": "{{base}}/api/now/table/:table?x=1", "host": ["{{base}}"],
                "variable": [{"key": "table", "value": "incident"}]}},
              "response": [{"name": "ok", "originalRequest": {"method": "GET", "url": "{{base}}/first"}, "status": "OK",
                "code": 200, "responseTime": 12.5, "cookie": [],
                "header": [{"key": "Content-Type", "value": "application/json"},
                 {"key": "Set-Cookie", "value": "JSESSIONID=0123456789abcdef"}, {"key": "Content-Encoding", "value": "gzip"}],
                "body": "{\"result\": []}"},
               {"name": "bad", "code": 404, "header": "Content-Type: text/plain\nX: y", "body": null}]}]},
            {"name": "plain", "request": "https://dev1.service-now.com/plain"}
            """#,
            more: #"""
                , "variable": [{"key": "base", "value": "https://dev1.service-now.com"}, {"key": "user", "value": "jane"}]
                """#)
        try expectEqual(
            made.lines,
            [
                "0 command jane GET https://dev1.service-now.com/first 200",
                "0 command jane GET https://dev1.service-now.com/api/now/table/incident?x=1 404",
                "0 command jane GET https://dev1.service-now.com/plain none",
            ])
        try expectEqual(made.response(1)?.facts.timings.total, 12_500)
        try expectEqual(made.response(1)?.body.text, #"{"result": []}"#)
        try expectEqual(made.response(1)?.headers["Content-Encoding"], nil)
        try expectEqual(made.response(2)?.headers["Content-Type"], "text/plain")
        try expectEqual(made.exchange(2)?.request.headers["X-Off"], nil)
        let losses = made.made.losses
        #expect(losses.count(of: .scripts) == 1 && losses.count(of: .droppedFields) == 0)
        #expect(losses.count(of: .noResponse) == 1 && losses.count(of: .decoded) == 1)
        let dump = try made.dump
        #expect(!dump.contains("s3cret-Pass") && !dump.contains("0123456789abcdef") && !dump.contains("evil"))
        #expect(Audit(of: made.cassette).findings.isEmpty)
    }

    @Test(arguments: [
        (#"{"mode": "raw", "raw": "{}", "options": {"raw": {"language": "json"}}}"#, "application/json", "{}"),
        (#"{"mode": "raw", "raw": "x"}"#, "text/plain", "x"),
        (
            #"{"mode": "urlencoded", "urlencoded": [{"key": "a b", "value": "1&2"}, {"key": "c", "disabled": true}]}"#,
            "application/x-www-form-urlencoded", "a%20b=1%262"
        ),
        (
            #"{"mode": "graphql", "graphql": {"query": "{ a }", "operationName": "q", "variables": "{\"x\": 1}"}}"#,
            "application/json", #"{"query":"{ a }","operationName":"q","variables":{"x":1}}"#
        ), (#"{"mode": "file", "file": {"src": "/etc/passwd"}}"#, nil, nil),
        (#"{"mode": "raw", "raw": "x", "disabled": true}"#, nil, nil),
    ])
    func bodiesAreRead(body: String, type: String?, text: String?) throws {
        let made = try read(
            #"{"request": {"method": "POST", "url": {"protocol": "https", "host": ["a", "example"], "path": ["b", ""], "query": [{"key": "c", "value": "d"}]}, "body": \#(body)}}"#
        )
        let request = try #require(try made.exchange(1)?.request)
        expectEqual(request.url, "https://a.example/b/?c=d")
        #expect(request.body?.text == text && request.headers["Content-Type"] == type)
    }

    @Test(arguments: [
        ("a.postman_collection.json", ["postman"]), ("a.JSON", ["vcrpy", "vcr", "postman"]), ("a.har", ["har"]),
        ("a.yml", ["vcrpy", "vcr"]), ("json", []), ("a.txt", []),
    ])
    func longestEndingDecides(file: String, names: [String]) {
        expectEqual(TapeFormat.ofEnding(file).map(\.name), names)
    }

    @Test func filesOfFormsAreNotRead() throws {
        let made = try read(
            #"""
            {"request": {"method": "POST", "url": "a.example", "body": {"mode": "formdata", "formdata": [
              {"key": "a", "value": "1", "type": "text"}, {"key": "f", "type": "file", "src": "/etc/passwd"}]}}}
            """#)
        let request = try #require(try made.exchange(1)?.request)
        let form = try MultipartForm(request.body ?? [], contentType: request.headers["Content-Type"] ?? "")
        #expect(form.parts.map(\.name) == ["a", "f"] && request.url == "http://a.example/")
        expectEqual(made.made.losses.count(of: .fileReferences), 1)
    }

    @Test(arguments: [
        ("{\"info\": {}, \"item\": {}}", ImportError.Kind.otherFormat), ("{\"info\": {}, \"item\": []}", .nothingLeft),
        ("{\"info\": {}, \"item\": [", .malformed),
        (#"{"info": {}, "item": [1, null, {}, {"request": 7}]}"#, .nothingLeft),
        (#"{"info": {}, "item": [{"request": "{{base}}/x"}]}"#, .nothingLeft),
        ("{\"info\": {}, \"item\": " + String(repeating: "[{\"item\":", count: 10_000), .malformed),
    ])
    func invalidCollectionIsRejected(text: String, kind: ImportError.Kind) {
        let error = #expect(throws: ImportError.self) {
            _ = try ImportedHAR([PostmanFile.read(ImportSource(Array(text.utf8)), .test)])
        }
        expectEqual(error?.kind, kind)
    }

    /// A variable in a host is the instance's, or has a value; an address without one is left out and named.
    @Test(
        arguments: [
            (
                "https://{{instance}}.service-now.com/a", "https://dev1.service-now.com", [:],
                "https://dev1.service-now.com/a"
            ),
            ("{{base}}/a?x={{x}}", "https://dev1.service-now.com", ["x": "1"], "https://dev1.service-now.com/a?x=1"),
            ("https://{{instance}}.service-now.com/a", nil, ["instance": "dev2"], "https://dev2.service-now.com/a"),
            ("https://{{instance}}.example.com/a", "https://dev1.service-now.com", [:], nil),
            ("https://a.example/a b?q=c d>\"ü'%zz#f", nil, [:], "https://a.example/a%20b?q=c%20d%3E%22%C3%BC%27%zz"),
        ] as [(String, String?, [String: String], String?)])
    func variablesInHostsHaveValues(
        address: String, instance: String?, values: [String: String], expected: String?
    ) throws {
        var context = ImportContext.test
        context.variables = ImportVariables(instances: instance.flatMap(HTTPURL.init).map { [$0] } ?? [])
        for (name, value) in values { context.variables.set(name, to: value) }
        let text = JSON.object([
            .init("info", .object([])), .init("item", [["request": ["method": "GET", "url": .string(address)]]]),
        ])
        let file = try PostmanFile.read(ImportSource(text.compactBytes), context)
        if let expected {
            try expectEqual(ImportedHAR([file]).exchange(1)?.request.url, expected)
        } else {
            expectEqual(file.losses.sentences.first?.hasSuffix("entry 1 ({{instance}})."), true)
        }
    }

    /// Postman sends the parts of an address, also where its text says something else.
    @Test func partsOfAddressesAreSent() throws {
        let address = #"""
            {"raw": "{{x}}/api/t", "protocol": "https", "host": ["dev1", "service-now", "com"], "path": ["api", ":t"],
             "query": [{"key": "a", "value": "1"}, {"key": "off", "value": "1", "disabled": true},
              {"key": "flag", "value": null}], "variable": [{"key": "t", "value": "incident"}]}
            """#
        let made = try read(#"{"request": {"method": "GET", "url": \#(address)}}"#)
        try expectEqual(made.exchange(1)?.request.url, "https://dev1.service-now.com/api/incident?a=1&flag")
    }

    /// As in Postman: values may name variables, one declared without a value is empty, and one that is disabled or
    /// names itself has none. Secrets are shared without their values.
    @Test(
        arguments: [
            ("{{a}}-{{b}}", "v-v!"), ("{{blank}}|", "|"), ("{{api_password}}", "{{api_password}}"), ("{{loop}}", nil),
            ("{{self}}", nil), ("{{off}}", nil), ("{{wide}}", nil),
        ] as [(String, String?)])
    func variablesInBodiesHaveValues(body: String, expected: String?) throws {
        var variables: [(String, String)] = [
            ("a", "old"), ("a", "v"), ("b", "{{a}}!"), ("blank", ""), ("api_password", ""), ("loop", "{{pool}}"),
            ("pool", "{{loop}}"), ("self", "x{{self}}"), ("wide", "{{w0}}"), ("w18", "x"),
        ]
        for place in 0..<18 { variables.append(("w\(place)", String(repeating: "{{w\(place + 1)}}", count: 9))) }
        let declared = variables.map { #"{"key": "\#($0.0)", "value": "\#($0.1)"}"# }
        let item = #"""
            {"request": {"method": "POST", "url": "https://dev1.service-now.com/a",
             "body": {"mode": "raw", "raw": "\#(body)"}}}
            """#
        let text = #"""
            {"info": {}, "item": [\#(item)],
             "variable": [\#(declared.joined(separator: ",")), {"key": "off", "value": "1", "disabled": true}]}
            """#
        let file = try PostmanFile.read(ImportSource(Array(text.utf8)), .test)
        if let expected {
            try expectEqual(ImportedHAR([file]).exchange(1)?.request.body, Array(expected.utf8))
        } else {
            expectEqual(file.losses.sentences.first?.hasPrefix("Left out: "), true, "\(file.losses.sentences)")
        }
    }

    @Test func environmentsAreRead() throws {
        var variables = ImportVariables()
        try variables.read(
            environment: ImportSource(
                Array(#"{"values": [{"key": "a", "value": "1"}, {"key": "b", "value": "2", "enabled": false}]}"#.utf8)))
        try variables.read(environment: ImportSource(Array("# c\nexport C='x y'\nD=$C\n".utf8)))
        expectEqual(variables.values, ["a": "1", "C": "x y", "D": "x y"])
    }
}
