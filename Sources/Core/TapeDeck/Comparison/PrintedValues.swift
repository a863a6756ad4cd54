import Notation

/// What a command printed, as values: JSON, the rows of a table, or the fields of a record.
enum PrintedValues {
    /// Nil for any other text.
    static func of(_ output: [UInt8]) -> JSON? {
        if let document = try? JSONDocument(output) { return JSON(document.root) }
        guard output.count < 1 << 20, let text = String(validating: output, as: UTF8.self) else { return nil }
        let lines = text.split(separator: "\n").map(Array.init)
        let documents = lines.map { try? JSONDocument(Array(String($0).utf8)) }
        if !lines.isEmpty, documents.allSatisfy({ $0 != nil }) {
            return .array(documents.compactMap { $0.map { JSON($0.root) } })
        }
        // Two columns may be the fields of a record.
        return lines.first.map { starts(of: $0).count > 2 } ?? false
            ? table(lines) ?? record(lines) : record(lines) ?? table(lines)
    }

    /// Rows below aligned names of columns.
    private static func table(_ lines: [[Character]]) -> JSON? {
        guard let head = lines.first, case let starts = starts(of: head), starts.count > 1,
            lines.dropFirst().allSatisfy({ line in
                starts.dropFirst().allSatisfy { $0 >= line.count || line[$0 - 2] == " " && line[$0 - 1] == " " }
            })
        else { return nil }
        let names = cells(of: head, starts)
        guard names.allSatisfy(isName) else { return nil }
        return .array(
            lines.dropFirst().map { line in
                .object(zip(names, cells(of: line, starts)).map { JSON.Member($0, .string($1)) })
            })
    }

    /// A field a line: names, and values that begin at the same place.
    private static func record(_ lines: [[Character]]) -> JSON? {
        let names = lines.map { String($0.prefix { $0 != " " }) }
        guard let width = names.map(\.count).max(), names.allSatisfy(isName), Set(names).count == names.count,
            lines.allSatisfy({ line in
                line.dropFirst(line.prefix { $0 != " " }.count).prefix(while: { $0 == " " }).count
                    + line.prefix { $0 != " " }.count == min(width + 2, line.count)
            })
        else { return nil }
        return .object(zip(names, lines).map { JSON.Member($0, .string(String($1.dropFirst(width + 2)))) })
    }

    /// Where cells begin: after two blanks or more.
    private static func starts(of line: [Character]) -> [Int] {
        line.indices.filter { place in
            line[place] != " " && (place == 0 || place > 1 && line[place - 1] == " " && line[place - 2] == " ")
        }
    }

    private static func cells(of line: [Character], _ starts: [Int]) -> [String] {
        zip(starts, starts.dropFirst() + [line.count]).map { start, end in
            start < line.count ? ASCII.trimmed(Substring(String(line[start..<max(start, min(end, line.count))]))) : ""
        }.map(String.init)
    }

    /// Whether a text can be the name of a field.
    private static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                ASCII.isDigit($0) || (97...122).contains($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
            }
    }

    /// The words of an output in order, without lines that are drawn.
    static func words(of output: [UInt8]) -> [Substring] {
        String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).filter { word in
            !word.unicodeScalars.allSatisfy {
                "-|+".unicodeScalars.contains($0) || (0x2500...0x257F).contains($0.value)
            }
        }
    }
}
