import LineEditing
import Testing
@testable import Shell

@Suite struct LineHighlighterTests {
    /// Each line and its colored parts.
    @Test(arguments: [
        ("table list incident -n 5", ["command table", "command list", "flag -n"]),
        ("table lst incident", ["command table"]), ("tabel list", ["mistake tabel"]), ("tabel", []),
        ("page theme list", ["command page", "command theme", "command list"]),
        ("table get incident {{number}}", ["command table", "command get", "variable {{number}}"]),
        (
            "table list x -q 'a=b' --format=json",
            ["command table", "command list", "flag -q", "text 'a=b'", "flag --format"]
        ),
        ("table list x -q 'a=b", ["command table", "command list", "flag -q", "mistake 'a=b"]),
        ("whoami | jq . > x", ["command whoami", "symbol |"]), ("whoami => me", ["command whoami", "symbol =>"]),
        ("INC0010021 x", []), ("", []), ("whoami\nwhoami", ["command whoami", "command whoami"]),
    ]) func theParts(_ line: String, _ parts: [String]) {
        let bytes = Array(line.utf8)
        let found = LineHighlighter.highlights(line).map {
            "\($0.kind) " + String(decoding: bytes[$0.bytes], as: UTF8.self)
        }
        #expect(found == parts)
    }

    @Test(arguments: [
        ("table list incident", false), ("table update incident INC1 a=b", true), ("rest GET /api", false),
        ("rest post /api", true), ("graphql { a }", false), ("graphql mutation { a }", true), ("nonsense", false),
        ("graphql query mutation { a }", false), ("graphql @file", true), ("graphql {{document}}", true),
        ("graphql query A { a } mutation B { b } --operation A", true), ("graphql", false),
        ("graphql describe incident", false),
    ]) func aLineThatChangesSomethingIsKnown(_ line: String, _ changes: Bool) {
        #expect(Command.changes(line) == changes)
    }
}
