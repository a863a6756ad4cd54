import Notation
import Testing

/// What is refused, and how the place is told.
@Suite struct JSONErrorTests {
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
    func theMessageAndTheOffsetNameTheFault(text: String, message: String, offset: Int) throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
        #expect(error?.message == message)
        #expect(error?.offset == offset)
    }

    @Test func linesAndColumnsCountCharacters() throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument("{\r\n  \"é€😀\": \"ü\",\n  \"ä\" 1}") }
        #expect(error?.line == 3)
        #expect(error?.column == 7)
        #expect(error?.description == "expected ':' at line 3, column 7")
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0x80], [0xE2, 0x82],
            [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
        ] as [[UInt8]])
    func bytesThatAreNotUTF8AreRefusedWhereTheyBegin(bad: [UInt8]) throws {
        let text = Array("[\n\"0123456789".utf8) + bad + Array("\"]".utf8)
        let error = #expect(throws: JSONError.self) { try JSONDocument(text) }
        #expect(error?.message == "invalid UTF-8")
        #expect(error?.offset == 13)
        #expect(error?.line == 2)
        #expect(error?.column == 12)
    }

    @Test(arguments: [
        "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}", "\u{7F}",
    ])
    func theEdgesOfUTF8AreRead(text: String) throws {
        for padding in 0..<9 {
            let whole = String(repeating: "x", count: padding) + text + "end"
            #expect(try JSONDocument("\"" + whole + "\"").root.string == whole)
        }
    }
}
