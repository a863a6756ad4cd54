import Testing

/// The page cache.
extension Transcripts {
    static let pageCaches = [
        Transcript(
            "Pages are preloaded with what belongs to them, and what is kept is listed",
            files: ["pages.txt": "incident_list.do\n# a remark\n\nproblem_list.do\n"],
            #"""
            > page preload incident_list.do 'incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8'
            pages        2
            assets       6
            requests     8
            from_cache   0
            asked_about  0
            still_valid  0
            asset_bytes  11599
            > page preload @pages.txt
            pages        2
            assets       6
            requests     4
            from_cache   4
            asked_about  2
            still_valid  2
            asset_bytes  0
            > page preload --show
            address                                                                                              type                    bytes  fresh_until            used
            /5f1c7f3fdb1010107c5f2f3b139619aa.cssdbx?v=08-07-2025_0908                                           text/css                4383   2027-01-05 00:00:00    1
            /ConditionalFocus.jsdbx?v=08-07-2025_0908&c=32_814                                                   application/javascript  218    2027-01-05 00:00:00    1
            /favicon.ico                                                                                         image/svg+xml           248    asked about each time  1
            /images/sandbox_logo.svg                                                                             image/svg+xml           248    asked about each time  1
            /scripts/doctype/js_includes_doctype.jsx?v=08-07-2025_0908&lp=2025-08-07&c=32_814                    application/javascript  361    2027-01-05 00:00:00    1
            /styles/css_includes_doctype.cssx?v=08-07-2025_0908&c=20a1d7d3c0a8016500f5ba3f8e2a7c14&theme=system  text/css                6141   2027-01-05 00:00:00    1
            > page preload --clear
            ! 6 answers of 11599 bytes forgotten.
            > page preload --show --format json
            []
            ! The cache is empty; page preload and page browse fill it.
            > page preload nothing_list.do
            pages        0
            assets       0
            requests     1
            from_cache   0
            asked_about  0
            still_valid  0
            asset_bytes  0
            ! error: The page /nothing_list.do is not there: HTTP 404.
            ? exit 3
            > page preload INC0010021
            pages        1
            assets       6
            requests     7
            from_cache   0
            asked_about  0
            still_valid  0
            asset_bytes  11599
            > page preload home.do ‹061c92d26f030200d7aecd9c5d3ee4f8›
            ! error: A sys_id alone does not tell its table.
            ! hint: page preload TABLE.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8
            ? exit 2
            """#)
    ]
}
