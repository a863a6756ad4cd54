import ExchangeModel
import Notation
import Testing

/// The Table API and GraphQL give the same records, values and counts.
struct GraphQLAgreementTests {
    private struct Asked {
        var status: Int
        var total: String?
        var rows: [JSON]
        var refusal: String
    }

    /// The question as the Table API is asked. Every record and reference that a walk leads over is asked for too.
    private func table(_ question: Question, _ visit: Visit) throws -> Asked {
        let target =
            "/api/now/table/\(question.table)?sysparm_query=\(PercentCoding.encode(question.query))"
            + "&sysparm_fields=\((question.columns + question.columns.flatMap(steps)).joined(separator: ","))"
            + "&sysparm_display_value=all&sysparm_exclude_reference_link=true"
            + "&sysparm_limit=\(question.limit)&sysparm_offset=\(question.offset)"
        let response = try visit.ask(.get, target)
        let error = response.json["error"]
        return Asked(
            status: response.status, total: response.headers["X-Total-Count"],
            rows: Visit.elements(response.json["result"] ?? .null),
            refusal: [error?["message"]?.scalarText, error?["detail"]?.scalarText].compactMap { $0 }
                .joined(separator: " "))
    }

    /// `a`, `a.sys_id`, `a.b`, `a.b.sys_id` for `a.b.c`.
    private func steps(_ path: String) -> [String] {
        let parts = path.split(separator: ".").dropLast()
        return parts.indices.flatMap { end in
            let walk = parts[...end].joined(separator: ".")
            return [walk, walk + ".sys_id"]
        }
    }

    /// The question as a document.
    private func document(_ question: Question) -> String {
        let fields = question.columns.map { path in
            let parts = path.split(separator: ".")
            let opening = parts.dropLast().map { $0 + " { _reference { " }.joined()
            let closing = String(repeating: " } }", count: parts.count - 1)
            return opening + (parts.last ?? "") + " { value displayValue canRead }" + closing
        }
        return """
            query ($q: String) { GlideRecord_Query { \(question.table)(queryConditions: $q, \
            pagination: {limit: \(question.limit), offset: \(question.offset)}) \
            { _rowCount _results { \(fields.joined(separator: " ")) } } } }
            """
    }

    private func graphQL(_ question: Question, _ visit: Visit) throws -> JSON {
        let body: JSON = ["query": .string(document(question)), "variables": ["q": .string(question.query)]]
        let response = try visit.ask(.post, "/api/now/graphql", body: body.compact)
        return response.status == 200 ? response.json : .string("status \(response.status): " + response.text)
    }

    /// What differs between a record of the one and of the other; nil when nothing does but what must.
    ///
    /// - A column that the user may not read is missing from the one; in the other it has no value and says so.
    /// - A walk ends, with null, at the first record that is not there, or that the user may not read, or whose
    ///   reference he may not read. The Table API looks at the last record alone.
    /// - An empty number, boolean or choice is null in the one or in the other, and empty text in its counterpart.
    /// - The entries of a journal are a value too, where the Table API has only their display value.
    private func difference(_ path: String, _ row: JSON, _ node: JSON, isJournal: Bool) -> String? {
        let parts = path.split(separator: ".").map(String.init)
        var node = node
        for (offset, part) in parts.enumerated() {
            guard let next = node[part] else { return "no \(part)" }
            node = next
            if offset == parts.count - 1 { break }
            let walk = parts[...offset].joined(separator: ".")
            let isThere = row[walk] != nil && row[walk + ".sys_id"]?["value"]?.scalarText?.isEmpty == false
            guard let record = node["_reference"] else { return "no _reference of \(walk)" }
            if !isThere { return record == .null ? nil : "\(walk) leads to a record" }
            if record == .null { return "\(walk) leads nowhere" }
            node = record
        }
        guard let cell = row[path] else {
            return node == ["value": .null, "displayValue": .null, "canRead": .bool(false)] ? nil : "readable"
        }
        let (value, shown) = (node["value"]?.scalarText, node["displayValue"]?.scalarText)
        if node["canRead"] != .bool(true) { return "not readable" }
        if shown != cell["display_value"]?.scalarText { return "displayValue" }
        if isJournal { return value == shown ? nil : "journal" }
        return value == cell["value"]?.scalarText ? nil : "value"
    }

    @Test(
        arguments: [("john.doe:password", 1), ("abel.tuter:password", 2), ("joe.employee:password", 3)]
            as [(String, UInt64)])
    func fiveHundredQuestionsHaveTheSameAnswers(user: String, seed: UInt64) throws {
        var visit = try Visit()
        var questions = try RandomQuestions(seed: seed, visit)
        visit.user = user
        var (records, refused, wrong) = (0, 0, 0)
        for number in 0..<500 {
            let question = try questions.next()
            let (asked, told) = (try table(question, visit), try graphQL(question, visit))
            let answer = told["data"]?["GlideRecord_Query"]?[question.table]
            var differences: [String] = []
            if asked.status == 200 {
                let rows = Visit.elements(answer?["_results"] ?? .null)
                if answer?["_rowCount"]?.scalarText != asked.total { differences.append("_rowCount") }
                if rows.count != asked.rows.count { differences.append("\(rows.count) of \(asked.rows.count) rows") }
                if told["errors"] != nil { differences.append("errors") }
                for (row, node) in zip(asked.rows, rows) {
                    for path in question.columns {
                        let type = try questions.column(at: path, of: question.table)?.type
                        if let found = difference(path, row, node, isJournal: type?.hasPrefix("journal") == true) {
                            differences.append(path + ": " + found)
                        }
                    }
                }
                records += rows.count
            } else {
                let message = told["errors"]?[0]?["message"]?.scalarText ?? ""
                let said =
                    asked.refusal.contains("API level ACL") ? "Insufficient rights to query records" : asked.refusal
                if answer != .null || !message.hasSuffix(said) { differences.append("refused: " + message) }
                refused += 1
            }
            #expect(differences == [], "question \(number) of \(user): \(question)")
            if !differences.isEmpty { wrong += 1 }
            if wrong > 3 { return }
        }
        // Enough was asked that could have differed, and some of it was refused.
        #expect(records > 500)
        #expect(refused > (user.hasPrefix("john") ? -1 : 10))
    }
}
