extension HelpTopics {
    static let times = HelpTopic(
        name: "times", summary: "The time zone of the times you see and type",
        page: {
            [
                .prose(
                    """
                    A session shows all times in one zone, with the offset from UTC behind each: 2025-03-01 20:58:00 -08:00. It is
                    the zone of the variable TZ, else the machine's; set zone=NAME names another. The tape keeps the zone, so a
                    replay shows what the recording showed. The steps of a recipe use UTC.
                    """),
                .terms([
                    (
                        "columns, line, markdown",
                        "The session's zone, whatever zone and format your user has on the instance."
                    ),
                    (
                        "csv, tsv, json, ndjson, yaml",
                        "The stored value, in UTC, without an offset; --display value shows it too."
                    ),
                    (
                        "pages, texts",
                        "As the instance wrote them, in the zone of your user there; so are journals that only a record displays."
                    ),
                    (
                        "-q, field=value",
                        "Stored values: UTC. --input display has them read in the zone of your user there."
                    ),
                ]),
                .examples([
                    .init("set zone=Europe/Berlin", "German time from now on"),
                    .init("set zone=UTC", "times as they are stored"),
                ]),
            ]
        })
}
