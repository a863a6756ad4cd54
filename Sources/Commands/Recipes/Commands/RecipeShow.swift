import CassetteStore
import ExchangeModel
package import Notation
import Rendering
import Replaying
import TapeDeck
import Tapes
import Workbench

extension Command {
    static let recipeShow = Command(
        "recipe show", "Show a recipe",
        details: "Data formats print one object: goal, parameters, declared changes and steps.",
        arguments: [.recipe],
        traits: Traits(value: .answer, inRecipes: .never("is about recipes")),
        examples: [
            Example("recipe show triage", "recipes/triage.recipe.md"),
            Example("recipe show shared/audit.recipe.md --format json", "another file, for a program"),
        ]
    ) { run in
        let recipe = try await run.readRecipe(run.arguments[.recipe] ?? "")
        let json = recipe.json
        if run.format(of: run.arguments).isForPrograms { return CommandResult(.json(json)) { json } }
        let page = RecipePage(recipe, width: run.settings.width ?? 80)
        return CommandResult(.sections(page.sections)) { json }
    }
}

/// A recipe laid out for a terminal: a section for each heading, prose wrapped, parameters as a table, steps indented.
///
/// The text is untrusted: control sequences are removed.
struct RecipePage {
    private let recipe: Recipe
    private let layout: RecipeLayout
    private let width: Int

    init(_ recipe: Recipe, width: Int) {
        self.recipe = recipe
        layout = RecipeLayout(recipe.text)
        self.width = max(width, 40)
    }

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
        let created = recipe.createdFiles.map { "  \(TerminalText.plain($0.file.text))   line \($0.line)" }
        if !created.isEmpty {
            sections.append(Section(title: "Files it creates, only with --trust", output: .text(joined(created))))
        }
        return sections
    }

    private func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    private func table(_ parameters: [RecipeParameter]) -> OutputTable {
        let rows = parameters.map { parameter in
            [
                Cell(parameter.name), Cell(parameter.kind.text),
                Cell(parameter.fallback ?? "", display: parameter.fallback == nil ? "(asked for)" : nil),
                Cell(parameter.description),
            ]
        }
        return OutputTable(columns: ["name", "type", "default", "description"].map { OutputColumn($0) }, rows: rows)
    }

    /// A paragraph, or a list with one paragraph per item.
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

    /// The width of a list item's marker; 0 for other lines.
    private static func entry(_ line: String) -> Int {
        let text = ASCII.trimmed(line[...])
        if ["- ", "* ", "+ "].contains(where: text.hasPrefix) { return 2 }
        let digits = text.utf8.prefix(while: ASCII.isDigit).count
        return digits > 0 && text.dropFirst(digits).hasPrefix(". ") ? digits + 2 : 0
    }

    /// The indented lines of a block; long ones are wrapped at blanks and indented further.
    private func block(_ fence: RecipeLayout.Fence) -> [String] {
        fence.content.flatMap { index -> [String] in
            let line = TerminalText.plain(layout.line(index, in: fence).text)
            guard fence.language == "snowdeck" else { return ["    " + line] }
            return RecipePage.wrappedLines(line, width: width - 4).enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
        }
    }

    /// Wraps a line at blanks to at most `width` characters. Longer words are not split.
    static func wrappedLines(_ line: String, width: Int) -> [String] {
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

extension Recipe {
    package var json: JSON {
        var members: [JSON.Member] = [
            .init("name", .string(name)), .init("path", .string(path)), .init("goal", .string(goal)),
            .init("explanation", .string(explanation)), .init("writes", .array(writes.map { .string($0.name) })),
            .init("parameters", .array(parameters.map(\.json))), .init("blocks", .array(blocks.map(\.json))),
        ]
        let created = createdFiles.map { file, line in
            JSON.object([.init("line", .number(String(line))), .init("file", .string(file.text))])
        }
        // Only if there are some: recordings from before it was shown must replay.
        if !created.isEmpty { members.append(.init("creates", .array(created))) }
        return .object(members)
    }

    /// The files that its own commands would create, each with its line.
    fileprivate var createdFiles: [(file: LineEffects.NewFile, line: Int)] {
        RecipeGuard.commands(of: self).flatMap { text, line in
            (try? Parser.parse(text)).map { LineEffects.of($0).files.map { ($0, line) } } ?? []
        }
    }
}

extension RecipeParameter {
    fileprivate var json: JSON {
        .object([
            .init("name", .string(name)), .init("type", .string(kind.text)),
            .init("default", fallback.map(JSON.string) ?? .null), .init("description", .string(description)),
            .init("line", .number(String(line))),
        ])
    }
}

extension RecipeBlock {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("line", .number(String(line)))]
        if let loop { members.append(.init("for", .string("\(loop.variable) in \(loop.command)"))) }
        if let condition { members.append(.init("if", .string("\(condition.left) \(condition.test.text)"))) }
        if isCleanup { members.append(.init("cleanup", .bool(true))) }
        if let use { members.append(.init("use", .string(use.path))) }
        if let timeout { members.append(.init("timeout", .string(timeout.text))) }
        members.append(.init("steps", .array(steps.map(\.json))))
        return .object(members)
    }
}

extension RecipeStep {
    fileprivate var json: JSON {
        .object([
            .init("line", .number(String(line))), .init("command", .string(command)),
            .init("expectations", .array(expectations.map { .string($0.text) })),
            .init("output", .array(output.map(JSON.string))),
        ])
    }
}

extension RecipeTest {
    package var text: String {
        switch self {
        case .compare(let comparison, let value): "\(comparison.rawValue) \(value)"
        case .exists: "exists"
        case .absent: "absent"
        case .type(let sort): "type \(sort.rawValue)"
        }
    }
}

extension RecipeFinding {
    func json(in path: String) -> JSON {
        .object([
            .init("file", .string(path)), .init("line", .number(String(line))),
            .init("start", .number(String(span.lowerBound))), .init("end", .number(String(span.upperBound))),
            .init("rule", .string(rule.rawValue)), .init("message", .string(message)),
            .init("hints", .array(hints.map(JSON.string))),
        ])
    }
}
