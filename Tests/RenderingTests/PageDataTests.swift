import Notation
import TestSupport
import Testing

@testable import Rendering

struct PageDataTests {
    static let view: PageView = {
        var form = Form()
        form.method = "POST"
        var password = Form.Field.text("pin", "PIN", "1234", .password)
        password.isRequired = true
        form.fields = [
            .text("ck", "", "abc", .hidden), password, .choice("state", "State", ["New", "Closed"], chosen: 1),
        ]
        var view = page(
            [
                .heading(level: 2, [words("Printer & *fire*")]),
                .paragraph([words("See "), .link(0, [words("the list ")]), words("- now", [.strong])]),
                .paragraph([words("1. no list"), .lineBreak, words("# no heading"), words(" a`b", .code)]),
                .list(start: 3, items: [[paragraph("three"), .list(start: nil, items: [[paragraph("sub")]])], []]),
                .notice([paragraph("Locked")]), .preformatted("a ``` b\n"),
                .table(
                    Grid(rows: [[header("a|b"), header("c")], [cell("1", columns: 2)], [cell("2"), cell("3")]])),
                .form(0, [.paragraph([words("PIN", .label), .field(form: 0, field: 1)])]),
            ], title: "INC1\u{1B}[31m", links: [.init(target: "a (b).do?x=1\u{9B}2J", text: "the list")], forms: [form])
        view.address = "https://dev.service-now.com/x"
        view.document.cuts = [.depth(200)]
        return view
    }()

    @Test func `Markdown keeps the structure and escapes text`() async throws {
        try await expectEqual(
            text(.page(Self.view), .markdown),
            """
            # INC1

            https://dev.service-now.com/x

            ## Printer \\& \\*fire\\*

            See [the list](<a%20(b).do?x=1%C2%9B2J>) **- now**

            1\\. no list\\
            \\# no heading ``a`b``

            3. three
               - sub
            4.

            > **!** Locked

            ````
            a ``` b
            ````

            | a\\|b | c |
            | --- | --- |
            | 1 |  |
            | 2 | 3 |

            PIN \\[••••••••\\] (required)

            ---

            The page nests deeper than 200 levels; what lies deeper is not shown. \\`page source\\` has it.

            """)
    }

    @Test func `JSON is an object with passwords redacted`() async throws {
        let shown = try await text(.page(Self.view), .ndjson)
        let json = try JSON(JSONDocument(Array(shown.utf8)).root)
        expectEqual(json["title"]?.scalarText, "INC1\u{1B}[31m")
        expectEqual(json["links"]?[0]?["number"]?.scalarText, "1")
        expectEqual(json["links"]?[0]?["address"]?.scalarText, "a (b).do?x=1\u{9B}2J")
        let fields = json["forms"]?[0]?["fields"]
        expectEqual(fields?[0]?["kind"]?.scalarText, "hidden")
        #expect(fields?[1]?["value"] == .null && fields?[1]?["required"] == true)
        expectEqual(fields?[2]?["options"]?[1]?["selected"], true)
        expectEqual(
            json["cuts"],
            ["The page nests deeper than 200 levels; what lies deeper is not shown. `page source` has it."])
        #expect(!shown.contains("1234"))
        expectEqual(shown.utf8.count { $0 == 0x0A }, 1)
        #expect(
            try await text(.page(Self.view), .json).hasPrefix("{\n  \"address\": \"https://dev.service-now.com/x\""))
    }

    @Test func `YAML is the same object`() async throws {
        let view = page([paragraph("Hi"), paragraph("there")], title: "yes", links: [.init(target: "/a", text: "no")])
        try await expectEqual(
            text(.page(view), .yaml),
            """
            address: ""
            title: "yes"
            text: |
              Hi

              there
            links:
              - number: 1
                text: "no"
                address: /a
            forms: []
            cuts: []

            """)
    }

    @Test(arguments: [Format.csv, .tsv, .line])
    func `CSV and TSV contain the page's text`(_ format: Format) async throws {
        let options = RenderOptions(width: 40, color: true, depth: .truecolor)
        try await expectEqual(
            text(.page(Self.view), format, options),
            text(.page(Self.view), .columns, RenderOptions(width: 40)))
    }

    @Test func `color depth comes from the environment`() {
        let cases: [(String?, String?, ColorDepth)] = [
            (nil, nil, .none), ("dumb", "truecolor", .none), ("vt100", nil, .none), ("xterm-mono", nil, .none),
            ("xterm", nil, .sixteen), ("linux", nil, .sixteen), ("xterm-256color", nil, .indexed),
            ("screen-256color-bce", nil, .indexed), ("xterm-direct", nil, .truecolor), ("xterm", "24bit", .truecolor),
            ("xterm-256color", "TrueColor", .truecolor), ("tmux-256color", "yes", .indexed), ("", nil, .none),
        ]
        for (name, word, depth) in cases {
            expectEqual(ColorDepth(terminal: name, colorTerm: word), depth, "\(name ?? "")")
        }
    }
}
