import LineEditing
import Tables
import Testing
import Workbench

/// Documents on the prompt's line, bare and quoted: the line after accepting each candidate at `¦`.
@Suite struct DocumentWordTests {
    private static let lines: [(line: String, lines: [String])] = [
        (
            "graphql ¦",
            [
                "graphql {", "graphql query", "graphql mutation", "graphql fragment", "graphql describe_",
                "graphql format_", "graphql from_",
            ]
        ),
        ("graphql from table li¦", ["graphql from table list_"]),
        ("graphql from table list inci¦", ["graphql from table list incident_"]),
        ("graphql from table list incident --lim¦", ["graphql from table list incident --limit_"]),
        ("graphql from table list incident -f numb¦", ["graphql from table list incident -f number"]),
        ("graphql mut¦", ["graphql mutation"]),
        ("graphql { Glide¦", ["graphql { GlideRecord_Query", "graphql { GlideAggregateRecord_Query"]),
        ("graphql query Q { GlideRecord_Query { prob¦ } }", ["graphql query Q { GlideRecord_Query { problem } }"]),
        ("graphql '{ GlideRecord_Query { prob¦ } }'", ["graphql '{ GlideRecord_Query { problem } }'"]),
        ("graphql '{ GlideRecord_Query { prob¦", ["graphql '{ GlideRecord_Query { problem"]),
        ("graphql \"{ GlideRecord_Query { prob¦ } }\"", ["graphql \"{ GlideRecord_Query { problem } }\""]),
        // In the prompt's double quotes, the document's quotes are escaped.
        (
            #"graphql "{ GlideRecord_Query { incident(queryConditions: \"short_descriptionNO¦"#,
            [
                #"graphql "{ GlideRecord_Query { incident(queryConditions: \"short_descriptionNOT LIKE"#,
                #"graphql "{ GlideRecord_Query { incident(queryConditions: \"short_descriptionNOT IN"#,
            ]
        ),
        (
            #"graphql "mutation { GlideRecord_Mutation { update_incident(active: \"t¦"#,
            [#"graphql "mutation { GlideRecord_Mutation { update_incident(active: \"true\""#]
        ),
        (
            #"graphql mutation { GlideRecord_Mutation { update_incident(active: "t¦") } }"#,
            [#"graphql mutation { GlideRecord_Mutation { update_incident(active: "true") } }"#]
        ),
        // A prompt variable has an unknown value and is kept.
        ("graphql { GlideRecord_Query { {{t}} { _ro¦", ["graphql { GlideRecord_Query { {{t}} { _rowCount"]),
        (
            "graphql { GlideRecord_Query { incident(sys_id: \"{{c¦",
            ["graphql { GlideRecord_Query { incident(sys_id: \"{{caller}}"]
        ),
        ("graphql { GlideRecord_Query { inc{{t}}id¦", []),
        (
            "graphql { GlideRecord_Query { incident(queryConditions: \"number={{inc}}^act¦",
            ["graphql { GlideRecord_Query { incident(queryConditions: \"number={{inc}}^active"]
        ),
        ("graphql '{ a }'¦", []),
        ("graphql { a }¦", []),
        ("graphql @no¦", ["graphql @notes/"]),
        ("graphql { a } --op¦", ["graphql { a } --operation_"]),
        (
            "graphql query One { a } query Two { b } --operation ¦",
            [
                "graphql query One { a } query Two { b } --operation One_",
                "graphql query One { a } query Two { b } --operation Two_",
            ]
        ),
        (
            "graphql query ($a: Int, $b: Boolean) { c } --var ¦",
            [
                "graphql query ($a: Int, $b: Boolean) { c } --var a=",
                "graphql query ($a: Int, $b: Boolean) { c } --var b=",
            ]
        ),
        (
            "graphql query ($a: Int, $b: Boolean) { c } --var a=1 --var ¦",
            ["graphql query ($a: Int, $b: Boolean) { c } --var a=1 --var b="]
        ),
        (
            "graphql query ($b: Boolean!) { c } --var b=¦",
            [
                "graphql query ($b: Boolean!) { c } --var b=true", "graphql query ($b: Boolean!) { c } --var b=false",
            ].map { $0 + "_" }
        ),
        (
            "graphql query One($a: Int) { c } query Two($b: Int) { d } --operation Two --var ¦",
            ["graphql query One($a: Int) { c } query Two($b: Int) { d } --operation Two --var b="]
        ),
        (
            "graphql query ($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } } --var q=active=true^pri¦",
            [
                "graphql query ($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } } --var q=active=true^priority"
            ]
        ),
        ("graphql query ($a: Int) { c } --vars {\"¦", []),
    ]

    @Test(arguments: lines.indices)
    func `candidates are quoted for their context`(_ index: Int) async {
        #expect(await taken(Self.lines[index].line) == Self.lines[index].lines, "\(Self.lines[index].line)")
    }
}
