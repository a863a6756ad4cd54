import Testing

/// Navigating pages.
extension Transcripts {
    static let pages = [
        Transcript(
            "A page is opened by a number, and links and steps lead on and back",
            width: 80,
            #"""
            > page open KB0010001
            Connect to the VPN | Sandbox
            http://sandbox.localhost/kb_view.do?sysparm_article=KB0010001

            Sandbox[1]

            Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6] Portal[7]

            John Doe[8] Log out[9]

            Connect to the VPN
            ══════════════════
            Open the client, choose your site, sign in.

            About this article
            ──────────────────
            Number          KB0010001
            Knowledge base  IT
            Author          Beth Anglin
            Workflow state  Published
            Published       2024-07-05
            Valid to        2030-01-01
            Updated         2024-07-04 08:13:59

            Edit the article[10]
            > page links incident
            number  text       address
            3       Incidents  /incident_list.do?sysparm_query=active=true
            > page back
            ! error: There is no page before this one.
            ? exit 2
            > page open problem PRB0000011 => title = .title => link = .links[0].address > problem.txt
            > page find "{{title}}" -C 0
             1: Problem PRB0000011 | Sandbox
            ! 1 line of 56 holds 'Problem PRB0000011 | Sandbox'.
            > page back > article.txt
            > page find "vpn"
             1: Connect to the VPN | Sandbox
             2  http://sandbox.localhost/kb_view.do?sysparm_article=KB0010001
            --
             9
            10: Connect to the VPN
            11  ══════════════════
            ! 2 lines of 24 hold vpn.
            > page forward > problem.txt
            > page reload > problem.txt
            > page open {{link}} > home.txt
            > page follow ‹99›
            ! error: The page has no link 99: it has 1 to 18.
            ! hint: page links
            ? exit 2
            """#),
        Transcript(
            "A list is opened by its table, its query and a link",
            width: 80,
            #"""
            > page open incident -q number=INC0010021
            Incidents | Sandbox
            http://sandbox.localhost/incident_list.do?sysparm_query=number%3DINC0010021

            Sandbox[1]

            Home[2] Incidents[3] Problems[4] Changes[5] Knowledge[6] Portal[7]

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
            > page find "inc0010021"
             1  Incidents | Sandbox
             2: http://sandbox.localhost/incident_list.do?sysparm_query=number%3DINC0010021
             3
            --
            11  ═════════
            12: All[10] > Number is INC0010021
            13
            --
            15
            16: Number: INC0010021[22]
            17  Opened: 2015-10-14 00:45:55
            ! 3 lines of 28 hold inc0010021.
            > page find nothing-like-this
            ! No line of 28 holds nothing-like-this.
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
            "An address that names a part of its page shows the whole page",
            width: 80,
            #"""
            > page open 'KB0010001#steps' | tail -n 1
            Edit the article[10]
            ! The address names the part #steps of the page; this is all of it.
            > page open 'KB0010001#top' --format json => title = .title > page.json
            > page find {{title}} -C 0
             1: Connect to the VPN | Sandbox
            ! 1 line of 24 holds 'Connect to the VPN | Sandbox'.
            """#),
    ]
}
