import FoundationEssentials
import NowData
import Testing

@testable import struct NowData.Filter

@Suite struct FilterTests {
    @Test(arguments: [
        (Condition.boolean(field: "active", .is(true)), "active=true"),
        (.boolean(field: "active", .isNot(false)), "active!=false"),
        (.dateTime(field: "sla_due", .atOrAfter(0, .daysAgoStart)), "sla_due>=javascript:gs.daysAgoStart(0)"),
        (.dateTime(field: "opened_at", .before(3, .monthsAgoEnd)), "opened_at<javascript:gs.monthsAgoEnd(3)"),
        (.dateTime(field: "opened_at", .lessThan(Date(timeIntervalSince1970: 0.5))), "opened_at<1970-01-01 00:00:00"),
        (
            .dateTime(
                field: "opened_at", .between(Date(timeIntervalSince1970: -1), Date(timeIntervalSince1970: 86400))),
            "opened_atBETWEEN1969-12-31 23:59:59@1970-01-02 00:00:00"
        ),
        (.email(field: "state", .changesFrom("4")), "stateCHANGESFROM4"),
        (.email(field: "email", .endsWith("@example.com")), "emailENDSWITH@example.com"),
        (.integerChoice(field: "state", .isOneOf([1, -5])), "stateIN1,-5"),
        (.integerChoice(field: "priority", .lessThanOrIs(2)), "priority<=2"),
        (.numeric(field: "cost", .greaterThan(3)), "cost>3"), (.numeric(field: "cost", .is(2.5)), "cost=2.5"),
        (.reference(field: "caller_id", .isEmpty), "caller_idISEMPTY"),
        (.reference(field: "caller_id.manager", .is("6816")), "caller_id.manager=6816"),
        (.string(field: "short_description", .doesNotContain("a=b&c")), "short_descriptionNOT LIKEa=b&c"),
        (.string(field: "a", .isSame(as: "b")), "aSAMEASb"), (.string(field: "a", .isAnything), "aANYTHING"),
        (.stringChoice(field: "category", .isNotOneOf(["network", "software"])), "categoryNOT INnetwork,software"),
    ])
    func aConditionIsWrittenAsInstancesReadIt(condition: Condition, text: String) {
        #expect(condition.query == text)
    }

    @Test(arguments: [
        Condition.string(field: "a", .is("x^active=true")), .string(field: "a", .isOneOf(["x", "y,z"])),
        .string(field: "", .isEmpty), .string(field: "a^b", .isEmpty), .string(field: "a=b", .isEmpty),
        .string(field: "ä", .isEmpty), .string(field: "a", .changesTo("^")),
    ])
    func aValueThatWouldChangeTheQueryCannotBeWritten(condition: Condition) {
        #expect(condition.query == nil)
        #expect(CompoundCondition.or(.string(field: "b", .is("c")), condition).query == nil)
        #expect(Filter(conditions: [condition]).query == nil)
        #expect(Filter(criteria: [Criteria(conditions: [condition])]).query == nil)
        #expect(Filter(keywords: "k", conditions: [condition]).query == nil)
    }

    @Test func filtersJoinConditionsCriteriaKeywordsAndSorts() {
        let active = Condition.boolean(field: "active", .is(true))
        let urgent = CompoundCondition.or(
            .integerChoice(field: "priority", .is(1)), .integerChoice(field: "urgency", .is(1)))
        #expect(
            Filter(conditions: [active, urgent], sorts: [.asc("number"), .desc("opened_at")]).query
                == "active=true^priority=1^ORurgency=1^ORDERBYnumber^ORDERBYDESCopened_at")
        let criteria = [Criteria(conditions: [active]), Criteria(conditions: [urgent])]
        #expect(Filter(criteria: criteria).query == "active=true^NQpriority=1^ORurgency=1")
        #expect(Filter(criteria: [], sortBy: [.desc("opened_at")], queryCategory: nil).query == "ORDERBYDESCopened_at")
        #expect(
            Filter(keywords: "printer fire", conditions: [active], sortBy: [.asc("number")]).query
                == "123TEXTQUERY321=printer fire^active=true^EQ^ORDERBYnumber")
        #expect(Filter(keywords: "", conditions: [active]).query == "active=true")
        #expect(Filter(keywords: "a^b", conditions: []).query == nil)
        #expect(Filter(conditions: []).query == "")
        #expect(
            Filter(query: "active=true^short_descriptionLIKEbroken").query == "active=true^short_descriptionLIKEbroken")
    }
}
