import Testing

/// Confirmations before a write outside the sandbox.
extension Transcripts {
    static let guards = [
        Transcript(
            "A write elsewhere is confirmed with y, or the name of the instance", instance: "dev1", user: "admin",
            answers: ["n", "y", "DEV1.service-now.com", "https://dev1.service-now.com"],
            #"""
            > table create incident short_description=x -f number
            ! This would create a record of incident on dev1, setting short_description=x. Continue? [y/N] n
            ! error: Nothing was changed.
            ! note: This would create a record of incident on dev1, setting short_description=x.
            ? exit 7
            > table create incident short_description=x -f number
            number  INC0010201
            ! This would create a record of incident on dev1, setting short_description=x. Continue? [y/N] y
            ! Created incident INC0010201.
            ! undo: table delete incident INC0010201
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! This would update incident INC0010021 on dev1, setting urgency=3.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! Continue? [y/N] DEV1.service-now.com
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table delete incident INC0010021
            ! This would delete incident INC0010021 on dev1.
            !   INC0010021  my computer doesn't work
            ! Continue? [y/N] https://dev1.service-now.com
            ! Deleted incident INC0010021.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            """#),
        Transcript(
            "The meaning of a change is shown before you confirm it", answers: ["no"],
            #"""
            > table update incident -q 'numberININC0010001,INC0010002^state!=new' urgency=high
            ! urgency: 1 - High is stored as 1.
            ! state!=new means state!=1 (New).
            ! This would update 2 records of incident on sandbox, setting urgency=high (PATCH, one by one).
            !   INC0010001  Second monitor flickers  urgency: 3 - Low → 1 - High
            !   INC0010002  Application freezes while saving a draft  urgency: 3 - Low → 1 - High
            ! Type sandbox to continue: no
            ! error: Nothing was changed: the answer was not sandbox.
            ! note: This would update 2 records of incident on sandbox, setting urgency=high (PATCH, one by one).
            ? exit 7
            """#),
        Transcript(
            "A question that is interrupted changes nothing", answers: ["^C"],
            #"""
            > table update incident -q numberININC0010001,INC0010002 urgency=3
            ! This would update 2 records of incident on sandbox, setting urgency=3 (PATCH, one by one).
            !   INC0010001  Second monitor flickers  urgency: 3 - Low as it is
            !   INC0010002  Application freezes while saving a draft  urgency: 3 - Low as it is
            ! Type sandbox to continue: ^C
            ! Interrupted: nothing was changed.
            ? exit 130
            """#),
        Transcript(
            "When nobody can be asked nothing is changed", instance: "dev1", user: "admin",
            #"""
            > table delete incident INC0010021
            ! error: Nothing was changed: there is no terminal to confirm on.
            ! note: This would delete incident INC0010021 on dev1.
            !     INC0010021  my computer doesn't work
            ! hint: --allow-writes dev1 changes it without asking.
            ? exit 7
            > table delete incident INC0010021 --allow-writes dev2
            ! error: --allow-writes names dev2, and this is dev1.
            ! hint: --allow-writes dev1
            ? exit 7
            > table delete incident INC0010021 --allow-writes dev1
            ! Deleted incident INC0010021.
            ! undo: a long line, kept in this session; undo shows it, undo --run runs it.
            ! undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it.
            """#),
        Transcript(
            "What --allow-writes names is not asked for", instance: "dev1", user: "admin", allowWrites: "dev1",
            #"""
            > table update incident -q numberININC0010001,INC0010002 urgency=1 -f number,urgency
            number      urgency
            INC0010001  1 - High
            INC0010002  1 - High
            ! 2 records of incident updated.
            ! undo: table update incident bc76816a03ca1fba5a7dcb9e3aa99e09 urgency=3 priority=4 # INC0010002
            ! undo: table update incident becf6f1413bde14f36bde90c3d219baf urgency=3 priority=5 # INC0010001
            ! The instance changed priority as well; undo writes that back too.
            > connect dev2 --user admin
            ! Connected to dev2 as System Administrator (admin).
            > table update incident INC0010001 urgency=2
            ! error: --allow-writes names dev1, and this is dev2.
            ! hint: --allow-writes dev2
            ? exit 7
            """#),
        Transcript(
            "A change of many is refused when the instance would not read the whole query", allowWrites: "sandbox",
            #"""
            > table delete incident -q ‹''›
            ! error: The query has no condition: it would change every record of incident.
            ! hint: To change every record, use -q sys_idISNOTEMPTY.
            ? exit 7
            > table delete incident -q ‹ORDERBYnumber›
            ! error: The query has no condition: it would change every record of incident.
            ! hint: To change every record, use -q sys_idISNOTEMPTY.
            ? exit 7
            > table delete incident -q ‹active=true^NQ›
            ! error: An alternative of the query has no condition: it would change every record of incident.
            ! hint: To change every record, use -q sys_idISNOTEMPTY.
            ? exit 7
            > table update incident -q ‹'acitve=true^caller_id.name=x'› urgency=1
            ! error: incident has no column acitve: the instance would ignore that condition and change more records.
            ! hint: Did you mean active?
            ? exit 7
            > set prefix=''
            > table delete incident -q ‹short_descriptionSTARTSWITH{{prefix}}›
            ! error: short_descriptionSTARTSWITH has no value: it would match every record, or be ignored.
            ! hint: help queries
            ? exit 7
            > table delete incident -q ‹123TEXTINDEXGROUP321=portal›
            ! error: The query has no condition: it would change every record of incident.
            ! hint: To change every record, use -q sys_idISNOTEMPTY.
            ? exit 7
            > table count incident
            440
            > table update incident -q 'number=INC0010001^caller_id.nameISNOTEMPTY^ORDERBYnosuch' urgency=1 -f number
            number
            INC0010001
            ! 1 record of incident updated.
            ! undo: table update incident INC0010001 urgency=3 priority=5
            ! The instance changed priority as well; undo writes that back too.
            """#),
        Transcript(
            "An instance called sandbox is not the sandbox", instance: "https://sandbox.service-now.com", user: "admin",
            allowWrites: "sandbox",
            #"""
            > table delete incident INC0010021
            ! error: --allow-writes names sandbox, and this is sandbox.service-now.com.
            ! hint: --allow-writes sandbox.service-now.com
            ? exit 7
            """#),
        Transcript(
            "A password that is set is shown neither in the plan nor among the variables", instance: "dev1",
            user: "admin",
            #"""
            > table update sys_user abel.tuter user_password=hunter2 title=x
            ! error: Nothing was changed: there is no terminal to confirm on.
            ! note: This would update sys_user abel.tuter on dev1, setting user_password=******** title=x.
            !     abel.tuter  user_password: ********, title: Service Desk Analyst → x
            ! hint: --allow-writes dev1 changes it without asking.
            ? exit 7
            > set password=hunter2 name=y
            > set --format tsv | grep variable
            {{name}}	y	A variable
            {{password}}	********	A variable
            """#),
        Transcript(
            "Nobody is asked about a change of nothing", instance: "dev1", user: "admin",
            #"""
            > table delete incident -q numberSTARTSWITHNONE
            ! The query finds no record of incident; nothing was changed.
            > table update incident -q numberSTARTSWITHNONE urgency=1
            ! The query finds no record of incident; nothing was changed.
            """#),
    ]
}
