import Testing

/// Undoing mutations that were partly executed, or that undo does not fully support.
extension Transcripts {
    static let graphqlPartialUndo = [
        Transcript(
            "Of changes that fail nothing is kept, and which those are is said", allowWrites: "sandbox",
            #"""
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "becf6f1413bde14f36bde90c3d219baf", urgency: "1") { number { value } } b: ‹update_incident›(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "7") { number { value } } c: delete_incident(sys_id: "0000") { sys_id } } }
            {
              "GlideRecord_Mutation": {
                "a": {
                  "number": {
                    "value": "INC0010001"
                  }
                },
                "b": null,
                "c": null
              }
            }
            ! undo: table update incident INC0010001 urgency=3 priority=5
            ! The instance changed priority as well; undo writes that back too.
            ! 1 of 3 changes was made; not made: b (update incident INC0010021), c (delete incident 0000).
            ! error: Exception encountered processing path: /GlideRecord_Mutation/b - Operation Failed Data Policy Exception: The following fields are mandatory: Resolution code, Close notes.
            ! error: Exception encountered processing path: /GlideRecord_Mutation/c - No Record found Record doesn't exist or ACL restricts the record retrieval.
            !   graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "becf6f1413bde14f36bde90c3d219baf", urgency: "1") { number { value } } b: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "7") { number { value } } c: ‹delete_incident›(sys_id: "0000") { sys_id } } }
            ? exit 3
            > undo
            # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "becf6f1413bde14f36bde90c3d219baf", urgency: "1") { number { value } } b: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "7") { number { value } } c: delete_incident(sys_id: "0000") { sys_id } } }
            table update incident INC0010001 urgency=3 priority=5
            > graphql mutation { GlideRecord_Mutation { a: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", short_description: "theirs") { number { value } } b: ‹update_incident›(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "7") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "a": {
                  "number": {
                    "value": "INC0010021"
                  }
                },
                "b": null
              }
            }
            ! undo: table update incident INC0010021 short_description="my computer doesn't work"
            ! 1 of 2 changes was made; not made: b (update incident INC0010021).
            ! error: Exception encountered processing path: /GlideRecord_Mutation/b - Operation Failed Data Policy Exception: The following fields are mandatory: Resolution code, Close notes.
            ? exit 3
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 short_description=theirs
            > graphql mutation { GlideRecord_Mutation { a: delete_incident(sys_id: "1") { sys_id } b: ‹delete_nothing›(sys_id: "1") { sys_id } } } --no-validate
            ! 0 of 2 changes were made; not made: a (delete incident 1), b (delete nothing 1).
            ! error: Validation error (FieldUndefined@[GlideRecord_Mutation/delete_nothing]) : Field 'delete_nothing' in type 'GlideRecord_MutationType' is undefined.
            ? exit 3
            """#),
        Transcript(
            "Journals stay, secrets are not kept, and what a script does is not known", allowWrites: "sandbox",
            #"""
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", work_notes: "hello") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "number": {
                    "value": "INC0010021"
                  }
                }
              }
            }
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > undo
            ! error: There is nothing to undo: the last write changed nothing that can be reverted.
            ! note: graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", work_notes: "hello") { number { value } } } }
            ? exit 3
            > graphql mutation P($p: String) { GlideRecord_Mutation { update_sys_user(sys_id: "62826bf03710200044e0bfc8bcbe5df1", user_password: $p, title: "Boss") { title { value } } } } --var p=hunter2hunter2
            {
              "GlideRecord_Mutation": {
                "update_sys_user": {
                  "title": {
                    "value": "Boss"
                  }
                }
              }
            }
            ! undo: table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title='Service Desk Analyst'
            ! `undo` cannot restore user_password: its old value is secret and was not kept.
            > undo --run
            ! 1 record of sys_user put back.
            ! undo: table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title=Boss
            > graphql mutation { GlideRecord_Mutation { update_sys_user(sys_id: "62826bf03710200044e0bfc8bcbe5df1", user_password: "hunter3hunter3", title: "Boss") { title { value } } } }
            {
              "GlideRecord_Mutation": {
                "update_sys_user": {
                  "title": {
                    "value": "Boss"
                  }
                }
              }
            }
            ! undo: table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title='Service Desk Analyst'
            ! `undo` cannot restore user_password: its old value is secret and was not kept.
            > undo
            # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { update_sys_user(sys_id: "62826bf03710200044e0bfc8bcbe5df1", user_password: "REDACTED-password-2", title: "Boss") { title { value } } } }
            table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title='Service Desk Analyst'
            > graphql mutation { ‹other› { a } } --no-validate
            ! error: Validation error (FieldUndefined@[other]) : Field 'other' in type 'MutationType' is undefined.
            ! hint: Records are one level deeper: mutation { GlideRecord_Mutation { other … } }
            ! hint: graphql describe
            ? exit 3
            > undo
            # On http://sandbox.localhost, takes back: graphql mutation { GlideRecord_Mutation { update_sys_user(sys_id: "62826bf03710200044e0bfc8bcbe5df1", user_password: "REDACTED-password-2", title: "Boss") { title { value } } } }
            table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title='Service Desk Analyst'
            """#),
        Transcript(
            "A record that a document makes and changes is a new one, and one that it deletes too is none",
            #"""
            > graphql mutation { GlideRecord_Mutation { insert_incident(sys_id: "0123456789abcdef0123456789abcdef", urgency: "1") { number { value } } update_incident(sys_id: "0123456789abcdef0123456789abcdef", state: "2") { number { value } } } } --plan
            ! This would make 2 changes by GraphQL on sandbox.
            !   insert into incident with sys_id=0123456789abcdef0123456789abcdef urgency=1
            !   update incident 0123456789abcdef0123456789abcdef, setting state=2
            ! Nothing was sent.
            > graphql mutation { GlideRecord_Mutation { insert_incident(sys_id: "0123456789abcdef0123456789abcdef", urgency: "1") { number { value } } update_incident(sys_id: "0123456789abcdef0123456789abcdef", state: "2") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "number": {
                    "value": "INC0010201"
                  }
                },
                "update_incident": {
                  "number": {
                    "value": "INC0010201"
                  }
                }
              }
            }
            ! undo: table delete incident INC0010201
            > undo --run
            ! 1 record of incident put back.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            > graphql mutation { GlideRecord_Mutation { insert_incident(sys_id: "0123456789abcdef0123456789abcdef", urgency: "1") { number { value } } delete_incident(sys_id: "0123456789abcdef0123456789abcdef") { sys_id } } }
            {
              "GlideRecord_Mutation": {
                "insert_incident": {
                  "number": {
                    "value": "INC0010202"
                  }
                },
                "delete_incident": {
                  "sys_id": "0123456789abcdef0123456789abcdef"
                }
              }
            }
            > undo
            ! error: There is nothing to undo: the last write changed nothing that can be reverted.
            ! note: graphql mutation { GlideRecord_Mutation { insert_incident(sys_id: "0123456789abcdef0123456789abcdef", urgency: "1") { number { value } } delete_incident(sys_id: "0123456789abcdef0123456789abcdef") { sys_id } } }
            ? exit 3
            """#),
        Transcript(
            "What directives leave out is not planned, and not done", allowWrites: "sandbox",
            #"""
            > graphql mutation M($no: Boolean!) { GlideRecord_Mutation { a: delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") @include(if: $no) { sys_id } ...f @skip(if: $no) } } fragment f on GlideRecord_MutationType { b: update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", description: "y", short_description: "my computer doesn't work") { number { value } } } --var no=false
            {
              "GlideRecord_Mutation": {
                "b": {
                  "number": {
                    "value": "INC0010021"
                  }
                }
              }
            }
            ! undo: table update incident INC0010021 description='It does not start any more.'
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 description=y
            > graphql mutation { GlideRecord_Mutation { delete_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8") @skip(if: true) { sys_id } } } --plan
            ! This would change nothing on sandbox. Nothing was sent.
            """#),
        Transcript(
            "Elsewhere the question shows what changes, and a read-only profile does as well", instance: "dev1",
            user: "admin", answers: ["dev1", "dev1"],
            #"""
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "3") { number { value } } } }
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "number": {
                    "value": "INC0010021"
                  }
                }
              }
            }
            ! This would update incident INC0010021, setting state=3 on dev1.
            !   INC0010021  my computer doesn't work  state: 2 (In Progress) → 3 (On Hold)
            ! Continue? [y/N] dev1
            ! undo: table update incident INC0010021 state=2 incident_state=2
            ! The instance changed incident_state as well; undo writes that back too.
            > undo --run
            ! This would put back incident INC0010021 on dev1.
            !   update INC0010021 state=2 incident_state=2
            ! Continue? [y/N] dev1
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 state=3 incident_state=3
            > profile add dev1 dev1.service-now.com --guard read-only
            ! dev1 is https://dev1.service-now.com; no changes are allowed (read-only).
            ! connect dev1 goes there.
            > connect dev1 --user admin
            ! Connected to dev1 as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > graphql mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "3") { number { value } } } }
            ! error: The profile dev1 is read-only: nothing was changed.
            ! note: This would update incident INC0010021, setting state=3 on dev1.
            !     INC0010021  my computer doesn't work  state: 2 (In Progress) → 3 (On Hold)
            ! hint: profile edit dev1 --guard confirm lets changes through that are confirmed.
            ? exit 7
            """#),
    ]
}
