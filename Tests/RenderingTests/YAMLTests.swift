import Testing

@testable import Rendering

@Suite struct YAMLTests {
    @Test func `every value is a string to any reader`() async throws {
        #expect(
            try await text(nastyTable, .yaml)
                == #"""
                - name: empty
                  value: ""
                - name: blanks
                  value: "  two  "
                - name: quotes
                  value: say "hi", 'there'
                - name: comma
                  value: a,b;c
                - name: lines
                  value: |
                    one
                    two

                      three
                - name: crlf
                  value: "one\r\ntwo"
                - name: tab
                  value: "a\tb"
                - name: slash
                  value: C:\new|old
                - name: markup
                  value: "<b>*bold*</b> & [x](y) `z` a_b _c_"
                - name: "yes"
                  value: "yes"
                - name: number
                  value: "0012"
                - name: colon
                  value: "key: value # no"
                - name: dash
                  value: "- item"
                - name: wide
                  value: 日本語
                - name: emoji
                  value: "👩‍👩‍👧 ❤️ 🇳🇴 👍🏽"
                - name: marks
                  value: éä
                - name: rtl
                  value: "שלום \u202eabc"
                - name: escape
                  value: "\u001b[31mred\u001b[0m\u0007"
                - name: c1
                  value: "a\u009b2Jb\u007f"
                - name: nul
                  value: "a\u0000b"
                - name: broken
                  value: a�b

                """#.replacing("éä", with: "e\u{301}a\u{308}"))
    }

    @Test(arguments: [
        "no", "No", "NO", "y", "N", "on", "Off", "true", "FALSE", "null", "~", "1", "1e3", "0x1F", "1_000", "12:30:45",
        "2024-01-01", ".inf", ".nan", "-", "?", ":", "=", "<<", "#", "a #b", "a: b", "a:", "*x", "&x", "!x", "%x", "@x",
        "[", "{", "|", ">", "'x'", "\"", ",", " a", "a ", "a\u{85}b", "\u{FEFF}a",
    ]) func `what a reader could mistake is quoted`(_ value: String) async throws {
        let written = try await text(table(["v"], [[value]]), .yaml)
        #expect(written.hasPrefix("- v: \""))
        #expect(written.hasSuffix("\"\n"))
    }

    @Test(arguments: [
        "INC0010021", "In Progress", "a:b", "a#b", "/api/now", "nothing", "yes!", "Ärger", "it's", "a, b [c] {d}",
    ]) func `plain text stays plain`(_ value: String) async throws {
        #expect(try await text(table(["v"], [[value]]), .yaml) == "- v: \(value)\n")
    }

    @Test func `the line breaks at the end of a text are kept exactly`() async throws {
        let values = ["a\nb", "a\nb\n", "a\nb\n\n", "\na", " a\nb", "a\n \nb", "\n", "a\r\nb", "a\n\tb"]
        #expect(
            try await text(table(["v"], values.map { [$0] }), .yaml) == """
                - v: |-
                    a
                    b
                - v: |
                    a
                    b
                - v: |+
                    a
                    b

                - v: "\\na"
                - v: " a\\nb"
                - v: "a\\n \\nb"
                - v: "\\n"
                - v: "a\\r\\nb"
                - v: |-
                    a
                    \tb

                """)
    }

    @Test func `a record is a mapping, no rows an empty sequence`() async throws {
        let record = Output.record(
            columns: [Column("number"), Column("notes"), Column("on")], cells: [Cell("1"), Cell("a\nb"), Cell("x")])
        #expect(try await text(record, .yaml) == "number: \"1\"\nnotes: |-\n  a\n  b\n\"on\": x\n")
        #expect(try await text(table(["a"], []), .yaml) == "[]\n")
    }
}
