import Notation

/// Turns what a command wrote into what a recipe expects: with holes where the text is another at each run.
enum HoleText {
    /// The line with holes for numbers of records, sys_ids and moments, and literal text that looks like a hole as such.
    static func line(_ text: String, hiding names: [String] = []) -> String {
        let bytes = Array(text.utf8)
        var made = "", place = 0
        for value in SaidValues.all(in: text) {
            made += literal(bytes[place..<value.range.lowerBound], hiding: names)
            switch value.form {
            case .number: made += "[INC]"
            case .sysID: made += "[SYS_ID]"
            case .moment: made += "[TIME]"
            case .day: made += "[DATE]"
            }
            place = value.range.upperBound
        }
        return made + literal(bytes[place...], hiding: names)
    }

    /// The lines of a table with its columns below each other again; holes are not as wide as what they stand for.
    static func columns(_ lines: [String]) -> [String] {
        let cells = lines.map(cells)
        guard let count = cells.first?.count, count > 1, cells.allSatisfy({ $0.count == count }) else { return lines }
        let widths = (0..<count).map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { line in
            var text = line.enumerated().map { column, cell in
                cell + String(repeating: " ", count: widths[column] - cell.count)
            }
            .joined(separator: "  ")
            while text.hasSuffix(" ") { text.removeLast() }
            return text
        }
    }

    /// An expected line of a table of files, with the size and the type of each left open.
    static func sizes(_ line: String) -> String {
        cells(line).map { cell in
            if !cell.isEmpty, cell.utf8.allSatisfy(ASCII.isDigit) { return "[N]" }
            return cell != "/" && cell.contains("/") && !cell.contains(" ") ? "[..]" : cell
        }
        .joined(separator: "  ")
    }

    /// What stands between runs of two or more blanks.
    private static func cells(_ line: String) -> [String] {
        var cells: [String] = [], cell = "", blanks = 0
        for character in line {
            if character == " " {
                blanks += 1
                continue
            }
            if blanks > 1 {
                cells.append(cell)
                cell = ""
            } else if blanks == 1 {
                cell += " "
            }
            blanks = 0
            cell.append(character)
        }
        return cell.isEmpty ? cells : cells + [cell]
    }

    private static func literal(_ bytes: ArraySlice<UInt8>, hiding names: [String]) -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        for hole in ["[INC]", "[NUMBER]", "[SYS_ID]", "[TIME]", "[DATE]", "[N]", "[..]"] {
            text = text.replacing(hole, with: "\\" + hole)
        }
        for name in names where name.utf8.count >= 3 { text = text.replacing(name, with: "[..]") }
        return text
    }
}
