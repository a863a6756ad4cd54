import Testing

/// The `undo` command.
extension Transcripts {
    static let undoing = [
        Transcript(
            "A write is taken back, and that is taken back as well",
            #"""
            > undo
            ! error: There is nothing to undo: no command of this session has written records.
            ! note: rest, attach, page form and scripted GraphQL mutations keep no script.
            ? exit 3
            > table update incident INC0010021 urgency=3 -f number,urgency,priority
            number    INC0010021
            urgency   3 - Low
            priority  4 - Low
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > undo
            # On http://sandbox.localhost, takes back: table update incident INC0010021 urgency=3 -f number,urgency,priority
            table update incident INC0010021 urgency=2 priority=3
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 urgency=3 priority=4
            > table get incident INC0010021 -f urgency,priority
            urgency   2 - Medium
            priority  3 - Moderate
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            > table create incident short_description=x -f number => inc = .number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > undo --run
            ! 1 record of incident put back.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            > table get incident ‹{{inc}}› -f number
            ! error: No record of incident is called INC0010201, or you may not read it.
            ! hint: table list incident
            ? exit 3
            """#),
        Transcript(
            "Values of any kind come back whole",
            files: ["odd.txt": "a\tb\r\nc 'd' \"e\" {{f}} \u{1B}[31m\u{202E} \\n"],
            #"""
            > table update incident INC0010021 description=@odd.txt -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 description='It does not start any more.'
            > table update incident INC0010021 description='@home' -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 description="a\tb\r\nc 'd' \"e\" \{{f}} \u{1b}[31m\u{202e} \\n"
            > undo
            # On http://sandbox.localhost, takes back: table update incident INC0010021 description='@home' -f number
            table update incident INC0010021 description="a\tb\r\nc 'd' \"e\" \{{f}} \u{1b}[31m\u{202e} \\n"
            > undo --run
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 description='@home'
            > table get incident INC0010021 -f description --format json
            {
              "description": "a\tb\r\nc 'd' \"e\" {{f}} \u001b[31m\u202e \\n"
            }
            """#),
        Transcript(
            "A refused write leaves the script of the one before it",
            #"""
            > table update incident INC0010021 short_description=other -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 short_description="my computer doesn't work"
            > table update ‹incident› INC0010021 state=7 -f number
            ! error: Operation Failed: Data Policy Exception: The following fields are mandatory: Resolution code, Close notes (HTTP 403).
            ? exit 3
            > undo
            # On http://sandbox.localhost, takes back: table update incident INC0010021 short_description=other -f number
            table update incident INC0010021 short_description="my computer doesn't work"
            """#),
        Transcript(
            "What cannot be taken back is said",
            #"""
            > table update incident INC0010021 work_notes=hello -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! `undo` cannot remove the entry in work_notes: journal entries are permanent.
            > undo
            ! error: There is nothing to undo: the last write changed nothing that can be reverted.
            ! note: table update incident INC0010021 work_notes=hello -f number
            ? exit 3
            > table update sys_user abel.tuter user_password=hunter2hunter2 title=Boss -f title
            title  Boss
            ! Updated sys_user abel.tuter.
            ! undo: table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title='Service Desk Analyst'
            ! `undo` cannot restore user_password: its old value is secret and was not kept.
            > undo --run
            ! 1 record of sys_user put back.
            ! undo: table update sys_user 62826bf03710200044e0bfc8bcbe5df1 title=Boss
            """#),
        Transcript(
            "A deleted record is made again as what it was",
            #"""
            > table get incident INC0010021 -f sys_id,number,caller_id,opened_at,state,sys_created_on
            sys_id          061c92d26f030200d7aecd9c5d3ee4f8
            number          INC0010021
            caller_id       Abel Tuter
            opened_at       2015-10-14 00:45:55
            state           In Progress
            sys_created_on  2015-10-14 00:45:55
            > table delete task INC0010021
            ! Deleted task INC0010021.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            > undo --run
            ! 1 record of incident put back.
            ! undo: table delete incident INC0010021
            > table get incident INC0010021 -f sys_id,number,caller_id,opened_at,state,sys_created_on
            sys_id          061c92d26f030200d7aecd9c5d3ee4f8
            number          INC0010021
            caller_id       Abel Tuter
            opened_at       2015-10-14 00:45:55
            state           In Progress
            sys_created_on  2025-03-03 08:00:02
            """#),
        Transcript(
            "An undo belongs to the instance that was written to", instance: "dev1", user: "admin",
            answers: ["dev1", "dev1"],
            #"""
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! This would update incident INC0010021 on dev1, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! Continue? [y/N] dev1
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > connect dev2 --user admin
            ! Connected to dev2 as System Administrator (admin).
            > undo --run
            ! error: The last write was to https://dev1.service-now.com, and this is https://dev2.service-now.com.
            ! hint: connect https://dev1.service-now.com
            ! hint: undo shows the lines.
            ? exit 7
            > connect dev1 --user admin
            ! Connected to dev1 as System Administrator (admin).
            > undo --run
            ! This would put back incident INC0010021 on dev1.
            !   update INC0010021 urgency=2 priority=3
            ! Continue? [y/N] dev1
            ! 1 record of incident put back.
            ! undo: table update incident INC0010021 urgency=3 priority=4
            """#),
        Transcript(
            "A plan is shown without a change, also where nobody is asked",
            #"""
            > table update incident -q numberININC0010001,INC0010004 urgency=High caller_id="Abel Tuter" --plan
            method  table     record      sys_id                            short_description                   column     old            new
            PATCH   incident  INC0010001  becf6f1413bde14f36bde90c3d219baf  Second monitor flickers             urgency    3 - Low        1 - High
            PATCH   incident  INC0010001  becf6f1413bde14f36bde90c3d219baf  Second monitor flickers             caller_id  Kenji Mori     Abel Tuter
            PATCH   incident  INC0010004  5786a91c4d3620cb51c4518335d64bef  Query on the ledger runs for hours  urgency    2 - Medium     1 - High
            PATCH   incident  INC0010004  5786a91c4d3620cb51c4518335d64bef  Query on the ledger runs for hours  caller_id  Hélène Dubois  Abel Tuter
            ! urgency: 1 - High is stored as 1.
            ! This would update 2 records of incident on sandbox, setting urgency=High caller_id='Abel Tuter' (PATCH, one by one). Nothing was changed.
            > table update incident INC0010021 urgency=1 --plan --format csv
            method,table,record,sys_id,short_description,column,old,new
            PATCH,incident,INC0010021,061c92d26f030200d7aecd9c5d3ee4f8,my computer doesn't work,urgency,2,1
            ! This would update incident INC0010021 on sandbox, setting urgency=1. Nothing was changed.
            > table delete incident -q number=INC0010004 --plan
            method  table     record      sys_id                            short_description
            DELETE  incident  INC0010004  5786a91c4d3620cb51c4518335d64bef  Query on the ledger runs for hours
            ! This would delete incident INC0010004 on sandbox. Nothing was changed.
            > table create incident urgency=1 --plan
            ! This would create a record of incident on sandbox, setting urgency=1. Nothing was changed.
            """#),
        Transcript(
            "Labels, names and columns are made sure of before anything is sent",
            #"""
            > table update incident INC0010021 state="on hold" urgency=low assigned_to=admin -f state,urgency,assigned_to
            state        On Hold
            urgency      3 - Low
            assigned_to  System Administrator
            ! state: On Hold is stored as 3.
            ! urgency: 3 - Low is stored as 3.
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 state=2 urgency=2 assigned_to=ea2bc1b14f4212008a5ab895f110c7d1 priority=3 incident_state=2
            ! The instance changed priority and incident_state as well; undo writes that back too.
            > table update incident INC0010021 ‹ugency›=1
            ! error: incident has no column ugency; nothing was sent.
            ! hint: Did you mean urgency?
            ! hint: table describe incident
            ? exit 2
            > table update incident INC0010021 ‹caller_id›="Abel Tutr"
            ! error: No record of sys_user is called Abel Tutr, or you may not read it. Nothing was changed.
            ! hint: table list sys_user
            ! hint: --input display leaves it to the instance.
            ? exit 3
            > table update incident INC0010021 assigned_to="Abel Tuter" --input display -f assigned_to
            assigned_to  Abel Tuter
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 assigned_to=6816f79cc0a8016401c5a33be04be441
            """#),
        Transcript(
            "What a played tape wrote is not what undo takes back",
            #"""
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > tape new other
            ! Recording onto [DIR]/sessions/other.cassette.
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table create incident short_description=x -f number
            number  INC0010201
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > tape open other
            ! Recording onto [DIR]/sessions/other.cassette, behind what it holds.
            > undo
            # On http://sandbox.localhost, takes back: table update incident INC0010021 urgency=3 -f number
            table update incident INC0010021 urgency=2 priority=3
            """#),
    ]
}
