extension HelpTopics {
    static let times = HelpTopic(
        name: "times", summary: "Time zones in output and input",
        page: {
            [
                .prose(
                    """
                    A displayed time is in the session's zone, with the offset from UTC: 2025-03-01 20:58:00 -08:00. A
                    stored time is in UTC, without an offset: 2025-03-02 04:58:00. At a terminal, the first times
                    without an offset come with a note that names their zone.
                    """),
                .prose(
                    """
                    The session's zone is TZ, else the machine's; set zone=NAME changes it. The tape keeps the zone, so a
                    replay shows the same times. Steps of a recipe use UTC.
                    """),
                .terms([
                    (
                        "columns, line, markdown",
                        "Displayed times, whatever your settings on the instance; stored ones with --display value."
                    ),
                    (
                        "csv, tsv, json, ndjson, yaml",
                        "Stored times; displayed ones with --display display, and with both in a column of their own."
                    ),
                    (
                        "zone=instance",
                        "Displayed times as the instance shows them, in your zone and format there; others in UTC."
                    ),
                    (
                        "journals",
                        "A field such as work_notes is a text of the instance, with times in your zone there, in every format. task comments and task show read its entries and treat their times like others."
                    ),
                    (
                        "pages, texts",
                        "As the instance wrote them, in your zone there; also journals that only a record displays."
                    ),
                    (
                        "-q, field=value",
                        "Stored values in UTC; with --input display in your zone on the instance."
                    ),
                ]),
                .examples([
                    .init("set zone=Europe/Berlin", "German time"),
                    .init("set zone=utc", "times as stored"),
                    .init("set --save zone=instance", "dates in your zone and format on the instance, from now on"),
                ]),
            ]
        })
}
