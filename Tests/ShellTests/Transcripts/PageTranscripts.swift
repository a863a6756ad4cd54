import Testing

/// What the commands that go from page to page show.
extension Transcripts {
    static let pages = [
        Transcript(
            "A record's form is opened by its number, and links lead on and back",
            width: 80,
            #"""
            > page open INC0010021
            > page links
            > page links incident
            > page back
            > page open problem PRB0000011 --format json => title = .title
            > page back
            > page forward
            > page reload
            > page follow 1
            """#),
        Transcript(
            "A list is opened by its table, its query and a link",
            width: 80,
            #"""
            > page open incident -q numberSTARTSWITHINC00100
            > page links INC
            > page find "inc0010021"
            > page find nothing-like-this
            > page find INC0010021 -C 0 --format json => line = .[0].line
            """#),
        Transcript(
            "Frames are taken off, and that is said",
            width: 80,
            #"""
            > page open 'nav_to.do?uri=%2Fproblem.do%3Fsys_id%3Dd7296d02c0a801670085e737da016e70'
            > page open /now/nav/ui/classic/params/target/problem.do%3Fsys_id%3Dd7296d02c0a801670085e737da016e70 > page.txt
            > page source > page.html
            """#),
        Transcript(
            "Nothing is sent to another host, and what is no page is not opened",
            #"""
            > page open https://evil.example/incident.do
            > page open //evil.example
            > page open 'nav_to.do?uri=https%3A%2F%2Fevil.example%2F'
            > page open javascript:alert(1)
            > page open mailto:abel@example.com?subject=x
            > page open 'data:text/html,<b>x</b>'
            > page open '#notes'
            > page open https://user:secret@sandbox.localhost/
            """#),
        Transcript(
            "What a line about pages lacks is said before anything is sent",
            #"""
            > page
            > page opne incident
            > page open d7296d02c0a801670085e737da016e70
            > page open INC9999999
            > page open incident INC9999999
            > page open incident.do -q active=true
            > page open INC0010021 --new
            > page links
            > page follow 1
            > page back
            > page reload
            > page form
            > page source
            > page cache
            > page open nothing.do
            > page open incident
            > page follow 0
            > page follow 99999
            > page forward
            """#),
    ]
}
