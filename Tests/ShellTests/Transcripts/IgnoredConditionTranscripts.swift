import Testing

/// Warnings about conditions that an instance ignores.
extension Transcripts {
    static let ignoredConditions = [
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
