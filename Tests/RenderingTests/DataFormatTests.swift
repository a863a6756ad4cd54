import Notation
import TestSupport
import Testing

@testable import Rendering

struct DataFormatTests {
    let people = table(["number", "état"], [["INC1", "a \"b\""], ["INC2", ""]])
    let none = table(["number", "state"], [])
    let record = Output.record(
        columns: [OutputColumn("number"), OutputColumn("state")], cells: [Cell("INC1"), Cell("1", display: "New")])

    @Test func `JSON is an array of objects, a record an object`() async throws {
        try await expectEqual(
            text(people, .json),
            """
            [
              {
                "number": "INC1",
                "état": "a \\"b\\""
              },
              {
                "number": "INC2",
                "état": ""
              }
            ]

            """)
        try await expectEqual(text(none, .json), "[]\n")
        try await expectEqual(text(record, .json), "{\n  \"number\": \"INC1\",\n  \"state\": \"1\"\n}\n")
        try await expectEqual(text(table([], [[], []]), .json), "[\n  {},\n  {}\n]\n")
    }

    @Test func `NDJSON has one object per line`() async throws {
        try await expectEqual(
            text(people, .ndjson),
            """
            {"number":"INC1","état":"a \\"b\\""}
            {"number":"INC2","état":""}

            """)
        try await expectEqual(text(none, .ndjson), "")
        try await expectEqual(text(record, .ndjson), "{\"number\":\"INC1\",\"state\":\"1\"}\n")
    }

    @Test func `JSON values round-trip and are escaped`() async throws {
        for format in [Format.json, .ndjson] {
            let written = try await text(nastyTable, format, RenderOptions(width: 80))
            for scalar in written.unicodeScalars {
                let acts = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{202E}"
                #expect(!acts || scalar == "\n")
            }
            let objects =
                format == .json
                ? [JSONNode](try JSONDocument(Array(written.utf8)).root.elements)
                : try written.split(separator: "\n").map { try JSONDocument(Array($0.utf8)).root }
            expectEqual(objects.map { $0["value"]?.string }, nasty.map(\.value))
        }
    }

    @Test func `CSV quotes what must be quoted`() async throws {
        try await expectEqual(
            text(nastyTable, .csv),
            """
            name,value
            empty,
            blanks,  two\u{20}\u{20}
            quotes,"say ""hi"", 'there'"
            comma,"a,b;c"
            lines,"one
            two

              three
            "
            crlf,"one\r\ntwo"
            tab,a\tb
            slash,C:\\new|old
            markup,<b>*bold*</b> & [x](y) `z` a_b _c_
            yes,yes
            number,0012
            colon,key: value # no
            dash,- item
            wide,日本語
            emoji,👩‍👩‍👧 ❤️ 🇳🇴 👍🏽
            marks,e\u{301}a\u{308}
            rtl,שלום \u{202E}abc
            escape,\u{1B}[31mred\u{1B}[0m\u{7}
            c1,a\u{9B}2Jb\u{7F}
            nul,a\u{0}b
            broken,a\u{FFFD}b

            """)
        try await expectEqual(text(none, .csv), "number,state\n")
        try await expectEqual(text(record, .csv), "number,state\nINC1,1\n")
        try await expectEqual(text(table(["only"], [[""], ["x"]]), .csv), "only\n\"\"\nx\n")
    }

    @Test func `TSV has one line per row`() async throws {
        let written = try await text(nastyTable, .tsv)
        let lines = written.split(separator: "\n", omittingEmptySubsequences: false)
        expectEqual(lines.count, nasty.count + 2)
        expectEqual(
            lines[5...8],
            [
                "lines\tone\\ntwo\\n\\n  three\\n", "crlf\tone\\r\\ntwo", "tab\ta\\tb", "slash\tC:\\\\new|old",
            ])
    }

    @Test(arguments: [Format.csv, .tsv]) func `control characters are removed on a terminal`(
        _ format: Format
    ) async throws {
        let output = table(["v"], [["\u{1B}[31mred\u{1B}[0m\u{7}\u{9B}2J"]])
        try await expectEqual(text(output, format, RenderOptions(width: 80)), "v\nred\n")
        try await expectEqual(text(output, format), "v\n\u{1B}[31mred\u{1B}[0m\u{7}\u{9B}2J\n")
    }

    @Test func `value and display value are adjacent`() async throws {
        let both = RenderOptions(cells: .both)
        try await expectEqual(
            text(record, .json, both),
            """
            {
              "number": {
                "value": "INC1",
                "display_value": "INC1"
              },
              "state": {
                "value": "1",
                "display_value": "New"
              }
            }

            """)
        try await expectEqual(
            text(record, .ndjson, both),
            #"{"number":{"value":"INC1","display_value":"INC1"},"state":{"value":"1","display_value":"New"}}"#
                + "\n")
        try await expectEqual(
            text(record, .csv, both),
            "number,number.display_value,state,state.display_value\nINC1,INC1,1,New\n")
        try await expectEqual(
            text(record, .tsv, both),
            "number\tnumber.display_value\tstate\tstate.display_value\nINC1\tINC1\t1\tNew\n")
        try await expectEqual(
            text(record, .yaml, both),
            """
            number:
              value: INC1
              display_value: INC1
            state:
              value: "1"
              display_value: New

            """)
        try await expectEqual(text(record, .csv, RenderOptions(cells: .display)), "number,state\nINC1,New\n")
    }

    @Test func `JSON is pretty-printed, except in NDJSON`() async throws {
        let output = Output.json(["a": [1, nil, "x\u{9B}\u{202E}\u{1B}"], "b": [:]])
        let pretty = """
            {
              "a": [
                1,
                null,
                "x\\u009b\\u202e\\u001b"
              ],
              "b": {}
            }

            """
        for format in Format.allCases where format != .ndjson { try await expectEqual(text(output, format), pretty) }
        try await expectEqual(text(output, .ndjson), #"{"a":[1,null,"x\u009b\u202e\u001b"],"b":{}}"# + "\n")
    }
}

struct YAMLTests {
    @Test func `every value is a string to any reader`() async throws {
        try await expectEqual(
            text(nastyTable, .yaml),
            #"""
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
    ]) func `ambiguous scalars are quoted`(_ value: String) async throws {
        let written = try await text(table(["v"], [[value]]), .yaml)
        #expect(written.hasPrefix("- v: \""))
        #expect(written.hasSuffix("\"\n"))
    }

    @Test(arguments: [
        "INC0010021", "In Progress", "a:b", "a#b", "/api/now", "nothing", "yes!", "Ärger", "it's", "a, b [c] {d}",
    ]) func `plain text stays plain`(_ value: String) async throws {
        try await expectEqual(text(table(["v"], [[value]]), .yaml), "- v: \(value)\n")
    }

    @Test func `the line breaks at the end of a text are kept exactly`() async throws {
        let values = ["a\nb", "a\nb\n", "a\nb\n\n", "\na", " a\nb", "a\n \nb", "\n", "a\r\nb", "a\n\tb"]
        try await expectEqual(
            text(table(["v"], values.map { [$0] }), .yaml),
            """
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
            columns: [OutputColumn("number"), OutputColumn("notes"), OutputColumn("on")],
            cells: [Cell("1"), Cell("a\nb"), Cell("x")])
        try await expectEqual(text(record, .yaml), "number: \"1\"\nnotes: |-\n  a\n  b\n\"on\": x\n")
        try await expectEqual(text(table(["a"], []), .yaml), "[]\n")
    }
}
