import CassetteStore
import ExchangeModel
import TestSupport
import Testing

@testable import TapeDeck

/// `.http` and Hurl files, checked line by line against the published grammars.
@Suite struct RequestFileTests {
    private static let bodies = [
        #"{"a": "{{b}} #1 \\ `c` é😀"}"#, "a=1&password=hunter22", "# comment\n", "a\r\nb", "< ./file", "> {% x %}",
        "//x",
        "###", "<?xml version=\"1.0\"?><a/>", "\u{1B}[31m", "",
    ]

    /// A tape with a request for each body, one of another method and one with binary data.
    private func tape() throws -> ImportedHAR {
        var text = "curl https://a.example/get?x=%23%7B -u jane:pw1 -H 'Accept-Language: a#b\\c'\n"
        for body in Self.bodies {
            let escaped = body.unicodeScalars.map {
                $0.value < 0x80 ? "\\x" + Int64($0.value).padded(to: 2, radix: 16) : String($0)
            }
            text += "curl https://a.example/p -H 'Accept: {{x}}' --data-raw $'\(escaped.joined())'\n"
        }
        text += "curl https://a.example/binary -X PUT --data-raw $'\\xff\\x00'\ncurl https://a.example/ -X PROP-FIND\n"
        return try ImportedHAR(recognizing: Array(text.utf8))
    }

    @Test func hurlFileFollowsTheGrammar() throws {
        let (bytes, losses) = try tape().cassette.exported(to: .hurl)
        let escape = #"\\(?:[#\\bfnrt]|u\{[0-9a-fA-F]+\})"#
        let lines = [
            "comment": #"#.*"#, "blank": "", "request": #"[A-Z]+ (?:[^#\n\\]|ESC)+"#, "response": #"HTTP [0-9]+"#,
            "section": #"\[BasicAuth\]"#, "header": #"(?:[^#:\n\\\[`]|ESC)+:(?:[^#\n\\]|ESC)*"#,
            "text": #"`(?:[^#\n\\`]|ESC)*`"#, "base64": #"base64,[A-Za-z0-9+/=]*;"#,
        ].mapValues { $0.replacing("ESC", with: escape) }
        let text = bytes.text
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let matches = try lines.values.contains { try Regex($0).wholeMatch(in: String(line)) != nil }
            #expect(matches, "\(line)")
        }
        // What is not a variable of this file must not be read as one.
        let braces = text.matches(of: #/\{\{(\w*)/#).map { String($0.output.1) }
        #expect(Set(braces) == ["NOW_USER", "NOW_PASSWORD", "NOW_PASSWORD_1"])
        #expect(text.contains("`{\"a\": \"{\\u{7b}b}} \\#1 \\\\\\\\ \\u{60}c\\u{60} é😀\"}`"), "\(text)")
        #expect(text.contains("`a\\u{d}\\u{a}b`") && text.contains("base64,/wA=;"))
        #expect(text.contains("[BasicAuth]\n{{NOW_USER}}: {{NOW_PASSWORD}}\n"))
        #expect(losses.contains { $0.hasPrefix("Left out: 1 exchange whose method the format does not have") })
    }

    @Test func hurlExpectsTheRecordedStatus() throws {
        let made = try ImportedHAR(recognizing: InteropFixture.bytes("vcrpy.yaml"))
        let (bytes, losses) = try made.cassette.exported(to: .hurl)
        let statuses = bytes.text.matches(of: #/(?m)^HTTP (\d+)$/#).map { String($0.output.1) }
        #expect(statuses == ["200", "201", "201", "201", "200"])
        #expect(losses.contains("Responses left out: 5 exchanges."))
        #expect(!bytes.text.contains("REDACTED"))
    }

    @Test func httpFileFollowsTheSpecification() throws {
        let (bytes, losses) = try tape().cassette.exported(to: .httpFile)
        let requests = bytes.text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { $0.hasPrefix("###") }.filter { $0.contains { !$0.isEmpty && !$0.hasPrefix("# ") } }
        #expect(requests.count == Self.bodies.count + 2)
        for request in requests {
            let lines = Array(request)
            #expect(
                lines[0].wholeMatch(of: #/(GET|HEAD|POST|PUT|DELETE|CONNECT|PATCH|OPTIONS|TRACE) https:\/\/\S+/#) != nil
            )
            let headers = lines.dropFirst().prefix { !$0.isEmpty }
            #expect(headers.allSatisfy { $0.wholeMatch(of: #/[^:\s]+: ?.*/#) != nil })
            let body = lines.dropFirst(1 + headers.count).filter { !$0.isEmpty }
            #expect(body.allSatisfy { line in !["#", "//", "< ", "<> ", "> "].contains { line.hasPrefix($0) } })
        }
        let text = bytes.text
        #expect(text.contains("\na=1&password={{NOW_PASSWORD_1}}\n") && text.contains("\n<?xml"))
        #expect(text.contains("Authorization: Basic {{NOW_USER}} {{NOW_PASSWORD}}\n"))
        #expect(losses.contains { $0.hasPrefix("Binary bodies left out: 1 exchange") })
        #expect(losses.contains { $0.hasPrefix("Variables without a value, kept as text: ") }, "\(losses)")
        #expect(
            losses.contains { $0.hasPrefix("Bodies left out, because the format would read their text as syntax: 7") },
            "\(losses)")
    }
}
