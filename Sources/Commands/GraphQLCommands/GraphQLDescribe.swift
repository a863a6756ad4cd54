import ExchangeModel
import Notation
import NowData
import Rendering
import Tables
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let describedTable = Argument<String>(
        "table", .table, .optional, "The table's name, such as incident")
    fileprivate static let column = Argument<String>("column", .fields, .optional, "A column of it")
}

extension Command {
    static let graphqlDescribe = Command(
        "graphql describe",
        arguments: [.describedTable, .column],
        traits: Traits(value: .answer)
    ) { run in
        let arguments = run.arguments
        let format = run.format(of: arguments)
        guard let table = arguments[.describedTable] else { return SchemaPage.roots.result(in: format) }
        let columns = try await run.connected().schema.describe(table, for: .schema)
        let page = SchemaPage(table, columns)
        guard let name = arguments[.column] else { return page.result(in: format) }
        guard let column = columns.first(where: { $0.name == name }) else {
            throw arguments.problem(
                .refused, "\(table) has no column \(name).", at: .column,
                hints: DidYouMean.hints(for: name, among: columns.map(\.name)) + [
                    "graphql describe \(Quoting.word(table))"
                ])
        }
        return page.column(column).result(in: format)
    }
}

struct SchemaPage {
    private struct Part {
        package let name: String
        let title: String
        let columns: [String]
        let rows: [[String]]

        var table: OutputTable {
            OutputTable(columns, rows.map { $0.map { Cell($0) } })
        }

        /// Fitted to a terminal of 80 columns: types without their common prefix, choices after the label, a few
        /// arguments of a mutation, no empty columns.
        var forPeople: OutputTable {
            let names = columns.filter { !["reference", "choices", "gives"].contains($0) }
            let cells = rows.map { row in
                let cells = Dictionary(zip(columns, row)) { first, _ in first }
                return names.map { name in
                    let text = cells[name] ?? ""
                    switch name {
                    case "type" where text.hasPrefix("GlideRecord_"):
                        return String(text.dropFirst("GlideRecord_".count))
                    case "label":
                        let choices = cells["choices"] ?? ""
                        return choices.isEmpty ? text : "\(text): \(choices)"
                    case "takes":
                        let all = text.split(separator: ", ")
                        return all.prefix(2).joined(separator: ", ") + (all.count > 2 ? ", … for each column" : "")
                    default: return text
                    }
                }
            }
            let filled = names.indices.filter { place in cells.contains { !$0[place].isEmpty } }
            return OutputTable(
                columns: filled.map { OutputColumn(names[$0]) }, rows: cells.map { row in filled.map { Cell(row[$0]) } }
            )
        }

        var json: JSON {
            .array(rows.map { .object(zip(columns, $0).map { JSON.Member($0, .string($1)) }) })
        }
    }

    private let parts: [Part]
    private let whole: Part

    private init(_ parts: [Part], whole: Part) {
        self.parts = parts
        self.whole = whole
    }

    /// The root fields of a document, with TABLE and COLUMN in place of an instance's names.
    static let roots: SchemaPage = {
        var tables = GraphQL.TableShapes(allNames: ["TABLE"])
        tables.learn(GraphQL.TableShape(name: "TABLE", columns: [GraphQL.ColumnShape("COLUMN")]))
        let schema = GraphQL.RecordSchema(tables: tables)
        var found: [(name: String, field: GraphQL.FieldDefinition)] = []
        for type in [schema.queryType, schema.mutationType].compactMap(\.self) {
            for root in schema.type(type).value?.fields ?? [] {
                let below = schema.type(root.type.innermost.text).value?.fields ?? []
                found += root.arguments.isEmpty ? below.map { (root.name + " { " + $0.name, $0) } : [(root.name, root)]
            }
        }
        let rows = found.map { [$0.name, takes($0.field), gives($0.field, schema)] }
        let parts = found.map { name, field in
            let end = name.contains("{") ? " }" : ""
            return Part(
                name: name, title: "\(name) { \(gives(field, schema)) }\(end)", columns: ["argument", "type", "about"],
                rows: field.arguments.map { [$0.name, $0.type.text, $0.description ?? ""] })
        }
        return SchemaPage(
            parts, whole: Part(name: "roots", title: "", columns: ["root", "takes", "gives"], rows: rows))
    }()

    init(_ table: String, _ columns: [ColumnDescription]) {
        var tables = GraphQL.TableShapes(allNames: [table])
        tables.learn(columns, of: table)
        let schema = GraphQL.RecordSchema(tables: tables)
        let known = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
        let field = schema.type(GraphQL.RecordNames.recordQueryType).value.flatMap { schema.field(table, of: $0).value }
        let inside = field.flatMap { schema.type($0.type.innermost.text).value }?.fields ?? []
        let list = inside.first { $0.name == "_results" }
        let row = list.flatMap { schema.type($0.type.innermost.text).value }
        let fields = (row?.fields ?? []).map { field in
            let column = known[field.name]
            let choices = column.map { $0.choices.map { "\($0.value)=\($0.label)" }.joined(separator: ", ") } ?? ""
            return [
                field.name, field.type.text, column?.reference ?? "", column?.label ?? field.description ?? "", choices,
            ]
        }
        let mutations = (schema.type(GraphQL.RecordNames.recordMutationType).value?.fields ?? []).map { field in
            [field.name, Self.takes(field), Self.gives(field, schema)]
        }
        let all = [
            Part(
                name: "fields", title: "Fields of _results",
                columns: ["name", "type", "reference", "label", "choices"], rows: fields),
            Part(
                name: "beside", title: "Beside _results", columns: ["name", "type"],
                rows: inside.filter { $0.name != "_results" }.map { [$0.name, $0.type.text] }),
            Part(
                name: "arguments", title: "Arguments of \(table)", columns: ["name", "type", "label"],
                rows: (field?.arguments ?? []).map { [$0.name, $0.type.text, $0.description ?? ""] }),
            Part(name: "mutations", title: "Mutations", columns: ["name", "takes", "gives"], rows: mutations),
        ]
        parts = all
        whole = all[0]
    }

    func column(_ column: ColumnDescription) -> SchemaPage {
        var tables = GraphQL.TableShapes(allNames: ["TABLE"])
        tables.learn([column], of: "TABLE")
        if let reference = column.reference { tables.learn(GraphQL.TableShape(name: reference, columns: [])) }
        let schema = GraphQL.RecordSchema(tables: tables)
        let row = schema.type("GlideRecord_TableResultsType_TABLE").value
        let type = row.flatMap { schema.field(column.name, of: $0).value }?.type
        let all = type.flatMap { schema.type($0.innermost.text).value }?.fields ?? []
        // The most used subfields come first.
        let usual = ["value", "displayValue", "_reference", "_choices"]
        let fields =
            usual.compactMap { name in all.first { $0.name == name } } + all.filter { !usual.contains($0.name) }
        let part = Part(
            name: "fields", title: "\(column.name): \(type?.text ?? "")", columns: ["name", "type", "takes"],
            rows: fields.map { [$0.name, $0.type.text, Self.takes($0)] })
        return SchemaPage([part], whole: part)
    }

    func result(in format: Format) -> CommandResult {
        let json: JSON =
            parts.first?.name == whole.name && parts.count > 1
            ? .object(parts.map { JSON.Member($0.name, $0.json) }) : whole.json
        if format == .json { return CommandResult(.json(json)) { json } }
        if format.isForPrograms { return CommandResult(.table(whole.table)) { json } }
        let sections = parts.filter { !$0.rows.isEmpty }.map { Section(title: $0.title, output: .table($0.forPeople)) }
        return CommandResult(.sections(sections)) { json }
    }

    /// `sys_id: String, queryConditions: String`
    private static func takes(_ field: GraphQL.FieldDefinition) -> String {
        field.arguments.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")
    }

    private static func gives(_ field: GraphQL.FieldDefinition, _ schema: GraphQL.RecordSchema) -> String {
        let names = (schema.type(field.type.innermost.text).value?.fields ?? []).map(\.name)
        return names.isEmpty ? field.type.text : names.prefix(8).joined(separator: " ") + (names.count > 8 ? " …" : "")
    }
}
