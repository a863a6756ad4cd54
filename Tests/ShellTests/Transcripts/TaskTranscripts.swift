import Testing

/// The `task` commands.
extension Transcripts {
    static let tasks = [
        Transcript(
            "My tasks stand under their types",
            #"""
            > task
            Incident (1)
            number      short_description         sys_created_on
            INC0010021  my computer doesn't work  2015-10-14 07:45:55

            Problem (2)
            number      short_description                       sys_created_on
            PRB0000011  Unknown source of outage                2014-02-04 04:58:15
            PRB0040010  Getting NPE stack trace accessing link  2016-03-07 23:47:43
            ! 3 open tasks in all.
            > task --format csv => first = .[0].number
            type,number,short_description,sys_created_on,sys_id
            Incident,INC0010021,my computer doesn't work,2015-10-14 07:45:55,061c92d26f030200d7aecd9c5d3ee4f8
            Problem,PRB0000011,Unknown source of outage,2014-02-04 04:58:15,d7296d02c0a801670085e737da016e70
            Problem,PRB0040010,Getting NPE stack trace accessing link,2016-03-07 23:47:43,fb9620914fc212008a5ab895f110c7c4
            ! 3 open tasks in all.
            > task --format json
            [
              {
                "type": "Incident",
                "number": "INC0010021",
                "short_description": "my computer doesn't work",
                "sys_created_on": "2015-10-14 07:45:55",
                "sys_id": "061c92d26f030200d7aecd9c5d3ee4f8",
                "snowui": "http://sandbox.localhost/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8",
                "link": "http://sandbox.localhost/api/now/v2/table/incident/061c92d26f030200d7aecd9c5d3ee4f8"
              },
              {
                "type": "Problem",
                "number": "PRB0000011",
                "short_description": "Unknown source of outage",
                "sys_created_on": "2014-02-04 04:58:15",
                "sys_id": "d7296d02c0a801670085e737da016e70",
                "snowui": "http://sandbox.localhost/problem.do?sys_id=d7296d02c0a801670085e737da016e70",
                "link": "http://sandbox.localhost/api/now/v2/table/problem/d7296d02c0a801670085e737da016e70"
              },
              {
                "type": "Problem",
                "number": "PRB0040010",
                "short_description": "Getting NPE stack trace accessing link",
                "sys_created_on": "2016-03-07 23:47:43",
                "sys_id": "fb9620914fc212008a5ab895f110c7c4",
                "snowui": "http://sandbox.localhost/problem.do?sys_id=fb9620914fc212008a5ab895f110c7c4",
                "link": "http://sandbox.localhost/api/now/v2/table/problem/fb9620914fc212008a5ab895f110c7c4"
              }
            ]
            ! 3 open tasks in all.
            > task show {{first}} -n 1
            number             INC0010021
            short_description  my computer doesn't work
            description        It does not start any more.
            caller_id          Abel Tuter
            priority           3 - Moderate
            state              In Progress
            assigned_to        John Doe
            assignment_group   Hardware
            opened_by          Abel Tuter
            opened_at          2015-10-14 00:45:55
            cmdb_ci            LAP-0417
            sys_updated_on     2015-10-14 00:45:55
            sys_updated_by     admin
            sys_id             061c92d26f030200d7aecd9c5d3ee4f8
            ! INC0010021 has no journal entry that you may read.
            ! 26 more fields filled; table get incident INC0010021 shows all.
            > task --table-api --format csv
            type,number,short_description,sys_created_on,sys_id
            Incident,INC0010021,my computer doesn't work,2015-10-14 07:45:55,061c92d26f030200d7aecd9c5d3ee4f8
            Problem,PRB0000011,Unknown source of outage,2014-02-04 04:58:15,d7296d02c0a801670085e737da016e70
            Problem,PRB0040010,Getting NPE stack trace accessing link,2016-03-07 23:47:43,fb9620914fc212008a5ab895f110c7c4
            ! 3 open tasks in all.
            > task --format markdown
            ## Incident (1)

            | number | short_description | sys_created_on |
            | --- | --- | --- |
            | INC0010021 | my computer doesn't work | 2015-10-14 07:45:55 |

            ## Problem (2)

            | number | short_description | sys_created_on |
            | --- | --- | --- |
            | PRB0000011 | Unknown source of outage | 2014-02-04 04:58:15 |
            | PRB0040010 | Getting NPE stack trace accessing link | 2016-03-07 23:47:43 |
            ! 3 open tasks in all.
            """#),
        Transcript(
            "A task is shown with its journal, whoever it is assigned to",
            #"""
            > task show PRB0000011
            Problem PRB0000011
            number             PRB0000011
            short_description  Unknown source of outage
            priority           3 - Moderate
            state              Assess
            assigned_to        John Doe
            assignment_group   Problem Solving
            opened_by          System Administrator
            opened_at          2014-02-03 20:58:15
            sys_updated_on     2014-02-03 20:58:15
            sys_updated_by     admin
            sys_id             d7296d02c0a801670085e737da016e70

            Journal, newest first
            2014-02-03 22:58:15 - john.doe (Work note)
            Monitoring showed nothing in that hour.
            ! 24 more fields filled; table get problem PRB0000011 shows all.
            > task show d7296d02c0a801670085e737da016e70 -f state,assigned_to -n 1
            Problem PRB0000011
            state        Assess
            assigned_to  John Doe

            Journal, newest first
            2014-02-03 22:58:15 - john.doe (Work note)
            Monitoring showed nothing in that hour.
            > task show INC0010001 -f state,caller_id,nosuch -n 1 => state = .state
            state      Closed
            caller_id  Kenji Mori
            nosuch
            ! INC0010001 has no journal entry that you may read.
            ! warning: incident has no field nosuch, or you may not read it.
            > task comments PRB0000011 -n 1 => last = .[0].value
            2014-02-03 22:58:15 - john.doe (Work note)
            Monitoring showed nothing in that hour.
            > task show PRB0000011 -f number,state -n 1 --format json
            {
              "number": "PRB0000011",
              "state": "102",
              "journal": [
                {
                  "sys_created_on": "2014-02-04 06:58:15",
                  "sys_created_by": "john.doe",
                  "element": "work_notes",
                  "value": "Monitoring showed nothing in that hour.",
                  "source": "sys_journal_field"
                }
              ]
            }
            > task show PRB0000011 -f number,state -n 1 --format csv
            number,state,journal
            PRB0000011,102,"2014-02-04 06:58:15 UTC - john.doe (Work note)
            Monitoring showed nothing in that hour.
            "
            > task show PRB0000011 -f number,state -n 1 --format markdown
            ## Problem PRB0000011

            | Field | Value |
            | --- | --- |
            | number | PRB0000011 |
            | state | Assess |

            ## Journal, newest first

            | sys_created_on | sys_created_by | element | value |
            | --- | --- | --- | --- |
            | 2014-02-03 22:58:15 | john.doe | Work note | Monitoring showed nothing in that hour. |
            > task show PRB0000011 -f number,state -n 0
            number  PRB0000011
            state   Assess
            """#),
        Transcript(
            "Who may not read the entries gets what the record displays", user: "abel.tuter",
            #"""
            > task
            Problem (4)
            number      short_description                          sys_created_on
            PRB0040011  Switches in Chicago restart by themselves  2024-12-22 09:30:50
            PRB0040017  Mail gateway delays messages on Mondays    2025-01-13 21:39:48
            PRB0040024  Travel Desk leaks memory                   2025-02-09 03:21:44
            PRB0040027  Batteries of one laptop series swell       2025-02-20 09:43:45
            ! 4 open tasks in all.
            > task show PRB0000011 -f number,state
            Problem PRB0000011
            number  PRB0000011
            state   Assess

            Journal, newest first
            2014-02-03 22:58:15 - John Doe (Work note)
            Monitoring showed nothing in that hour.
            ! You may not read all of sys_journal_field; these entries are from the record's display, with times in the user's zone.
            > task comments PRB0000011 --format csv
            sys_created_on,sys_created_by,element,value,source
            2014-02-03 22:58:15,John Doe,work_notes,Monitoring showed nothing in that hour.,task
            ! You may not read all of sys_journal_field; these entries are from the record's display, with times in the user's zone.
            > task comment PRB0000011 "Looked at it"
            ! Work note added to PRB0000011.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > task comments PRB0000011 -n 1
            2025-03-03 08:00:01 - Abel Tuter (Work note)
            Looked at it
            ! You may not read all of sys_journal_field; these entries are from the record's display, with times in the user's zone.
            ! 1 of 2 journal entries shown; -n NUMBER shows more.
            """#),
    ]
}
