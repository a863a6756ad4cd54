import Testing

/// The sandbox made from tapes.
extension Transcripts {
    static let tapeSandboxes = [
        Transcript(
            "A sandbox made from a tape answers other queries, keeps changes, and reports what it does not know",
            #"""
            > table list incident -q active=true^ORDERBYnumber -n 3 -f number,short_description,state
            number      short_description                                          state
            INC0009798  Wireless drops every few minutes in San Diego, Building B  On Hold
            INC0009858  Laptop does not wake up from sleep                         On Hold
            INC0009918  Shared folder of Austin is read-only                       On Hold
            ! 3 of 65 shown; -n NUMBER or --all shows more.
            > tape new offline
            ! Recording onto [DIR]/sessions/offline.cassette.
            > connect sandbox --from tape
            ! The sandbox knows 1 table of http://sandbox.localhost from the tapes:
            !   incident  3 records, others may exist, sys_ids made up for 3
            ! Everything else is reported as unknown.
            ! Connected to sandbox as john.doe (john.doe).
            > table list incident -q short_descriptionLIKEin^ORDERBYDESCnumber -f number,short_description
            number      short_description
            INC0009918  Shared folder of Austin is read-only
            INC0009798  Wireless drops every few minutes in San Diego, Building B
            ! Known from tapes: 3 records of incident; others may exist on the instance.
            > table list problem
            ! error: Table problem is not on the tapes this sandbox was made from (HTTP 404).
            ? exit 3
            > table count incident -q urgency=1
            ! error: Field urgency of incident is not on the tapes this sandbox was made from (HTTP 400).
            ? exit 3
            > table update incident INC0009798 short_description='Read offline' -f number,short_description
            number             INC0009798
            short_description  Read offline
            ! Updated incident INC0009798.
            ! undo: table update incident INC0009798 short_description='Wireless drops every few minutes in San Diego, Building B'
            ! Known from tapes: 3 records of incident; others may exist on the instance.
            > table get incident INC0009798 -f number,short_description
            number             INC0009798
            short_description  Read offline
            ! Known from tapes: 3 records of incident; others may exist on the instance.
            > table create incident short_description='Made offline' -f number,short_description
            number             INC0009919
            short_description  Made offline
            ! Created incident INC0009919.
            ! undo: table delete incident INC0009919
            > table list incident -q ORDERBYDESCnumber -f number,short_description
            number      short_description
            INC0009919  Made offline
            INC0009918  Shared folder of Austin is read-only
            INC0009858  Laptop does not wake up from sleep
            INC0009798  Read offline
            ! Known from tapes: 4 records of incident; others may exist on the instance.
            > connect sandbox
            ! Connected to sandbox as John Doe (john.doe).
            > table count incident
            440
            """#)
    ]
}
