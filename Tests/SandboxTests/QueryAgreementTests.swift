import ExchangeModel
import Notation
import Testing

@testable import Sandbox

/// What the sandbox drops is what a check of the query reports.
struct QueryAgreementTests {
    private static let values = [
        "", "x", "Today", "2025-01-01", "2025-02-30", "a@b", "javascript:gs.nope()", "javascript:gs.daysAgo(3)",
        "javascript:gs.getUserId()", "javascript:gs.getUserID()", "javascript:getMyGroups()", "javascript:['x']",
        "javascript:gs.dateGenerate('2025-01-01')", "javascript:gs.dateGenerate('2025-01-01 00:00:00')",
        "javascript:gs.dateGenerate('2025-01-32')", "javascript:gs.daysAgo(1)@javascript:gs.nope()",
        "Today@javascript:gs.beginningOfToday()@javascript:gs.endOfToday()",
        "Today@javascript:gs.beginningOfToday()@javascript:gs.nope()", "Today@gs.a()@gs.b()",
        "@hour@ago@1", "hour@ago@1", "@fortnight@ago@1", "@hour@since@1", "@hour@ago@x", "@hour@ago@9999999",
        "closed_at", "closed_at@day", "closed_at@decade", "closed_at@day@before@2", "closed_at@decade@before@2",
        "closed_at@day@near@2", "Monday@javascript:gs.datePart('dayofweek','monday','EE')",
        "Monday@javascript:gs.datePart('dayofweek','noday','EE')", "Monday@monday", DynamicFilterOption.myGroups,
        "0123456789abcdef0123456789abcdef",
    ]

    @Test(arguments: Operator.allCases.filter { !$0.isBlock && $0 != .hasNoTag && $0 != .excludesTag })
    func engineDropsWhatTheCheckReports(operation: Operator) throws {
        let table = try #require(Schema.standard["incident"])
        let context = QueryContext(
            userID: "u", userName: "n", groupIDs: ["g", "h"], zone: .instance, now: .init(seconds: 1_700_000_000))
        for (field, type) in [
            ("opened_at", "glide_date_time"), ("assigned_to", "reference"), ("short_description", "string"),
        ] where operation.fits(internalType: type) {
            for value in operation.takesValue ? Self.values : [""] {
                let query = EncodedQuery(field + operation.rawValue + value)
                let condition = try #require(query.conditions.first)
                let compiler = QueryCompiler(plan: JoinPlan(table, in: .standard), context: context)
                let isDropped = try compiler.compile(condition) == nil
                let reports = query.diagnostics(
                    knownColumns: { table[$0] != nil }, internalType: { _ in type },
                    hasFilter: { $0 == DynamicFilterOption.myGroups })
                #expect(isDropped == !reports.isEmpty, "\(condition.text)")
            }
        }
    }
}
