extension HelpTopics {
    static let times = HelpTopic(
        name: "times", summary: "Time zones in output and input",
        page: {
            [
                .prose(
                    """
                    A session shows all times in one zone, with the offset from UTC: 2025-03-01 20:58:00 -08:00. The
                    default is TZ, else the machine's zone; set zone=NAME changes it, and zone=instance shows dates as
                    the instance does. The tape keeps the zone, so a replay shows the same times. Steps of a recipe
                    use UTC.
                    """),
                .terms([
                    (
                        "columns, line, markdown",
                        "The session's zone, whatever your settings on the instance."
                    ),
                    (
                        "csv, tsv, json, ndjson, yaml",
                        "The stored value in UTC, without an offset; also with --display value."
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
