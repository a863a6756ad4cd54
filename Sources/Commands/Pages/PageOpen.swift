import ExchangeModel
import Notation
import NowData
import Tables
import Workbench

extension Parameter {
    static let target = Argument<String>("target", .page, "An address of the instance, a table, or a number")
    static let targetOrHere = Argument<String>(
        "target", .page, .optional, "An address, a table or a number; default: the open page, else home.do")
    static let pageRecord = Argument<String>(
        "record", .record, .optional, "The record of that table: number, sys_id or display value")
    fileprivate static let pageQuery = Flag<String>(
        "query", short: "q", .query, "Show the list of records that match this query")
    fileprivate static let view = Flag<String>("view", .word("NAME"), "Use this view of the form or list")
    fileprivate static let new = Flag<Bool>("new", "Show the form for a new record")
}

extension Command {
    static let pageOpen = Command(
        "page open", arguments: [.target, .pageRecord], flags: PageLookup.flags, rules: PageLookup.rules,
        traits: Traits(value: .answer, takesAddress: true)
    ) { run in
        let target = try await PageLookup.address(run)
        let url = try PageNavigation.url(of: target, run)
        let part = PageTarget.parted(run.arguments[.target] ?? "").part
        return try await PageNavigation.go(to: url, part: part, run)
    }
}

/// Resolves the arguments that name a page to an address, the same for `page open`, `page shot`, `page browse` and, word by
/// word, `page preload`.
enum PageLookup {
    static let flags: [FlagDefinition] = [.pageQuery, .view, .new]
    static let rules: [Command.Rule] = [.atMostOne([.pageRecord, .pageQuery, .new])]

    static func address(_ run: isolated Run) async throws -> String {
        let arguments = run.arguments
        let text = PageTarget.parted(arguments[.target] ?? "").page
        let target = PageTarget(text)
        let isArticle = ["kb", "kb_knowledge"].contains(text) && target == .table
        if let record = arguments[.pageRecord], isArticle, PageTarget(record) == .article {
            return "/kb_view.do?sysparm_article=" + PercentCoding.encode(record)
        }
        if target != .table, let given = ([.pageRecord] + flags).first(where: arguments.has) {
            let spelled = (given as? FlagDefinition)?.spelling ?? "RECORD"
            throw arguments.problem(
                .usage, "\(spelled) goes with a table, and \(Quoting.word(text)) is not a table.", at: given,
                hints: ["page open TABLE \(spelled == "RECORD" ? Quoting.word(arguments.record) : spelled)"])
        }
        if target == .table { return try await table(text, run) }
        return try await address(of: text, named: .target, run)
    }

    /// The page that one word names.
    ///
    /// - Parameter argument: the argument that it came from, for error locations; `number` counts its values.
    static func address(
        of text: String, named argument: Parameter, number: Int = 0, _ run: isolated Run
    ) async throws -> String {
        switch PageTarget(text) {
        case .address: return text
        case .article: return "/kb_view.do?sysparm_article=" + PercentCoding.encode(text)
        case .sysID:
            let command = run.arguments.command.name
            throw run.arguments.problem(
                .usage, "A sys_id alone does not tell its table.", at: argument, value: number,
                hints: [argument == .target ? "\(command) TABLE \(text)" : "\(command) TABLE.do?sys_id=\(text)"])
        case .number: return try await task(text, named: argument, number: number, run)
        case .table: return "/\(text)_list.do"
        }
    }

    static func task(
        _ number: String, named argument: Parameter = .target, number place: Int = 0, _ run: isolated Run
    ) async throws -> String {
        let tables = try run.tables()
        do throws(RequestFailure) {
            let read = TableRead(
                "task", query: "number=\(number)", fields: ["sys_id", "number", "sys_class_name"], limit: 5,
                skipsCount: true)
            let rows = try await tables.list(read).rows.filter {
                ASCII.lowercased($0["number"]?.value ?? "") == ASCII.lowercased(number)
            }
            if rows.count > 1 { throw .ambiguous(name: number, table: "task", sysIDs: rows.compactMap(\.sysID)) }
            guard let found = rows.first.flatMap(TaskRecord.init) else { throw .noRecord(name: number, table: "task") }
            return form(of: found.sysID, in: found.table, [])
        } catch {
            throw PageProblems.numberNotFound(number, error, run, at: argument, value: place) ?? error
        }
    }

    static func table(_ table: String, _ run: isolated Run) async throws -> String {
        let arguments = run.arguments
        let view = arguments[.view].map { [("sysparm_view", $0)] } ?? []
        if arguments[.new] { return form(of: "-1", in: table, view) }
        if let record = arguments[.pageRecord] {
            return form(of: try await run.tables().sysID(of: record, in: table), in: table, view)
        }
        let query = arguments[.pageQuery].map { [("sysparm_query", $0)] } ?? []
        try await check(table, run)
        let fields = query + view
        return "/\(table)_list.do" + (fields.isEmpty ? "" : "?" + PercentCoding.query(fields))
    }

    /// Warns about conditions that the instance ignores.
    private static func check(_ table: String, _ run: isolated Run) async throws {
        guard let query = run.arguments[.pageQuery], !query.isEmpty else { return }
        let link = try run.connected()
        var resolved = ResolvedQuery(query, table, link.schema)
        try await resolved.follow(resolved.query.columnNames)
        run.warn(
            resolved.problems(now: run.now, source: { run.arguments.source(of: $0, in: .pageQuery) }), in: run.notes)
    }

    static func form(of sysID: String, in table: String, _ fields: [(String, String)]) -> String {
        "/\(table).do?" + PercentCoding.query([("sys_id", sysID)] + fields)
    }
}

enum PageTarget: Sendable, Hashable {
    case address
    case table
    case number
    case article
    /// A sys_id without a table.
    case sysID

    init(_ text: String) {
        if SysIDForm.isWritten(text) {
            self = .sysID
        } else if Self.isNumber(text) {
            self = ASCII.lowercased(text).hasPrefix("kb") ? .article : .number
        } else {
            self = FieldList.isName(text) ? .table : .address
        }
    }

    /// Splits a text into page and fragment. A text that is only a fragment is returned unchanged.
    static func parted(_ text: String) -> (page: String, part: String?) {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "#")), sign > text.startIndex else { return (text, nil) }
        let part = text[text.index(after: sign)...]
        return (String(text[..<sign]), PercentCoding.decode(part))
    }

    /// `INC0010021`: letters, then at least four digits.
    static func isNumber(_ text: String) -> Bool {
        let letters = text.utf8.prefix { ASCII.isLetter($0) }, digits = text.utf8.dropFirst(letters.count)
        return 2...10 ~= letters.count && digits.count >= 4 && digits.allSatisfy(ASCII.isDigit)
    }
}
