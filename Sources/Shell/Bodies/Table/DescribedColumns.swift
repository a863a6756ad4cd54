import NowData
import Notation
import Rendering

/// The columns of a table, as `table describe` shows them.
struct DescribedColumns: Sendable {
    private let columns: [ColumnDescription]

    init(_ columns: [ColumnDescription]) { self.columns = columns }

    /// Three columns, so that names are whole on a terminal of 80: the type says what it refers to, how much it holds and
    /// whether it may be written; the choices, which may be long, stand behind the label.
    var forPeople: Table {
        let rows = columns.map { column in
            let choices = Self.choices(column)
            return [column.name, Self.type(column), choices.isEmpty ? column.label : "\(column.label): \(choices)"]
        }
        return Table(columns: ["name", "type", "label"].map(Column.init), rows: rows.map { $0.map { Cell($0) } })
    }

    /// Everything, a fact a column.
    var whole: Table {
        Table(columns: Self.names.map(Column.init), rows: columns.map { Self.values($0).map { Cell($0) } })
    }

    /// What a capture reads.
    var json: JSON {
        .array(
            columns.map { column in
                .object(zip(Self.names, Self.values(column)).map { JSON.Member($0, .string($1)) })
            })
    }

    private static let names = [
        "name", "label", "type", "reference", "mandatory", "read_only", "max_length", "choices",
    ]

    private static func values(_ column: ColumnDescription) -> [String] {
        [
            column.name, column.label, column.type, column.reference ?? "", String(column.isMandatory),
            String(column.isReadOnly), column.maxLength.map(String.init) ?? "", choices(column),
        ]
    }

    /// `reference(sys_user)`, `string(160)`, `integer, read-only`: the length only where a person writes the text.
    private static func type(_ column: ColumnDescription) -> String {
        var text = column.type
        if let reference = column.reference {
            text += "(\(reference))"
        } else if column.type == "string", let length = column.maxLength {
            text += "(\(length))"
        }
        return text + (column.isMandatory ? ", mandatory" : "") + (column.isReadOnly ? ", read-only" : "")
    }

    private static func choices(_ column: ColumnDescription) -> String {
        column.choices.map { "\($0.value)=\($0.label)" }.joined(separator: ", ")
    }
}
