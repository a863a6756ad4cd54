import NowData
import Notation
import Rendering

/// A table command, and the document that asks the same.
struct TableQuestion {
    let arguments: BoundArguments
    let context: CommandContext
    let table: String

    /// - Parameter context: with the arguments of the table command.
    init(_ arguments: BoundArguments, _ context: CommandContext) {
        self.arguments = arguments
        self.context = context
        table = arguments.string("table") ?? ""
    }

    /// The document. Columns and records that the command leaves to the instance are asked for.
    func document(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        let name = arguments.definition.name
        guard Self.commands.contains(name) else {
            throw Problem(
                .usage, "There is no document that does what \(name) does.",
                source: .init(text: arguments.line, span: nameSpan),
                hints: ["graphql from knows " + Phrase.listed(Self.commands, joinedBy: "and") + "."])
        }
        guard GraphQL.Name.isName(table) else {
            throw arguments.problem(
                .usage, "\(table) cannot be asked by GraphQL: a name there begins with a letter or _.", at: "table")
        }
        switch name {
        case "table list": return try await list(session)
        case "table get": return try await get(session)
        case "table count": return try await count(session)
        case "table create": return try await create(session)
        case "table update": return try await update(session)
        default: return try await delete(session)
        }
    }

    /// The commands that a document can be written for.
    static let commands = [
        "table list", "table get", "table count", "table create", "table update", "table delete",
    ]

    /// Where the command's name stands in the line: the two words before its arguments.
    private var nameSpan: Range<Int> {
        let bytes = Array(arguments.line.utf8), name = Array(arguments.definition.name.utf8)
        // It was found there, so that it is in the line; blanks between its words are the user's.
        let start = bytes.indices.first { bytes[$0...].starts(with: name) } ?? 0
        return start..<min(start + name.count, bytes.count)
    }

    // MARK: Reading

    private func list(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        if arguments.has("view") {
            throw arguments.problem(
                .usage, "GraphQL knows no views; -f names the fields.", at: "view",
                hints: ["-f FIELDS in the place of --view"])
        }
        var given: [GraphQL.Argument] = []
        let check = try await QueryCheck(flags: [], session, context)
        if let query = ListQuery(check.sent, arguments).text { given.append(TableDocument.conditions(query)) }
        let offset = arguments.int("offset") ?? 0
        if arguments.flag("all") {
            if offset > 0 {
                throw arguments.problem(
                    .usage, "GraphQL skips records only of a list with a limit; --all has none.", at: "offset",
                    hints: ["-n NUMBER in the place of --all"])
            }
            context.notes.add("graphql --all with this document fetches every record.")
        } else {
            given.append(
                TableDocument.pagination(limit: arguments.int("limit") ?? session.settings.limit, offset: offset))
        }
        let fields = try await selections(session)
        return TableDocument.records(of: table, given, counts: true, fields)
    }

    private func get(_ session: isolated ShellSession) async throws -> GraphQL.Document {
        let name = arguments.string("record") ?? ""
        let given: [GraphQL.Argument]
        if RecordName.isSysID(name) {
            given = [GraphQL.Argument("sys_id", GraphQL.Value(.string(name.lowercased())))]
        } else {
            given = [TableDocument.conditions(try await query(forRecord: name, session))]
        }
        return TableDocument.records(of: table, given, counts: false, try await selections(session))
    }

    /// The query that finds a record by its name, in those of the usual columns that the table has.
    private func query(forRecord name: String, _ session: isolated ShellSession) async throws -> String {
        guard EncodedQuery.mayStandAsValue(name) else {
            throw arguments.problem(
                .usage, "A name with ^ cannot be looked for: it ends a condition of a query.", at: "record",
                hints: ["Use the sys_id."])
        }
        let likely = RecordName.columns(for: name)
        if let first = likely.first, first == "number" { return "number=\(name)" }
        let known = try await session.columns(of: table).map(\.name)
        var columns = known.isEmpty ? Array(likely.prefix(1)) : likely.filter(known.contains)
        // A person's title is no name.
        if columns.contains("name") { columns.removeAll { $0 == "title" || $0 == "number" } }
        guard !columns.isEmpty else {
            throw arguments.problem(
                .refused, "\(table) has no column that names its records.", at: "record", hints: ["Use the sys_id."])
        }
        return columns.map { "\($0)=\(name)" }.joined(separator: "^OR")
    }

    // MARK: Fields

    /// What is asked of a record: the fields of `-f`, else the usual ones of the table.
    func selections(_ session: isolated ShellSession, changed: [String] = []) async throws -> [GraphQL.Selection] {
        var selection = RecordSelection(display: arguments.string("display") ?? session.settings["display"])
        for field in try await fields(session, changed: changed) where !selection.add(field) {
            throw arguments.problem(
                .usage, "\(field) cannot be asked by GraphQL.", at: "fields",
                notes: [
                    "A name there begins with a letter or _, and a walk goes through"
                        + " \(RecordSelection.longestWalk - 1) references at most."
                ])
        }
        return selection.selections
    }

    private func fields(_ session: isolated ShellSession, changed: [String]) async throws -> [String] {
        if let asked = arguments.list("fields") { return asked }
        let isForPrograms = session.format(of: arguments).isForPrograms
        if !isForPrograms, let usual = UsualColumns.of(table) {
            return usual + changed.filter { !usual.contains($0) }
        }
        let all = try await session.columns(of: table).map(\.name)
        guard !all.isEmpty else {
            throw Problem(
                .refused, "The instance does not tell the columns of \(table), and a document names them.",
                hints: ["-f FIELDS says which to ask for."])
        }
        if isForPrograms { return all }
        let picked = UsualColumns.picked(from: all)
        return picked + changed.filter { !picked.contains($0) }
    }
}
