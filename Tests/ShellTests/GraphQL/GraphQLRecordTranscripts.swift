import Testing

/// Documents that `graphql from` writes for records, counts and changes.
extension Transcripts {
    static let graphQLRecords = [
        Transcript(
            "A record is asked for by the name it goes by",
            #"""
            > graphql from table get incident INC0010021 -f number,caller_id.name
            {
              GlideRecord_Query {
                incident(queryConditions: "number=INC0010021") {
                  _results {
                    number { value displayValue }
                    caller_id {
                      _reference {
                        name { value displayValue }
                      }
                    }
                  }
                }
              }
            }
            > graphql from table get incident 46E8219BA9FE1981013B7A4E91A0D6A3 -f number
            {
              GlideRecord_Query {
                incident(sys_id: "46e8219ba9fe1981013b7a4e91a0d6a3") {
                  _results {
                    number { value displayValue }
                  }
                }
              }
            }
            > graphql from table get sys_user abel.tuter -f user_name
            {
              GlideRecord_Query {
                sys_user(queryConditions: "user_name=abel.tuter^ORname=abel.tuter") {
                  _results {
                    user_name { value displayValue }
                  }
                }
              }
            }
            > graphql from table get incident ‹a^b›
            ! error: Cannot look up a name that contains ^, which ends a query condition.
            ! hint: Use the sys_id.
            ? exit 2
            """#),
        Transcript(
            "Counts become aggregates",
            #"""
            > graphql from table count incident -q active=true
            {
              GlideAggregateRecord_Query(
                tableName: "incident"
                queryConditions: "active=true"
              ) {
                totalCount
              }
            }
            > graphql from table count incident --by priority,state --avg reassignment_count --sum caller_id.x --having "count > 3, avg_reassignment_count >= 0.5" --order -count,priority
            {
              GlideAggregateRecord_Query(
                tableName: "incident"
                groupBy: ["priority", "state"]
                having: "count^priority^>^3,avg^reassignment_count^>=^0.5"
                orderBy: "COUNT^DESC,priority"
              ) {
                aggregates {
                  groupBy { field value displayValue }
                  count
                  avg_reassignment_count: avg(field: "reassignment_count")
                  sum_caller_id_x: sum(field: "caller_id.x")
                }
              }
            }
            """#),
        Transcript(
            "Changes become mutations, and nothing is changed",
            #"""
            > graphql from table create incident short_description="Printer \"on\" fire" urgency=Low caller_id="Abel Tuter"
            mutation {
              GlideRecord_Mutation {
                insert_incident(
                  short_description: "Printer \"on\" fire"
                  urgency: "3"
                  caller_id: "62826bf03710200044e0bfc8bcbe5df1"
                ) {
                  number { value displayValue }
                  short_description { value displayValue }
                  priority { value displayValue }
                  state { value displayValue }
                  assigned_to { value displayValue }
                  urgency { value displayValue }
                  caller_id { value displayValue }
                }
              }
            }
            ! urgency: 3 - Low is stored as 3.
            > graphql from table update incident INC0010021 state="On Hold" -f number,state
            mutation {
              GlideRecord_Mutation {
                update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "3") {
                  number { value displayValue }
                  state { value displayValue }
                }
              }
            }
            ! state: On Hold is stored as 3.
            > graphql from table delete incident INC0010021
            mutation {
              GlideRecord_Mutation {
                delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") {
                  modified_count
                  sys_id
                }
              }
            }
            > graphql from table update incident -q ‹priority=5› state=3
            ! error: A mutation changes one named record; -q matches any number.
            ! hint: table update incident -q … does all of them.
            ? exit 2
            > graphql from table create sys_user user_name=x user_password=hunter2hunter2
            mutation ($user_password: String) {
              GlideRecord_Mutation {
                insert_sys_user(user_name: "x", user_password: $user_password) {
                  user_name { value displayValue }
                  name { value displayValue }
                  email { value displayValue }
                  department { value displayValue }
                  active { value displayValue }
                  user_password { value displayValue }
                }
              }
            }
            ! To set user_password, add --var user_password=VALUE.
            > graphql from table create incident urgency=3 --input ‹display›
            ! error: A mutation takes stored values, not display values.
            ! hint: Without --input, labels and names are converted to stored values.
            ? exit 2
            > table count incident
            440
            """#),
    ]
}
