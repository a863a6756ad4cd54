import ExchangeModel
import Notation
import NowWeb
import Rendering
import TapeDeck

extension Command {
    static let pageCache = Command(
        "page cache", "List what is kept of the instance's pages",
        details: "Style sheets, scripts and pictures of this session. No request is sent.",
        traits: Traits(value: .answer, inRecipes: .inspection),
        examples: [Example("page cache", "addresses, sizes, and how long each holds")]
    ) { session, context in
        let cache = try session.pages.cache
        let answers = cache.answers
        if answers.isEmpty { context.notes.add("Nothing is kept; page preload and page browse fill the cache.") }
        let rows = answers.map { answer in
            let type = answer.response.headers["Content-Type"].map { String($0.prefix { $0 != ";" }) } ?? ""
            return [
                Cell(answer.address.target), Cell(type), Cell(String(answer.response.body.count)),
                answer.freshUntil.map { session.cell($0) } ?? Cell("", display: "asked about each time"),
                Cell(String(answer.hits)),
            ]
        }
        let columns = ["address", "type", "bytes", "fresh_until", "used"]
        let all = rows
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows))) {
            .array(all.map { row in .object(zip(columns, row).map { .init($0, .string($1.value)) }) })
        }
    }

    static let pageCacheClear = Command(
        "page cache clear", "Forget what is kept of the instance's pages",
        examples: [Example("page cache clear", "the next page browse fetches everything")]
    ) { session, context in
        let cache = try session.pages.cache
        let answers = cache.answers
        let count = answers.count, size = answers.reduce(0) { $0 + $1.response.body.count }
        cache.removeAll()
        context.notes.add(
            count == 0 ? "Nothing was kept." : "\(Phrase.counted(count, "answer")) of \(size) bytes forgotten.")
        return CommandResult(.none)
    }
}
