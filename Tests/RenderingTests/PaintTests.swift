import Notation
import Testing
@testable import Rendering

/// Colors of data formats and messages.
@Suite struct PaintTests {
    @Test(arguments: [1, 2, 3, 1000]) func `JSON tokens are colored across pieces`(_ length: Int) {
        let json = Array(#"{"a\"}": ["b:", -1.5e3, null], "c": {"d": true}}"#.utf8)
        var paint = JSONHighlighter()
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: json.count, by: length) {
            bytes += paint.painted(Array(json[start..<min(start + length, json.count)]))
        }
        #expect(
            Self.marked(bytes)
                == #"{<36>"a\"}"<0>: [<32>"b:"<0>, <35>-1.5e3<0>, <2>null<0>], <36>"c"<0>: {<36>"d"<0>: <35>true<0>}}"#)
        #expect(Style.removed(from: bytes) == json)
    }

    @Test func `the keys of YAML are colored on a terminal with color`() async throws {
        let output = Output.table(
            OutputTable(columns: [OutputColumn("a"), OutputColumn("b c")], rows: [[Cell("1"), Cell("x: y")]]))
        let shown = try await text(output, .yaml, RenderOptions(width: 80, color: true))
        #expect(Self.marked(Array(shown.utf8)) == "- <36>a<0>: \"1\"\n  <36>b c<0>: \"x: y\"\n")
        #expect(try await text(output, .yaml) == "- a: \"1\"\n  b c: \"x: y\"\n")
    }

    @Test func `labels at the beginning of lines are colored`() {
        let text = "error: No.\n  error: quoted\nhint: x\nwarning: a\ninternal error: b\n"
        #expect(
            Self.marked(Array(Style.labels(in: text).utf8))
                == "<1><31>error:<0> No.\n  error: quoted\nhint: x\n<1><33>warning:<0> a\n<1><31>internal error:<0> b\n"
        )
    }

    private static func marked(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1B}[", with: "<").replacing("m", with: ">")
    }
}
