import Testing

/// Tapes by name, and what was seen on them.
extension Transcripts {
    static let finds = [
        Transcript(
            "Tapes have numbers, names and notes",
            #"""
            > table count incident -q active=true
            65
            > tape export count.har
            ! Wrote 2 exchanges of [DIR]/sessions/tape.cassette, 5347 bytes, to count.har.
            ! Commands with input and output, which only Snowdeck reads: 1 command.
            > tape import count.har copy > import.txt
            > tape new second
            ! Recording onto [DIR]/sessions/second.cassette.
            > table get incident INC0010001 -f number,state
            number  INC0010001
            state   Closed
            > tape list --format csv | cut -d, -f1,3-6
            number,name,instance,user,commands
            %1,[DIR]/sessions/copy.cassette,http://sandbox.localhost,john.doe,1
            %2,[DIR]/sessions/second.cassette,http://sandbox.localhost,john.doe,1
            %3,[DIR]/sessions/tape.cassette,http://sandbox.localhost,john.doe,1
            > tape show last | wc -l
            3
            > tape show %1 | wc -l
            3
            > tape show seco | wc -l
            2
            > tape show co
            ! error: More than one tape is named like co: copy and second.
            ! hint: tape list --named co
            ? exit 5
            > tape show %9
            ! error: There is no tape %9.
            ! hint: tape list
            ? exit 5
            > tape name second other
            ! error: This tape is in the deck.
            ! hint: tape new NAME
            ! hint: tape open NAME
            ? exit 3
            > tape name copy ‹second›
            ! error: There is a file [DIR]/sessions/second.cassette already.
            ? exit 3
            > tape name copy ‹2026-01-01-mine›
            ! error: A name that begins with a date is Snowdeck's own; tape prune deletes such tapes.
            ! hint: Put the date at the end.
            ? exit 2
            > tape name copy counted
            ! copy is now counted.
            > tape note counted 'before the outage'
            > tape keep counted outage
            ! Kept as [DIR]/sessions/outage.cassette. Look through it before you share it: tape audit outage
            > tape list --named outa --format csv | cut -d, -f1,3-6,8
            number,name,instance,user,commands,begins with
            %1,[DIR]/sessions/outage.cassette,http://sandbox.localhost,john.doe,1,before the outage
            > tape list --with INC0010001 --format csv | cut -d, -f1,3
            number,name
            %2,[DIR]/sessions/second.cassette
            > tape list --since 1d --instance sandbox --format csv | cut -d, -f1,3
            number,name
            %1,[DIR]/sessions/outage.cassette
            %2,[DIR]/sessions/second.cassette
            %3,[DIR]/sessions/tape.cassette
            > tape list --since ‹soon›
            ! error: This is not a time: today, yesterday, 30m, 2h, 3d, 2w, 2026-11-20 or 2026-11-20T14:30.
            ? exit 2
            > tape prune --older 1h
            ! No tape is that old.
            > tape prune --leftovers
            ! Nothing is left of killed programs.
            > tape remove outage
            ! error: There is no terminal to ask on.
            ! hint: --yes deletes without asking.
            ? exit 7
            > tape remove outage --yes
            ! Deleted [DIR]/sessions/outage.cassette.
            > tape show outage
            ! error: There is no cassette at [DIR]/sessions/outage.cassette.
            ! hint: tape list
            ? exit 5
            """#),
        Transcript(
            "A text is found with its command, record and field",
            #"""
            > table get incident INC0010001 -f number,short_description,caller_id
            number             INC0010001
            short_description  Second monitor flickers
            caller_id          Kenji Mori
            > table update incident INC0010001 short_description="Screen 'flickers' again"
            number             INC0010001
            short_description  Screen 'flickers' again
            priority           5 - Planning
            state              Closed
            assigned_to        ITIL User
            sys_id             becf6f1413bde14f36bde90c3d219baf
            ! Updated incident INC0010001.
            ! undo: table update incident INC0010001 short_description='Second monitor flickers'
            > table get incident INC0010001 -f number,short_description
            number             INC0010001
            short_description  Screen 'flickers' again
            > find flickers --format csv
            tape,at,record,field,match,command,line
            %1,2026-01-01 00:00:00,INC0010001,short_description,Screen 'flickers' again,3,"table get incident INC0010001 -f number,short_description"
            %1,2026-01-01 00:00:00,INC0010001,short_description,Screen 'flickers' again,2,"table update incident INC0010001 short_description=""Screen 'flickers' again"""
            %1,2026-01-01 00:00:00,INC0010001,short_description,Second monitor flickers,1,"table get incident INC0010001 -f number,short_description,caller_id"
            > find FLICKERS -n 1 --format csv
            tape,at,record,field,match,command,line
            %1,2026-01-01 00:00:00,INC0010001,short_description,Screen 'flickers' again,3,"table get incident INC0010001 -f number,short_description"
            ! The newest command is shown; -n NUMBER shows more.
            > find --record INC0010001 --format csv | grep -E '^(field|short_|caller)'
            field,value,first seen,last seen,tape,command,line
            caller_id,Kenji Mori,2026-01-01 00:00:00,2026-01-01 00:00:00,%1,1,"table get incident INC0010001 -f number,short_description,caller_id"
            short_description,Second monitor flickers,2026-01-01 00:00:00,2026-01-01 00:00:00,%1,1,"table get incident INC0010001 -f number,short_description,caller_id"
            short_description,Screen 'flickers' again,2026-01-01 00:00:00,2026-01-01 00:00:00,%1,2,"table update incident INC0010001 short_description=""Screen 'flickers' again"""
            > find nothing-like-this
            ! Nothing found on 1 tape.
            ? exit 3
            > find qz
            ! Nothing found on 1 tape.
            ? exit 3
            > find flickers --in tape --format csv | wc -l
            4
            > find flickers --instance dev1
            ! Nothing found on 0 tapes.
            ? exit 3
            > find ‹' '›
            ! error: There is no text to find.
            ? exit 2
            """#),
        Transcript(
            "A record is traced by its number and its sys_id, in REST and GraphQL answers",
            #"""
            > rest GET /api/now/table/incident -p sysparm_query=number=INC0010001 -p sysparm_fields=sys_id,number > one.txt
            > rest GET /api/now/table/incident -p sysparm_query=number=INC0010001 -p sysparm_fields=sys_id,short_description > two.txt
            > find --record INC0010001 --format csv | cut -d, -f1,2,6
            field,value,command
            number,INC0010001,1
            short_description,Second monitor flickers,2
            sys_id,becf6f1413bde14f36bde90c3d219baf,1
            > graphql { GlideRecord_Query { incident(queryConditions: "number=INC0010001") { _results { sys_id { value } number { displayValue } caller_id { value displayValue } } } } } > three.txt
            > find --record becf6f1413bde14f36bde90c3d219baf --format csv | cut -d, -f1,2,6
            field,value,command
            caller_id,Kenji Mori,3
            number,INC0010001,1
            short_description,Second monitor flickers,2
            sys_id,becf6f1413bde14f36bde90c3d219baf,1
            > find 'kenji mori' --format csv | cut -d, -f3-6
            record,field,match,command
            INC0010001,caller_id,Kenji Mori,3
            > find --record INC0010001 -n 1 --format csv | cut -d, -f1,2
            field,value
            caller_id,Kenji Mori
            ! 1 of 4 values are shown.
            > find --record INC0099999
            ! Nothing found on 1 tape.
            ? exit 3
            > tape note tape 'for the demo'
            > tape list --format csv | sed -n 's/.*for the demo$/noted/p'
            noted
            > tape note tape
            > tape list --format csv | sed -n 's/.*for the demo$/noted/p'
            """#),
        Transcript(
            "A tape that does not exist is neither renamed nor deleted",
            #"""
            > tape name nosuch mine
            ! error: There is no cassette at [DIR]/sessions/nosuch.cassette.
            ! hint: tape list
            ? exit 5
            > tape remove nosuch --yes
            ! error: There is no cassette at [DIR]/sessions/nosuch.cassette.
            ! hint: tape list
            ? exit 5
            > tape list --format csv
            number,changed,name,instance,user,commands,size,begins with
            """#),
        Transcript(
            "Two tapes of the same commands are compared, and a tape with the instance",
            #"""
            > tape new one
            ! Recording onto [DIR]/sessions/one.cassette.
            > table get incident INC0010001 -f number,state
            number  INC0010001
            state   Closed
            > tape new two
            ! Recording onto [DIR]/sessions/two.cassette.
            > table get incident INC0010001 -f number,state
            number  INC0010001
            state   Closed
            > tape new ‹last›
            ! error: last always means a tape that exists.
            ! hint: tape open last
            ? exit 2
            > tape diff on tw
            1 command and 1 exchange compared: no difference.
            > tape drift one
            [DIR]/sessions/one.cassette: 1 request compared: no difference.
            > tape drift one --update
            [DIR]/sessions/one.cassette: 1 request compared: no difference.
            > tape pseudonymize on -o shared
            cassette   [DIR]/sessions/shared.cassette
            people     1
            addresses  0
            phones     0
            ! The key of the pseudonyms is in [DIR]/state/pseudonyms.key; do not share it.
            ! Next: tape audit [DIR]/sessions/shared.cassette, and snowdeck replay [DIR]/sessions/shared.cassette --check
            > tape diff one shared
            1 command and 1 exchange compared: no difference.
            """#),
        Transcript(
            "Earlier lines are those of the prompt",
            #"""
            > history show 1
            ! error: There is no history outside the prompt.
            ? exit 3
            > history run 1
            ! error: There is no history outside the prompt.
            ? exit 3
            > history diff 1
            ! error: There is no history outside the prompt.
            ? exit 3
            """#),
    ]
}
