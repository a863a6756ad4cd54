extension CommandDefinition {
    static let pagePreload = CommandDefinition(
        "page preload", "Fetch pages and what belongs to them beforehand",
        details: """
            The pages are fetched side by side, and so are the style sheets, scripts and pictures that they name, each once. What
            the instance's caching headers let be kept is kept for this session: page browse needs no request for it, and
            asks whether it still holds where the headers say so. Pages themselves are never kept. A page or an asset that cannot
            be fetched is told beside the result. What is kept ends with the session, so a shell that runs snowdeck page preload
            alone learns what there is and has nothing of it afterwards.
            """,
        arguments: [
            ArgumentDefinition(
                "pages", .page, .repeatedAtLeastOnce, "Addresses of pages; @FILE has one on each line")
        ],
        flags: [
            FlagDefinition("parallel", .number(1...32), fallback: "6", "Send so many requests side by side")
        ],
        value: .answer,
        examples: [
            Example("page preload home.do incident_list.do", "two pages and their assets"),
            Example("page preload @pages.txt", "those that a file names"),
        ])

    static let pageCache = CommandDefinition(
        "page cache", "List what is kept of the instance's pages",
        details: "Style sheets, scripts and pictures of this session. No request is sent.",
        value: .answer,
        examples: [Example("page cache", "addresses, sizes, and how long each holds")])

    static let pageCacheClear = CommandDefinition(
        "page cache clear", "Forget what is kept of the instance's pages",
        examples: [Example("page cache clear", "the next page browse fetches everything")])
}
