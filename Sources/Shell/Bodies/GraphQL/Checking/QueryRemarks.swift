import NowData
import Notation

/// Says which parts of a document's encoded queries the instance passes over, as `table list` says it: it drops a
/// condition by a column that is not there, and answers with more records than were meant.
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
        guard !asked.isEmpty else { return }
        let link = try session.connected()
        var known = session.knownColumns.filter { !$0.value.isEmpty }
        for one in asked {
            let query = EncodedQuery(one.query)
            var walk = ColumnWalk(link.tables, known: known, memory: link.columns)
            for column in query.columnsAsked { try await walk.follow(column, of: one.table) }
            known = walk.columns
            let found = walk
            for part in query.problems(knownColumns: { found.known[$0] }) {
                let words = DroppedPart(part, of: query, in: one.query, one.table)
                let problem = Problem(
                    .refused, words.message(walk), source: source(of: part.span, in: one), hints: words.hints(walk))
                context.notes.add(
                    ProblemText.remark(
                        problem.withoutSecrets(session.redaction, knowing: session.documentSecrets),
                        width: session.settings.width))
            }
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
