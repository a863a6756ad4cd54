import Notation
import TestSupport
import Testing

/// Equality of queries, how they are split for a diff, and what an instance would ignore.
struct EncodedQueryComparingTests {
    @Test(arguments: [
        ("a=1^b=2", "b=2^a=1"), ("a=1^ORb=2^c=3", "c=3^b=2^ORa=1"), ("a=1^NQb=2^c=3", "c=3^b=2^NQa=1"),
        ("aCONTAINSx^bISEMPTY", "bIS_NULL^aLIKEx"), ("aIN1,2,3", "aIN3,1,2"), ("aNOT_IN2,1", "aNOT IN1,2"),
        ("a=1^ORDERBYbDESC", "ORDERBYDESCb^a=1^EQ"), ("a=1^", "^a=1"), ("", "^EQ"),
        ("x=1^RLQUERYa.b,>0^c=1^ENDRLQUERY", "RLQUERYa.b,>0^c=1^ENDRLQUERY^x=1"),
    ])
    func equivalentQueriesHaveOneNormalForm(one: String, other: String) {
        #expect(EncodedQuery(one).normalForm != nil)
        expectEqual(EncodedQuery(one).normalForm, EncodedQuery(other).normalForm)
    }

    @Test(arguments: [
        ("a=1^b=2", "a=1^ORb=2"), ("a=1^b=2", "a=1^NQb=2"), ("a=1^ORb=2^c=3", "a=1^b=2^ORc=3"),
        ("ORDERBYa^ORDERBYb", "ORDERBYb^ORDERBYa"), ("ORDERBYa", "ORDERBYDESCa"), ("ORDERBYa", "GROUPBYa"),
        ("a=x", "a=X"),
        ("a=1", "a=1^a=2"), ("", "aANYTHING"), ("aBETWEEN1@2", "aBETWEEN2@1"), ("a=1,2", "a=2,1"),
        ("JOINa.b=c.d!x=1^y=2", "y=2^JOINa.b=c.d!x=1"),
        ("aINjavascript:f(1,2)", "aINjavascript:f(2,1)"), ("a=1^a=1^b=1", "a=1^b=1^b=1"),
        ("RLQUERYa.b,>0^c=1^ENDRLQUERY^d=1", "RLQUERYa.b,>0^c=1^d=1^ENDRLQUERY"),
    ])
    func differentQueriesHaveDifferentNormalForms(one: String, other: String) {
        #expect(EncodedQuery(one).normalForm != nil)
        #expect(EncodedQuery(other).normalForm != nil)
        #expect(EncodedQuery(one).normalForm != EncodedQuery(other).normalForm)
    }

    @Test(arguments: ["garbage", "a=1^garbage", "a=1^^b=2", "RLQUERYa.b,>0", "ORDERBY", "a=1^ORDERBYx,y"])
    func invalidQueryHasNoNormalForm(text: String) {
        expectEqual(EncodedQuery(text).normalForm, nil)
    }

    @Test func partsAreSplitAtCarets() {
        expectEqual(
            EncodedQuery.parts(of: "active=true^priority=1^ORpriority=2^NQx=ü^ORDERBYnumber"),
            [
                "active=true", "^priority=1", "^ORpriority=2", "^NQx=ü", "^ORDERBYnumber",
            ])
        expectEqual(
            EncodedQuery.parts(of: "a=1^RLQUERYb.c,>0^d=1^ENDRLQUERY^e=1"),
            [
                "a=1", "^RLQUERYb.c,>0^d=1^ENDRLQUERY", "^e=1",
            ])
        expectEqual(EncodedQuery.parts(of: ""), [])
        expectEqual(EncodedQuery.parts(of: "^"), ["^"])
        expectEqual(EncodedQuery.parts(of: "^a=1^^b=2^"), ["^a=1", "^", "^b=2", "^"])
    }

    @Test func problemsNameIgnoredConditions() {
        let known: Set = ["active", "caller_id", "number", "opened_at"]
        let query = EncodedQuery(
            "active=true^nosuch=1^ORnumberLIKE1^garbage^caller_id.name=x^opened_atGT_FIELDclosed^123TEXTQUERY321=a"
                + "^RLQUERYa.b,>0^zzz=1^ENDRLQUERY^ORDERBYDESCnumbr")
        let problems = query.diagnostics { $0.utf8.contains(UInt8(ascii: ".")) ? nil : known.contains($0) }
        expectEqual(problems.map(\.kind), [.unknownColumn, .unparsed, .unknownColumn, .unknownColumn])
        expectEqual(problems.map(\.text), ["nosuch", "garbage", "closed", "numbr"])
        expectEqual(problems.map(\.span), [12..<20, 35..<42, 60..<83, 133..<149])
        expectEqual(EncodedQuery("a=1^b=2").diagnostics { _ in nil }, [])
        expectEqual(EncodedQuery("aSAMEASb@day").diagnostics { $0 == "a" }.map(\.text), ["b"])
    }

    @Test(
        arguments: [
            ("stateLIIKE5", .unknownOperator, "LIIKE5", []), ("number~x", .unknownOperator, "~x", ["LIKE"]),
            ("numberlikeINC", .unknownOperator, "likeINC", ["LIKE"]),
            ("statein1", .unknownOperator, "in1", ["IN"]),
            ("active=true^stateISEMPTYx", .unknownOperator, "ISEMPTYx", ["ISEMPTY"]),
            ("numberDOES NOT CONTAINx", .unknownOperator, "DOES NOT CONTAINx", ["NOT LIKE"]),
            ("numberstartswithx", .unknownOperator, "startswithx", ["STARTSWITH"]),
            ("caller_id.name~x", .unparsed, "caller_id.name~x", []), ("state", .unparsed, "state", []),
            ("number=a^2", .caretInValue, "2", []), ("numberLIKEa^ b", .caretInValue, " b", []),
            ("number=a^^b", .caretInValue, "^^", []), ("number=a^b", .unparsed, "b", []),
            ("numberISEMPTY^ b", .unparsed, " b", []),
            ("stateRELATIVEGT@day@ago@1", .inapplicableOperator, "RELATIVEGT", []),
            ("numberINSTANCEOFtask", .inapplicableOperator, "INSTANCEOF", []),
            ("opened_atRELATIVEGT@day@ago", .malformedValue, "@day@ago", []),
            ("stateBETWEEN1", .malformedValue, "1", []), ("numberSAMEAS", .unknownColumn, "", []),
            ("opened_atDYNAMICx", .inapplicableOperator, "DYNAMIC", []),
        ] as [(String, EncodedQuery.Diagnostic.Kind, String, [String])])
    func everyProblemHasItsKind(text: String, kind: EncodedQuery.Diagnostic.Kind, part: String, candidates: [String]) {
        let types = ["active": "boolean", "state": "integer", "number": "string", "opened_at": "glide_date_time"]
        let problem = EncodedQuery(text).diagnostics(
            knownColumns: { $0.contains(".") ? nil : types[$0] != nil }, internalType: { types[$0] }
        ).first
        #expect(
            problem?.kind == kind && problem?.text == part && problem?.candidates == candidates, "\(problem as Any)")
    }

    @Test(arguments: [
        "active=true^state=1^ORstate=2^ORDERBYDESCnumber", "opened_atRELATIVEGT@dayofweek@ago@7", "numberIN1,2",
        "opened_atONToday@javascript:gs.daysAgoStart(0)@javascript:gs.daysAgoEnd(0)", "opened_atON2025-01-10",
        "opened_atBETWEENjavascript:gs.daysAgoStart(1)@javascript:gs.daysAgoEnd(0)", "opened_atSAMEASopened_at@day",
        "opened_atDATEPARTMonday@javascript:gs.datePart('dayofweek','monday','EE')",
        "opened_atMORETHANopened_at@day@before@1",
    ])
    func validQueryHasNoProblem(text: String) {
        let types = ["active": "boolean", "state": "integer", "number": "string", "opened_at": "glide_date_time"]
        expectEqual(
            EncodedQuery(text).diagnostics(knownColumns: { types[$0] != nil }, internalType: { types[$0] }), [])
    }

    @Test func valueWithCaretIsRejected() {
        #expect(EncodedQuery.isValidValue("a=b, c | d 😀"))
        #expect(EncodedQuery.isValidValue(""))
        #expect(!EncodedQuery.isValidValue("a^ORb=1"))
    }

    @Test(arguments: [
        ("active=true", true), ("active=true^priority=1^ORpriority=2", true), ("active=true^ORDERBYnumber", true),
        ("ORDERBYnumber", true), ("a=1^NQb=2", false), ("NQb=2", false), ("ORb=2", false), ("^ORb=2", false),
        ("a=1^", false), ("a=1^EQ", false), ("a=1^^b=2", false),
    ])
    func combinableConditionsOnlyNarrow(_ text: String, _ may: Bool) {
        expectEqual(EncodedQuery.canNarrowQuery(text), may)
    }

    @Test func queryCanBeBuilt() {
        let query = EncodedQuery(
            groups: [
                .init([
                    .init([.init("active", .equals, "true")]),
                    .init([.init("a", .isEmpty), .init("b", .isOneOf, "1,2")]),
                ]),
                .init([.init([.init("c", .containsNot, "x")])]),
            ], orderings: [.init("number", descending: true)], groupings: ["state"])
        expectEqual(query.text, "active=true^aISEMPTY^ORbIN1,2^NQcNOT LIKEx^GROUPBYstate^ORDERBYDESCnumber")
        expectEqual(EncodedQuery(query.text), query)
    }
}

/// Properties of every query, checked on random ones from a fixed seed.
struct EncodedQueryPropertyTests {
    typealias Condition = EncodedQuery.Condition

    private func condition(_ random: inout SeededGenerator) -> Condition {
        let field = random.pick(["active", "caller_id.name", "u_2x", "123TEXTQUERY321", "state"])
        if field == Condition.textSearchField { return Condition(field, .equals, "some words") }
        if random.below(8) == 0 {
            return Condition("", .relatedRows, random.pick(["a.b,>0", "a.b,=1^x=1", "a.b,=1^x=1^ORy=2"]))
        }
        if random.below(8) == 0 { return Condition(random.pick(["", "sys_id"]), .subquery, "x,y^z=1") }
        // LIKE followed by digits is never read as another operator, nor are these values as part of one.
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

    @Test func queriesRoundTrip() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<1500 {
            let query = query(&random)
            let text = query.text
            let read = EncodedQuery(text)
            expectEqual(read, query, "\(text)")
            expectEqual(read.normalForm, query.normalForm)
            #expect(read.normalForm != nil)
            expectEqual(EncodedQuery.parts(of: text).joined(), text)
            let utf8 = Array(text.utf8)
            for condition in read.groups.flatMap(\.terms).flatMap(\.conditions) {
                expectEqual(String(decoding: utf8[condition.span], as: UTF8.self), condition.text)
            }
        }
    }

    @Test func orderOfTermsAndAlternativesIsIrrelevant() {
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
            expectEqual(EncodedQuery(other.text).normalForm, one.normalForm)
        }
    }

    @Test func longListIsParsedInLinearTime() {
        let ids = (0..<20_000).map { String($0, radix: 16) }.joined(separator: ",")
        let query = EncodedQuery("sys_idIN" + ids + "^ORDERBYnumber")
        expectEqual(query.groups[0].terms[0].conditions[0].value, ids)
        let many = String(repeating: "a=1^RLQUERYb.c,>0^", count: 5000)
        expectEqual(EncodedQuery(many).unparsed.count, 1)
    }
}
