import NowData
import Notation
import Rendering

/// Something of the record schema as `graphql describe` shows it: tables of names and types under titles.
struct SchemaPage {
    /// One table, with what a program calls it.
    private struct Part {
        let name: String
        let title: String
        let columns: [String]
        let rows: [[String]]

        var table: Table {
            Table(columns: columns.map(Column.init), rows: rows.map { $0.map { Cell($0) } })
        }

        /// Three columns, so that names are whole on a terminal of 80: types without what all of them begin with, choices
        /// behind the label.
        var forPeople: Table {
            guard columns.contains("choices") else { return table }
            let rows = rows.map { row in
                let type = row[1].hasPrefix("GlideRecord_") ? String(row[1].dropFirst("GlideRecord_".count)) : row[1]
                return [row[0], type, row[4].isEmpty ? row[3] : "\(row[3]): \(row[4])"]
            }
            return Table(
                columns: ["name", "type", "label"].map(Column.init), rows: rows.map { $0.map { Cell($0) } })
        }

        var json: JSON {
            .array(rows.map { .object(zip(columns, $0).map { JSON.Member($0, .string($1)) }) })
        }
    }

    /// The first is what formats with room for one table show.
    private let parts: [Part]

    private init(_ parts: [Part]) { self.parts = parts }

    // MARK: Pages

    /// What a document begins at, with TABLE and COLUMN for the names of an instance.
    static let roots: SchemaPage = {
        var tables = KnownTables(names: ["TABLE"])
        tables.learn(GraphQL.TableShape(name: "TABLE", columns: [GraphQL.ColumnShape("COLUMN")]))
        let schema = GraphQL.RecordSchema(tables: tables)
        var rows: [[String]] = []
        for type in [schema.queryType, schema.mutationType].compactMap(\.self) {
            for root in schema.type(type).value?.fields ?? [] {
                guard root.arguments.isEmpty else {
                    rows.append(row(of: root, below: "", schema))
                    continue
                }
                for field in schema.type(root.type.innermost.text).value?.fields ?? [] {
                    rows.append(row(of: field, below: root.name + " { ", schema))
                }
            }
        }
        return SchemaPage([
            Part(name: "roots", title: "What a document begins with", columns: ["root", "takes", "gives"], rows: rows)
        ])
    }()

    /// A table.
    init(_ table: String, _ columns: [ColumnDescription]) {
        var tables = KnownTables(names: [table])
        tables.learn(columns, of: table)
        let schema = GraphQL.RecordSchema(tables: tables)
        let known = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
        let field = schema.type("GlideRecord_QueryType").value.flatMap { schema.field(table, of: $0).value }
        let inside = field.flatMap { schema.type($0.type.innermost.text).value }?.fields ?? []
        let list = inside.first { $0.name == "_results" }
        let row = list.flatMap { schema.type($0.type.innermost.text).value }
        let fields = (row?.fields ?? []).map { field in
            let column = known[field.name]
            let choices = column.map { $0.choices.map { "\($0.value)=\($0.label)" }.joined(separator: ", ") } ?? ""
            return [
                field.name, field.type.spelling, column?.reference ?? "", column?.label ?? field.description ?? "",
                choices,
            ]
        }
        let mutations = (schema.type("GlideRecord_MutationType").value?.fields ?? []).map { field in
            [field.name, Self.takes(field, most: 4), Self.gives(field, schema)]
        }
        parts = [
            Part(
                name: "fields", title: "Fields of _results",
                columns: ["name", "type", "reference", "label", "choices"],
                rows: fields),
            Part(
                name: "beside", title: "Beside _results", columns: ["name", "type"],
                rows: inside.filter { $0.name != "_results" }.map { [$0.name, $0.type.spelling] }),
            Part(
                name: "arguments", title: "Arguments of \(table)", columns: ["name", "type", "label"],
                rows: (field?.arguments ?? []).map { [$0.name, $0.type.spelling, $0.description ?? ""] }),
            Part(name: "mutations", title: "Mutations", columns: ["name", "takes", "gives"], rows: mutations),
        ]
    }

    /// A column: what may be asked of it.
    func column(_ column: ColumnDescription) -> SchemaPage {
        var tables = KnownTables(names: ["TABLE"])
        tables.learn([column], of: "TABLE")
        if let reference = column.reference { tables.learn(GraphQL.TableShape(name: reference, columns: [])) }
        let schema = GraphQL.RecordSchema(tables: tables)
        let row = schema.type("GlideRecord_TableResultsType_TABLE").value
        let type = row.flatMap { schema.field(column.name, of: $0).value }?.type
        let fields = type.flatMap { schema.type($0.innermost.text).value }?.fields ?? []
        return SchemaPage([
            Part(
                name: "fields", title: "\(column.name): \(type?.spelling ?? "")", columns: ["name", "type", "takes"],
                rows: fields.map { [$0.name, $0.type.spelling, Self.takes($0)] })
        ])
    }

    // MARK: Showing

    func result(isForPeople: Bool) -> CommandResult {
        let json: JSON =
            parts.count == 1
            ? parts[0].json : .object(parts.map { JSON.Member($0.name, $0.json) })
        guard isForPeople, parts.count > 1 else {
            return CommandResult(parts.count == 1 ? .table(parts[0].table) : .json(json)) { json }
        }
        let sections = parts.filter { !$0.rows.isEmpty }.map { Section(title: $0.title, output: .table($0.forPeople)) }
        return CommandResult(.sections(sections)) { json }
    }

    // MARK: Words

    private static func row(
        of field: GraphQL.FieldDefinition, below root: String, _ schema: GraphQL.RecordSchema
    ) -> [String] {
        [root + field.name, takes(field), gives(field, schema)]
    }

    /// `sys_id: String, queryConditions: String`
    private static func takes(_ field: GraphQL.FieldDefinition, most: Int = .max) -> String {
        let all = field.arguments.map { "\($0.name): \($0.type.spelling)" }
        return all.prefix(most).joined(separator: ", ") + (all.count > most ? ", …" : "")
    }

    private static func gives(_ field: GraphQL.FieldDefinition, _ schema: GraphQL.RecordSchema) -> String {
        let names = (schema.type(field.type.innermost.text).value?.fields ?? []).map(\.name)
        return names.isEmpty
            ? field.type.spelling : names.prefix(8).joined(separator: " ") + (names.count > 8 ? " …" : "")
    }
}
