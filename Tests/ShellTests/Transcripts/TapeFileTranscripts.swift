import Testing

/// `tape import` and `tape export`.
extension Transcripts {
    static let tapeFiles = [
        Transcript(
            "A tape leaves as a HAR and comes back",
            files: ["note.txt": "A note.\n", "kept.har": "{}"],
            #"""
            > table count incident
            440
            > tape export ‹kept.har›
            ! error: kept.har already exists and is not replaced.
            ! hint: --replace replaces it.
            ? exit 2
            > tape export - > count.har
            > tape import count.har again
            cassette   [DIR]/sessions/again.cassette
            instance   http://sandbox.localhost
            user       john.doe
            exchanges  1
            commands   1
            > tape import count.har ‹again›
            ! error: The cassette [DIR]/sessions/again.cassette already exists.
            ! hint: tape import count.har again --replace
            ? exit 3
            > tape import ‹note.txt›
            ! error: note.txt cannot be made into a tape. Its format is not recognized.
            ! hint: --from names it: har, vcrpy, vcr, postman, curl.
            ? exit 2
            > tape import ‹note.txt› --from har
            ! error: note.txt cannot be made into a tape. It is not JSON: expected a value at line 1, column 1.
            ! hint: In a browser's developer tools: Network, Save all as HAR with content.
            ? exit 2
            > tape import ‹kept.har›
            ! error: kept.har cannot be made into a tape. It is not a HAR file: there is no 'log'.
            ! hint: In a browser's developer tools: Network, Save all as HAR with content.
            ? exit 2
            > tape show --format csv
            exchange,command,epoch,method,status,ms,bytes,address
            1,1,0,GET,200,0,36,/api/now/stats/incident?sysparm_count=true
            """#),
        Transcript(
            "A copied command line becomes a tape and leaves as others read it",
            files: [
                "copied.txt": """
                curl 'https://dev1.service-now.com/api/now/table/incident?sysparm_limit=1' -u admin:hunter22 \\
                  -H 'Accept: application/json' --proxy http://127.0.0.1:3128
                rm -rf /

                """, "broken.yaml": "interactions: [",
            ],
            #"""
            > tape import copied.txt copied
            cassette   [DIR]/sessions/copied.cassette
            instance   https://dev1.service-now.com
            user       admin
            exchanges  1
            ! Options ignored: 1 option: --proxy.
            ! Commands skipped, which are not curl and never run: 1 command.
            ! Requests imported without an answer, because the file has none: 1 entry: entry 1 (GET https://dev1.service-now.com/api/now/table/incident).
            ! Secrets replaced by placeholders: 1 entry.
            > tape export - copied --to curl
            curl 'https://dev1.service-now.com/api/now/table/incident?sysparm_limit=1' \
              --header 'Accept: application/json' \
              --user "$NOW_USER:$NOW_PASSWORD"

            # Variables to set: NOW_USER, NOW_PASSWORD
            > tape export copied.yaml copied --to vcrpy
            ! Wrote 0 exchanges of [DIR]/sessions/copied.cassette, 28 bytes, to copied.yaml.
            ! Left out: 1 exchange without a response: exchange 1.
            > tape export ‹again.yaml› copied
            ! error: The ending of again.yaml does not say which format is meant.
            ! hint: --to vcrpy or --to vcr.
            ? exit 2
            > tape import ‹broken.yaml›
            ! error: broken.yaml cannot be made into a tape. It is not YAML: did not find expected node content at line 2, column 1.
            ? exit 2
            """#),
    ]
}
