import Testing

/// What `graphql from` writes.
@Suite struct GraphQLFromTests {
    private static let transcripts = [
        Transcript(
            "A list becomes conditions, a page and nested references",
            #"""
            > graphql from table list incident -q active=true^priority=1 --order -opened_at,number -f number,caller_id.email,priority,caller_id.department.name,caller_id -n 3 --offset 2
            > graphql from table list incident
            > graphql from table list incident -q short_descriptionLIKE"quoted" -f number --display value -n 0
            > graphql from table list cmn_cost_center --display display
            > graphql from table list incident --all -f number
            > graphql from table list sys_user_role --format json
            """#),
        Transcript(
            "A record is asked for by the name it goes by",
            #"""
            > graphql from table get incident INC0010021 -f number,caller_id.name
            > graphql from table get incident 46E8219BA9FE1981013B7A4E91A0D6A3 -f number
            > graphql from table get sys_user 'Abel Tuter' -f user_name
            > graphql from table get sys_user abel.tuter -f user_name
            > graphql from table get incident a^b
            """#),
        Transcript(
            "Counts become aggregates",
            #"""
            > graphql from table count incident -q active=true
            > graphql from table count incident --by priority,state --avg reassignment_count --sum caller_id.x --having "count > 3, avg_reassignment_count >= 0.5" --order -count,priority
            """#),
        Transcript(
            "Changes become mutations, and nothing is changed",
            #"""
            > graphql from table create incident short_description="Printer \"on\" fire" urgency=Low caller_id="Abel Tuter"
            > graphql from table update incident INC0010021 state="On Hold" -f number,state
            > graphql from table delete incident INC0010021
            > graphql from table update incident -q priority=5 state=3
            > graphql from table create sys_user user_name=x user_password=hunter2hunter2
            > graphql from table create incident urgency=3 --input display
            > table count incident
            """#),
        Transcript(
            "What cannot be written says so",
            #"""
            > graphql from
            > graphql from table
            > graphql from table list
            > graphql from table lst incident
            > graphql from table list incident --limt 3
            > graphql from table list incdent
            > graphql from table list incdent -f number --format json
            > graphql from table get incdent 'Abel Tuter'
            > graphql from table describe incident
            > graphql from whoami
            > graphql from table list incident --view mobile
            > graphql from table list incident -h
            > graphql from -h
            """#),
        Transcript(
            "A document is laid out",
            files: [
                "broken.graphql": "{\n  a {\n    b(c: )\n  }\n}\n", "fine.graphql": "# all\nquery Q { a # of a\n b }",
            ],
            #"""
            > graphql format { GlideRecord_Query { incident(queryConditions: "active=true" pagination: { limit: 10, offset: 0 }) { _results { sys_id { value }, number { displayValue } } } } }
            > graphql format { a { b( }
            > graphql format @broken.graphql
            > graphql format @fine.graphql
            > graphql format @missing.graphql
            > graphql format { a } => text
            """#),
        Transcript(
            "The record schema is described",
            #"""
            > graphql describe sys_user_grmember
            > graphql describe incident priority
            > graphql describe incident caller_id
            > graphql describe incident prioritty
            > graphql describe incdent
            > graphql describe
            > graphql describe sys_user_grmember --format json
            > graphql describe sys_user_grmember --format csv
            """#),
    ]

    @Test(arguments: transcripts)
    func documentsAreWritten(_ transcript: Transcript) async throws { try await transcript.check() }
}
