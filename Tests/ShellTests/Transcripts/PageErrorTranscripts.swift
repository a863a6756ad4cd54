import Testing

/// Errors of the page commands.
extension Transcripts {
    static let pageErrors = [
        Transcript(
            "Nothing is sent to another host, and what is no page is not opened",
            #"""
            > page open ‹https://evil.example/incident.do›
            ! error: https://evil.example/incident.do is on another host than sandbox, and nothing was sent there.
            ! hint: Your browser opens it.
            ? exit 3
            > page open ‹//evil.example›
            ! error: http://evil.example/ is on another host than sandbox, and nothing was sent there.
            ! hint: Your browser opens it.
            ? exit 3
            > page open ‹'nav_to.do?uri=https%3A%2F%2Fevil.example%2F'›
            ! error: https://evil.example/ is on another host than sandbox, and nothing was sent there.
            ! hint: Your browser opens it.
            ? exit 3
            > page open ‹javascript:alert(1)›
            ! error: This is not a page of the instance: its address begins with javascript:.
            ! hint: page browse opens the page in your browser, which runs scripts.
            ? exit 2
            > page open ‹'data:text/html,<b>x</b>'›
            ! error: This is not a page of the instance: its address begins with data:.
            ! hint: page open takes https: and http: addresses of the instance, and relative addresses.
            ? exit 2
            > page open ‹'#notes'›
            ! error: #notes names a part of a page, but not the page.
            ! hint: page open home.do#notes
            ? exit 2
            > page open https://user:secret@sandbox.localhost/
            ! error: https://sandbox.localhost/ is not served by sandbox, which is at http://sandbox.localhost; nothing was sent there.
            !   page open ‹https://user:REDACTED-password-1@sandbox.localhost/›
            ! hint: page open /
            ? exit 3
            > page browse ‹https://evil.example/›
            ! error: https://evil.example/ is on another host than sandbox, and nothing was sent there.
            ! hint: Your browser opens it.
            ? exit 3
            > page shot ‹a.jpg›
            ! error: Screenshots are PNG files; the file name must end with .png.
            ? exit 2
            """#),
        Transcript(
            "What a line about pages lacks is said before anything is sent",
            #"""
            > page open ‹d7296d02c0a801670085e737da016e70›
            ! error: A sys_id alone does not tell its table.
            ! hint: page open TABLE d7296d02c0a801670085e737da016e70
            ? exit 2
            > page open ‹INC9999999›
            ! error: There is no task INC9999999, or you may not read it.
            ! hint: page open TABLE INC9999999 looks in another table.
            ? exit 3
            > page open incident.do -q ‹active=true›
            ! error: --query goes with a table, and incident.do is not a table.
            ! hint: page open TABLE --query
            ? exit 2
            > page open INC0010021 --new
            ! error: --new goes with a table, and INC0010021 is not a table.
            ! hint: page open TABLE --new
            ? exit 2
            > page links
            ! error: No page is open.
            ! hint: page open home.do
            ? exit 2
            > page form
            ! error: No page is open.
            ! hint: page open home.do
            ? exit 2
            > page preload --show
            address  type  bytes  fresh_until  used
            ! The cache is empty; page preload and page browse fill it.
            > page open nothing.do
            Page not found
            http://sandbox.localhost/nothing.do

            Page not found
            ══════════════
            ! error: sandbox answered with 404 Not Found.
            ? exit 3
            > page open incident > list.txt
            > page follow ‹0›
            ! error: Expected the number of a link, as listed by page links.
            ? exit 2
            > page forward
            ! error: There is no page after this one.
            ! hint: page back goes the other way.
            ? exit 2
            """#),
    ]
}
