extension HelpTopics {
    static let tests = HelpTopic(
        name: "tests", summary: "Tapes in tests, in any language",
        page: {
            [
                .prose(
                    """
                    A tape answers a program under test as the instance did, without a network. Programs in any language ask
                    snowdeck serve replay TAPE; tests in Swift take the product CassetteTesting, with
                    @Test(.cassette("triage")), and need no server.
                    """),
                .prose(
                    """
                    Standard output names the address, a line for each port, before the first request is taken; wait for it.
                    Nobody signs in: User-Agent, Authorization, cookies and Accept-Encoding do not count, method, address, query
                    and body do, in whatever order or spelling. Header lines are as recorded but for cookies and what belongs to
                    a connection; Location and Link name the server instead of the instance.
                    """),
                .terms([
                    (
                        "clients",
                        "Each begins before the first change and moves by its own changes, so that tests run side by side: one for each name in a line X-Snowdeck-Client, else one for each port. 10000 names are known; those that were not seen for longest are forgotten first."
                    ),
                    (
                        "strict",
                        "A read is answered by what was recorded between the same changes, and a change when it is the next. Identical reads play in recorded order, and the last stays. --lenient lets reads go back and forth."
                    ),
                    (
                        "501",
                        "The tape cannot answer; 404 is what an instance says. The body explains it, as JSON where JSON is accepted: what comes nearest, what differs, what helps. X-Snowdeck-Miss has the reason in a word: not-recorded, later-only, already-changed, exhausted, interrupted."
                    ),
                    (
                        "304",
                        "If-None-Match and If-Modified-Since are held against the recorded ETag and Last-Modified."
                    ),
                    (
                        "--control PORT",
                        "GET /journal (client, after, limit), GET /misses, GET /unplayed (what no client, or ?client=NAME, was given), GET /status, POST /reset (?client=NAME): lines of JSON. The client of the first port is called port-1. 100000 requests are kept."
                    ),
                    ("--latency TIME", "none, recorded, or milliseconds: to see what a program does while it waits."),
                ]),
                .prose(
                    "snowdeck serve replay triage --tls-self-signed tls --control 0 serves HTTPS at the first address, and tells at the second what came."
                ),
            ]
        })
}
