import Testing

/// Values that a field cannot store, and warnings when a different value was stored.
extension Transcripts {
    static let writeValues = [
        Transcript(
            "A value that its field cannot hold is refused before anything is sent",
            #"""
            > table update incident INC0010021 ‹state›=Foo
            ! error: state has no choice Foo. Nothing was sent.
            ! hint: Choices: 1 (New), 2 (In Progress), 3 (On Hold), 6 (Resolved), 7 (Closed) and 8 (Canceled).
            ! hint: --force sends it anyway.
            ? exit 2
            > table update incident INC0010021 ‹opened_at›=yesterday
            ! error: opened_at is a date; yesterday cannot be read as one. Nothing was sent.
            ! hint: Did you mean opened_at=2025-12-31?
            ! hint: --force sends it anyway.
            ? exit 2
            > table update incident INC0010021 ‹opened_at›='2025-03-01 08:00'
            ! error: opened_at is a date; 2025-03-01 08:00 cannot be read as one. Nothing was sent.
            ! hint: Did you mean opened_at='2025-03-01 08:00:00'?
            ! hint: --force sends it anyway.
            ? exit 2
            > table update incident INC0010021 ‹active›=maybe
            ! error: active is true or false, not maybe. Nothing was sent.
            ! hint: Did you mean active=true or active=false?
            ! hint: --force sends it anyway.
            ? exit 2
            > table update incident INC0010021 ‹reassignment_count›='3 times'
            ! error: reassignment_count is a number; 3 times is not. Nothing was sent.
            ! hint: Did you mean reassignment_count=3?
            ! hint: --force sends it anyway.
            ? exit 2
            > table create incident short_description=x ‹urgency›=hihg
            ! error: urgency has no choice hihg. Nothing was sent.
            ! hint: Did you mean urgency=1 (High)?
            ! hint: Choices: 1 (High), 2 (Medium) and 3 (Low).
            ! hint: --force sends it anyway.
            ? exit 2
            > graphql 'mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", state: "Foo", urgency: "High") { number { value } } } }'
            ! error: update_incident: state has no choice Foo. Nothing was sent.
            ! hint: Choices: 1 (New), 2 (In Progress), 3 (On Hold), 6 (Resolved), 7 (Closed) and 8 (Canceled).
            ! error: update_incident: urgency has no choice High. Nothing was sent.
            ! hint: Did you mean urgency: 1 (High)?
            ! hint: --no-validate sends it anyway.
            ? exit 2
            """#),
        Transcript(
            "What was stored is compared with what was meant", answers: ["sandbox", "sandbox"],
            files: ["long.txt": String(repeating: "a", count: 5000)],
            #"""
            > table update incident INC0010021 state=Foo caller_id=nobody.here --force -f number,state
            number  INC0010021
            state
            ! Updated incident INC0010021.
            ! warning: state is empty: the instance did not store Foo.
            ! warning: caller_id was set but has no display value: a reference takes the sys_id of a record.
            ! undo: table update incident INC0010021 state=2 caller_id=62826bf03710200044e0bfc8bcbe5df1 incident_state=2
            ! The instance changed incident_state as well; undo writes that back too.
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 state= caller_id=nobody.here incident_state=
            > table get incident INC0010021 -f state
            state  In Progress
            > table create cmn_department name=Long description=@long.txt head_count=1.5 -f name,head_count
            name        Long
            head_count  1
            ! Created cmn_department Long.
            ! warning: description was cut to 4000 characters.
            ! warning: head_count was stored as 1, not 1.5.
            ! undo: table delete cmn_department 10e38fd54ad1ee50d82a64ba652b0eef
            > table update incident INC0010021 urgency=high opened_at=2025-03-01 -f number,urgency
            number   INC0010021
            urgency  1 - High
            ! urgency: 1 - High is stored as 1.
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 opened_at='2015-10-14 07:45:55' priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table update incident -q numberININC0010001,INC0010002 state=Foo --force -f number,state
            number      state
            INC0010001
            INC0010002
            ! This would update 2 records of incident on sandbox, setting state=Foo (PATCH, one by one).
            !   INC0010001  Second monitor flickers  state: 7 (Closed) → Foo
            !   INC0010002  Application freezes while saving a draft  state: 3 (On Hold) → Foo
            ! Type sandbox to continue: sandbox
            ! 2 records of incident updated.
            ! warning: INC0010001, INC0010002: state is empty: the instance did not store Foo.
            ! undo: table update incident bc76816a03ca1fba5a7dcb9e3aa99e09 state=3 incident_state=3 # INC0010002
            ! undo: table update incident becf6f1413bde14f36bde90c3d219baf state=7 incident_state=7 # INC0010001
            ! The instance changed incident_state as well; undo writes that back too.
            > rest PATCH /api/now/table/cmn_department/2b3b614d7fed8e5e75c1f039ca18e183 head_count=many => count = .result.head_count
            {
              "result": {
                "parent": "",
                "sys_mod_count": "1",
                "description": "Runs what everybody else works with",
                "head_count": "",
                "sys_updated_on": "2025-03-03 16:00:07",
                "sys_tags": "",
                "business_unit": "",
                "sys_id": "2b3b614d7fed8e5e75c1f039ca18e183",
                "dept_head": "",
                "sys_updated_by": "john.doe",
                "cost_center": "",
                "sys_created_on": "2020-11-01 07:06:59",
                "name": "IT",
                "company": {
                  "link": "http://sandbox.localhost/api/now/table/core_company/31bea3d53790200044e0bfc8bcbe5dec",
                  "value": "31bea3d53790200044e0bfc8bcbe5dec"
                },
                "id": "10",
                "primary_contact": "",
                "sys_created_by": "admin"
              }
            }
            ! warning: head_count is empty: the instance did not store many.
            > graphql 'mutation { GlideRecord_Mutation { update_incident(sys_id: "061c92d26f030200d7aecd9c5d3ee4f8", urgency: "Foo") { number { value } } insert_cmn_department(name: "D2", head_count: "x") { sys_id { value } } } }' --no-validate
            {
              "GlideRecord_Mutation": {
                "update_incident": {
                  "number": {
                    "value": "INC0010021"
                  }
                },
                "insert_cmn_department": {
                  "sys_id": {
                    "value": "7fcc50675db73bc937c84dc1f1150700"
                  }
                }
              }
            }
            ! This would make 2 changes by GraphQL on sandbox.
            !   update incident INC0010021  my computer doesn't work  urgency: 1 - High → Foo
            !   insert into cmn_department with name=D2 head_count=x
            ! Type sandbox to continue: sandbox
            ! undo: table delete cmn_department 7fcc50675db73bc937c84dc1f1150700 # D2
            ! undo: table update incident 061c92d26f030200d7aecd9c5d3ee4f8 urgency=1 # INC0010021
            ! warning: INC0010021: urgency is empty: the instance did not store Foo.
            ! warning: D2: head_count is empty: the instance did not store x.
            """#),
    ]
}
