import Notation
import NowData
import Redactors
import Rendering
import Tables
import Workbench

struct GraphQLConversion {
    package let arguments: BoundArguments
    let table: String

    init(_ arguments: BoundArguments) {
        self.arguments = arguments
        table = arguments.table
    }

    /// The document. Columns and record names that the command leaves open are fetched from the instance.
    func document(_ run: isolated Run) async throws -> String {
        guard let document = Self.conversions.first(where: { $0.command == arguments.command })?.document else {
            throw Problem(
                .usage, "\(arguments.command.name) has no equivalent in GraphQL.",
                source: .init(text: arguments.line, span: nameSpan),
                hints: ["graphql from converts " + Phrase.listed(Self.commands.map(\.name), joinedBy: "and") + "."])
        }
        guard GraphQL.Name.isName(table) else {
            throw arguments.problem(
                .usage, "GraphQL cannot query \(table): its names begin with a letter or _.", at: .table)
        }
        return try await document(self, run)
    }

    static var commands: [Command] { conversions.map(\.command) }

    private static let conversions:
        [(command: Command, document: @Sendable (GraphQLConversion, isolated Run) async throws -> String)] = [
            (.tableList, { try await $0.list($1) }), (.tableGet, { try await $0.get($1) }),
            (.tableCreate, { try await $0.create($1) }), (.tableUpdate, { try await $0.update($1) }),
            (.tableDelete, { try await $0.delete($1) }), (.tableCount, { try await $0.count($1) }),
        ]

    private var nameSpan: Range<Int> {
        let bytes = Array(arguments.line.utf8), name = Array(arguments.command.name.utf8)
        // Binding found the name in the line. The blanks between its words are as typed.
        let start = bytes.indices.first { bytes[$0...].starts(with: name) } ?? 0
        return start..<min(start + name.count, bytes.count)
    }

    func list(_ run: isolated Run) async throws -> String {
        if arguments.has(.listView) {
            throw arguments.problem(
                .usage, "GraphQL has no views.", at: .listView, hints: ["Use -f FIELDS instead of --view."])
        }
        var given: [String] = []
        let check = try await QueryCheck(flags: [], run)
        if let query = ListQuery(check.sent, arguments).text { given.append("queryConditions: " + quoted(query)) }
        let offset = arguments[.offset] ?? 0
        if arguments[.allRecords] {
            if offset > 0 {
                throw arguments.problem(
                    .usage, "--offset needs a limit in GraphQL, and --all has none.", at: .offset,
                    hints: ["Use -n NUMBER instead of --all."])
            }
            run.notes.add("graphql --all with this document fetches every record.")
        } else {
            let limit = arguments[.recordLimit] ?? run.settings.limit
            given.append("pagination: {limit: \(limit)" + (offset > 0 ? ", offset: \(offset)}" : "}"))
        }
        return records(given, "_rowCount ", try await selections(run))
    }

    func get(_ run: isolated Run) async throws -> String {
        let name = arguments.record
        let given =
            SysIDForm.isWritten(name)
            ? "sys_id: " + quoted(name.lowercased())
            : "queryConditions: " + quoted(try await query(forRecord: name, run))
        return records([given], "", try await selections(run))
    }

    private func records(_ given: [String], _ count: String, _ fields: String) -> String {
        "{ GlideRecord_Query { \(table)\(list(given)) { \(count)_results { \(fields) } } } }"
    }

    private func list(_ given: [String]) -> String { given.isEmpty ? "" : "(\(given.joined(separator: ", ")))" }

    private func quoted(_ text: String) -> String { GraphQL.Value(.string(text)).text }

    private func query(forRecord name: String, _ run: isolated Run) async throws -> String {
        guard EncodedQuery.isValidValue(name) else {
            throw arguments.problem(
                .usage, "Cannot look up a name that contains ^, which ends a query condition.", at: .record,
                hints: ["Use the sys_id."])
        }
        if RecordName.isNumber(name, of: table) { return "number=\(name)" }
        let known = try await run.columns(of: table).map(\.name)
        var columns = RecordName.columns(for: name, having: known)
        if known.isEmpty { columns = Array(columns.prefix(1)) }
        if columns.contains("name") { columns.removeAll { $0 == "number" } }
        guard !columns.isEmpty else {
            throw arguments.problem(
                .refused, "\(table) has no column that names its records.", at: .record, hints: ["Use the sys_id."])
        }
        return columns.map { "\($0)=\(name)" }.joined(separator: "^OR")
    }

    func selections(_ run: isolated Run, changed: [String] = []) async throws -> String {
        let walks = try await fields(run, changed: changed).map { field in
            let steps = field.split(separator: ".", omittingEmptySubsequences: false)
            guard steps.count <= Self.maxDotWalkLength, steps.allSatisfy(GraphQL.Name.isName) else {
                throw arguments.problem(
                    .usage, "GraphQL cannot query the field \(field).", at: .fields,
                    notes: [
                        "Its names begin with a letter or _, and a dot-walk follows at most "
                            + "\(Self.maxDotWalkLength - 1) references."
                    ])
            }
            return steps[...]
        }
        let forms = ["value": "value", "display": "displayValue"]
        return Self.selection(walks, forms[arguments[.display] ?? run.settings["display"]] ?? "value displayValue")
    }

    /// The number of references in a walk, because nesting of documents is limited.
    private static let maxDotWalkLength = 40

    /// Dot-walks go through references, so that `caller_id.email` becomes `caller_id { _reference { email … } }`, and
    /// those with a common prefix share it.
    private static func selection(_ walks: [ArraySlice<Substring>], _ forms: String) -> String {
        var names: [Substring] = []
        var behind: [Substring: [ArraySlice<Substring>]] = [:]
        for walk in walks {
            guard let first = walk.first else { continue }
            if behind[first] == nil { names.append(first) }
            behind[first, default: []].append(walk.dropFirst())
        }
        return names.map { name in
            let further = behind[name]?.filter { !$0.isEmpty } ?? []
            let own = further.count < behind[name]?.count ?? 0 ? forms + " " : ""
            let reference = further.isEmpty ? "" : "_reference { \(selection(further, forms)) } "
            return "\(name) { \(own)\(reference)}"
        }.joined(separator: " ")
    }

    private func fields(_ run: isolated Run, changed: [String]) async throws -> [String] {
        if let named = arguments[.fields] { return named }
        let isForPrograms = run.format(of: arguments).isForPrograms
        if !isForPrograms, let defaults = DefaultColumns.of(table) {
            return defaults + changed.filter { !defaults.contains($0) }
        }
        let all = try await run.columns(of: table).map(\.name)
        guard !all.isEmpty else {
            throw Problem(
                .refused, "The instance does not return the columns of \(table), which a document must name.",
                hints: ["Name them with -f FIELDS."])
        }
        if isForPrograms { return all }
        let picked = DefaultColumns.picked(from: all)
        return picked + changed.filter { !picked.contains($0) }
    }
}

extension GraphQLConversion {
    /// `{ GlideAggregateRecord_Query(tableName: "incident", …) { … } }`: one number, or a row for each group.
    func count(_ run: isolated Run) async throws -> String {
        var aggregation = try CountRequest(arguments).aggregation
        aggregation.query = try await QueryCheck(flags: [], run).sent
        var given = ["tableName: " + quoted(table)]
        if let query = aggregation.query, !query.isEmpty { given.append("queryConditions: " + quoted(query)) }
        if let first = aggregation.groups.first {
            given.append("groupBy: [" + aggregation.groups.map(quoted).joined(separator: ", ") + "]")
            let bounds = aggregation.bounds.map { bound in
                [
                    bound.value?.function.rawValue ?? "count", bound.value?.column ?? first, bound.comparison,
                    bound.number,
                ].joined(separator: "^")
            }
            if !bounds.isEmpty { given.append("having: " + quoted(bounds.joined(separator: ","))) }
        }
        let order = (arguments[.recordOrder] ?? []).map { name, descending in
            Self.ordering(name, aggregation) + (descending ? "^DESC" : "")
        }
        if !order.isEmpty { given.append("orderBy: " + quoted(order.joined(separator: ","))) }
        // GraphQL names contain no dots. Several functions of one kind need an alias each.
        let values = aggregation.values.map { value in
            String(value.name.map { $0 == "." ? "_" : $0 })
                + ": \(value.function.rawValue)(field: \(quoted(value.column)))"
        }
        let groups = aggregation.groups.isEmpty ? [] : ["groupBy { field value displayValue }"]
        let asked = (groups + ["count"] + values).joined(separator: " ")
        let selection = groups.isEmpty && values.isEmpty ? "totalCount" : "aggregates { \(asked) }"
        return "{ GlideAggregateRecord_Query\(list(given)) { \(selection) } }"
    }

    /// `COUNT`, `AVG^reassignment_count`, or a group's column.
    private static func ordering(_ name: String, _ aggregation: Aggregation) -> String {
        if let value = aggregation.values.first(where: { $0.name == name }) {
            return value.function.rawValue.uppercased() + "^" + value.column
        }
        return name == "count" && !aggregation.groups.contains(name) ? "COUNT" : name
    }
}

/// Writes. As in table commands, labels become values and record names become sys_ids; nothing is changed.
extension GraphQLConversion {
    package func create(_ run: isolated Run) async throws -> String {
        let fields = try await fields(run)
        return try await document("insert_", [], fields, run)
    }

    package func update(_ run: isolated Run) async throws -> String {
        let fields = try await fields(run)
        return try await document("update_", [try await record(run)], fields, run)
    }

    func delete(_ run: isolated Run) async throws -> String {
        change("delete_", [try await record(run)], "modified_count sys_id")
    }

    private func change(_ prefix: String, _ given: [String], variables: [String] = [], _ fields: String) -> String {
        "mutation \(list(variables)) { GlideRecord_Mutation { \(prefix)\(table)\(list(given)) { \(fields) } } }"
    }

    private func fields(_ run: isolated Run) async throws -> AssignedFields {
        if arguments[.input] == "display" {
            throw arguments.problem(
                .usage, "A mutation takes stored values, not display values.", at: .input,
                hints: ["Without --input, labels and names are converted to stored values."])
        }
        return try await AssignedFields(table, run)
    }

    private func record(_ run: isolated Run) async throws -> String {
        guard let name = arguments[.record] else {
            throw arguments.problem(
                .usage, "A mutation changes one named record; -q matches any number.", at: .query,
                hints: ["\(arguments.command.name) \(Quoting.word(table)) -q … does all of them."])
        }
        return "sys_id: " + quoted(try await run.tables().sysID(of: name, in: table))
    }

    private func document(
        _ prefix: String, _ first: [String], _ fields: AssignedFields, _ run: isolated Run
    ) async throws -> String {
        var given = first
        var variables: [String] = []
        for field in fields.fields {
            guard GraphQL.Name.isName(field.name) else {
                throw arguments.problem(
                    .usage, "GraphQL cannot set the field \(field.name).", at: .assigned(field.name))
            }
            // Secrets are kept out of the text, which is saved and copied.
            if Redaction.isSecret(field.name) {
                variables.append("$\(field.name): String")
                given.append("\(field.name): $\(field.name)")
                run.notes.add("To set \(field.name), add --var \(field.name)=VALUE.")
            } else {
                given.append(field.name + ": " + quoted(field.value))
            }
        }
        return change(prefix, given, variables: variables, try await selections(run, changed: fields.names))
    }
}
