import GraphQLCommands
import LineEditing
import Notation
import Recipes
import Tables
import Testing
import Workbench

/// Completion at every position of documents, and of documents with characters removed.
struct DocumentRobustnessTests {
    private static let documents = [
        #"query Q($q: String = "active=true", $n: Int!) @include(if: true) { GlideRecord_Query { open: incident(queryConditions: $q, pagination: { limit: $n, offset: 0 }) { _rowCount _results { number { value } caller_id { _reference { manager { displayValue } ...F } } } } } } fragment F on GlideRecord_TableResultsType_sys_user { name { value } }"#,
        #"mutation { GlideRecord_Mutation { update_incident(sys_id: "x", priority: "1", short_description: """a "b" \""" c""") { number { value } } delete_problem(sys_id: "y") { sys_id } } } # the end"#,
        #"{ GlideAggregateRecord_Query(tableName: "incident", groupBy: ["priority"], queryConditions: "active=true^ORcaller_id.name=\"x\"^ORDERBYnumber") { aggregates { avg(field: "priority") groupBy { field value } } } GlideRecord_Query { incident { _results { ... on X @skip(if: $no) { active { é } } } } } }"#,
    ]

    @Test func `candidates start with the typed text at every position`() async {
        for document in Self.documents {
            let line = "graphql " + document
            var offered = 0
            for cursor in 0...line.utf8.count {
                offered += await check(line, cursor)
                if cursor % 2 == 0 {
                    await check(String(decoding: line.utf8.prefix(cursor), as: UTF8.self), cursor)
                } else {
                    await check("graphql '\(document)'", cursor + 1)
                }
            }
            #expect(offered > 300)
        }
    }

    @Test func `candidates start with the typed text when a character is missing`() async {
        for document in Self.documents {
            let bytes = Array(document.utf8)
            for missing in bytes.indices where !ASCII.isLetter(bytes[missing]) && !ASCII.isSpace(bytes[missing]) {
                let rest = String(decoding: bytes[..<missing] + bytes[(missing + 1)...], as: UTF8.self)
                for cursor in stride(from: missing % 41, through: rest.utf8.count, by: 41) {
                    await check("graphql " + rest, cursor + 8)
                }
            }
        }
    }

    @discardableResult
    private func check(_ line: String, _ cursor: Int) async -> Int {
        let found = await CompletionEngine.ofATest.complete(line, cursor: cursor)
        let bytes = Array(line.utf8)
        guard found.replaced.lowerBound >= 0, found.replaced.upperBound <= min(cursor, bytes.count) else {
            Issue.record("\(found.replaced) of \(cursor) in \(line)")
            return 0
        }
        let typed = ASCII.lowercased(String(decoding: bytes[found.replaced], as: UTF8.self))
        // After the last dot of a dot-walk a label is accepted like a name.
        let last = typed.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        for candidate in found.candidates {
            let text = ASCII.lowercased(candidate.text)
            let isMeant =
                text.hasPrefix(typed) || holds(text, last)
                || holds(ASCII.lowercased(candidate.description), last)
                || last.utf8.count > 2 && has(text, inOrder: last)
            if !isMeant { Issue.record("\(candidate.text) for \(typed) at \(cursor) in \(line)") }
        }
        return found.candidates.count
    }

    private func has(_ text: String, inOrder part: String) -> Bool {
        var rest = part.utf8[...]
        for byte in text.utf8 where byte == rest.first { rest.removeFirst() }
        return rest.isEmpty
    }

    private func holds(_ text: String, _ part: String) -> Bool {
        part.isEmpty || text.split(separator: part, omittingEmptySubsequences: false).count > 1
    }
}
