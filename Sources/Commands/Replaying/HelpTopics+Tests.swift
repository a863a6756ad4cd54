import Workbench
import Tapes

extension HelpTopics {
    static let tests = HelpTopic(
        name: "tests", summary: "Use tapes in tests, in any language",
        page: {
            [
                .prose(
                    """
                    A tape answers a program under test as the instance did, without a network. Programs in any
                    language use the server snowdeck serve replay TAPE; Swift tests use the library CassetteTesting,
                    @Test(.cassette("triage")), and need no server. The server snowdeck serve record --to INSTANCE
                    records such a tape from a program's own requests.
                    """),
                .prose(
                    """
                    Wait for the URL on standard output, one line per port. There is no sign-in: requests match by method,
                    address, query and body, in any order and spelling; User-Agent, Authorization, cookies and
                    Accept-Encoding are ignored.
                    """),
                .prose(
                    """
                    Headers are as recorded without cookies and connection headers; Location and Link name the server. Those
                    that may be secrets are withheld and reported; tape audit --help tells how to keep one.
                    """),
                .terms([
                    (
                        "clients",
                        "Each client starts before the first change and advances by its own changes, so tests can run in parallel: one client per name in the header X-Snowdeck-Client, else one per port. 10000 names are kept, the least recently used dropped first."
                    ),
                    (
                        "recording in parallel",
                        "serve record --ports 4 records four clients, one for each port; a name in X-Snowdeck-Client is a client too. In a replay each of them gets its own answers. Other clients get the answers recorded without a name, or those of the first client."
                    ),
                    (
                        "strict",
                        "A read is answered as recorded between the same changes, a change if it is the next one. Identical reads play in recorded order, and the last repeats. --lenient lifts the restriction for reads."
                    ),
                    (
                        "--unordered",
                        "A change is answered by its own recording wherever it comes, once. A read is answered as recorded after the latest change that was played, else after an earlier one that was played."
                    ),
                    (
                        "--ignore PART",
                        "A part of requests that does not count, such as a random number: query:NAME, header:NAME, or body:NAME for a member of JSON at any depth or a field of a form, but not in GraphQL or multipart bodies. Repeat it for several."
                    ),
                    (
                        "501",
                        "The tape cannot answer; a 404 was recorded. The body, JSON if accepted, names the nearest exchange, the differences and a remedy. The header X-Snowdeck-Miss holds the reason: not-recorded, later-only, already-changed, exhausted, interrupted."
                    ),
                    (
                        "304",
                        "If-None-Match and If-Modified-Since are compared with the recorded ETag and Last-Modified."
                    ),
                    (
                        "--control PORT",
                        "GET /journal (client, after, limit), GET /misses, GET /unplayed (?client=NAME), GET /status, POST /reset (?client=NAME), as lines of JSON. The client of the first port is port-1. 100000 requests are kept."
                    ),
                    ("--latency TIME", "Delay answers: none, recorded, or milliseconds."),
                ]),
                .prose(
                    "snowdeck serve replay triage --tls-self-signed tls --control 0 serves HTTPS at the first URL and the control interface at the second."
                ),
            ]
        })
}
