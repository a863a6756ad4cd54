import ExchangeModel
import NowData
import NowSDK
import NowWeb
import Notation
import Rendering

/// The commands that go from page to page.
enum PageBodies {
    @Sendable static func open(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let target = try await address(session, context)
        let url = try PageVisit.url(of: target, from: nil, named: "target", session, context)
        let part = PageTarget.parted(context.arguments.string("target") ?? "").part
        return try await PageVisit.go(to: url, part: part, session, context)
    }

    @Sendable static func follow(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let page = try PageVisit.current(session)
        let number = context.arguments.int("link") ?? 0
        let links = page.document.links
        guard links.indices.contains(number - 1) else {
            throw context.arguments.problem(
                .usage,
                links.isEmpty
                    ? "The page has no link." : "The page has no link \(number): it has 1 to \(links.count).",
                at: "link", hints: links.isEmpty ? [] : ["page links"])
        }
        let link = links[number - 1]
        switch PageAddress(link.target, from: PageVisit.base(of: page, session), at: session.instance) {
        case .page(let url):
            return try await PageVisit.go(to: url, part: PageTarget.parted(link.target).part, session, context)
        case .fragment(let name): return try await PageVisit.result(of: page, part: name, session, context)
        case let other:
            throw PageProblems.leavingNowhere(other, link.target, named: "link", session, context.arguments)
        }
    }

    @Sendable static func back(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var walk = try session.pages.walk
        _ = try PageVisit.current(session)
        guard let entry = walk.goBack() else {
            throw Problem(.usage, "There is no page before this one.")
        }
        return try await PageVisit.go(to: entry.address, by: walk, session, context)
    }

    @Sendable static func forward(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var walk = try session.pages.walk
        _ = try PageVisit.current(session)
        guard let entry = walk.goForward() else {
            throw Problem(.usage, "There is no page after this one.", hints: ["page back goes the other way."])
        }
        return try await PageVisit.go(to: entry.address, by: walk, session, context)
    }

    @Sendable static func reload(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let page = try PageVisit.current(session)
        return try await PageVisit.go(to: page.address, by: try session.pages.walk, session, context)
    }

    /// The address that `page open` is given or that its words mean.
    static func address(
        _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> String {
        let arguments = context.arguments
        let text = PageTarget.parted(arguments.string("target") ?? "").page
        let target = PageTarget(text)
        let isArticle = ["kb", "kb_knowledge"].contains(text) && target == .table
        if let record = arguments.string("record"), isArticle, PageTarget(record) == .article {
            return "/kb_view.do?sysparm_article=" + PercentCoding.encode(record)
        }
        if target != .table, let given = ["record", "query", "view", "new"].first(where: arguments.has) {
            let spelled = given == "record" ? "RECORD" : "--\(given)"
            throw arguments.problem(
                .usage, "\(spelled) goes with a table, and \(Quoting.word(text)) is none.", at: given,
                hints: [
                    "page open TABLE \(spelled == "RECORD" ? Quoting.word(arguments.string("record") ?? "") : spelled)"
                ])
        }
        switch target {
        case .address: return text
        case .article: return "/kb_view.do?sysparm_article=" + PercentCoding.encode(text)
        case .sysID:
            throw arguments.problem(
                .usage, "A sys_id alone does not tell its table.", at: "target", hints: ["page open TABLE \(text)"])
        case .number: return try await task(text, session, context)
        case .table: return try await table(text, session, context)
        }
    }

    /// The form of a task that is named by its number alone.
    private static func task(
        _ number: String, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> String {
        let tables = try session.tables()
        do throws(RequestFailure) {
            let read = TableRead(
                "task", query: "number=\(number)", fields: ["sys_id", "number", "sys_class_name"], limit: 5,
                skipsCount: true)
            let rows = try await tables.list(read).rows.filter {
                ASCII.lowercased($0["number"]?.value ?? "") == ASCII.lowercased(number)
            }
            if rows.count > 1 {
                throw .ambiguous(name: number, table: "task", sysIDs: rows.compactMap(\.sysID))
            }
            guard let found = rows.first.flatMap(FoundTask.init) else { throw .noRecord(name: number, table: "task") }
            return form(of: found.sysID, in: found.table, [])
        } catch {
            throw PageProblems.unfoundNumber(number, error, context.arguments) ?? error
        }
    }

    /// A table's list, a record's form, or the form of a new record.
    private static func table(
        _ table: String, _ session: isolated ShellSession, _ context: CommandContext
    ) async throws -> String {
        let arguments = context.arguments
        let view = arguments.string("view").map { [("sysparm_view", $0)] } ?? []
        if arguments.flag("new") { return form(of: "-1", in: table, view) }
        if let record = arguments.string("record") {
            return form(of: try await session.tables().sysID(of: record, in: table), in: table, view)
        }
        let query = arguments.string("query").map { [("sysparm_query", $0)] } ?? []
        return "/\(table)_list.do" + written(query + view)
    }

    private static func form(of sysID: String, in table: String, _ fields: [(String, String)]) -> String {
        "/\(table).do" + written([("sys_id", sysID)] + fields)
    }

    private static func written(_ fields: [(String, String)]) -> String {
        let text = fields.map { PercentCoding.encode($0.0) + "=" + PercentCoding.encode($0.1) }.joined(separator: "&")
        return text.isEmpty ? "" : "?" + text
    }
}
