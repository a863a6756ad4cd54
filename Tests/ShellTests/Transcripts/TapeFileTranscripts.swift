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
            ! error: There is a cassette at [DIR]/sessions/again.cassette already.
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
            """#)
    ]
}
