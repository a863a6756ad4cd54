import Notation
import Testing

@testable import Rendering

/// Everything written to a sink, and the renderer's result.
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
    .table(OutputTable(columns: columns.map { OutputColumn($0) }, rows: rows.map { $0.map { Cell($0) } }))
}

/// Rows that arrive in these batches.
func stream(_ columns: [String], _ batches: [[[String]]]) -> Output {
    let source = Batches(batches.map { $0.map { $0.map { Cell($0) } } })
    return .stream(columns: columns.map { OutputColumn($0) }, batches: RowBatches { await source.next() })
}

private actor Batches {
    private var left: ArraySlice<[[Cell]]>
    init(_ batches: [[[Cell]]]) { left = batches[...] }
    func next() -> [[Cell]]? { left.popFirst() }
}

/// Values that break careless writers, one per row, named.
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

/// Short constructors for the parts of pages.
func words(_ text: String, _ emphasis: Inline.Emphasis = []) -> Inline { .text(text, emphasis) }
func paragraph(_ text: String) -> Block { .paragraph([words(text)]) }
func paragraph(_ inlines: Inline...) -> Block { .paragraph(inlines) }
func header(_ text: String) -> Grid.Cell { Grid.Cell(isHeader: true, [paragraph(text)]) }
func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> Grid.Cell {
    Grid.Cell(columns: columns, rows: rows, text.isEmpty ? [] : [paragraph(text)])
}

func page(_ blocks: [Block], title: String = "", links: [Document.Link] = [], forms: [Form] = []) -> PageView {
    var document = Document()
    document.title = title
    document.blocks = blocks
    document.links = links
    document.forms = forms
    return PageView(document, address: "")
}

extension Form.Field {
    static func text(_ name: String, _ label: String, _ value: String, _ kind: Form.Kind = .text(type: "text"))
        -> Form.Field
    {
        var field = Form.Field(name, kind)
        field.label = label
        field.value = value
        return field
    }

    static func choice(_ name: String, _ label: String, _ options: [String], chosen: Int) -> Form.Field {
        var field = Form.Field.text(name, label, String(chosen + 1), .choice)
        field.options = options.enumerated().map {
            Form.Option(value: String($0 + 1), label: $1, isSelected: $0 == chosen)
        }
        return field
    }
}

/// The lines of a rendered page, without the final line end.
func lines(_ view: PageView, _ width: Int?) async throws -> [String] {
    let text = try await text(.page(view), .columns, RenderOptions(width: width))
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { String($0) }
}

/// A page with everything: a record's form with notices, fields, journal and a related list.
enum RichPage {
    static let view: PageView = {
        var document = Document()
        document.title = "INC0010001 | Incident | ServiceNow"
        document.links = [
            .init(target: "/incident_list.do", text: "Incidents"),
            .init(target: "sys_user.do?sys_id=77", text: "Abel Tuter"),
            .init(target: "task_sla.do?sys_id=1", text: "Priority 2 resolution"),
            .init(target: "task_sla.do?sys_id=2", text: "初回応答 24 時間以内"),
            .init(target: "kb_view.do?sysparm_article=KB0000011", text: ""),
        ]
        document.forms = [form]
        document.blocks = blocks
        document.cuts = [.bytes(read: 8_388_608, of: 52_428_800), .badText(1)]
        return PageView(
            document, address: "https://dev.service-now.com/incident.do?sys_id=9d385017c611228701d22104cc95c371")
    }()

    private static let form: Form = {
        var form = Form()
        form.name = "incident.do"
        form.method = "POST"
        form.action = "incident.do"
        var number = Form.Field.text("incident.number", "Number", "INC0010001")
        number.isReadOnly = true
        var caller = Form.Field.text("incident.caller_id", "Caller", "Abel Tuter")
        caller.isRequired = true
        var active = Form.Field("incident.active", .checkBox)
        active.label = "Active"
        active.isChecked = true
        form.fields = [
            .text("sysparm_ck", "", "0123456789", .hidden), number, caller,
            .text("incident.short_description", "Short description", "Printer on fire"),
            .choice("incident.impact", "Impact", ["1 - High", "2 - Medium", "3 - Low"], chosen: 1), active,
            .text("incident.description", "Description", "The printer on floor 2 is on fire.\n\nIt smells.", .area),
            .text("pin", "Confirm with your password", "secret", .password),
            .text("sysverb_update", "", "Update", .submit), .text("delete", "", "Delete", .button),
        ]
        return form
    }()

    private static func row(_ label: String, _ field: Int) -> Block {
        paragraph(words(label, .label), words(" "), .field(form: 0, field: field))
    }

    private static let blocks: [Block] = [
        paragraph(.link(0, [words("Incidents")]), words(" › INC0010001")),
        .notice([paragraph("This record was changed by somebody else while you looked at it.")]),
        .heading(level: 1, [words("Incident INC0010001")]),
        .form(
            0,
            [
                .paragraph([.field(form: 0, field: 0)]),
                row("Number", 1), row("Caller", 2), row("Short description", 3), row("Impact", 4),
                paragraph(.field(form: 0, field: 5), words("Active", .label)),
                row("Description", 6), row("Confirm with your password", 7),
                paragraph(.field(form: 0, field: 8), .field(form: 0, field: 9)),
            ]),
        .heading(level: 2, [words("Activity")]),
        .quote([
            paragraph(.link(1, [words("Abel Tuter")]), words(" · 2026-03-04 10:11:12 · Additional comments")),
            paragraph(
                words("I pulled the plug, "), words("but", .strong), words(" it "), words("still", .stressed),
                words(" burns: "), words("lp0 on fire", .code), words(". プリンターが燃えています。すぐに来てください。 👩‍🚒")),
        ]),
        .list(
            start: nil,
            items: [
                [paragraph("Fetch the extinguisher")],
                [
                    paragraph(words("Then read "), .link(4, [.image(alternative: "")])),
                    .list(start: 9, items: [[paragraph("the first page")], [paragraph("the second page")]]),
                ],
            ]),
        .definitions([.init(term: [words("lp0")], meaning: [paragraph("the first printer port")])]),
        .preformatted(
            "lp0: status\n\tout of paper = 0x20, selected = 0x10, error = 0x08, busy = 0x80, acknowledged = 0x40\n"),
        .heading(level: 2, [words("Task SLAs")]),
        .table(
            Grid(
                rows: [
                    ["SLA definition", "Stage", "Business time left", "Percent"].map(header),
                    [
                        Grid.Cell([paragraph(.link(2, [words("Priority 2 resolution")]))]),
                        cell("In progress"), cell("3 Hours 59 Minutes"), cell("50.14"),
                    ],
                    [
                        Grid.Cell([paragraph(.link(3, [words("初回応答 24 時間以内")]))]),
                        cell("Breached"), cell("0 Seconds"), cell("100"),
                    ],
                ])),
        .group(legend: [words("Resolution")], [paragraph("Nothing has been resolved yet.")]),
        .rule,
        paragraph("© ServiceNow"),
    ]
}
