import Testing

/// Showing and submitting forms with `page form`.
extension Transcripts {
    static let pageForms = [
        Transcript(
            "A form is shown, filled in and sent, and the record is changed",
            #"""
            > page open INC0010021 > before.txt
            > page form | head -n 6
            Form 1, incident.do (POST)
            field              label                kind      value                        choices                                                                                                                                                                                                                                                                                                                                            note
                               Number               text      INC0010021                                                                                                                                                                                                                                                                                                                                                                      read-only
            contact_type       Channel              select    Phone                        chat (Chat), email (Email), phone (Phone), self-service (Self-service), virtual_agent (Virtual Agent), walk-in (Walk-in)
            caller_id          Caller               text      Abel Tuter                                                                                                                                                                                                                                                                                                                                                                      required
            state              State                select    In Progress                  1 (New), 2 (In Progress), 3 (On Hold), 6 (Resolved), 7 (Closed), 8 (Canceled)
            > page form short_description="Printer on fire" urgency=1
            field                                  value                        note
            incident.contact_type                  phone
            sys_display.incident.caller_id         Abel Tuter
            incident.state                         2
            incident.category                      hardware
            incident.hold_reason
            incident.subcategory
            incident.impact                        2
            sys_display.incident.business_service
            incident.urgency                       1                            changed
            sys_display.incident.cmdb_ci           LAP-0417
            incident.priority                      3
            sys_display.incident.assignment_group  Hardware
            sys_display.incident.assigned_to       John Doe
            incident.active                        true
            incident.short_description             Printer on fire              changed
            incident.description                   It does not start any more.
            sys_display.incident.watch_list
            sys_display.incident.work_notes_list
            incident.comments
            incident.work_notes
            sys_display.incident.parent_incident
            sys_display.incident.problem_id
            sys_display.incident.rfc
            sys_display.incident.caused_by
            incident.close_code
            incident.close_notes
            sys_action                             sysverb_update
            ! Nothing was sent; --submit sends it (POST /incident.do).
            > page form short_description="Printer on fire" urgency=1 --plan
            ! This would send form 1 (incident.do) to /incident.do with 2 changed fields on sandbox.
            !   incident.urgency: 2 - Medium becomes 1 - High
            !   incident.short_description: my computer doesn't work becomes Printer on fire
            ! Nothing was sent.
            > page form short_description="Printer on fire" urgency=High --submit => title = .title > after.txt
            ! Redirected to /incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8
            > table get incident INC0010021 -f number,short_description,urgency
            number             INC0010021
            short_description  Printer on fire
            urgency            1 - High
            > undo
            ! error: There is nothing to undo: no command of this session has written records.
            ! note: rest, attach, page form and scripted GraphQL mutations keep no script.
            ? exit 3
            """#),
        Transcript(
            "What is wrong with a form is said where it stands, and nothing is sent",
            #"""
            > page open INC0010021 > before.txt
            > page form ‹shrot_description›=x
            ! error: The form has no field shrot_description. Nothing was sent.
            ! hint: Did you mean short_description?
            ? exit 2
            > page form ‹urgency›=9
            ! error: urgency does not offer 9; it offers 1 - High, 2 - Medium, 3 - Low. Nothing was sent.
            ? exit 2
            > page form caller=x Short_description=x urgency=low | grep changed
            sys_display.incident.caller_id         x                            changed
            incident.urgency                       3                            changed
            incident.short_description             x                            changed
            ! Nothing was sent; --submit sends it (POST /incident.do).
            > page form short_description= --submit
            ! error: The form needs a value for Short description. Nothing was sent.
            ! hint: page form short_description=…
            ? exit 2
            > page form ‹incident.knowledge›=perhaps
            ! error: incident.knowledge is on or off: true or false. Nothing was sent.
            ? exit 2
            > page form ‹number›
            ! error: The page has no form number: it has one.
            ! hint: page form
            ? exit 2
            > page form ‹number›=INC1 --submit
            ! error: number cannot be changed on this form. Nothing was sent.
            ? exit 2
            > page form short_description="a" --button ‹Explode› --submit
            ! error: The form has no button Explode; it has Update, Delete. Nothing was sent.
            ? exit 2
            > page form ‹9›
            ! error: The page has no form 9: it has one.
            ! hint: page form
            ? exit 2
            > page open login.do > login.txt
            > page form user_password=hush
            ! error: user_password takes a password, and this line is kept in the history and on the tape.
            !   page form ‹user_password›=REDACTED-password-1
            ! hint: login signs in.
            ! hint: page browse opens the page in your browser.
            ? exit 2
            """#),
        Transcript(
            "Outside the sandbox a form is asked for, and refused where nobody can be asked",
            instance: "http://dev.localhost", user: "admin", answers: ["no"],
            #"""
            > page open INC0010021 > before.txt
            > page form urgency=1 --submit
            ! This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            !   incident.urgency: 2 - Medium becomes 1 - High
            ! Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            ? exit 7
            > page form urgency=1 --submit
            ! error: Nothing was changed: there is no terminal to confirm on.
            ! note: This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            !     incident.urgency: 2 - Medium becomes 1 - High
            ! hint: --allow-writes dev.localhost changes it without asking.
            ? exit 7
            > page form urgency=1 --submit --allow-writes dev.localhost > after.txt
            ! Redirected to /incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8
            > table get incident INC0010021 -f urgency
            urgency  1 - High
            """#),
        Transcript(
            "A read-only profile lets no form through",
            files: ["snowdeckrc": "profile add dev dev.localhost --user admin --guard read-only\n"],
            #"""
            > connect dev
            ! Connected to dev.localhost as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > page open INC0010021 > before.txt
            > page form urgency=1 --submit
            ! error: The profile dev is read-only: nothing was changed.
            ! note: This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            !     incident.urgency: 2 - Medium becomes 1 - High
            ! hint: profile edit dev --guard confirm lets changes through that are confirmed.
            ? exit 7
            > table get incident INC0010021 -f urgency
            urgency  2 - Medium
            """#),
    ]
}
