import ExchangeModel
import NowWeb
import Notation
import Rendering
import TapeDeck

/// The commands that look at the page that is open. They send nothing.
extension PageBodies {
    @Sendable static func links(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let page = try PageVisit.current(session)
        let wanted = context.arguments.string("text")
        let all = PageVisit.shown(page, session).links.enumerated().map { ($0.offset + 1, $0.element) }
        let found = all.filter { _, link in
            wanted.map { PageText.holds(link.text, $0) || PageText.holds(link.target, $0) } ?? true
        }
        if let wanted, found.isEmpty, !all.isEmpty {
            context.notes.add("None of \(Phrase.counted(all.count, "link")) holds \(Quoting.word(wanted)).")
        } else if all.isEmpty {
            context.notes.add("The page has no link.")
        }
        let rows = found.map { number, link in [Cell(String(number)), Cell(link.text), Cell(link.target)] }
        let columns = ["number", "text", "address"].map(Column.init)
        return CommandResult(.table(Table(columns: columns, rows: rows))) {
            .array(
                found.map { number, link in
                    .object([
                        .init("number", .number(String(number))), .init("text", .string(link.text)),
                        .init("address", .string(link.target)),
                    ])
                })
        }
    }

    @Sendable static func source(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let response = try PageVisit.current(session).response
        return CommandResult(.bytes(session.redaction.masked(response.body, type: response.headers["Content-Type"])))
    }

    @Sendable static func find(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let page = try PageVisit.current(session)
        let wanted = context.arguments.string("text") ?? ""
        let around = context.arguments.int("context") ?? 1
        let view = PageView(PageVisit.shown(page, session), address: page.address.description)
        let lines = try await PageText.lines(of: view, width: session.settings.width)
        let places = lines.indices.filter { PageText.holds(lines[$0], wanted) }
        let count = Phrase.counted(places.count, "line")
        context.notes.add(
            places.isEmpty
                ? "No line of \(lines.count) holds \(Quoting.word(wanted))."
                : "\(count) of \(lines.count) \(places.count == 1 ? "holds" : "hold") \(Quoting.word(wanted)).")
        let value: @Sendable () -> JSON = {
            .array(
                places.map {
                    .object([
                        .init("line", .number(String($0 + 1))), .init("text", .string(PageText.trimmed(lines[$0]))),
                    ])
                })
        }
        guard !session.format(of: context.arguments).isForPrograms else {
            let rows = places.map { [Cell(String($0 + 1)), Cell(PageText.trimmed(lines[$0]))] }
            return CommandResult(
                .table(Table(columns: ["line", "text"].map(Column.init), rows: rows)), value: value)
        }
        return CommandResult(.text(PageText.excerpt(of: lines, at: places, around: around)), value: value)
    }
}
