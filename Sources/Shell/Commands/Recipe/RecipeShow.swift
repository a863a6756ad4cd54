import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

extension Command {
    static let recipeShow = Command(
        "recipe show", "Show a recipe as it is meant to be read",
        details: "In the formats for programs it is one object: goal, parameters, declared changes and steps.",
        arguments: [.recipe],
        traits: Traits(value: .answer, inRecipes: .never("is about recipes")),
        examples: [
            Example("recipe show triage", "recipes/triage.recipe.md, laid out for the terminal"),
            Example("recipe show shared/audit.recipe.md --format json", "another file, for a program"),
        ]
    ) { session, context in
        let recipe = try await session.readRecipe(context.arguments.string("recipe") ?? "")
        let json = recipe.json
        if session.format(of: context.arguments).isForPrograms { return CommandResult(.json(json)) { json } }
        let page = RecipePage(recipe, width: session.settings.width ?? 80)
        return CommandResult(.sections(page.sections)) { json }
    }
}

/// A recipe laid out for a terminal: a section for each heading, prose wrapped, parameters as a table, steps set in.
///
/// The text is a stranger's: what a terminal would obey is taken out.
struct RecipePage {
    private let recipe: Recipe
    private let layout: RecipeLayout
    private let width: Int

    init(_ recipe: Recipe, width: Int) {
        self.recipe = recipe
        layout = RecipeLayout(recipe.text)
        self.width = max(width, 40)
    }

    /// The page, section by section.
    var sections: [Section] {
        var sections: [Section] = []
        var title = recipe.name, lines: [String] = [], paragraph: [String] = []
        func endParagraph() {
            guard !paragraph.isEmpty else { return }
            if !lines.isEmpty { lines.append("") }
            lines += prose(paragraph)
            paragraph = []
        }
        func endSection() {
            endParagraph()
            if !lines.isEmpty || !title.isEmpty { sections.append(Section(title: title, output: .text(joined(lines)))) }
            (title, lines) = ("", [])
        }
        var isFirst = true
        for part in layout.parts {
            switch part {
            case .prose(let index):
                let line = TerminalText.plain(layout.lines[index])
                if let heading = RecipeReader.heading(line) {
                    if isFirst { (title, isFirst) = ("", false) }
                    endSection()
                    title = heading.text
                } else if line.utf8.allSatisfy(ASCII.isSpace) {
                    endParagraph()
                } else {
                    paragraph.append(line)
                }
            case .fence(let fence):
                endParagraph()
                if fence.language == "params" {
                    let own = recipe.parameters.filter { fence.content.contains($0.line - 1) }
                    endSection()
                    sections.append(Section(title: "Parameters", output: .table(table(own))))
                } else {
                    if !lines.isEmpty { lines.append("") }
                    lines += block(fence)
                }
            }
        }
        endSection()
        return sections
    }

    private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    private func table(_ parameters: [RecipeParameter]) -> Table {
        let rows = parameters.map { parameter in
            [
                Cell(parameter.name), Cell(parameter.kind.text),
                Cell(parameter.fallback ?? "", display: parameter.fallback == nil ? "(asked for)" : nil),
                Cell(parameter.description),
            ]
        }
        return Table(columns: ["name", "type", "default", "description"].map { Column($0) }, rows: rows)
    }

    /// A paragraph, or a list of which each entry is one.
    private func prose(_ paragraph: [String]) -> [String] {
        var parts: [[String]] = []
        for line in paragraph {
            let isEntry = RecipePage.entry(line) > 0
            if isEntry || parts.isEmpty { parts.append([line]) } else { parts[parts.count - 1].append(line) }
        }
        return parts.flatMap { part -> [String] in
            let hang = RecipePage.entry(part[0])
            let wrapped = TextWrap.lines(part.joined(separator: " "), width: min(width, 100) - hang)
            return wrapped.enumerated().map { $0 == 0 ? $1 : String(repeating: " ", count: hang) + $1 }
        }
    }

    /// How wide the sign is that a list's entry begins with; 0 for none.
    private static func entry(_ line: String) -> Int {
        let text = ASCII.trimmed(line[...])
        if ["- ", "* ", "+ "].contains(where: text.hasPrefix) { return 2 }
        let digits = text.utf8.prefix(while: ASCII.isDigit).count
        return digits > 0 && text.dropFirst(digits).hasPrefix(". ") ? digits + 2 : 0
    }

    /// A block's lines, set in; what is too long goes on at a blank, set in further.
    private func block(_ fence: RecipeLayout.Fence) -> [String] {
        fence.content.flatMap { index -> [String] in
            let line = TerminalText.plain(layout.line(index, in: fence).text)
            guard fence.language == "snowdeck" else { return ["    " + line] }
            return RecipePage.broken(line, width: width - 4).enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
        }
    }

    /// A line in pieces of at most `width` characters, cut at blanks; a word stays whole.
    static func broken(_ line: String, width: Int) -> [String] {
        guard line.count > width else { return [line] }
        var pieces: [String] = []
        var piece = ""
        for word in line.split(separator: " ", omittingEmptySubsequences: false) {
            let room = pieces.isEmpty ? width : width - 4
            if !piece.isEmpty, piece.count + 1 + word.count > room {
                pieces.append(piece)
                piece = String(word)
            } else {
                piece =
                    piece.isEmpty && pieces.isEmpty ? String(word) : piece.isEmpty ? String(word) : piece + " " + word
            }
        }
        return pieces + [piece]
    }
}
