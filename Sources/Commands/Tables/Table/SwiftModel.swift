import Notation
import NowData

/// A table's records as a Swift structure that NowData decodes.
struct SwiftModel: Sendable {
    private let table: String
    private let label: String
    private let columns: [ColumnDescription]

    init(_ table: String, label: String?, _ columns: [ColumnDescription]) {
        self.table = table
        self.label = label ?? table
        self.columns = columns
    }

    var text: String {
        var taken: Set<String> = []
        let names = columns.map { Self.identifier($0.name, &taken) }
        var lines = [
            "import Foundation", "import NowData", "",
            "/// \(Self.comment(label)): a record of `\(Self.comment(table))`.",
            "///",
            "/// For `NowTableService.model(from: \(Self.literal(table)))`, with stored values. Where a field is empty,",
            "/// a text is empty too, and every other property nil, as for fields that were not requested or may not be read.",
            "struct \(typeName): Decodable, Sendable {",
        ]
        for (column, name) in zip(columns, names) {
            lines += Self.documentation(of: column).map { $0.isEmpty ? "    ///" : "    /// \($0)" }
            lines += ["    var \(name): \(Self.type(of: column))?", ""]
        }
        lines.append("    enum CodingKeys: String, CodingKey {")
        lines += zip(columns, names).map { "        case \($1) = \(Self.literal($0.name))" }
        return (lines + ["    }", "}"]).joined(separator: "\n")
    }

    /// `SysUser`; `TableTask` where the camel case is the name of a common type.
    private var typeName: String {
        var taken: Set<String> = []
        let name = Self.identifier(table, &taken).filter { $0 != "`" }
        let type = name.prefix(1).uppercased() + name.dropFirst()
        return Self.types.contains(type) ? "Table\(type)" : type
    }

    private static let types: Set<String> = [
        "Any", "Bool", "CodingKey", "Date", "Decodable", "Double", "Int", "Optional", "Protocol", "Self", "Sendable",
        "String", "SysID", "Task", "Type",
    ]

    /// The label, what the values are, and the choices.
    private static func documentation(of column: ColumnDescription) -> [String] {
        var facts: [String] = []
        if let target = column.reference {
            facts.append(
                column.type == "reference" ? "A record of `\(target)`." : "sys_ids of `\(target)`, with commas.")
        } else if column.type == "glide_date" {
            facts.append("A day, `yyyy-MM-dd`.")
        }
        if column.isMandatory { facts.append("Mandatory.") }
        if column.isReadOnly { facts.append("Read-only.") }
        let choices = column.choices.filter { !$0.value.isEmpty }.map { "- `\($0.value)`: \($0.name)" }
        let shown = choices.prefix(mostChoices), more = choices.count - shown.count
        let lines =
            [([column.label + "."] + facts).joined(separator: " ")] + (choices.isEmpty ? [] : [""]) + shown
            + (more > 0 ? ["- \(more) more: `table describe` lists them."] : [])
        return lines.map(comment)
    }

    private static let mostChoices = 30

    /// The type of the stored value as the decoder of NowData reads it.
    private static func type(of column: ColumnDescription) -> String {
        switch column.type {
        case "boolean": "Bool"
        case "integer", "longint": "Int"
        case "decimal", "float", "percent_complete": "Double"
        case "glide_date_time", "due_date", "datetime": "Date"
        case "reference", "GUID": "SysID"
        default: "String"
        }
    }

    /// A text of the instance within a comment of one line.
    private static func comment(_ text: String) -> String { SafeText.line(text, limit: 200) }

    /// A string literal: everything but letters, digits and a few signs is escaped.
    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            let isPlain =
                scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789_.".unicodeScalars.contains(scalar))
            return isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return "\"\(escaped.joined())\""
    }

    /// The camel case of a name as a new identifier: `short_description` is `shortDescription`.
    private static func identifier(_ name: String, _ taken: inout Set<String>) -> String {
        var text = "", isNext = false
        for scalar in name.unicodeScalars {
            guard scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                isNext = !text.isEmpty
                continue
            }
            text += isNext ? String(scalar).uppercased() : String(scalar)
            isNext = false
        }
        if text.isEmpty { text = "column" }
        if text.first?.isNumber ?? false { text = "_" + text }
        var unique = text, number = 2
        while !taken.insert(unique).inserted {
            unique = "\(text)\(number)"
            number += 1
        }
        return keywords.contains(unique) ? "`\(unique)`" : unique
    }

    private static let keywords = Set(
        """
        Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch throw
        throws true try typealias var where while
        """.split { " \n".contains($0) }.map(String.init))
}
