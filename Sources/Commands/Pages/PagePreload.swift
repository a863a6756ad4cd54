import ExchangeModel
import Notation
import NowWeb
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let pages = Argument<[String]>(
        "pages", .page, .repeated,
        "Addresses of pages, tables or numbers of records; @FILE lists one per line")
    fileprivate static let parallel = Flag<Int>(
        "parallel", .number(1...32), fallback: "6", "Send this many requests in parallel")
    fileprivate static let show = Flag<Bool>("show", "List the cached style sheets, scripts and images instead")
    fileprivate static let clear = Flag<Bool>("clear", "Clear the cache instead")
}

extension Command {
    static let pagePreload = Command(
        "page preload", arguments: [.pages], flags: [.parallel, .show, .clear],
        rules: [.exactlyOne([.pages, .show, .clear])], traits: Traits(value: .answer, takesAddress: true)
    ) { run in
        if run.arguments[.show] { return try listCache(run) }
        if run.arguments[.clear] { return try clearCache(run) }
        let pages = try await addresses(run)
        let link = try run.connected()
        var limits = PreloadLimits()
        if let parallel = run.arguments[.parallel] { limits.parallel = parallel }
        let preloader = Preloader(
            client: PageClient(instance: run.instance, transport: link.transport), cache: link.pages.cache,
            clock: try run.openDeck().clock, limits: limits)
        let report: PreloadReport
        do throws(PageError) {
            report = try await preloader.preload(pages)
        } catch {
            throw PageProblems.thrown(error, run)
        }
        for (origin, assets) in report.elsewhere.sorted(by: { $0.key < $1.key }) {
            run.notes.add("\(Phrase.counted(assets.count, "asset")) of \(origin), another host: skipped.")
        }
        if report.leftOut > 0 {
            run.notes.add("\(Phrase.counted(report.leftOut, "asset")) left out: one preload takes no more.")
        }
        var result = CommandResult(facts: facts(of: report))
        result.problems = PreloadProblems.problems(of: report)
        return result
    }
}

private func addresses(_ run: isolated Run) async throws -> [HTTPURL] {
    var found: [HTTPURL] = [], seen: Set<HTTPURL> = []
    for (number, value) in run.arguments.given(.pages).enumerated() {
        var texts = [value.text]
        if let file = value.fileName {
            let bytes = try await run.readFile(file, of: run.arguments, at: .pages, value: number)
            texts = String(decoding: bytes, as: UTF8.self).utf8.split(separator: .lineFeed)
                .map { String(ASCII.trimmed(Substring($0))) }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
            if texts.isEmpty {
                throw run.arguments.problem(.usage, "\(file) names no page.", at: .pages, value: number)
            }
        }
        for text in texts {
            let url = try await address(of: text, number, run)
            if seen.insert(url).inserted { found.append(url) }
        }
    }
    return found
}

private func address(of text: String, _ number: Int, _ run: isolated Run) async throws -> HTTPURL {
    let target = try await PageLookup.address(of: text, named: .pages, number: number, run)
    let url = try PageNavigation.url(of: target, named: .pages, number: number, run)
    return try PageNavigation.unframed(url, text, named: .pages, number: number, run)
}

private func facts(of report: PreloadReport) -> [(String, String)] {
    [
        ("pages", report.pages.count(where: \.isGood)),
        ("assets", report.assets.count(where: \.isGood)), ("requests", report.requests),
        ("from_cache", report.cached), ("asked_about", report.conditional), ("still_valid", report.renewed),
        ("asset_bytes", report.bytesFetched),
    ].map { ($0.0, String($0.1)) }
}

private func listCache(_ run: isolated Run) throws -> CommandResult {
    let answers = try run.pages.cache.answers
    if answers.isEmpty { run.notes.add("The cache is empty; page preload and page browse fill it.") }
    let rows = answers.map { answer in
        let type = answer.response.headers["Content-Type"].map { String($0.prefix { $0 != ";" }) } ?? ""
        return [
            Cell(answer.address.target), Cell(type), Cell(String(answer.response.body.count)),
            answer.freshUntil.map { run.cell($0) } ?? Cell("", display: "asked about each time"),
            Cell(String(answer.hits)),
        ]
    }
    let columns = ["address", "type", "bytes", "fresh_until", "used"]
    return CommandResult(rows: OutputTable(columns, rows))
}

private func clearCache(_ run: isolated Run) throws -> CommandResult {
    let cache = try run.pages.cache
    let answers = cache.answers
    let count = answers.count, size = answers.reduce(0) { $0 + $1.response.body.count }
    cache.removeAll()
    run.notes.add(count == 0 ? "Nothing was kept." : "\(Phrase.counted(count, "answer")) of \(size) bytes forgotten.")
    return CommandResult(.none)
}
