import CommandLanguage
import Notation

extension Recipe {
    /// The largest text, in bytes.
    package static let longest = 1 << 20

    /// Parses a recipe, in one pass.
    ///
    /// - Throws: all syntax errors with their positions.
    package static func read(_ text: String, at path: String) throws(RecipeError) -> Recipe {
        guard text.utf8.count <= longest else {
            throw RecipeError(
                path: path,
                [
                    RecipeDiagnostic(
                        line: 1, span: 0..<0, "\(path) is larger than 1 MB, the limit for recipes.")
                ], in: [])
        }
        var reader = RecipeReader(text, at: path)
        return try reader.read()
    }
}

/// Parses a recipe. Errors are collected, so that all are reported at once.
package struct RecipeReader {
    let layout: RecipeLayout
    var recipe: Recipe
    var diagnostics: [RecipeDiagnostic] = []

    init(_ text: String, at path: String) {
        layout = RecipeLayout(text)
        recipe = Recipe(path: path, text: layout.lines.map { $0 + "\n" }.joined(), goal: "")
    }

    mutating func read() throws(RecipeError) -> Recipe {
        var paragraph: [Int] = []
        var hasGoal = false, hasBlock = false
        for part in layout.parts {
            switch part {
            case .prose(let index):
                let line = layout.lines[index]
                let isBlank = line.utf8.allSatisfy(ASCII.isSpace)
                let heading = isBlank ? nil : RecipeReader.heading(line)
                if isBlank || heading != nil {
                    take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
                    paragraph = []
                }
                if let heading, !hasGoal, heading.level == 1 {
                    hasGoal = true
                    recipe.goal = heading.text
                    if heading.text.isEmpty {
                        report(index, "Write its purpose as a heading: # Raise an incident")
                    }
                }
                if !isBlank, heading == nil { paragraph.append(index) }
            case .fence(let fence):
                take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
                paragraph = []
                if !fence.isClosed {
                    report(
                        fence.opening, "This block is never closed.", hints: ["Close it with ``` on a line of its own."]
                    )
                }
                switch fence.language {
                case "params": readParameters(fence)
                case "snowdeck":
                    hasBlock = true
                    readBlock(fence)
                default:
                    if ["snowdeck", "params"].contains(ASCII.lowercased(fence.language)) {
                        report(
                            fence.opening, "The language of a block is written in small letters.",
                            hints: ["```" + ASCII.lowercased(fence.language)])
                    }
                }
            }
        }
        take(paragraph, hasGoal: hasGoal, hasBlock: hasBlock)
        if !hasGoal {
            report(
                0, "A recipe needs a heading with its purpose.", hints: ["# Raise an incident and note the work"])
        }
        if !hasBlock {
            report(
                max(layout.lines.count - 1, 0), "There is no block of steps.",
                hints: ["```snowdeck", "> table list incident -n 5", "```"])
        }
        guard diagnostics.isEmpty else { throw RecipeError(path: recipe.path, diagnostics, in: layout.lines) }
        return recipe
    }

    /// Reports an error in a line or a part of it.
    mutating func report(_ index: Int, _ span: Range<Int>?, _ message: String, hints: [String] = []) {
        let text = layout.lines.indices.contains(index) ? layout.lines[index] : ""
        diagnostics.append(
            RecipeDiagnostic(line: index + 1, span: span ?? RecipeReader.contentRange(text), message, hints: hints))
    }

    /// Reports an error in a whole line.
    mutating func report(_ index: Int, _ message: String, hints: [String] = []) {
        report(index, nil, message, hints: hints)
    }

    /// The range of a line without surrounding blanks, in bytes.
    private static func contentRange(_ text: String) -> Range<Int> {
        let bytes = Array(text.utf8)
        guard let first = bytes.firstIndex(where: { !ASCII.isSpace($0) }),
            let last = bytes.lastIndex(where: { !ASCII.isSpace($0) })
        else { return 0..<0 }
        return first..<last + 1
    }

    /// A heading that begins with `#`: its level and text.
    package static func heading(_ line: String) -> (level: Int, text: String)? {
        let level = line.utf8.prefix { $0 == .hash }.count
        let rest = line.utf8.dropFirst(level)
        guard (1...6).contains(level), rest.first.map(ASCII.isSpace) ?? true else { return nil }
        return (level, String(ASCII.trimmed(Substring(rest))))
    }

    /// Reads a paragraph: the explanation, `writes:`, or other prose.
    private mutating func take(_ paragraph: [Int], hasGoal: Bool, hasBlock: Bool) {
        guard let first = paragraph.first else { return }
        let texts = paragraph.map { layout.lines[$0] }
        for (index, text) in zip(paragraph, texts) {
            let inner = ASCII.trimmed(text[...])
            if ["```snowdeck", "~~~snowdeck", "```params", "~~~params"].contains(where: { inner == $0 }) {
                report(
                    index, "This block is indented too far and would never run.",
                    hints: ["Put it at the beginning of its line."])
            }
        }
        if let declared = texts.firstIndex(where: { $0.hasPrefix("writes:") }) {
            let index = paragraph[declared]
            if paragraph.count > 1 {
                return report(
                    index, "writes: must be a paragraph of its own.", hints: ["Put an empty line around it."])
            }
            if !hasGoal { return report(index, "writes: must be below the heading.") }
            if hasBlock { return report(index, "writes: must be above the first block of steps.") }
            return readWrites(index)
        }
        if hasGoal, recipe.explanation.isEmpty, !hasBlock, RecipeReader.isPlain(texts[0]), first >= 0 {
            recipe.explanation = texts.map { String(ASCII.trimmed($0[...])) }.joined(separator: " ")
        }
    }

    /// Whether a paragraph's first line begins plain text, not a list, quotation, table or comment.
    private static func isPlain(_ line: String) -> Bool {
        let text = ASCII.trimmed(line[...])
        if ["- ", "* ", "+ ", ">", "|", "<", "==", "--", "![", "***"].contains(where: text.hasPrefix) { return false }
        let digits = text.utf8.prefix(while: ASCII.isDigit).count
        return digits == 0 || text.utf8.dropFirst(digits).first.map { $0 != .dot && $0 != .closeParenthesis } ?? true
    }

    /// `writes: incident, journal`.
    private mutating func readWrites(_ index: Int) {
        if let writesLine = recipe.writesLine {
            return report(
                index, "writes: is on line \(writesLine) already.", hints: ["Put all of it on one line."])
        }
        recipe.writesLine = index + 1
        let line = Array(layout.lines[index].utf8)
        var place = "writes:".utf8.count
        var names: [String] = []
        while place <= line.count {
            let end = line[place...].firstIndex(of: .comma) ?? line.count
            var span = place..<end
            while let first = span.first, ASCII.isSpace(line[first]) { span.removeFirst() }
            while let last = span.last, ASCII.isSpace(line[last]) { span.removeLast() }
            let name = String(decoding: line[span], as: UTF8.self)
            if name.isEmpty {
                report(
                    index, min(place, max(line.count - 1, 0))..<line.count, "Here a table's name is missing.",
                    hints: ["writes: incident, journal", "writes: nothing"])
                return
            }
            if !name.utf8.allSatisfy(\.isNameByte) {
                report(
                    index, span, "writes: names tables, journal, attachment, page or rest, with commas between them.",
                    hints: ["writes: incident, journal"])
            } else if names.contains(name) {
                report(index, span, "\(name) is repeated.")
            } else {
                names.append(name)
                if name != "nothing" { recipe.writes.append(RecipeWrite(name: name, line: index + 1)) }
            }
            place = end + 1
        }
        if names.contains("nothing"), names.count > 1 { report(index, "nothing must be alone.") }
    }
}

extension Range<Int> {
    fileprivate mutating func removeFirst() { self = lowerBound + 1..<upperBound }
    fileprivate mutating func removeLast() { self = lowerBound..<upperBound - 1 }
}
