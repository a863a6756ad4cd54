import LineEditing
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Workbench

struct LineHighlighterTests {
    /// Each line and its colored parts.
    @Test(arguments: [
        ("table list incident -n 5", ["command table", "command list", "flag -n"]),
        ("table lst incident", ["command table"]), ("tabel list", ["error tabel"]), ("tabel", []),
        ("page theme dark", ["command page", "command theme"]),
        ("table get incident {{number}}", ["command table", "command get", "variable {{number}}"]),
        (
            "table list x -q 'a=b' --format=json",
            ["command table", "command list", "flag -q", "text 'a=b'", "flag --format"]
        ),
        ("table list x -q 'a=b", ["command table", "command list", "flag -q", "error 'a=b"]),
        ("whoami | jq . > x", ["command whoami", "symbol |"]), ("whoami => me", ["command whoami", "symbol =>"]),
        ("INC0010021 x", []), ("", []), ("whoami\nwhoami", ["command whoami", "command whoami"]),
    ]) func coloredParts(_ line: String, _ parts: [String]) {
        let bytes = Array(line.utf8)
        let found = LineHighlighter.highlights(line).map {
            "\($0.kind) " + String(decoding: bytes[$0.bytes], as: UTF8.self)
        }
        expectEqual(found, parts)
    }

    /// Underlined parts once the columns of incident and sys_user are known.
    @Test func unknownFieldsAreUnderlined() async throws {
        let harness = try ShellHarness(try TestMachine())
        let line = "table list incident -q caller_id.nam"
        func underlined(_ line: String) -> [String] {
            let bytes = Array(line.utf8)
            let found = LineHighlighter.highlights(line, schema: harness.session.knownSchema)
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.bytes.upperBound <= $1.bytes.lowerBound }, "\(line)")
            return found.filter { $0.kind == .unknown }.map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
        }
        expectEqual(underlined("table list incident -q nosuch=1"), [])
        _ = await harness.session.complete(line, cursor: line.utf8.count)
        for (line, names) in [
            ("table list incident -q 'nosuch=1^state=2^ORDERBYnone'", ["nosuch", "none"]),
            ("table list incident -f number,nosuch,state --order -none", ["nosuch", "none"]),
            ("table list incident -f numb", []), ("table list incident -f numb -n 5", ["numb"]),
            ("table list incident -f numx", ["numx"]),
            ("table list incident -q caller_id.name=x^caller_id.nosuch=y", ["caller_id.nosuch"]),
            ("table list incident -q caller_id.company.nosuch=y", []), ("table list incident -q state", []),
            ("table create incident short_description=x nosuch=y", ["nosuch"]),
            ("table update incident INC1 stat", []), ("table list problem -q nosuch=1", []),
            ("table count incident --by nosuch --order -count", ["nosuch"]),
            ("table explain incident nosuch=1", ["nosuch"]), ("table list incident -q nosuch={{x}}", []),
            ("TABLE list incident -q nosuch=1 | cat", []), ("task show INC1 -f nosuch", []),
            ("table list incident -q variables.x=1^123TEXTQUERY321=a", []),
        ] {
            expectEqual(underlined(line), names, "\(line)")
        }
    }

    @Test func onlyUniqueCompletionIsSuggested() async throws {
        let harness = try ShellHarness(try TestMachine())
        func suggested(_ line: String) -> String? {
            LineSuggestion(harness.session.knownSchema, aliases: ["mine"]).line(from: line)
        }
        expectEqual(suggested("table list incid"), nil)
        for line in ["table list inc", "table list incident -q caller_id.nam"] {
            _ = await harness.session.complete(line, cursor: line.utf8.count)
        }
        for (line, whole) in [
            ("tab", "table"), ("ta", nil), ("table", nil), ("", nil), ("table ", nil), ("mi", "mine"),
            ("table li", "table list"), ("table de", nil), ("table list change_requ", "table list change_request"),
            ("table list incid", nil), ("table list incident --li", "table list incident --limit"),
            ("table list incident --format nd", "table list incident --format ndjson"),
            ("table list incident -n 5 --li", nil), ("table list incident -", nil),
            ("table list incident -f number,short_d", "table list incident -f number,short_description"),
            ("table list incident --order -opened_a", "table list incident --order -opened_at"),
            ("table list incident -q 'active=true^ORurg", "table list incident -q 'active=true^ORurgency"),
            ("table list incident -q caller_id.user_n", "table list incident -q caller_id.user_name"),
            ("table list incident -q urgency=", nil), ("table list incident -q short_descriptionLI", nil),
            ("table create incident short_d", "table create incident short_description="),
            ("table create incident urgency=1 short_d", "table create incident urgency=1 short_description="),
            ("table list problem -f short_d", nil), ("zebra li", nil), ("whoami | gr", nil), ("table list {{x", nil),
            ("recipe ru", "recipe run"), ("page the", "page theme"),
        ] as [(String, String?)] {
            expectEqual(suggested(line), whole, "\(line)")
        }
    }

    @Test(arguments: [
        ("table list incident", false), ("table update incident INC1 a=b", true), ("rest GET /api", false),
        ("rest post /api", true), ("graphql { a }", false), ("graphql mutation { a }", true), ("nonsense", false),
        ("graphql query mutation { a }", false), ("graphql @file", true), ("graphql {{document}}", true),
        ("graphql query A { a } mutation B { b } --operation A", true), ("graphql", false),
        ("graphql describe incident", false),
    ]) func changingLineIsRecognized(_ line: String, _ changes: Bool) {
        expectEqual(Command.changes(line), changes)
        if line.contains("@") { #expect(!Command.changes(line, files: false)) }
    }
}
