extension HelpTopics {
    /// The faults of the served sandbox. The sandbox's own list says the same; a test compares the two.
    static let faults = HelpTopic(
        name: "faults", summary: "What a served sandbox can get wrong on purpose",
        page: {
            [
                .prose(
                    "Instances get things wrong now and then, and a client must live through it. --fault brings it about."
                ),
                .terms([
                    (
                        "truncate[=N]",
                        "every Nth list (every one, without N) breaks off in the middle, its status still 200"
                    ),
                    ("rate-limit=N", "a user's N+1st request of an hour to an API is refused with 429"),
                    ("slow=SECONDS", "every answer takes so many seconds longer"),
                    ("server-error=N", "every Nth request is not carried out, and answered with 500"),
                    ("html-error=N", "every Nth request is not carried out, and answered with 503 and a page"),
                    ("expire-session=N", "a session is over after N requests"),
                    ("invalid-query-returns-no-rows", "a query that is invalid in part finds nothing"),
                    (
                        "no-my-work",
                        "the application My Work is not installed, so that there is no Task Tracker API"
                    ),
                ]),
                .prose(
                    "snowdeck serve sandbox --fault rate-limit=100 --fault truncate=10 is an instance that is not at its best."
                ),
            ]
        })
}
