import Notation
import Testing

@testable import Rendering

/// Everything a sink was given, and what the renderer said of it.
struct Rendered {
    var text: String
    var pieces: Int
    var facts: RenderFacts
}

func rendered(_ output: Output, _ format: Format, _ options: RenderOptions = RenderOptions()) async throws -> Rendered {
    var bytes: [UInt8] = []
    var pieces = 0
    let facts = try await Renderer(format, options).render(output) { piece in
        bytes += piece
        pieces += 1
    }
    let text = try #require(String(validating: bytes, as: UTF8.self))
    return Rendered(text: text, pieces: pieces, facts: facts)
}

func text(_ output: Output, _ format: Format, _ options: RenderOptions = RenderOptions()) async throws -> String {
    try await rendered(output, format, options).text
}

/// A table of raw values.
func table(_ columns: [String], _ rows: [[String]]) -> Output {
    .table(Table(columns: columns.map { Column($0) }, rows: rows.map { $0.map { Cell($0) } }))
}

/// Rows that come in the given batches.
func stream(_ columns: [String], _ batches: [[[String]]]) -> Output {
    let source = Batches(batches.map { $0.map { $0.map { Cell($0) } } })
    return .stream(columns: columns.map { Column($0) }, batches: RowBatches { await source.next() })
}

private actor Batches {
    private var left: ArraySlice<[[Cell]]>
    init(_ batches: [[[Cell]]]) { left = batches[...] }
    func next() -> [[Cell]]? { left.popFirst() }
}

/// Values that break careless writers, one a row, named.
let nasty: [(name: String, value: String)] = [
    ("empty", ""),
    ("blanks", "  two  "),
    ("quotes", #"say "hi", 'there'"#),
    ("comma", "a,b;c"),
    ("lines", "one\ntwo\n\n  three\n"),
    ("crlf", "one\r\ntwo"),
    ("tab", "a\tb"),
    ("slash", #"C:\new|old"#),
    ("markup", "<b>*bold*</b> & [x](y) `z` a_b _c_"),
    ("yes", "yes"),
    ("number", "0012"),
    ("colon", "key: value # no"),
    ("dash", "- item"),
    ("wide", "日本語"),
    ("emoji", "👩‍👩‍👧 ❤️ 🇳🇴 👍🏽"),
    ("marks", "e\u{301}a\u{308}"),
    ("rtl", "שלום \u{202E}abc"),
    ("escape", "\u{1B}[31mred\u{1B}[0m\u{7}"),
    ("c1", "a\u{9B}2Jb\u{7F}"),
    ("nul", "a\u{0}b"),
    ("broken", "a\u{FFFD}b"),
]

let nastyTable = table(["name", "value"], nasty.map { [$0.name, $0.value] })
