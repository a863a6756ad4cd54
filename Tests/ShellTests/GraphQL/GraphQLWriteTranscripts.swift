import Testing

/// Mutations by `graphql`.
extension Transcripts {
    static let graphQLWrites = [
        Transcript(
            "Records are made, changed and deleted, and said before that",
            #"""
            > graphql mutation M($d: String!) { GlideRecord_Mutation { insert_incident(short_description: $d, urgency: "2") { sys_id { value } short_description { value } urgency { value displayValue } } } } --var d='Printer on fire' --plan
            ! This would insert into incident with short_description='Printer on fire' urgency=2 on sandbox.
            ! Nothing was sent.
            > graphql mutation M($d: String!) { GlideRecord_Mutation { insert_incident(short_description: $d, urgency: "2") { short_description { value } urgency { value displayValue } sys_id { value } } } } --var d='Printer on fire' => id = .GlideRecord_Mutation.insert_incident.sys_id.value
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "short_description": {
                    "value": "Printer on fire"
                  },
                  "urgency": {
                    "value": "2",
                    "displayValue": "2 - Medium"
                  },
                  "sys_id": {
                    "value": "10e38fd54ad1ee50d82a64ba652b0eef"
                  }
                }
              }
            }
            ! undo: table delete incident INC0010201
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "{{id}}", state: "2") { state { displayValue } } } }
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "state": {
                    "displayValue": "In Progress"
                  }
                }
              }
            }
            ! undo: table update incident INC0010201 state=1 incident_state=1
            ! The instance changed incident_state as well; undo writes that back too.
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "{{id}}") { modified_count } } }
            {
              "GlideRecord_Mutation": {
                "delete_incident": {
                  "modified_count": 1
                }
              }
            }
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > graphql { GlideRecord_Query { incident(sys_id: "{{id}}") { _results { number { value } } } } } --plan
            ! This would change nothing on sandbox. Nothing was sent.
            > graphql { GlideRecord_Query { incident(sys_id: "{{id}}") { _results { number { value } } } } }
            number
            ! No record found.
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "1", user_password: "hush hush hush") { state { value } } delete_problem(sys_id: "2") { sys_id } } other { a } } --plan --no-validate
            ! This would make 3 changes by GraphQL on sandbox.
            !   update incident 1, setting user_password=********  no such record, or it may not be read
            !   delete problem 2  no such record, or it may not be read
            !   run the mutation other
            ! Nothing was sent.
            """#),
        Transcript(
            "Elsewhere a mutation is asked for", instance: "dev1", user: "admin",
            answers: ["no"],
            #"""
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "9c573169c611228700193229fff72400") { sys_id } } }
            ! This would delete incident 9c573169c611228700193229fff72400 on dev1.
            !   no such record, or it may not be read
            ! Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would delete incident 9c573169c611228700193229fff72400 on dev1.
            ? exit 7
            > graphql query A { a } mutation B { GlideRecord_Mutation { delete_incident(sys_id: "9c573169c611228700193229fff72400") { sys_id } insert_problem(state: "1") { sys_id { value } } } } --no-validate
            ! error: Nothing was changed: there is no terminal to confirm on.
            ! note: This would make 2 changes by GraphQL on dev1.
            !     delete incident 9c573169c611228700193229fff72400  no such record, or it may not be read
            !     insert into problem with state=1
            ! hint: --allow-writes dev1 changes it without asking.
            ? exit 7
            """#),
    ]
}
