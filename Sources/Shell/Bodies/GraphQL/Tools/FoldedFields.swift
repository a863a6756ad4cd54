import Notation

/// A document with what is asked of a column on the column's line: `number { value displayValue }`.
enum FoldedFields {
    /// The text of a document, a selection set of plain fields on one line where it fits on 80 columns.
    static func text(of document: GraphQL.Document) -> String {
        let whole = document.text
        let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
        var folded: [String] = []
        var place = 0
        while place < lines.count {
            let line = lines[place]
            place += 1
            guard line.hasSuffix(" {"), isPlain(line.dropLast(2)) else {
                folded.append(String(line))
                continue
            }
            let names = lines[place...].prefix { isPlain($0) }
            let end = place + names.count
            let short = "\(line) \(names.map(bare).joined(separator: " ")) }"
            if !names.isEmpty, end < lines.count, bare(lines[end]) == "}", short.utf8.count <= 80 {
                folded.append(short)
                place = end + 1
            } else {
                folded.append(String(line))
            }
        }
        let text = folded.joined(separator: "\n")
        // The lines of a text over several lines may look like fields.
        return (try? GraphQL.Document(text))?.text == whole ? text : whole
    }

    private static func bare(_ line: Substring) -> String { String(line.drop { $0 == " " }) }

    /// Whether a line is a field's name and nothing else.
    private static func isPlain(_ line: Substring) -> Bool { GraphQL.Name.isName(bare(line)) }
}
