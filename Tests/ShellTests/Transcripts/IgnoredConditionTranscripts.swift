import Testing

/// Warnings about conditions that an instance ignores.
extension Transcripts {
    static let ignoredConditions = [
        Transcript(
            "A script or a dynamic filter option that the sandbox does not evaluate is reported",
            #"""
            > table count incident -q ‹number=javascript:gs.nope()›
            440
            ! warning: The sandbox does not evaluate gs.nope(): number=javascript:gs.nope() is dropped.
            ! hint: help queries
            ! warning: No condition is left; the query matches every record of incident.
            > table count incident -q "‹numberINjavascript:['INC0010021']›"
            440
            ! warning: The sandbox does not evaluate ['INC0010021']: numberINjavascript:['INC0010021'] is dropped.
            ! hint: help queries
            ! warning: No condition is left; the query matches every record of incident.
            > table count incident -q 'opened_at>=javascript:gs.dateGenerate("2015-01-01 00:00:00")^opened_at<2016-01-01'
            1
            > table count incident -q assigned_toDYNAMIC90d1921e5f510100a9ad2572f2b477fe
            1
            > table count incident -q ‹assigned_toDYNAMIC0123456789abcdef0123456789abcdef›^active=true
            65
            ! warning: 0123456789abcdef0123456789abcdef is no dynamic filter option that the instance evaluates: assigned_toDYNAMIC0123456789abcdef0123456789abcdef is dropped.
            > table count incident -q ‹assigned_to=javascript:gs.getUserId()› --strict-query
            ! error: The sandbox does not evaluate gs.getUserId(): assigned_to=javascript:gs.getUserId() is dropped.
            ! hint: Did you mean assigned_to=javascript:gs.getUserID()?
            ! hint: help queries
            ? exit 2
            > table delete incident -q "‹numberINjavascript:['INC0010021']›" --allow-writes sandbox
            ! error: The sandbox does not evaluate ['INC0010021']: numberINjavascript:['INC0010021'] is dropped.
            ! hint: help queries
            ? exit 7
            > table update incident -q ‹assigned_toDYNAMIC0123456789abcdef0123456789abcdef› urgency=1
            ! error: 0123456789abcdef0123456789abcdef is no dynamic filter option that the instance evaluates: assigned_toDYNAMIC0123456789abcdef0123456789abcdef is dropped.
            ? exit 7
            > table count problem -q 'RLQUERYincident.problem_id,>0^ENDRLQUERY'
            24
            > table count problem -q ‹RLQUERYincident.number,>0^ENDRLQUERY›
            69
            ! warning: incident.number is not a reference field: RLQUERYincident.number,>0^ENDRLQUERY is dropped.
            ! hint: help queries
            ! warning: No condition is left; the query matches every record of problem.
            > table delete incident -q ‹RLQUERYnosuch.table,>1^ENDRLQUERY›
            ! error: The instance would ignore this part of the query and change more records: RLQUERYnosuch.table,>1^ENDRLQUERY
            ! hint: help queries
            ? exit 7
            > table delete incident -q ‹JOINsys_user.sys_id=sys_user_group.manager›
            ! error: The instance would ignore this part of the query and change more records: JOINsys_user.sys_id=sys_user_group.manager
            ! hint: help queries
            ? exit 7
            > table delete incident -q ‹RLQUERYincident^ENDRLQUERY›
            ! error: The instance would ignore this part of the query and change more records: RLQUERYincident^ENDRLQUERY
            ! hint: help queries
            ? exit 7
            > table delete incident -q ‹SUBQUERYsys_user^ENDSUBQUERY›
            ! error: The sandbox does not evaluate SUBQUERY: SUBQUERYsys_user^ENDSUBQUERY is dropped.
            ! hint: help queries
            ? exit 7
            > table count problem -q 'RLQUERYincident.problem_id,>0,‹opened_at>javascript:gs.nope()›^ENDRLQUERY'
            24
            ! warning: The sandbox does not evaluate gs.nope(): opened_at>javascript:gs.nope() is dropped.
            ! hint: help queries
            > table count problem -q 'RLQUERYincident.problem_id,>0,active=true^‹nosuch=1›^ENDRLQUERY'
            0
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            > table count problem -q 'RLQUERYincident.problem_id,>0,active=true^‹numberINSTANCEOFtask›^ENDRLQUERY'
            0
            ! warning: INSTANCEOF does not work with a column like number: numberINSTANCEOFtask is dropped.
            > table delete problem -q ‹JOINproblem.sys_id=incident.problem_id!caller_id.nam=x›
            ! error: incident has no column caller_id.nam: the instance would ignore that condition and change more records.
            ! hint: Did you mean caller_id.name?
            ? exit 7
            > page open incident -q 'active=true^‹numbr=1›' > page.txt
            ! warning: incident has no column numbr: numbr=1 is dropped.
            ! hint: Did you mean number?
            > table count incident
            440
            """#),
        Transcript(
            "Other instances may evaluate scripts that are not known here", instance: "dev1", user: "admin",
            allowWrites: "dev1",
            #"""
            > table count incident -q ‹number=javascript:gs.nope()›
            440
            ! warning: gs.nope() cannot be checked: unless the instance evaluates it, number=javascript:gs.nope() is dropped.
            ! hint: help queries
            > table delete incident -q ‹number=javascript:gs.nope()›
            ! error: gs.nope() cannot be checked: unless the instance evaluates it, number=javascript:gs.nope() is dropped.
            ! hint: help queries
            ? exit 7
            """#),
        Transcript(
            "A query copied from an address is offered decoded",
            #"""
            > table count incident -q ‹active%3Dtrue%5Epriority%3D1›
            440
            ! warning: This query is written as in a URL; -q takes it decoded, without sysparm_query=.
            ! hint: Did you mean active=true^priority=1?
            > table count incident -q ‹sysparm_query=active=true›^priority=1
            43
            ! warning: incident has no column sysparm_query: sysparm_query=active=true is dropped.
            ! warning: This query is written as in a URL; -q takes it decoded, without sysparm_query=.
            !   table count incident -q ‹sysparm_query=active=true^priority=1›
            ! hint: Did you mean active=true^priority=1?
            > table count incident -q '‹sysparm_query=short_descriptionLIKEnew%20disk%5Eactive%3Dtrue&sysparm_limit=1›'
            440
            ! warning: incident has no column sysparm_query: sysparm_query=short_descriptionLIKEnew%20disk%5Eactive%3Dtrue&sysparm_limit=1 is dropped.
            ! warning: No condition is left; the query matches every record of incident.
            ! warning: This query is written as in a URL; -q takes it decoded, without sysparm_query=.
            !   table count incident -q '‹sysparm_query=short_descriptionLIKEnew%20disk%5Eactive%3Dtrue&sysparm_limit=1›'
            ! hint: Did you mean 'short_descriptionLIKEnew disk^active=true'?
            > table count incident -q ‹active=true%5Epriority=1›
            375
            ! warning: This query is written as in a URL; -q takes it decoded, without sysparm_query=.
            ! hint: Did you mean active=true^priority=1?
            > table count incident -q ‹active=true%5Epriority=1› --strict-query
            ! error: This query is written as in a URL; -q takes it decoded, without sysparm_query=.
            ! hint: Did you mean active=true^priority=1?
            ? exit 2
            > table delete incident -q ‹active%3Dtrue› --plan
            ! error: The instance would ignore this part of the query and change more records: active%3Dtrue
            ! hint: Did you mean active=true?
            ? exit 7
            > table count incident -q short_descriptionLIKEa%3Db
            0
            """#),
        Transcript(
            "A walk along a column that is no reference is said, and changes nothing",
            #"""
            > table list incident -q active=true^‹caller_id.name.foo=x› -n 1 -f number,assigned_to.name.foo
            number      assigned_to.name.foo
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: sys_user.name is not a reference field: caller_id.name.foo=x is dropped.
            ! hint: Did you mean caller_id.name?
            ! warning: sys_user.name is not a reference field.
            !   table list incident -q active=true^caller_id.name.foo=x -n 1 -f number,‹assigned_to.name.foo›
            ! hint: Did you mean assigned_to.name?
            > table update incident -q ‹caller_id.name.foo=x^active=true› urgency=1
            ! error: incident has no column caller_id.name.foo: the instance would ignore that condition and change more records.
            ! hint: Did you mean caller_id.name?
            ? exit 7
            """#),
        Transcript(
            "A column that the table does not have is said under the user's own text",
            #"""
            > table list incident -q 'active=true^‹prioritty=1›' -n 1 -f number
            number
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column prioritty: prioritty=1 is dropped.
            ! hint: Did you mean priority?
            > table list incident -q ‹caller_id.departmnt.name=IT›^ORactive=true -n 1 -f number --order -numbr,state
            number
            INC0010186
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: sys_user has no column departmnt: caller_id.departmnt.name=IT is dropped.
            ! hint: Did you mean caller_id.department.name?
            ! warning: incident has no column numbr; nothing is ordered by it.
            !   table list incident -q caller_id.departmnt.name=IT^ORactive=true -n 1 -f number --order -‹numbr›,state
            ! hint: Did you mean number?
            > table list incident -q active=true^‹ORDERBYnosuch› -n 1 -f number
            number
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nosuch; nothing is ordered by it.
            > table list incident -q ‹stateSAMEASnosuch› -n 1 --format csv -f number
            number
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nosuch: stateSAMEASnosuch is dropped.
            ! warning: No condition is left; the query matches every record of incident.
            > table list incident -q caller_id.department.nameISNOTEMPTY -n 1 -f number
            number
            INC0010001
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            """#),
        Transcript(
            "Whether records are found or not, and in every format",
            #"""
            > table list incident -q numberSTARTSWITHNONE^‹nosuch=1› -f number
            number
            ! No record found.
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            > table list incident -q ‹nosuch=1› -n 1 -f number --format ndjson
            {"number":"INC0010001"}
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            ! warning: No condition is left; the query matches every record of incident.
            > table list incident -q ‹nosuch=1›^number=INC0010021 --all -f number
            number
            INC0010021
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            """#),
        Transcript(
            "A variable's value and a narrow terminal have their caret too", width: 60,
            #"""
            > set which=nosuch=1
            > table list incident -q active=true^{{which}} -n 1 -f number
            number
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            !   …e list incident -q active=true^‹{{which}}› -n 1 -f number
            > table list incident -f number -n 1 -q active=true^short_descriptionISNOTEMPTY^nosuch=1
            number
            INC0010002
            ! 1 of 65 shown; -n NUMBER or --all shows more.
            ! warning: incident has no column nosuch: nosuch=1 is dropped.
            !   …n 1 -q active=true^short_descriptionISNOTEMPTY^‹nosuch=1›
            """#),
        Transcript(
            "A query is said in words, and what is wrong with it too",
            #"""
            > table explain incident active=true^priority=1^ORpriority=2^ORDERBYDESCopened_at
            Active is true
            and Priority is 1 or 2
            ordered by Opened, descending
            > table explain incident 'caller_id.department.nameLIKEIT^opened_at>=javascript:gs.daysAgoStart(7)'
            Caller.Department.Name contains IT
            and Opened is at or after gs.daysAgoStart(7)
            > table explain incident '‹statelike5›^short_descriptionLIKEa^b^impactBETWEEN1^prioritty=1'
            Short description contains a
            and Impact BETWEEN 1
            and prioritty is 1
            not understood, and so dropped: statelike5
            not understood, and so dropped: b
            ! warning: like5 begins with no operator: statelike5 is dropped.
            ! hint: Did you mean stateLIKE?
            ! warning: The instance ignores this part of the query, which it cannot parse: b.
            !   table explain incident 'statelike5^short_descriptionLIKEa^‹b›^impactBETWEEN1^prioritty=1'
            ! hint: help queries
            ! warning: 1 is not valid for its operator: impactBETWEEN1 is dropped.
            !   table explain incident 'statelike5^short_descriptionLIKEa^b^‹impactBETWEEN1›^prioritty=1'
            ! hint: help queries
            ! warning: incident has no column prioritty: prioritty=1 is dropped.
            !   table explain incident 'statelike5^short_descriptionLIKEa^b^impactBETWEEN1^‹prioritty=1›'
            ! hint: Did you mean priority?
            > table explain incident ‹short_descriptionONToday›^statexyz5
            Short description is on Today
            not understood, and so dropped: statexyz5
            ! warning: ON does not work with a column like short_description: short_descriptionONToday is dropped.
            ! warning: The instance ignores this part of the query, which it cannot parse: statexyz5.
            !   table explain incident short_descriptionONToday^‹statexyz5›
            ! hint: help queries
            > table list incident -q '‹state like 5›^active=true^short_descriptionLIKEa^^b' -n 1 -f number
            number
            INC0010002
            ! 1 of 59 shown; -n NUMBER or --all shows more.
            ! warning: like 5 begins with no operator: state like 5 is dropped.
            ! hint: Did you mean stateLIKE?
            ! warning: A ^ ends a value, and nothing is known to escape it: ^^ is dropped.
            !   table list incident -q 'state like 5^active=true^short_descriptionLIKEa‹^^›b' -n 1 -f number
            ! hint: help queries
            ! warning: The instance ignores this part of the query, which it cannot parse: b.
            !   table list incident -q 'state like 5^active=true^short_descriptionLIKEa^^‹b›' -n 1 -f number
            ! hint: help queries
            """#),
    ]
}
