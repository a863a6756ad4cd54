import NowWeb
import Notation
import Rendering

/// A page that shows a theme: each sort of text once, and every colour by name.
enum ThemePage {
    static func view(of theme: WebTheme) -> PageView {
        var document = Document()
        document.title = theme.name
        document.links = [Document.Link(target: "#", text: "a link")]
        let names = Grid(
            rows: [[header("color"), header("value")]]
                + ThemeToken.allCases.map { [cell($0.rawValue), cell(theme[$0].hex)] })
        document.blocks = [
            .heading(level: 1, [text(theme.name)]),
            .paragraph([text("Text, and "), .link(0, [text("a link")]), text(".")]),
            .notice([.paragraph([text("What the page wants noticed.")])]),
            .table(names),
        ]
        return PageView(
            document, address: "page theme show \(theme.name)", palette: ThemePalette.palette(of: theme))
    }

    private static func text(_ text: String) -> Inline { .text(text, []) }
    private static func header(_ name: String) -> Grid.Cell { Grid.Cell(isHeader: true, [.paragraph([text(name)])]) }
    private static func cell(_ value: String) -> Grid.Cell { Grid.Cell([.paragraph([text(value)])]) }
}
