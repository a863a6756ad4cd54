import Notation
import Testing

/// What a text says, and where it stands.
@Suite struct JSONReadingTests {
    @Test func aTableAnswerIsReadWithoutLosingAnything() throws {
        let text = #"""
            {"result":[ {"number":"INC0010021","active":"true","count":12345678901234567890.10,
              "assigned_to":{"link":"https:\/\/i.example\/x","value":"6816f79c"},"number":"again","n":null, "ok":false} ]}
            """#
        let root = try JSONDocument(text).root
        let record = try #require(root["result"]?[0])
        #expect(root.count == 1)
        #expect(record.count == 7)
        #expect(record.members.map(\.name) == ["number", "active", "count", "assigned_to", "number", "n", "ok"])
        #expect(record["number"]?.string == "INC0010021")
        #expect(record["count"]?.number == "12345678901234567890.10")
        #expect(record["assigned_to"]?["link"]?.string == "https://i.example/x")
        #expect(record["n"]?.kind == .null)
        #expect(record["ok"]?.bool == false)
        #expect(record["missing"] == nil)
        #expect(
            root.value.compact == #"{"result":[{"number":"INC0010021","active":"true","count":12345678901234567890.10,"#
                + #""assigned_to":{"link":"https://i.example/x","value":"6816f79c"},"number":"again","n":null,"ok":false}]}"#
        )
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1.50", "-12e+03", "1E5", "0.0e-9", #""""#, "[]", "{}", #"{"":[]}"#,
        #"[[],{},"a",[1,[2]]]"#,
    ])
    func aValueIsItsOwnSource(text: String) throws {
        let padded = try JSONDocument(" \t\r\n" + text + " \n").root
        #expect(Array(padded.source) == Array(text.utf8))
        #expect(padded.source.startIndex == 4)
        #expect(padded.value.compact == text)
        #expect(try JSONDocument(text).root.value == padded.value)
    }

    @Test func scalarsHaveTextAndContainersHaveNone() throws {
        let root = try JSONDocument(#"[null,true,false,1.0,"a\tb",[1],{"a":1}]"#).root
        #expect(root.elements.map(\.scalarText) == ["", "true", "false", "1.0", "a\tb", nil, nil])
        #expect(root.elements.map { $0.value.scalarText } == ["", "true", "false", "1.0", "a\tb", nil, nil])
        #expect(root.elements.map(\.kind) == [.null, .bool, .bool, .number, .string, .array, .object])
        #expect(root.elements.map(\.count) == [0, 0, 0, 0, 0, 1, 1])
        #expect(root.elements.map(\.string) == [nil, nil, nil, nil, "a\tb", nil, nil])
        #expect(root.elements.map(\.number) == [nil, nil, nil, "1.0", nil, nil, nil])
        #expect(root.elements.map(\.bool) == [nil, true, false, nil, nil, nil, nil])
    }

    @Test func aValueOfAnotherKindHasNothingInside() throws {
        let root = try JSONDocument(#"["text",{"0":1},[7]]"#).root
        #expect(root["text"] == nil)
        #expect(root[1]?[0] == nil)
        #expect(root[2]?["0"] == nil)
        #expect(root[3] == nil)
        #expect(root[-1] == nil)
        #expect(root[1]?.elements.map(\.kind) == [])
        #expect(root[0]?.members.map(\.name) == [])
        #expect(root[2]?[0]?.number == "7")
    }

    @Test func escapesAreDecodedAndLoneSurrogatesReplaced() throws {
        let root = try JSONDocument(
            #"["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC\ud83d\uDE00","\ud83d","\ude00x","\ud83dA","\ud83d\ud83d\ude00","\u0000"]"#
        ).root
        #expect(
            root.elements.map(\.string) == [
                "\"\\/\u{8}\u{C}\n\r\t", "Aé€😀", "\u{FFFD}", "\u{FFFD}x", "\u{FFFD}A", "\u{FFFD}😀", "\0",
            ])
        #expect(Array(root[2]!.source) == Array(#""\ud83d""#.utf8))
    }

    @Test func aNameIsFoundHoweverItIsWritten() throws {
        let root = try JSONDocument(#"{"short\u005fdescription":1,"a\/b":2,"\ud83d\ude00":3,"é":4,"":5,"ab":6}"#).root
        #expect(root["short_description"]?.number == "1")
        #expect(root["a/b"]?.number == "2")
        #expect(root["😀"]?.number == "3")
        #expect(root["é"]?.number == "4")
        #expect(root["e\u{301}"] == nil)
        #expect(root[""]?.number == "5")
        #expect(root["a"] == nil)
        #expect(root["abc"] == nil)
    }

    @Test func depthIsBoundedWithoutAStack() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: #"[{"a":"#, count: depth / 2) + "0" + String(repeating: "}]", count: depth / 2)
        }
        #expect(try JSONDocument(nested(512)).root.value.compact == nested(512))
        #expect(throws: JSONError.self) { try JSONDocument(nested(514)) }
        #expect(try JSONDocument(nested(2048), limits: JSONLimits(depth: .max)).root.value.compact == nested(2048))
        let hostile = [UInt8](repeating: UInt8(ascii: "["), count: 200_000)
        let error = #expect(throws: JSONError.self) { try JSONDocument(hostile, limits: JSONLimits(depth: .max)) }
        #expect(error?.message == "nested too deeply")
        #expect(error?.offset == 2048)
        #expect(try JSONDocument("1", limits: JSONLimits(depth: 0)).root.number == "1")
        #expect(throws: JSONError.self) { try JSONDocument("[]", limits: JSONLimits(depth: 0)) }
    }

    @Test func aValueOutlivesItsDocument() throws {
        func first() throws -> JSONNode? { try JSONDocument(#"[["kept"]]"#).root[0] }
        #expect(try first()?[0]?.string == "kept")
    }
}
