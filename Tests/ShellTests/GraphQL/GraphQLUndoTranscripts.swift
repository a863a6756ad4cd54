import Testing

/// Undoing mutations.
extension Transcripts {
    static let graphqlUndo = [
        Transcript(
            "An update shows old and new values, and is taken back with what followed it",
            #"""
            > graphql mutation M($u: String) { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: $u, assigned_to: null) { number { value } } } } --var u=3 --plan
            ! This would update incident INC0010021, setting urgency=3 assigned_to=null on sandbox.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low, assigned_to: John Doe → nothing
            ! Nothing was sent.
            > graphql mutation M($u: String) { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: $u, assigned_to: null) { number { value } } } } --var u=3
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "number": {
                    "value": "INC0010021"
                  }
                }
              }
            }
            ! undo: table update incident INC0010021 urgency=2 assigned_to=ea2bc1b14f4212008a5ab895f110c7d1 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > undo
            # On http://sandbox.localhost, takes back: graphql mutation M($u: String) { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: $u, assigned_to: null) { number { value } } } } --var u=3
            table update incident INC0010021 urgency=2 assigned_to=ea2bc1b14f4212008a5ab895f110c7d1 priority=3
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 urgency=3 assigned_to= priority=4
            > table get incident INC0010021 -f urgency,priority,assigned_to
            urgency      2 - Medium
            priority     3 - Moderate
            assigned_to  John Doe
            """#),
        Transcript(
            "A new record is known by either of its names in the answer",
            #"""
            > graphql mutation { x: GlideRecord_Mutation { new: insert_incident(short_description: "x") { _row_data { me: uniqueValue } } } }
            {
              "x": {
                "new": {
                  "_row_data": {
                    "me": "10e38fd54ad1ee50d82a64ba652b0eef"
                  }
                }
              }
            }
            ! undo: table delete incident INC0010201
            > undo --run
            ! 1 record of incident put back.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            > graphql mutation { GlideRecord_Mutation { insert_incident(short_description: "x") { ...it } } } fragment it on GlideRecord_MutationResultType_incident { id: sys_id { displayValue } }
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "id": {
                    "displayValue": "7fcc50675db73bc937c84dc1f1150700"
                  }
                }
              }
            }
            ! undo: table delete incident INC0010202
            > graphql mutation { GlideRecord_Mutation { insert_incident(short_description: "x") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "number": {
                    "value": "INC0010203"
                  }
                }
              }
            }
            ! undo does not know the new record of incident: insert_incident selects neither sys_id { value } nor _row_data { uniqueValue }.
            > undo
            ! error: There is nothing to undo: the last write changed nothing that can be reverted.
            ! note: graphql mutation { GlideRecord_Mutation { insert_incident(short_description: "x") { number { value } } } }
            ? exit 3
            """#),
        Transcript(
            "A deleted record is made again as what it was",
            #"""
            > graphql mutation { GlideRecord_Mutation { delete_task(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") { modified_count } } } --plan
            ! This would delete task INC0010021 on sandbox.
            !   INC0010021  my computer doesn't work
            ! Nothing was sent.
            > graphql mutation { GlideRecord_Mutation { delete_task(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") { modified_count } } }
            {
              "GlideRecord_Mutation": {
                "delete_task": {
                  "modified_count": 1
                }
              }
            }
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > undo --run
            ! 1 record of incident put back.
            ! undo: table delete incident INC0010021
            > table get incident INC0010021 -f sys_id,number,caller_id,opened_at,state
            sys_id     061c92d26f030200d7aecd9c5d3ee4f8
            number     INC0010021
            caller_id  Abel Tuter
            opened_at  2015-10-14 00:45:55
            state      In Progress
            """#),
        Transcript(
            "Several records are asked for on the sandbox too, one that is changed twice is not", answers: ["sandbox"],
            #"""
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { urgency { value } } b: update_task(sys_id: "061C92D26F030200D7AECD9C5D3EE4F8", description: "y") { sys_id { value } } } }
            {
              "GlideRecord_Mutation": {
                "a": {
                  "urgency": {
                    "value": "3"
                  }
                },
                "b": {
                  "sys_id": {
                    "value": "061c92d26f030200d7aecd9c5d3ee4f8"
                  }
                }
              }
            }
            ! undo: table update incident INC0010021 urgency=2 description='It does not start any more.' priority=3
            ! The instance changed priority as well; undo writes that back too.
            > undo
            # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { urgency { value } } b: update_task(sys_id: "061C92D26F030200D7AECD9C5D3EE4F8", description: "y") { sys_id { value } } } }
            table update incident INC0010021 urgency=2 description='It does not start any more.' priority=3
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 urgency=3 description=y priority=4
            > graphql mutation A { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "3") { urgency { value } } } } mutation B { GlideRecord_Mutation { b: delete_incident(sys_id: "becf6f1413bde14f36bde90c3d219baf") { sys_id } insert_problem(short_description: "new") { sys_id { value } } } }
            A
            {
              "GlideRecord_Mutation": {
                "a": {
                  "urgency": {
                    "value": "3"
                  }
                }
              }
            }

            B
            {
              "GlideRecord_Mutation": {
                "b": {
                  "sys_id": "becf6f1413bde14f36bde90c3d219baf"
                },
                "insert_problem": {
                  "sys_id": {
                    "value": "10e38fd54ad1ee50d82a64ba652b0eef"
                  }
                }
              }
            }
            ! This would make 3 changes by GraphQL on sandbox.
            !   update incident INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            !   delete incident INC0010001  Second monitor flickers
            !   insert into problem with short_description=new
            ! Type sandbox to continue: sandbox
            ! undo: 3 lines, kept in this session; undo shows them, undo --run runs them.
            ! The instance changed priority as well; undo writes that back too.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "2") { urgency { value } } b: delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") { sys_id } } } --format json
            {
              "GlideRecord_Mutation": {
                "a": {
                  "urgency": {
                    "value": "2"
                  }
                },
                "b": {
                  "sys_id": "061c92d26f030200d7aecd9c5d3ee4f8"
                }
              }
            }
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > graphql mutation { GlideRecord_Mutation { a: delete_incident(sys_id: "bc76816a03ca1fba5a7dcb9e3aa99e09") { sys_id } b: delete_incident(sys_id: "944b8341e57371b639a8a9e36cd934e1") { sys_id } } }
            ! error: Nothing was changed: there is no terminal to confirm on.
            ! note: This would make 2 changes by GraphQL on sandbox.
            !     delete incident INC0010002  Application freezes while saving a draft
            !     delete incident INC0010003  No network address after moving desks
            ! hint: --allow-writes sandbox changes it without asking.
            ? exit 7
            """#),
        Transcript(
            "A value that the instance passes over is said",
            #"""
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", sys_created_by: "me", sys_class_name: "problem", short_description: "y") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "number": {
                    "value": "INC0010021"
                  }
                }
              }
            }
            ! undo: table update incident INC0010021 short_description="my computer doesn't work"
            ! warning: sys_class_name stayed incident: the instance did not accept the value.
            ! warning: sys_created_by stayed abel.tuter: the instance did not accept the value.
            """#),
    ]
}
