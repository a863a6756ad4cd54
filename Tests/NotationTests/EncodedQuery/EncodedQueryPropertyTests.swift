import Notation
import TestSupport
import Testing

/// Claims about every query, tried on random ones from a fixed seed.
@Suite struct EncodedQueryPropertyTests {
    typealias Condition = EncodedQuery.Condition

    private func condition(_ random: inout SeededGenerator) -> Condition {
        let field = random.pick(["active", "caller_id.name", "u_2x", "123TEXTQUERY321", "state"])
        if field == Condition.textSearchField { return Condition(field, .equals, "some words") }
        if random.below(8) == 0 {
            return Condition("", .relatedRows, random.pick(["a.b,>0", "a.b,=1^x=1", "a.b,=1^x=1^ORy=2"]))
        }
        if random.below(8) == 0 { return Condition(random.pick(["", "sys_id"]), .subquery, "x,y^z=1") }
        // LIKE followed by digits is never taken for another operator, and neither are these values for part of one.
        let comparison = random.pick(Operator.allCases.filter { !$0.isBlock })
        return Condition(
            field, comparison,
            comparison.takesValue ? random.pick(["", "1", "a,b", "x y=z", "é😀", "ORa=1", "7@8"]) : "")
    }

    private func query(_ random: inout SeededGenerator) -> EncodedQuery {
        EncodedQuery(
            groups: (0..<random.below(4)).map { _ in
                .init((0...random.below(4)).map { _ in .init((0...random.below(3)).map { _ in condition(&random) }) })
            },
            orderings: (0..<random.below(3)).map { _ in
                .init(random.pick(["number", "a.b"]), descending: random.below(2) == 0)
            },
            groupings: (0..<random.below(2)).map { _ in random.pick(["state", "a.b"]) })
    }

    @Test func whatIsPrintedIsReadBack() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1500 {
            let query = query(&random)
            let text = query.text
            let read = EncodedQuery(text)
            #expect(read == query, "\(text)")
            #expect(read.normalForm == query.normalForm)
            #expect(read.normalForm != nil)
            #expect(EncodedQuery.parts(of: text).joined() == text)
            let utf8 = Array(text.utf8)
            for condition in read.groups.flatMap(\.terms).flatMap(\.conditions) {
                #expect(String(decoding: utf8[condition.span], as: UTF8.self) == condition.text)
            }
        }
    }

    @Test func orderOfTermsAndAlternativesNeverCounts() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<1000 {
            let one = query(&random)
            var other = one
            for group in other.groups.indices {
                for term in other.groups[group].terms.indices {
                    other.groups[group].terms[term].conditions.shuffle(using: &random)
                }
                other.groups[group].terms.shuffle(using: &random)
            }
            other.groups.shuffle(using: &random)
            #expect(EncodedQuery(other.text).normalForm == one.normalForm)
        }
    }

    @Test func noiseIsAlwaysReadAndNothingIsLost() {
        var random = SeededGenerator(seed: 7)
        let pieces = [
            "^", "^", "^OR", "^NQ", "^EQ", "a", "active", "=", "!=", "LIKE", "NOT LIKE", "ISEMPTY", "IN", "1",
            "ORDERBY", "DESC",
            "GROUPBY", "RLQUERY", "^ENDRLQUERY", "JOIN", "SUBQUERY", "^ENDSUBQUERY", "123TEXTQUERY321", ".", "é", " ",
            "\u{0}",
        ]
        for _ in 0..<4000 {
            let text = (0..<random.below(14)).map { _ in random.pick(pieces) }.joined()
            let query = EncodedQuery(text)
            #expect(EncodedQuery.parts(of: text).joined() == text)
            if query.unread.isEmpty { #expect(EncodedQuery(query.text) == query, "\(text)") }
            for part in query.unread {
                #expect(String(decoding: Array(text.utf8)[part.span], as: UTF8.self) == part.text)
            }
            #expect((query.normalForm == nil) == !query.unread.isEmpty)
        }
    }

    @Test func aLongListIsReadInOneGo() {
        let ids = (0..<20_000).map { String($0, radix: 16) }.joined(separator: ",")
        let query = EncodedQuery("sys_idIN" + ids + "^ORDERBYnumber")
        #expect(query.groups[0].terms[0].conditions[0].value == ids)
        let many = String(repeating: "a=1^RLQUERYb.c,>0^", count: 5000)
        #expect(EncodedQuery(many).unread.count == 1)
    }
}
