import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Variables in the encoded queries of addresses.
struct AddressQueryTests {
    @Test(
        arguments: [
            ("rest GET /api/now/table/incident -p sysparm_query=number={{x}}", "1^ORactive=false"),
            ("rest GET /api/now/table/incident -p 'sysparm_query=number='{{x}}", "1^ORactive=false"),
            ("rest GET /api/now/table/incident -p sysparm%5Fquery=number={{x}}", "1^active=false"),
            ("rest GET /api/now/table/incident -p sysparm_query={{x}}^ORpriority=1", "active=true^priority=2"),
            ("rest GET /api/now/table/incident?sysparm_query=number={{x}}", "1^ORactive=false"),
            ("rest GET '/api/now/table/incident?sysparm_limit=1&sysparm_query=number='{{x}}", "1%5eORactive=false"),
            ("rest DELETE api/now/v1/x?sysparm_query={{x}}%5EORa=b", "1^ORactive=false"),
            ("page open incident_list.do?sysparm_query=number={{x}}", "1^ORactive=false"),
        ])
    func variableThatChangesQueryIsRejected(_ line: String, _ value: String) {
        let before = String(line.prefix { $0 != "{" })
        expectEqual(
            lineError(about: line, variables: ["x": value]),
            """
            error: The value of {{x}} contains a ^, which would change what the query asks.
              \(line)
              \(String(repeating: " ", count: before.count))^^^^^
            hint: Choose a value without ^, or write that part of the query out.

            """)
    }

    @Test func variableWithQuerySyntaxInURL() {
        expectEqual(
            lineError(about: "rest GET /api/now/table/t?sysparm_query={{x}}", variables: ["x": "a=R&D"]),
            """
            error: The value of {{x}} contains an &, which would end the query.
              rest GET /api/now/table/t?sysparm_query={{x}}
                                                      ^^^^^
            hint: -p sysparm_query=QUERY encodes it.

            """)
    }

    @Test(
        arguments: [
            ("rest GET /api/now/table/incident -p sysparm_query={{x}}", "a=1^b=2"),
            ("rest GET /api/now/table/incident -p sysparm_query=a=b^{{x}}^c=d", "a=1^ORb=2"),
            ("rest GET /api/now/table/incident -p sysparm_query=name={{x}}", "R&D"),
            ("rest GET /api/now/table/incident -p note={{x}}", "a^b"),
            ("rest GET /api/now/table/incident?sysparm_query={{x}}&sysparm_limit=1", "a=1^b=2"),
            ("rest GET /api/now/table/incident?sysparm_query={{x}}%5Ec=d", "a=1^b=2"),
            ("rest GET /api/{{x}}?sysparm_query=a=b", "x^y"), ("rest POST /api/x sysparm_query={{x}}", "a^b"),
        ])
    func variableThatKeepsQueryIsAllowed(_ line: String, _ value: String) {
        expectEqual(lineError(about: line, variables: ["x": value]), "no complaint")
    }
}
