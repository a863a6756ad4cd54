import Testing

/// Profiles and their guards.
extension Transcripts {
    static let profiles = [
        Transcript(
            "A profile is a line of the start-up file", files: ["snowdeckrc": "# mine\nset limit=5\n"],
            #"""
            > profile list
            name  instance  sign_in  user  guard  color  used
            ! There is no profile; profile add NAME INSTANCE makes one.
            > profile add dev dev1 --user admin
            ! dev is https://dev1.service-now.com as admin; every change needs confirmation (confirm).
            ! connect dev goes there.
            > profile add prod https://acme.service-now.com --guard read-only
            ! prod is https://acme.service-now.com; no changes are allowed (read-only).
            ! connect prod goes there.
            > profile add ‹dev› dev2
            ! error: There is a profile dev already.
            ! hint: profile edit dev
            ? exit 2
            > profile add ‹sandbox› dev2
            ! error: sandbox is the name of the embedded instance; choose another one.
            ? exit 2
            > profile add ‹'a b'› dev2
            ! error: Invalid profile name: use only letters, digits, _, - and . in it.
            ? exit 2
            > profile list
            name  instance              sign_in  user   guard      color  used
            dev   dev1.service-now.com  basic    admin  confirm
            prod  acme.service-now.com  basic           read-only
            > profile show ‹prd›
            ! error: There is no profile prd.
            ! hint: Did you mean prod?
            ! hint: profile list
            ? exit 2
            > profile edit dev --guard open --user abel.tuter
            ! dev is https://dev1.service-now.com as abel.tuter; changes of several records need confirmation (open).
            > profile remove prod
            ! The profile prod is gone: profile add prod acme --guard read-only
            """#),
        Transcript(
            "A read-only profile lets nothing through, however its instance is named",
            allowWrites: "acme",
            files: ["snowdeckrc": "profile add prod acme --user admin --guard read-only\n"],
            #"""
            > connect prod
            ! Connected to acme as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > table count incident
            440
            > table update incident INC0010021 urgency=3
            ! error: The profile prod is read-only: nothing was changed.
            ! note: This would update incident INC0010021 on acme, setting urgency=3.
            !     INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! hint: profile edit prod --guard confirm lets changes through that are confirmed.
            ? exit 7
            > table delete incident -q priority=5 --allow-writes prod
            ! error: The profile prod is read-only: nothing was changed.
            ! note: This would delete 71 records of incident on acme (DELETE, one by one).
            !     INC0009764  Phone conference in London has no sound
            !     INC0009769  Laptop is very hot and loud
            !     INC0009772  Cannot reach the VPN from home
            !     INC0009778  Video call has an echo in San Diego
            !     INC0009788  Shared folder of Tel Aviv is read-only
            !     and 66 more
            ! hint: profile edit prod --guard confirm lets changes through that are confirmed.
            ? exit 7
            > table create incident urgency=1 --allow-writes acme
            ! error: The profile prod is read-only: nothing was changed.
            ! note: This would create a record of incident on acme, setting urgency=1.
            ! hint: profile edit prod --guard confirm lets changes through that are confirmed.
            ? exit 7
            > connect https://acme.service-now.com --user admin
            ! Connected to acme as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > table update incident INC0010021 urgency=3
            ! error: The profile prod is read-only: nothing was changed.
            ! note: This would update incident INC0010021 on acme, setting urgency=3.
            !     INC0010021  my computer doesn't work  urgency: 2 - Medium → 3 - Low
            ! hint: profile edit prod --guard confirm lets changes through that are confirmed.
            ? exit 7
            > table count incident -q urgency=3^number=INC0010021
            0
            > connect sandbox
            ! Connected to sandbox as John Doe (john.doe).
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            """#),
        Transcript(
            "An open profile asks for many, a confirming one for each", answers: ["work", "dev1"],
            files: ["snowdeckrc": "profile add work dev1 --user admin --guard open\n"],
            #"""
            > profile use work
            ! Connected to dev1 as System Administrator (admin).
            ! Snowdeck starts with work from now on.
            > table update incident INC0010021 urgency=3 -f number
            number  INC0010021
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > table update incident -q numberININC0010021,INC0010022 urgency=2 -f number
            number
            INC0010021
            INC0010022
            ! This would update 2 records of incident on dev1, setting urgency=2 (PATCH, one by one).
            !   INC0010021  my computer doesn't work  urgency: 3 - Low → 2 - Medium
            !   INC0010022  Second monitor flickers  urgency: 3 - Low → 2 - Medium
            ! Type work to continue: work
            ! 2 records of incident updated.
            ! undo: table update incident ae39ecc531296d5de09ba87d06e24e74 urgency=3 priority=3 # INC0010022
            ! undo: table update incident 061c92d26f030200d7aecd9c5d3ee4f8 urgency=3 priority=4 # INC0010021
            ! The instance changed priority as well; undo writes that back too.
            > profile edit work --guard confirm
            ! work is https://dev1.service-now.com as admin; every change needs confirmation (confirm).
            ! This session does not change; connect work uses the new values.
            > connect work
            ! Connected to dev1 as System Administrator (admin).
            > table update incident INC0010021 urgency=1 -f number
            number  INC0010021
            ! This would update incident INC0010021 on dev1, setting urgency=1.
            !   INC0010021  my computer doesn't work  urgency: 2 - Medium → 1 - High
            ! Continue? [y/N] dev1
            ! Updated incident INC0010021.
            ! undo: table update incident INC0010021 urgency=2 priority=3
            ! The instance changed priority as well; undo writes that back too.
            > profile use sandbox
            ! Connected to sandbox as John Doe (john.doe).
            ! Snowdeck starts with the sandbox from now on.
            > profile use ‹wrk›
            ! error: There is no profile wrk.
            ! hint: Did you mean work?
            ! hint: profile list
            ? exit 2
            > profile add ‹WORK› dev2
            ! error: There is a profile work already.
            ! hint: profile edit work
            ? exit 2
            """#),
        Transcript(
            "A start-up file that cannot be read lets nobody connect, in a replay either",
            files: ["snowdeckrc": "set limit=5\nprofile add prod acme --guard readonly\n"],
            #"""
            > connect acme --user admin
            ! error: The profiles cannot be read: snowdeckrc:2: Unknown guard 'readonly'. Choose open, confirm, production or read-only.
            ? exit 2
            > profile use prod
            ! error: The profiles cannot be read: snowdeckrc:2: Unknown guard 'readonly'. Choose open, confirm, production or read-only.
            ? exit 2
            > profile list
            ! snowdeckrc:2: error: Unknown guard 'readonly'. Choose open, confirm, production or read-only.
            !   profile add prod acme --guard ‹readonly›
            ! hint: Did you mean read-only?
            ? exit 2
            > connect sandbox
            ! Connected to sandbox as John Doe (john.doe).
            """#),
    ]
}
