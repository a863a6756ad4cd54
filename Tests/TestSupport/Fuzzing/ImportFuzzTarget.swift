/// Files of other programs that `tape import` reads.
package struct ImportFuzzTarget: FuzzTarget {
    /// Reads a text: the number of entries, or nil if it is rejected.
    private let read: @Sendable (_ bytes: [UInt8], _ format: String) -> Int?

    /// Creates the subject with the readers under test.
    package init(read: @escaping @Sendable (_ bytes: [UInt8], _ format: String) -> Int?) { self.read = read }

    package let name = "imports"

    package let words = [
        "- ", ": ", "&a", "*a", "!!binary", "!!python/object/apply:os.system", "|\n  ", ">", "\"", "'", "{", "}", "[",
        "]", "---\n", "...", "interactions:", "curl ", "--data-raw ", "$'\\u", "$(", "`", "^\"", "^\n", "\\\n", "-X",
        "{{a}}", "null", "base64_string", "<<: *a", "? ", "% ", "\u{FEFF}",
    ]

    /// A small valid text of each format.
    private static let seeds: [(format: String, text: String)] = [
        (
            "har",
            #"""
            {"log": {"version": "1.2", "pages": [{"title": "]}"}], "_snowdeck": {"form": 1, "sessions": [],
             "commands": []}, "entries": [{"startedDateTime": "2026-01-05T10:00:00.123Z", "request": {"method": "GET",
             "url": "https://a/\"x", "headers": [{"name": "Cookie", "value": "a=b"}]}, "response": {"status": 200,
             "headers": [], "content": {"text": "caf\u00e9", "size": 5}}}, {"request": {}}], "comment": ""}}
            """#
        ),
        (
            "vcrpy",
            """
            interactions:
            - request:
                body: !!binary |
                  /wA=
                headers: {Accept: ['*/*'], X: [a, b]}
                method: POST
                uri: https://a.example/x?y=1
              response:
                body: {string: "caf\\xE9: \\"on\\"\\n"}
                headers:
                  Content-Encoding: [gzip]
                  Date: ['Thu, 26 Nov 2026 00:10:26 GMT']
                status: {code: 200, message: OK}
            version: 1

            """
        ),
        (
            "vcr",
            """
            ---
            http_interactions:
            - request: &r
                method: get
                uri: http://a.example/
                body: {encoding: US-ASCII, string: ''}
                headers: {}
              response:
                status: {code: 200, message: OK}
                headers: {Set-Cookie: [a=b, c=d]}
                body: {encoding: ASCII-8BIT, base64_string: "iVBORw0KGgoA\\n"}
                http_version:
              recorded_at: Thu, 26 Nov 2026 00:10:26 GMT
            - {request: *r, response: {status: {code: 204, message: x}}}
            recorded_with: VCR 5.0.0

            """
        ),
        (
            "postman",
            #"""
            {"info": {"name": "n"}, "variable": [{"key": "a", "value": "b"}], "item": [{"item": [{"request": {
             "method": "POST", "url": {"raw": "https://a.example/:p?{{a}}=1", "variable": [{"key": "p", "value": "q"}]},
             "auth": {"type": "basic", "basic": [{"key": "username", "value": "u"}]}, "header": "A: b\nC: d",
             "body": {"mode": "graphql", "graphql": {"query": "{ a }", "variables": "{\"x\": 1}"}}},
             "response": [{"code": 200, "status": "OK", "header": [{"key": "X", "value": "y"}], "body": "z"}]}]}]}
            """#
        ),
        (
            "curl",
            #"""
            # copied
            curl 'https://a.example/x?y=1' -H 'Accept: */*' -b 'a=b' -u u:p \
              --data-raw $'{"a":"it\'s \u00e9 \ud83d\ude00"}' --compressed ; curl -sSLXPUT "http://b/$(id)" -F f=@x -G -d a
            """#
        ),
        ("curl", "curl ^\"https://a.example/^%^20^\" ^\n  -H ^\"A: ^\\^\"b^\\^\"^\" ^\n  --data-raw ^\"a^\n\nb^\"\n"),
    ]

    package func text(_ random: inout SeededGenerator) -> [UInt8] { Array(random.pick(Self.seeds).text.utf8) }

    package func tokens(of text: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start = 0
        for (place, byte) in text.enumerated() where [0x20, 0x0A, 0x2C, 0x3A].contains(byte) {
            if place > start { tokens.append(start..<place) }
            start = place
        }
        return tokens
    }

    package func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
        let format = random.pick(Self.seeds).format
        let count = read(text, format)
        guard read(text, format) == count else { return .broken("\(format): read again, it is another file") }
        return count == nil ? .rejected : .accepted
    }
}
