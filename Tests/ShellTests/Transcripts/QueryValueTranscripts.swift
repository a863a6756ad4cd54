import Testing

/// Labels and names in queries, and values that match nothing.
extension Transcripts {
    static let queryValues = [
        Transcript(
            "A label and a name in a query are translated, and what is sent is printed",
            #"""
            > table count incident -q priority=Critical
            43
            ! priority=Critical means priority=1 (Critical).
            > table list incident -q 'state=In Progress^caller_id=abel.tuter' -n 1 -f number,state,caller_id
            number      state        caller_id
            INC0010021  In Progress  Abel Tuter
            ! state=In Progress means state=2 (In Progress).
            ! caller_id=abel.tuter means caller_id=62826bf03710200044e0bfc8bcbe5df1 (abel.tuter).
            > table list incident -q 'priorityINcritical,2 - High^caller_id.department=IT' -n 1 -f number,priority
            number      priority
            INC0010004  2 - High
            ! priorityINcritical means priorityIN1 (Critical).
            ! priorityIN2 - High means priorityIN2 (High).
            ! caller_id.department=IT means caller_id.department=2b3b614d7fed8e5e75c1f039ca18e183 (IT).
            ! 1 of 37 shown; -n NUMBER or --all shows more.
            > table list incident -q priority<=High -n 1 -f number --format json
            [
              {
                "number": "INC0010004"
              }
            ]
            ! priority<=High means priority<=2 (High).
            ! 1 of 121 shown; -n NUMBER or --all shows more.
            > table list incident -q parent_incident=INC0010021 -f number
            number
            ! parent_incident=INC0010021 means parent_incident=061c92d26f030200d7aecd9c5d3ee4f8 (INC0010021).
            ! No record found.
            > table update incident -q 'priority=Low^number=INC0010002' urgency=1 --plan
            method  table     record      sys_id                            short_description                         column   old      new
            PATCH   incident  INC0010002  bc76816a03ca1fba5a7dcb9e3aa99e09  Application freezes while saving a draft  urgency  3 - Low  1 - High
            ! priority=Low means priority=4 (Low).
            ! This would update incident INC0010002 on sandbox, setting urgency=1. Nothing was changed.
            > table explain incident priority=Critical
            Priority is Critical
            ! priority=Critical means priority=1 (Critical).
            > graphql from table list incident -q priority=Critical -n 1 -f number
            {
              GlideRecord_Query {
                incident(queryConditions: "priority=1", pagination: {limit: 1}) {
                  _rowCount
                  _results {
                    number { value displayValue }
                  }
                }
              }
            }
            ! priority=Critical means priority=1 (Critical).
            """#),
        Transcript(
            "A value that matches nothing is reported with the nearest one",
            #"""
            > table list incident -q priority=‹Hihg› -n 1 -f number
            number
            ! No record found.
            ! warning: priority has no choice Hihg.
            ! hint: Did you mean priority=2 (High)?
            ! hint: Choices: 1 (Critical), 2 (High), 3 (Moderate), 4 (Low) and 5 (Planning).
            > table list incident -q 'category!=‹Sofware›' -n 1 -f number
            number
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            ! warning: category has no choice Sofware.
            ! hint: Did you mean category!=software (Software)?
            ! hint: Choices: inquiry (Inquiry / Help), software (Software), hardware (Hardware), network (Network) and database (Database).
            > table list incident -q active=‹tru› -n 1 -f number
            number
            INC0010001
            ! 1 of 375 shown; -n NUMBER or --all shows more.
            ! warning: active is true or false, not tru.
            ! hint: Did you mean active=true?
            > table list incident -q 'opened_at>‹yesterday›' -n 1 -f number
            number
            ! No record found.
            ! warning: opened_at is a date; yesterday cannot be read as one.
            ! hint: A date is written 2026-01-01 or 2026-01-01 00:00:00, or as a script: javascript:gs.beginningOfToday().
            > table count incident -q opened_at=‹today›
            0
            ! warning: opened_at is a date; today cannot be read as one.
            ! hint: A date is written 2026-01-01 or 2026-01-01 00:00:00, or as a script: javascript:gs.beginningOfToday().
            > table list incident -q 'opened_at>‹2025-01-01T08:00Z›' -n 1 -f number
            number
            ! No record found.
            ! warning: opened_at is a date; 2025-01-01T08:00Z cannot be read as one.
            ! hint: Did you mean opened_at>2025-01-01 08:00:00?
            > table list incident -q 'reassignment_count=‹5 times›' --all -f number
            number
            ! warning: reassignment_count is a number; 5 times is not.
            ! hint: Did you mean reassignment_count=5?
            ! No record found.
            > table count incident -q priority=‹9›^assigned_to=nobody.here
            0
            ! warning: priority has no choice 9.
            ! hint: Choices: 1 (Critical), 2 (High), 3 (Moderate), 4 (Low) and 5 (Planning).
            ! warning: No record of sys_user is called nobody.here, or you may not read it.
            !   table count incident -q priority=9^assigned_to=‹nobody.here›
            ! hint: table list sys_user
            > table explain incident 'opened_atBETWEEN‹last week›@2025-01-31'
            Opened is between "last week" and 2025-01-31
            ! warning: opened_at is a date; last week cannot be read as one.
            ! hint: A date is written 2026-01-01 or 2026-01-01 00:00:00, or as a script: javascript:gs.beginningOfToday().
            > table count incident -q short_description=Critical
            0
            """#),
        Transcript(
            "A name that several records share lists them",
            #"""
            > table create cmn_department name=Twins -f name
            name  Twins
            ! Created cmn_department Twins.
            ! undo: table delete cmn_department 10e38fd54ad1ee50d82a64ba652b0eef
            > table create cmn_department name=Twins -f name
            name  Twins
            ! Created cmn_department Twins.
            ! undo: table delete cmn_department 7fcc50675db73bc937c84dc1f1150700
            > table count sys_user -q department=‹Twins›
            0
            ! warning: 2 or more records of cmn_department are called Twins: 10e38fd54ad1ee50d82a64ba652b0eef, 7fcc50675db73bc937c84dc1f1150700.
            ! hint: department=10e38fd54ad1ee50d82a64ba652b0eef
            ! hint: department=7fcc50675db73bc937c84dc1f1150700
            > table count sys_user -q department=‹Twins› --strict-query
            ! error: 2 or more records of cmn_department are called Twins: 10e38fd54ad1ee50d82a64ba652b0eef, 7fcc50675db73bc937c84dc1f1150700.
            ! hint: department=10e38fd54ad1ee50d82a64ba652b0eef
            ! hint: department=7fcc50675db73bc937c84dc1f1150700
            ? exit 2
            """#),
        Transcript(
            "Other joints and blanks are corrected in the warning",
            #"""
            > table list incident -q '‹active=true AND priority=1›' -n 1 -f number
            number
            INC0010001
            ! 1 of 375 shown; -n NUMBER or --all shows more.
            ! warning: Conditions are joined by ^ and ^OR, without blanks around operators.
            ! hint: Did you mean active=true^priority=1?
            > table list incident -q '‹active=true&priority=1||priority=2›' -n 1 -f number
            number
            INC0010001
            ! 1 of 375 shown; -n NUMBER or --all shows more.
            ! warning: Conditions are joined by ^ and ^OR, without blanks around operators.
            ! hint: Did you mean active=true^priority=1^ORpriority=2?
            > table list incident -q '‹active=true^^priority = 1›' -n 1 -f number
            number
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: Conditions are joined by ^ and ^OR, without blanks around operators.
            ! hint: Did you mean active=true^priority=1?
            > table count incident -q 'short_descriptionLIKEsalt and pepper'
            0
            > table update incident -q '‹active=true AND priority=1›' urgency=1
            ! error: Conditions are joined by ^ and ^OR, without blanks around operators.
            ! hint: Did you mean active=true^priority=1?
            ? exit 7
            > table delete incident -q ‹'number=INC0010021^^priority=1'›
            ! error: The instance would ignore this part of the query and change more records: ^^
            ! hint: Did you mean number=INC0010021^priority=1?
            ? exit 7
            """#),
        Transcript(
            "Strict queries are refused, raw ones are sent as they are",
            #"""
            > table list incident -q 'priority=Foo^‹actve=true›' --strict-query
            ! error: incident has no column actve: actve=true is dropped.
            ! hint: Did you mean active?
            ! error: priority has no choice Foo.
            !   table list incident -q 'priority=‹Foo›^actve=true' --strict-query
            ! hint: Choices: 1 (Critical), 2 (High), 3 (Moderate), 4 (Low) and 5 (Planning).
            ? exit 2
            > table count incident -q priority=Critical --strict-query
            43
            ! priority=Critical means priority=1 (Critical).
            > table count incident -q priority=Critical --raw-query
            0
            > table update incident -q 'priority!=‹urgnt›' urgency=1
            ! error: priority has no choice urgnt.
            ! hint: Choices: 1 (Critical), 2 (High), 3 (Moderate), 4 (Low) and 5 (Planning).
            ? exit 7
            > table update incident -q assigned_to!=‹nobody.here› urgency=1
            ! error: No record of sys_user is called nobody.here, or you may not read it.
            ! hint: table list sys_user
            ? exit 7
            > table update incident -q category=‹nosuch› urgency=1
            ! warning: category has no choice nosuch.
            ! hint: Choices: inquiry (Inquiry / Help), software (Software), hardware (Hardware), network (Network) and database (Database).
            ! The query finds no record of incident; nothing was changed.
            > table delete incident -q priority=Critical --raw-query
            ! The query finds no record of incident; nothing was changed.
            """#),
        Transcript(
            "A document's queries are checked and not translated",
            #"""
            > graphql '{ GlideRecord_Query { incident(queryConditions: "priority=‹Critical›^caller_id=abel.tuter") { _results { number { value } } } } }'
            number
            ! warning: The instance compares priority with stored values, not with Critical.
            ! hint: Did you mean priority=1?
            ! warning: The instance compares caller_id with stored values, not with abel.tuter.
            !   graphql '{ GlideRecord_Query { incident(queryConditions: "priority=Critical^caller_id=‹abel.tuter›") { _results { number { value } } } } }'
            ! hint: Did you mean caller_id=62826bf03710200044e0bfc8bcbe5df1?
            ! No record found.
            > rest GET /api/now/stats/incident -p sysparm_query=priority=Critical -p sysparm_count=true => n = .result.stats.count
            {
              "result": {
                "stats": {
                  "count": "0"
                }
              }
            }
            """#),
    ]
}
