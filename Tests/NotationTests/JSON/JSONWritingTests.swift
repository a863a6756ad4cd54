import Notation
import Testing

/// What is written, byte for byte.
@Suite struct JSONWritingTests {
    let sample: JSON = [
        "b": 1, "a": ["x", nil, true, [:], []], "b": false, "é": "z", "z": ["k": ["l": .number("1.0")]],
    ]

    @Test func compactTextHasNoWhiteSpace() {
        #expect(sample.compact == #"{"b":1,"a":["x",null,true,{},[]],"b":false,"é":"z","z":{"k":{"l":1.0}}}"#)
        #expect(sample.compactBytes == Array(sample.compact.utf8))
    }

    @Test func prettyTextIndentsByTwo() {
        #expect(
            sample.pretty == """
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
        #expect(sample.canonical == #"{"a":["x",null,true,{},[]],"b":1,"b":false,"z":{"k":{"l":1.0}},"é":"z"}"#)
        let upper: JSON = ["a": 1, "B": 2, "ab": 3, "": 4]
        #expect(upper.canonical == #"{"":4,"B":2,"a":1,"ab":3}"#)
        #expect(JSON.number("1.0").canonical != JSON.number("1").canonical)
    }

    @Test func onlyWhatMustBeEscapedIsEscaped() {
        let text = JSON.string("\"\\/\u{8}\t\n\u{C}\r\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{2029}é😀<>&'")
        #expect(
            text.compact == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\u{85}\u{2028}\u{2029}é😀<>&'\"")
    }

    @Test func namesAreEscapedLikeText() {
        #expect(JSON.object([.init("a\"\n", .null)]).compact == #"{"a\"\n":null}"#)
    }

    @Test func membersAndElementsAreLookedUp() {
        #expect(sample["b"] == 1)
        #expect(sample["a"]?[2] == true)
        #expect(sample["a"]?[5] == nil)
        #expect(sample["nothing"] == nil)
        #expect(sample[0] == nil)
        #expect(sample["a"]?["a"] == nil)
        #expect(sample["e\u{301}"] == nil)
    }
}
