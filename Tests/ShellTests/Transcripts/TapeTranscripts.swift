import Testing

/// The `tape` commands.
extension Transcripts {
    static let tapes = [
        Transcript(
            "The deck says what it holds",
            #"""
            > tape status
            cassette  [DIR]/sessions/tape.cassette
            mode      record
            > tape show
            ! error: There is no tape yet: the first recorded command starts one.
            ! hint: tape list
            ! hint: tape open NAME
            ? exit 5
            > tape why
            Every request so far was answered.
            > table count incident -q active=true
            65
            > table create cmn_department name=Secret -f name
            name  Secret
            ! Created cmn_department Secret.
            ! undo: table delete cmn_department 10e38fd54ad1ee50d82a64ba652b0eef
            > tape status
            cassette   [DIR]/sessions/tape.cassette
            mode       record
            sessions   1
            exchanges  4
            > tape show
            exchange  command  epoch  method  status  ms  bytes  address
            1         1        0      GET     200     0   35     /api/now/stats/incident?sysparm_query=active=true&sysparm_count=true
            2         1               GET     200     0   31     /api/now/table/incident?sysparm_fields=active&sysparm_exclude_reference_link=true&sysparm_limit=1&sysparm_no_count=true
            3         2               GET     200     0   2786   /api/now/ui/meta/cmn_department
            4         2        1      POST    201     0   964    /api/now/table/cmn_department?sysparm_display_value=all&sysparm_exclude_reference_link=true
            > tape show --command 2
            exchange  command  epoch  method  status  ms  bytes  address
            3         2               GET     200     0   2786   /api/now/ui/meta/cmn_department
            4         2        1      POST    201     0   964    /api/now/table/cmn_department?sysparm_display_value=all&sysparm_exclude_reference_link=true
            ! Command 2: table create cmn_department name=Secret -f name
            ! Output, 13 bytes: name Secret
            ! Error output, 98 bytes: Created cmn_department Secret.
            > tape show tape --command ‹3›
            ! error: The tape holds no command 3.
            ! hint: tape show [DIR]/sessions/tape.cassette
            ? exit 3
            > tape show 1
            sent by command 1: table count incident -q active=true

            GET http://sandbox.localhost/api/now/stats/incident?sysparm_query=active%3Dtrue&sysparm_count=true
            Accept: application/json
            Authorization: Basic REDACTED-authorization-1

            200 OK
            Server-Timing: sem_wait;dur=0, sesh_wait;dur=0
            X-Is-Logged-In: true
            X-Transaction-ID: 5ac3637dc6ce
            X-Content-Type-Options: nosniff
            Pragma: no-store,no-cache
            Cache-Control: no-cache,no-store,must-revalidate,max-age=-1
            Expires: 0
            Content-Type: application/json;charset=UTF-8
            Date: Thu, 01 Jan 2026 00:00:00 GMT
            Server: ServiceNow
            Set-Cookie: JSESSIONID=REDACTED-cookie-1; Path=/; HttpOnly
            Set-Cookie: glide_user=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly
            Set-Cookie: glide_user_session=; Max-Age=0; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly
            Set-Cookie: glide_user_route=REDACTED-cookie-2; Max-Age=2147483647; Expires=Tue, 19-Jan-2094 03:14:07 GMT; Path=/; HttpOnly
            Set-Cookie: glide_session_store=REDACTED-cookie-3; Max-Age=1800; Expires=Thu, 01-Jan-2026 00:30:00 GMT; Path=/; HttpOnly
            Set-Cookie: BIGipServerpool_sandbox=REDACTED-cookie-4; path=/

            {
              "result": {
                "stats": {
                  "count": "65"
                }
              }
            }
            > tape show 4 | head -n 5
            sent by command 2: table create cmn_department name=Secret -f name

            POST http://sandbox.localhost/api/now/table/cmn_department?sysparm_display_value=all&sysparm_exclude_reference_link=true
            Accept: application/json
            Content-Type: application/json
            > tape show ‹9›
            ! error: The tape holds no exchange 9.
            ! hint: tape show
            ? exit 3
            > tape show tape 1 | head -n 1
            sent by command 1: table count incident -q active=true
            > tape show tape | tail -n 1
            4         2        1      POST    201     0   964    /api/now/table/cmn_department?sysparm_display_value=all&sysparm_exclude_reference_link=true
            > tape show tape ‹9›
            ! error: The tape holds no exchange 9.
            ! hint: tape show [DIR]/sessions/tape.cassette
            ? exit 3
            > tape audit
            [DIR]/sessions/tape.cassette: 4 exchanges, no secret recognized.
            > tape list --format csv | cut -d, -f1-6,8
            number,changed,name,instance,user,commands,begins with
            %1,2026-01-01 00:00:00,[DIR]/sessions/tape.cassette,http://sandbox.localhost,john.doe,2,table count incident -q active=true
            """#),
        Transcript(
            "A new tape is begun, kept or started over", files: ["note.txt": "x"],
            #"""
            > tape new first
            ! Recording onto [DIR]/sessions/first.cassette.
            > table count incident
            440
            > tape new ‹first›
            ! error: The cassette [DIR]/sessions/first.cassette already exists.
            ! hint 1: tape open [DIR]/sessions/first.cassette
            ! hint 2: tape new [DIR]/sessions/first.cassette --replace
            ? exit 3
            > tape new first --replace
            ! Recording onto [DIR]/sessions/first.cassette.
            > tape status
            cassette   [DIR]/sessions/first.cassette
            mode       record
            sessions   1
            exchanges  0
            > table count problem
            69
            > tape show --format csv
            exchange,command,epoch,method,status,ms,bytes,address
            1,1,0,GET,200,0,35,/api/now/stats/problem?sysparm_count=true
            > tape open tape
            ! error: There is no cassette at [DIR]/sessions/tape.cassette.
            ! hint 1: tape new [DIR]/sessions/tape.cassette
            ! hint 2: tape list
            ? exit 5
            > table count incident
            440
            > tape new note.txt/no.cassette
            ! error: '[DIR]/note.txt/no.cassette': it cannot be accessed, because not a directory.
            ! hint: tape list
            ? exit 5
            > tape status
            cassette   [DIR]/sessions/first.cassette
            mode       record
            sessions   1
            exchanges  2
            """#),
        Transcript(
            "A tape is opened to be gone on with, or to answer",
            #"""
            > table count incident => n = .count
            440
            > tape new other
            ! Recording onto [DIR]/sessions/other.cassette.
            > tape open tape --mode replay
            ! Playing [DIR]/sessions/tape.cassette: answers come from the tape, nothing is sent.
            > table count incident
            440
            > table count problem
            ! error: Nothing is recorded for GET http://sandbox.localhost/api/now/stats/problem?sysparm_count=true.
            ! note: nearest: exchange 1, recorded by: table count incident => n = .count
            ! note:   path
            ! note:     recorded: /api/now/stats/incident
            ! note:     asked:    /api/now/stats/problem
            ! hint 1: table count incident => n = .count
            ! hint 2: tape show 1
            ! hint 3: tape list
            ? exit 5
            > tape status
            cassette   [DIR]/sessions/tape.cassette
            mode       replay
            epoch      0
            sessions   1
            exchanges  1
            > tape open tape
            ! Recording onto [DIR]/sessions/tape.cassette, behind what it holds.
            > table count problem
            69
            > tape status
            cassette   [DIR]/sessions/tape.cassette
            mode       record
            sessions   2
            exchanges  2
            """#),
        Transcript(
            "A tape is printed as text",
            #"""
            > set x=1
            > table count incident
            440
            > tape dump | head -n 12
            # Snowdeck cassette, text form 1
            #
            # Lines at the margin begin a session, a command or an exchange, in recorded order; their facts are indented.
            # "|" begins a line of text. JSON is formatted, one member a line; other bytes are in base64.
            # Control characters stand as \n, \t, \r or \u{1B}, a backslash as \\ (in JSON as it was). Moments are UTC,
            # timings microseconds since the exchange began, digests XXH64. ">" was sent, "<" came back.

            session 1
              began 2026-01-01T00:00:00.000000Z
              instance http://sandbox.localhost
              user john.doe
              zone UTC
            > tape dump tape | grep -c .
            105
            > tape dump --review | tail -n 3
              | 440
              GET /api/now/stats/incident?sysparm_count=true 200 36 B 5b15af4d
                < {"stats":{"count":"440"}}
            > tape dump nothing
            ! error: There is no cassette at [DIR]/sessions/nothing.cassette.
            ! hint: tape list
            ? exit 5
            """#),
        Transcript(
            "A file that is no tape is refused and left as it was", files: ["bad.cassette": "not a tape"],
            #"""
            > tape open bad.cassette
            ! error: '[DIR]/bad.cassette' is not a cassette; name another file.
            ! hint: tape list
            ? exit 5
            > tape new bad.cassette
            ! error: '[DIR]/bad.cassette' is not a cassette; name another file.
            ! hint: tape list
            ? exit 5
            > tape list --format csv
            number,changed,name,instance,user,commands,size,begins with
            %1,2026-01-01 00:00:00,[DIR]/bad.cassette,,,,10,
            """#),
    ]
}
