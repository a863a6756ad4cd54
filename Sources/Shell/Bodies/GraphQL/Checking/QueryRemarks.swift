import NowData
import Notation

/// Warns about a document's encoded queries as `table list` does about its own. A document is sent as it is written: what
/// stands for a label or a name is proposed.
struct QueryRemarks {
    private let run: GraphQLRun
    private let asked: [AskedQuery]

    init(_ run: GraphQLRun) {
        self.run = run
        let entries = run.entries
        asked = AskedQuery.all(in: run.document) { name in entries.lazy.compactMap { $0.value(of: name) }.first }
    }

    /// Leaves a remark for each part; asks for the columns of the tables that a query goes through.
    func note(_ session: isolated ShellSession, _ context: CommandContext) async throws {
        let link = try session.connected()
        for one in asked {
            var resolved = ResolvedQuery(one.query, one.table, link.schema)
            try await resolved.resolve(link.tables)
            let problems = resolved.problems(now: context.now, isTranslated: false) { source(of: $0, in: one) }
            session.warn(problems, in: context.notes)
        }
    }

    /// Where a part of a query stands under the user's eyes: in the document's string, or in the value that its variable
    /// was given; the whole of it where its characters are escaped.
    private func source(of span: Range<Int>, in one: AskedQuery) -> Problem.Source {
        let place = one.value.place.range
        guard case .variable(let name) = one.value.kind else {
            let text = Array(run.source.text.utf8)[place]
            let quotes = text.starts(with: Array("\"\"\"".utf8)) ? 3 : 1
            let isPlain = text.dropFirst(quotes).dropLast(quotes).elementsEqual(one.query.utf8)
            let start = place.lowerBound + quotes
            return run.source.source(
                of: isPlain ? start + span.lowerBound..<start + span.upperBound : place)
        }
        guard let given = run.given[name]?.valueSource else { return run.source.source(of: place) }
        let text = Array(given.text.utf8)[given.span]
        guard text.elementsEqual(one.query.utf8) else { return given }
        var source = given
        let start = given.span.lowerBound
        source.span = start + span.lowerBound..<start + span.upperBound
        return source
    }
}
