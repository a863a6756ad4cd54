import Notation
import TestSupport
import Testing

/// YAML as a value, read and written with libyaml.
struct YAMLTests {
    private func read(_ text: String, limits: YAMLLimits = YAMLLimits()) throws -> DataNode {
        try YAMLReader.read([UInt8](text.utf8), limits: limits).root
    }

    private func write(_ node: DataNode) throws -> String {
        let writer = try YAMLWriter()
        writer.add(node)
        writer.end()
        return String(decoding: try writer.take(), as: UTF8.self)
    }

    @Test func valuesAreReadWithTheirStyle() throws {
        let root = try read(
            """
            --- # a comment
            plain: 200
            quoted: '200'
            none: null
            empty:
            "folded": >
              one
              two
            list: [a, {b: c}]
            bytes: !!binary |
              /wAK
              /w==
            ruby: !binary |-
              /w==
            anchor: &x [1, 2]
            alias: *x
            """)
        #expect(root["plain"]?.integer == 200 && root["quoted"]?.text == "200")
        #expect(root["none"]?.isNull == true && root["empty"]?.isNull == true && root["empty"]?.text == nil)
        expectEqual(root["folded"]?.text, "one two\n")
        expectEqual(root["list"]?.elements[1]["b"]?.text, "c")
        #expect(root["bytes"]?.bytes == [0xFF, 0, 10, 0xFF] && root["bytes"]?.text == nil)
        expectEqual(root["ruby"]?.bytes, [0xFF])
        expectEqual(root["alias"], root["anchor"])
    }

    @Test func tagsAreCountedAndCreateNothing() throws {
        let read = try YAMLReader.read(
            Array(
                "a: !!python/object/apply:os.system ['true']\nb: !ruby/object:Gem::Requirement {x: 1}\nc: !!str 1".utf8)
        )
        expectEqual(read.tags, 3)
        #expect(read.root["a"]?.elements.first?.text == "true" && read.root["c"]?.text == "1")
    }

    @Test(arguments: [
        ("", YAMLError.Kind.malformed), ("a: b: c", .malformed), ("[", .malformed), ("a: *x", .malformed),
        ("a: &x [*x]", .malformed), ("? [a]\n: b", .malformed), ("a\n---\nb", .malformed), ("a: \u{0}", .malformed),
        (String(repeating: "[", count: 100_000), .tooLarge), (String(repeating: "- ", count: 1000) + "a", .tooLarge),
    ])
    func invalidTextIsRejected(text: String, kind: YAMLError.Kind) {
        let error = #expect(throws: YAMLError.self) { try read(text) }
        expectEqual(error?.kind, kind)
    }

    @Test func aliasesCannotMultiply() {
        var text = "a0: &a0 [\(String(repeating: "lol,", count: 9))lol]\n"
        for level in 1...9 {
            let repeats = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
            text += "a\(level): &a\(level) [\(repeats)]\n"
        }
        let error = #expect(throws: YAMLError.self) { try read(text) }
        expectEqual(error?.kind, .tooLarge)
        var limits = YAMLLimits()
        limits.nodes = 10
        #expect(throws: YAMLError.self) { try read("[1,2,3,4,5,6,7,8,9,10]", limits: limits) }
    }

    @Test func bytesThatAreNotUTF8AreRejected() {
        #expect(throws: YAMLError.self) { try YAMLReader.read([0x61, 0x3A, 0x20, 0xFF]) }
    }

    @Test(arguments: [
        "", " ", "a", "null", "true", "No", "y", "12", "1e3", "0x1F", "2024-04-16", ".inf", "~", "- a", "a: b", "a #b",
        "'", "\"", "\\", "a\nb", "\n", "\na\n\n", " a ", "a\t", "\u{0}\u{1B}\u{7F}\u{85}\u{2028}\u{FEFF}", "é漢😀", "%a",
        "@a",
        "`", "!a", "&a", "*a", "{a", "[a", "|", ">", "?", "---", "...", "<<", "=", "a\r\nb", "\u{10FFFF}\u{FFFE}",
        "GET", "text/plain; charset=utf-8", "*/*",
    ])
    func textRoundTrips(text: String) throws {
        let node = DataNode.object(["key": .text(text), "list": .sequence([.text(text), .text(text)])])
        let written = try write(node)
        let root = try read(written)
        expectEqual(root["key"]?.text?.utf8.elementsEqual(text.utf8), true, "\(written)")
        expectEqual(root["list"]?.elements.map(\.text), [text, text])
    }

    @Test func numbersNullAndBytesRoundTrip() throws {
        let all = (0...255).map { UInt8($0) }
        let node = DataNode.object([
            "number": .number(-7), "null": .null, "bytes": .bytes(all), "empty": .mapping([]), "none": .sequence([]),
        ])
        let written = try write(node)
        #expect(written.hasPrefix("number: -7\n'null': null\nbytes: !!binary |"), "\(written)")
        let root = try read(written)
        #expect(root["number"]?.integer == -7 && root["null"]?.isNull == true && root["bytes"]?.bytes == all)
        #expect(root["empty"] == .mapping([]) && root["none"] == .sequence([]))
    }
}
