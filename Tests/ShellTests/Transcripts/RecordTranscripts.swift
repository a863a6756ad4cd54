import Testing

/// `table get`.
extension Transcripts {
    static let records = [
        Transcript(
            "A record is found by its number, its sys_id or its name, letter case aside",
            #"""
            > table get incident INC0010021 -f number,caller_id,caller_id.email
            number           INC0010021
            caller_id        Abel Tuter
            caller_id.email  abel.tuter@example.com
            > table get incident inc0010021 -f number
            number  INC0010021
            > table get incident 061c92d26f030200d7aecd9c5d3ee4f8 -f number
            number  INC0010021
            > table get sys_user abel.tuter -f user_name,name
            user_name  abel.tuter
            name       Abel Tuter
            > table get sys_user 'Abel Tuter' -f user_name
            user_name  abel.tuter
            """#),
        Transcript(
            "A person sees the usual fields of a record first and no empty ones",
            #"""
            > table get incident INC0010021
            number                 INC0010021
            short_description      my computer doesn't work
            priority               3 - Moderate
            state                  In Progress
            assigned_to            John Doe
            active                 true
            activity_due           UNKNOWN
            approval               Not Yet Requested
            assignment_group       Hardware
            caller_id              Abel Tuter
            category               Hardware
            child_incidents        0
            cmdb_ci                LAP-0417
            company                ACME North America
            contact_type           Phone
            description            It does not start any more.
            escalation             Normal
            impact                 2 - Medium
            incident_state         In Progress
            knowledge              false
            location               Austin
            made_sla               true
            notify                 Do Not Notify
            opened_at              2015-10-14 00:45:55
            opened_by              Abel Tuter
            reassignment_count     1
            reopen_count           0
            severity               3 - Low
            sla_due                UNKNOWN
            task_effective_number  INC0010021
            upon_approval          Proceed to Next Task
            upon_reject            Cancel all future Tasks
            urgency                2 - Medium
            sys_class_name         Incident
            sys_created_by         abel.tuter
            sys_created_on         2015-10-14 00:45:55
            sys_domain             global
            sys_domain_path        /
            sys_id                 061c92d26f030200d7aecd9c5d3ee4f8
            sys_mod_count          0
            sys_updated_by         admin
            sys_updated_on         2015-10-14 00:45:55
            ! 50 empty fields not shown; -f FIELDS or --format json shows them.
            """#),
        Transcript(
            "A record that is not there, or not only one, is said under its name",
            #"""
            > table get incident ‹INC9999999›
            ! error: No record of incident is called INC9999999, or you may not read it.
            ! hint: table list incident
            ? exit 3
            > table get incident ‹00000000000000000000000000000000›
            ! error: No Record found: Record doesn't exist or ACL restricts the record retrieval (HTTP 404).
            ? exit 3
            > table get incident ‹'a^b'›
            ! error: Cannot look up a name that contains ^, which ends a query condition. Use the sys_id.
            ? exit 2
            > table get incident INC0010021 -f ‹nonsense›
            nonsense
            ! warning: incident has no column nonsense.
            > table get sys_user ‹''›
            ! error: This RECORD is empty.
            ? exit 2
            """#),
    ]
}
