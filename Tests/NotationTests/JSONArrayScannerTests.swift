import Notation
import TestSupport
import Testing

/// Elements of arrays in a text that arrives in pieces.
@Suite struct JSONArrayScannerTests {
    private static let paths = [["log", "entries"], ["log", "own", "list"]]

    private static let text = #"""
        {"before": [{"log": {"entries": [0]}}], "l\u006fg": {"pages": ["]", "}\\", "\""], "e": {"entries": [1]},
         "entries" : [ {"a": "x\"],[{", "entries": [2, 3]} ,4,[ ] , "é, ]" , {"log": {"entries": []}}], "entries": [5],
         "own": {"more": {"list": [6]}, "list":[{"own": {"list": [7]}}]}, "last": "\\"}, "log": {"entries": [8]}}
        """#

    /// What a scan in pieces of a size finds: elements, frame, names.
    private func scan(_ text: String, pieces size: Int) -> (elements: [[String]], frame: String, names: [String]) {
        let bytes = Array(text.utf8)
        var scanner = JSONArrayScanner(Self.paths)
        var elements: [[String]] = [[], []]
        for start in stride(from: 0, to: bytes.count, by: size) {
            for element in scanner.scan(Array(bytes[start..<min(bytes.count, start + size)])) {
                elements[element.array].append(String(decoding: bytes[element.range], as: UTF8.self))
            }
        }
        if let rest = scanner.rest {
            elements[rest.array].append("rest: " + String(decoding: bytes[rest.range], as: UTF8.self))
        }
        let frame = scanner.frame.map { String(decoding: bytes[$0], as: UTF8.self) }.joined()
        return (elements, frame, scanner.rootNames)
    }

    @Test(arguments: 1...64) func elementsAreFoundInPieces(size: Int) {
        let found = scan(Self.text, pieces: size)
        #expect(
            found.elements == [
                [#" {"a": "x\"],[{", "entries": [2, 3]} "#, "4", "[ ] ", #" "é, ]" "#, #" {"log": {"entries": []}}"#],
                [#"{"own": {"list": [7]}}"#],
            ])
        #expect(
            found.frame == #"""
                {"before": [{"log": {"entries": [0]}}], "l\u006fg": {"pages": ["]", "}\\", "\""], "e": {"entries": [1]},
                 "entries" : [], "entries": [5],
                 "own": {"more": {"list": [6]}, "list":[]}, "last": "\\"}, "log": {"entries": [8]}}
                """#)
        #expect(found.names == ["before", "log", "log"])
    }

    @Test(arguments: [
        (#"{"log":{"entries":[]}}"#, [], #"{"log":{"entries":[]}}"#),
        (#"{"log":{"entries":[ ]}}"#, [], #"{"log":{"entries":[]}}"#),
        (#"{"log":{"entries":[,]}}"#, ["", ""], #"{"log":{"entries":[]}}"#),
        (#"{"log":{"entries":[1, ]}}"#, ["1", " "], #"{"log":{"entries":[]}}"#),
        (#"{"log":{"entries":[1}}"#, ["1"], #"{"log":{"entries":[}}"#),
        (#"{"log":{"entries":[{"a":[1]"#, [#"rest: {"a":[1]"#], #"{"log":{"entries":["#),
        (#"{"log":{"entries":["a\"#, [#"rest: "a\"#], #"{"log":{"entries":["#),
        (#"{"log":{"entries":[1,"#, ["1", "rest: "], #"{"log":{"entries":["#),
        (#"{"log":[{"entries":[1]}],"log":{"entries":[2]}}"#, [], #"{"log":[{"entries":[1]}],"log":{"entries":[2]}}"#),
        (#"{"log":{"entries":{"entries":[1]}}}"#, [], #"{"log":{"entries":{"entries":[1]}}}"#),
        (#"[{"log":{"entries":[1]}}]"#, [], #"[{"log":{"entries":[1]}}]"#),
        ("", [], ""), ("]}", [], "]}"), (#""log""#, [], #""log""#), ("{\"log", [], "{\"log"),
    ])
    func otherTextsAreLeftToTheParser(text: String, elements: [String], frame: String) {
        for size in [1, 2, 7, 1000] {
            let found = scan(text, pieces: size)
            #expect(found.elements == [elements, []], "\(size)")
            #expect(found.frame == frame, "\(size)")
        }
    }

    /// Elements and frame together have the errors that the whole text has.
    @Test func damagedTextsAreRejectedInParts() {
        var random = SeededGenerator(seed: 3)
        let whole = Array(Self.text.utf8)
        var rejected = 0
        for _ in 0..<3000 {
            var bytes = whole
            switch random.below(3) {
            case 0: bytes.removeSubrange(random.below(bytes.count)...)
            case 1: bytes.remove(at: random.below(bytes.count))
            default: bytes[random.below(bytes.count)] = random.pick(Array(#"{}[],:"\ 1"#.utf8))
            }
            var scanner = JSONArrayScanner(Self.paths)
            let ranges = scanner.scan(bytes).map(\.range) + (scanner.rest.map { [$0.range] } ?? [])
            let frame = scanner.frame.flatMap { bytes[$0] }
            let isAccepted = (ranges.map { Array(bytes[$0]) } + [frame]).allSatisfy { (try? JSONDocument($0)) != nil }
            #expect(isAccepted == ((try? JSONDocument(bytes)) != nil), "\(String(decoding: bytes, as: UTF8.self))")
            if !isAccepted { rejected += 1 }
        }
        #expect(rejected > 300)
    }
}
