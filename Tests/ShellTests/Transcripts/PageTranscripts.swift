import Testing

/// What the commands that go from page to page show.
extension Transcripts {
    static let pages = [
        Transcript(
            "A record's form is opened by its number, and links lead on and back",
            width: 80,
            #"""
            > page open INC0010021
            Incident INC0010021 | Sandbox
            http://sandbox.localhost/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8

            Sandbox[1]

            • Home[2]
            • Incidents[3]
            • Problems[4]
            • Changes[5]
            • Knowledge[6]
            • Portal[7]

            John Doe[8] Log out[9]

            Incident INC0010021
            ═══════════════════
            ┌───────────────────────────────────────────────────────────────────────────────
            │ Number               [INC0010021              ] read only
            │ Channel              [Phone ▾]
            │ * Caller             [Abel Tuter              ] required View Caller[10]
            │ State                [In Progress ▾]
            │ Category             [Hardware ▾]
            │ On hold reason       [-- None -- ▾]
            │ Subcategory          [-- None -- ▾]
            │ Impact               [2 - Medium ▾]
            │ Business service     [                        ]
            │ Urgency              [2 - Medium ▾]
            │ Configuration item   [LAP-0417                ] View Configuration item[11]
            │ Priority             [3 - Moderate ▾]
            │ Opened               [2015-10-14 00:45:55     ] read only
            │ Assignment group     [Hardware                ] View Assignment group[12]
            │ Opened by            [Abel Tuter              ] read only View Opened by[13]
            │ Assigned to          [John Doe                ] View Assigned to[14]
            │ Active               [x]
            │ * Short description  [my computer doesn't work] required
            │ Description          │ It does not start any more.
            └───────────────────────────────────────────────────────────────────────────────

            ┌ Notes ────────────────────────────────────────────────────────────────────────
            │ Watch list           [                        ]
            │ Work notes list      [                        ]
            │ Additional comments  │
            │ Work notes           │
            └───────────────────────────────────────────────────────────────────────────────

            ┌ Related Records ──────────────────────────────────────────────────────────────
            │ Parent incident   [                        ]
            │ Problem           [                        ]
            │ Change Request    [                        ]
            │ Caused by Change  [                        ]
            └───────────────────────────────────────────────────────────────────────────────

            ┌ Resolution Information ───────────────────────────────────────────────────────
            │ Knowledge        [ ]
            │ Resolved by      [                        ] read only
            │ Resolution code  [-- None -- ▾]
            │ Resolved         [                        ] read only
            │ Close notes      │
            └───────────────────────────────────────────────────────────────────────────────

            < sysverb_update > < sysverb_delete >
            > page links
            number  text                     addre✘ Test aTranscriptReadsAsWrittenAndReplays(_:) recorded an issue with 1 argument transcript → A read-only profile lets no form through at PageFormTranscripts.swift:44:19: Expectation failed: (said → "> connect dev
            ! Connected to dev.localhost as System Administrator (admin).
            ! Its profile is read-only: nothing is changed there.
            > page open INC0010021 > before.txt
            > page form urgency=1 --submit
            ! error: The profile dev is read-only: nothing was changed.
            ! note: This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            !     incident.urgency: 2 - Medium becomes 1 - High
            ! hint: profile edit dev --guard confirm lets changes through that are confirmed.
            ? exit 7
            > page form urgency=1 --submit --allow-writes dev
            ! error: The profile dev is read-only: nothing was changed.
            ! note: This would send form 1 (incident.do) to /incident.do with 1 changed field on dev.localhost.
            !     incident.urgency: 2 - Medium becomes 1 - High
            ! hint: profile edit dev --guard confirm lets changes through that are confirmed.
            ? exit 7
            > table get incident INC0010021 -f urgency
            urgency  2 - Medium
            """#),
        Transcript(
            "A list is opened by its table, its query and a link",
            width: 80,
            #"""
            > page open incident -q number=INC0010021
            Incidents | Sandbox
            http://sandbox.localhost/incident_list.do?sysparm_query=number%3DINC0010021

            Sandbox[1]

            • Home[2]
            • Incidents[3]
            • Problems[4]
            • Changes[5]
            • Knowledge[6]
            • Portal[7]

            John Doe[8] Log out[9]

            Incidents
            ═════════
            All[10] > Number is INC0010021

            1 to 1 of 1

            Number: INC0010021[22]
            Opened: 2015-10-14 00:45:55
            Short description: my computer doesn't work
            Caller: Abel Tuter[23]
            Priority: 3 - Moderate
            State: In Progress
            Category: Hardware
            Assignment group: Hardware[24]
            Assigned to: John Doe[25]
            Updated: 2015-10-14 00:45:55
            Updated by: admin

            New[26]
            > page links INC0
            number  text               address
            11      Number             /incident_list.do?sysparm_query=number%3DINC0010021&…
            12      Opened             /incident_list.do?sysparm_query=number%3DINC0010021&…
            13      Short description  /incident_list.do?sysparm_query=number%3DINC0010021&…
            14      Caller             /incident_list.do?sysparm_query=number%3DINC0010021&…
            15      Priority           /incident_list.do?sysparm_query=number%3DINC0010021&…
            16      State              /incident_list.do?sysparm_query=number%3DINC0010021&…
            17      Category           /incident_list.do?sysparm_query=number%3DINC0010021&…
            18      Assignment group   /incident_list.do?sysparm_query=number%3DINC0010021&…
            19      Assigned to        /incident_list.do?sysparm_query=number%3DINC0010021&…
            20      Updated            /incident_list.do?sysparm_query=number%3DINC0010021&…
            21      Updated by         /incident_list.do?sysparm_query=number%3DINC0010021&…
            22      INC0010021         /incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8
            > page find "inc0010021"
             1  Incidents | Sandbox
             2: http://sandbox.localhost/incident_list.do?sysparm_query=number%3DINC0010021
             3  
            --
            16  ═════════
            17: All[10] > Number is INC0010021
            18  
            --
            20  
            21: Number: INC0010021[22]
            22  Opened: 2015-10-14 00:45:55
            ! 3 lines of 33 hold inc0010021.
            > page find nothing-like-this
            ! No line of 33 holds nothing-like-this.
            > page find INC0010021 -C 0 --format json => line = .[0].line
            [
              {
                "line": "2",
                "text": "http://sandbox.localhost/incident_list.do?sysparm_query=number%3DINC0010021"
              },
              {
                "line": "17",
                "text": "All[10] > Number is INC0010021"
              },
              {
                "line": "21",
                "text": "Number: INC0010021[22]"
              }
            ]
            ! 3 lines of 33 hold INC0010021.
            """#),
        Transcript(
            "Frames are taken off, and that is said",
            width: 80,
            #"""
            > page open 'nav_to.do?uri=%2Fproblem.do%3Fsys_id%3Dd7296d02c0a801670085e737da016e70' > page.txt
            ! Opened without the frame around it: /problem.do?sys_id=d7296d02c0a801670085e737da016e70
            > page open /now/nav/ui/classic/params/target/problem.do%3Fsys_id%3Dd7296d02c0a801670085e737da016e70 > page.txt
            ! Opened without the frame around it: /problem.do?sys_id=d7296d02c0a801670085e737da016e70
            > page source > page.html
            """#),
        Transcript(
            "Nothing is sent to another host, and what is no page is not opened",
            #"""
            > page open https://evil.example/incident.do
            ! error: https://evil.example/incident.do is of another host than sandbox, and nothing was sent there.
            !   page open https://evil.example/incident.do
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: Your browser opens it.
            ? exit 3
            > page open //evil.example
            ! error: http://evil.example/ is of another host than sandbox, and nothing was sent there.
            !   page open //evil.example
            !             ^^^^^^^^^^^^^^
            ! hint: Your browser opens it.
            ? exit 3
            > page open 'nav_to.do?uri=https%3A%2F%2Fevil.example%2F'
            ! error: https://evil.example/ is of another host than sandbox, and nothing was sent there.
            !   page open 'nav_to.do?uri=https%3A%2F%2Fevil.example%2F'
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: Your browser opens it.
            ? exit 3
            > page open javascript:alert(1)
            ! error: This is a script of the page (javascript:), and scripts are not run here.
            !   page open javascript:alert(1)
            !             ^^^^^^^^^^^^^^^^^^^
            ! hint: page browse opens the page in your browser, which runs it.
            ? exit 2
            > page open mailto:abel@example.com?subject=x
            ! error: This is no page: it writes a mail to abel@example.com.
            !   page open mailto:abel@example.com?subject=x
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: Your mail program takes the address.
            ? exit 2
            > page open 'data:text/html,<b>x</b>'
            ! error: This is no page of the instance: its address begins with data:.
            !   page open 'data:text/html,<b>x</b>'
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: page open TARGET takes https: and http: of the instance, and what has no scheme.
            ? exit 2
            > page open '#notes'
            ! error: #notes is a part of a page, and the page is not named.
            !   page open '#notes'
            !             ^^^^^^^^
            ! hint: page open TARGET
            ? exit 2
            > page open https://user:secret@sandbox.localhost/
            ! error: https://sandbox.localhost/ is of another host than sandbox, and nothing was sent there.
            !   page open https://user:REDACTED-password-1@sandbox.localhost/
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: Your browser opens it.
            ? exit 3
            """#),
        Transcript(
            "What a line about pages lacks is said before anything is sent",
            #"""
            > page
            ! error: page needs a second word: open, follow, back, forward, reload, links, find, source, form, preload, cache or theme.
            !   page
            !   ^^^^
            ! hint: help page
            ? exit 2
            > page opne incident
            ! error: There is no command page opne.
            !   page opne incident
            !        ^^^^
            ! hint: Did you mean page open?
            ? exit 2
            > page open d7296d02c0a801670085e737da016e70
            ! error: A sys_id alone does not tell its table.
            !   page open d7296d02c0a801670085e737da016e70
            !             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            ! hint: page open TABLE d7296d02c0a801670085e737da016e70
            ? exit 2
            > page open INC9999999
            ! error: There is no task INC9999999, or it may not be read.
            !   page open INC9999999
            !             ^^^^^^^^^^
            ! hint: page open TABLE INC9999999 looks in another table.
            ? exit 3
            > page open incident INC9999999
            ! error: No record of incident is called INC9999999, or it may not be read.
            !   page open incident INC9999999
            !                      ^^^^^^^^^^
            ! hint: table list incident
            ? exit 3
            > page open incident.do -q active=true
            ! error: --query goes with a table, and incident.do is none.
            !   page open incident.do -q active=true
            !                            ^^^^^^^^^^^
            ! hint: page open TABLE --query
            ? exit 2
            > page open INC0010021 --new
            ! error: --new goes with a table, and INC0010021 is none.
            ! hint: page open TABLE --new
            ? exit 2
            > page links
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page follow 1
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page back
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page reload
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page form
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page source
            ! error: No page is open.
            ! hint: page open TARGET
            ? exit 2
            > page cache
            address  type  bytes  fresh_until  used
            ! Nothing is kept; page preload and page browse fill the cache.
            > page open nothing.do
            Page not found
            http://sandbox.localhost/nothing.do

            Page not found
            ══════════════
            ! error: sandbox answered with 404 Not Found.
            ? exit 3
            > page open incident > list.txt
            > page follow 0
            ! error: This must be the number of a link, as page links shows it.
            !   page follow 0
            !               ^
            ? exit 2
            > page follow 9999
            ! error: The page has no link 9999: it has 1 to 103.
            !   page follow 9999
            !               ^^^^
            ! hint: page links
            ? exit 2
            > page forward
            ! error: There is no page after this one.
            ! hint: page back goes the other way.
            ? exit 2
            """#),
    ]
}
