import Notation
import TestSupport
import Testing

/// Parsed values and their positions.
struct JSONReadingTests {
    @Test func tableResponseIsParsedLosslessly() throws {
        let text = #"""
            {"result":[ {"number":"INC0010021","active":"true","count":12345678901234567890.10,
              "assigned_to":{"link":"https:\/\/i.example\/x","value":"6816f79c"},"number":"again","n":null, "ok":false} ]}
            """#
        let root = try JSONDocument(text).root
        let record = try #require(root["result"]?[0])
        expectEqual(root.count, 1)
        expectEqual(record.count, 7)
        expectEqual(record.members.map(\.name), ["number", "active", "count", "assigned_to", "number", "n", "ok"])
        expectEqual(record["number"]?.string, "INC0010021")
        expectEqual(record["count"]?.number, "12345678901234567890.10")
        expectEqual(record["assigned_to"]?["link"]?.string, "https://i.example/x")
        expectEqual(record["n"]?.kind, .null)
        expectEqual(record["ok"]?.bool, false)
        #expect(record["missing"] == nil)
        for names in [["number", "active", "count"], ["active", "number", "missing", "n"], ["number", "number"]] {
            let values = record.values(of: names).map { $0?.source }
            expectEqual(values, names.map { record[$0]?.source })
        }
        expectEqual(
            root.value.compact,
            #"{"result":[{"number":"INC0010021","active":"true","count":12345678901234567890.10,"#
                + #""assigned_to":{"link":"https://i.example/x","value":"6816f79c"},"number":"again","n":null,"ok":false}]}"#
        )
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1.50", "-12e+03", "1E5", "0.0e-9", #""""#, "[]", "{}", #"{"":[]}"#,
        #"[[],{},"a",[1,[2]]]"#,
    ])
    func valueKeepsItsSourceText(text: String) throws {
        let padded = try JSONDocument(" \t\r\n" + text + " \n").root
        expectEqual(Array(padded.source), Array(text.utf8))
        expectEqual(padded.source.startIndex, 4)
        expectEqual(padded.value.compact, text)
        try expectEqual(JSONDocument(text).root.value, padded.value)
    }

    @Test func scalarsHaveTextAndContainersHaveNone() throws {
        let root = try JSONDocument(#"[null,true,false,1.0,"a\tb",[1],{"a":1}]"#).root
        expectEqual(root.elements.map(\.scalarText), ["", "true", "false", "1.0", "a\tb", nil, nil])
        expectEqual(root.elements.map { $0.value.scalarText }, ["", "true", "false", "1.0", "a\tb", nil, nil])
        expectEqual(root.elements.map(\.kind), [.null, .bool, .bool, .number, .string, .array, .object])
        expectEqual(root.elements.map(\.count), [0, 0, 0, 0, 0, 1, 1])
        expectEqual(root.elements.map(\.string), [nil, nil, nil, nil, "a\tb", nil, nil])
        expectEqual(root.elements.map(\.number), [nil, nil, nil, "1.0", nil, nil, nil])
        expectEqual(root.elements.map(\.bool), [nil, true, false, nil, nil, nil, nil])
    }

    @Test func scalarHasNoMembers() throws {
        let root = try JSONDocument(#"["text",{"0":1},[7]]"#).root
        #expect(root["text"] == nil)
        #expect(root[1]?[0] == nil)
        #expect(root[2]?["0"] == nil)
        #expect(root[3] == nil)
        #expect(root[-1] == nil)
        #expect(root[1]?.elements.map(\.kind) == [])
        expectEqual(root[0]?.members.map(\.name), [])
        expectEqual(root[2]?[0]?.number, "7")
    }

    @Test func escapesAreDecodedAndLoneSurrogatesReplaced() throws {
        let root = try JSONDocument(
            #"["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC\ud83d\uDE00","\ud83d","\ude00x","\ud83dA","\ud83d\ud83d\ude00","\u0000"]"#
        ).root
        expectEqual(
            root.elements.map(\.string),
            [
                "\"\\/\u{8}\u{C}\n\r\t", "Aé€😀", "\u{FFFD}", "\u{FFFD}x", "\u{FFFD}A", "\u{FFFD}😀", "\0",
            ])
        expectEqual(Array(root[2]!.source), Array(#""\ud83d""#.utf8))
    }

    @Test func escapedNameIsFound() throws {
        let root = try JSONDocument(#"{"short\u005fdescription":1,"a\/b":2,"\ud83d\ude00":3,"é":4,"":5,"ab":6}"#).root
        expectEqual(root["short_description"]?.number, "1")
        expectEqual(root["a/b"]?.number, "2")
        expectEqual(root["😀"]?.number, "3")
        expectEqual(root["é"]?.number, "4")
        #expect(root["e\u{301}"] == nil)
        #expect(root[""]?.number == "5")
        #expect(root["a"] == nil)
        #expect(root["abc"] == nil)
    }

    @Test func deepNestingNeedsNoStack() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"[{"a":"#, count: depth / 2) + "0" + String(repeating: "}]", count: depth / 2)
        }
        try expectEqual(JSONDocument(nested(512)).root.value.compact, nested(512))
        #expect(throws: JSONError.self) { try JSONDocument(nested(514)) }
        try expectEqual(JSONDocument(nested(2048), limits: JSONLimits(depth: .max)).root.value.compact, nested(2048))
        let hostile = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
        let error = #expect(throws: JSONError.self) { try JSONDocument(hostile, limits: JSONLimits(depth: .max)) }
        expectEqual(error?.message, "nested too deeply")
        expectEqual(error?.offset, 2048)
        try expectEqual(JSONDocument("1", limits: JSONLimits(depth: 0)).root.number, "1")
        #expect(throws: JSONError.self) { try JSONDocument("[]", limits: JSONLimits(depth: 0)) }
    }

    @Test func valueOutlivesItsDocument() throws {
        func first() throws -> JSONNode? { try JSONDocument(#"[["kept"]]"#).root[0] }
        try expectEqual(first()?[0]?.string, "kept")
    }
}

/// Invalid texts and the reported positions.
struct JSONErrorTests {
    @Test(arguments: [
        ("", "empty text", 0), (" ", "unexpected end of text", 1), ("[", "unexpected end of text", 1),
        ("{\"a\"", "unexpected end of text", 4), ("{\"a\":", "unexpected end of text", 5),
        ("{\"a\":1", "unexpected end of text", 6), ("[1,", "unexpected end of text", 3),
        ("[1,]", "expected a value", 3), ("[,1]", "expected a value", 1), ("[1 2]", "expected ',' or ']'", 3),
        ("{\"a\":1,}", "expected a member name", 7), ("{a:1}", "expected a member name or '}'", 1),
        ("{\"a\" 1}", "expected ':'", 5), ("{\"a\":1]", "expected ',' or '}'", 6), ("[1}", "expected ',' or ']'", 2),
        ("1 2", "expected nothing after the value", 2), ("]", "expected a value", 0), ("tru", "expected a value", 0),
        ("nulL", "expected a value", 0), ("NaN", "expected a value", 0), ("'a'", "expected a value", 0),
        ("+1", "expected a value", 0), (".5", "expected a value", 0), ("01", "number with a leading zero", 0),
        ("-01", "number with a leading zero", 1), ("-", "unexpected end of text", 1), ("-x", "expected a digit", 1),
        ("1.", "unexpected end of text", 2), ("[1.]", "expected a digit", 3), ("[1e]", "expected a digit", 3),
        ("1e+", "unexpected end of text", 3), ("0x1", "expected nothing after the value", 1),
        ("\"abc", "unterminated string", 4), ("\"abc\\", "unterminated string", 5),
        ("\"\\u12", "unterminated string", 5), ("\"\\x\"", "unknown escape", 1),
        ("\"\\u12g4\"", "expected four hexadecimal digits", 5), ("\"a\nb\"", "control character in a string", 2),
        ("\"longer than a word\u{0}\"", "control character in a string", 19),
        ("\u{FEFF}1", "expected a value", 0), ("[1]\u{A0}", "expected nothing after the value", 3),
        ("/**/1", "expected a value", 0),
    ])
    func errorHasMessageAndOffset(text: String, message: String, offset: Int) throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
        expectEqual(error?.message, message)
        expectEqual(error?.offset, offset)
    }

    @Test func linesAndColumnsCountCharacters() throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument("{\r\n  \"é€😀\": \"ü\",\n  \"ä\" 1}") }
        expectEqual(error?.line, 3)
        expectEqual(error?.column, 7)
        expectEqual(error?.description, "expected ':' at line 3, column 7")
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0x80], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func invalidUTF8IsRejectedWithPosition(bad: [UInt8]) throws {
        let text = Array("[\n\"0123456789".utf8) + bad + Array("\"]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
        expectEqual(error?.message, "invalid UTF-8")
        expectEqual(error?.offset, 13)
        expectEqual(error?.line, 2)
        expectEqual(error?.column, 12)
    }

    @Test(arguments: [
        "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{7F}",
    ])
    func utf8BoundariesAreAccepted(text: String) throws {
        for padding in 0..<9 {
            let whole = String(repeating: "x", count: padding) + text + "end"
            try expectEqual(JSONDocument("\"" + whole + "\"").root.string, whole)
        }
    }
}

/// Written text, byte for byte.
struct JSONWritingTests {
    let sample: JSON = [
        "b": 1, "a": ["x", nil, true, [:], []], "b": false, "é": "z", "z": ["k": ["l": .number("1.0")]],
    ]

    @Test func compactTextHasNoWhiteSpace() {
        expectEqual(sample.compact, #"{"b":1,"a":["x",null,true,{},[]],"b":false,"é":"z","z":{"k":{"l":1.0}}}"#)
        expectEqual(sample.compactBytes, Array(sample.compact.utf8))
    }

    @Test func prettyTextIndentsByTwo() {
        expectEqual(
            sample.pretty,
            """
            {
              "b": 1,
              "a": [
                "x",
                null,
                true,
                {},
                []
              ],
              "b": false,
              "é": "z",
              "z": {
                "k": {
                  "l": 1.0
                }
              }
            }
            """)
    }

    @Test func canonicalTextSortsNamesByBytesAndKeepsRepeatsInOrder() {
        expectEqual(sample.canonical, #"{"a":["x",null,true,{},[]],"b":1,"b":false,"z":{"k":{"l":1.0}},"é":"z"}"#)
        let upper: JSON = ["a": 1, "B": 2, "ab": 3, "": 4]
        expectEqual(upper.canonical, #"{"":4,"B":2,"a":1,"ab":3}"#)
        #expect(JSON.number("1.0").canonical != JSON.number("1").canonical)
    }

    @Test func onlyWhatMustBeEscapedIsEscaped() {
        let text = JSON.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{2029}é😀<>&'")
        expectEqual(
            text.compact, "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\u{85}\u{2028}\u{2029}é😀<>&'\"")
    }

    @Test func namesAreEscapedLikeText() {
        expectEqual(JSON.object([.init("a\"\n", .null)]).compact, #"{"a\"\n":null}"#)
    }

    @Test func membersAndElementsAreFound() {
        expectEqual(sample["b"], 1)
        expectEqual(sample["a"]?[2], true)
        expectEqual(sample["a"]?[5], nil)
        expectEqual(sample["nothing"], nil)
        expectEqual(sample[0], nil)
        expectEqual(sample["a"]?["a"], nil)
        expectEqual(sample["e\u{301}"], nil)
    }
}
