import Testing

/// Settings, help and what belongs to the sitting.
extension Transcripts {
    static let sitting = [
        Transcript(
            "Settings and variables are shown and changed",
            #"""
            > set
            name      value    meaning
            format    columns  The output format
            display   auto     Stored values, displayed values or both; auto depends on the format
            limit     20       The number of records table list shows
            color     auto     Colours on a terminal
            theme     none     The colours of pages; none is the terminal's own (page theme list)
            timeout   60       The time limit of a request in seconds
            max-body  64m      The largest response body in bytes
            > set format=json limit=1
            > table list incident -f number
            [
              {
                "number": "INC0010001"
              }
            ]
            ! 1 of 440 shown; -n NUMBER or --all shows more.
            > set --unset format --unset limit
            > set format=xml
            ! error: This must be columns, line, json, ndjson, csv, tsv, yaml or markdown.
            !   set format=xml
            !              ^^^
            ? exit 2
            > set formt=json
            ! error: There is no setting formt, and a variable of that name would look like one.
            !   set formt=json
            !       ^^^^^
            ! hint: Did you mean format?
            ? exit 2
            > set limit=-1
            ! error: This must be a whole number, 0 to 1000000000.
            !   set limit=-1
            !             ^^
            ? exit 2
            > set max-body=lots
            ! error: This must be a size in bytes, such as 512k, 64m or 1g.
            !   set max-body=lots
            !                ^^^^
            ? exit 2
            > set --unset nothing
            ! error: There is no setting and no variable nothing.
            !   set --unset nothing
            !               ^^^^^^^
            ? exit 2
            > set -h
            set: Show or change settings and variables.

              set [NAME=VALUE]… [--unset NAME]…

              set
                  every setting and variable
              set format=line limit=50
                  two settings changed for this session
              set caller=abel.tuter
                  a variable: {{caller}} is abel.tuter

            A name that is not a setting is a variable: later lines use it as {{NAME}}. A
            name that looks like a misspelled setting is rejected.

              NAME=VALUE  A setting or variable and its value

                  --unset NAME  Delete a variable, or reset a setting
            """#),
        Transcript(
            "What is no command is said, with what was meant",
            #"""
            > tabel list incident
            ! error: There is no command tabel.
            !   tabel list incident
            !   ^^^^^
            ! hint: Did you mean table?
            ? exit 2
            > table lst incident
            ! error: There is no command table lst.
            !   table lst incident
            !         ^^^
            ! hint: Did you mean table list?
            ? exit 2
            > table
            ! error: table needs a second word: list, get, create, update, delete, count, explain, describe or names.
            !   table
            !   ^^^^^
            ! hint: help table
            ? exit 2
            > table list incident --limt 5
            ! error: table list has no flag --limt.
            !   table list incident --limt 5
            !                       ^^^^^^
            ! hint: Did you mean --limit?
            ? exit 2
            > table list incident -n five
            ! error: This must be a whole number, 0 to 1000000000.
            !   table list incident -n five
            !                          ^^^^
            ? exit 2
            > table list 'incident
            ! error: This ' is never closed.
            !   table list 'incident
            !              ^
            ? exit 2
            > => x
            ! error: There is no command before this.
            !   => x
            !   ^^
            ? exit 2
            > table list incident --format xml
            ! error: This must be columns, line, json, ndjson, csv, tsv, yaml or markdown.
            !   table list incident --format xml
            !                                ^^^
            ? exit 2
            > table list incident --format=json --limt 5
            ! {
            !   "error": {
            !     "kind": "usage",
            !     "exit": 2,
            !     "message": "table list has no flag --limt.",
            !     "source": {
            !       "text": "table list incident --format=json --limt 5",
            !       "start": 34,
            !       "end": 40
            !     },
            !     "notes": [],
            !     "hints": [
            !       "Did you mean --limit?"
            !     ]
            !   }
            ! }
            ? exit 2
            > table list incident extra
            ! error: table list takes no further argument.
            !   table list incident extra
            !                       ^^^^^
            ! hint: Usage: table list TABLE [-q QUERY] [--strict-query | --raw-query] [-f FIELDS | --view VIEW] [-n NUMBER | --all] [--offset NUMBER] [--order FIELDS] [--display value|display|both]
            ? exit 2
            >    # nothing
            """#),
        Transcript(
            "There is no history outside a prompt, and quitting ends the sitting",
            #"""
            > history
            ! error: No history is kept here: it belongs to the prompt.
            ? exit 3
            > history printer -n 3
            ! error: No history is kept here: it belongs to the prompt.
            ? exit 3
            > whoami
            instance        http://sandbox.localhost
            guard           open
            user_name       john.doe
            name            John Doe
            sys_id          ea2bc1b14f4212008a5ab895f110c7d1
            roles           admin, approver_user, itil, knowledge_admin, personalize, personalize_dictionary, problem_admin, problem_coordinator, problem_manager, problem_task_analyst, sn_cmdb_editor, web_service_admin
            time_zone       the instance's default
            date_format     the instance's default
            sign_in         basic
            session         cookies
            session_opened  2026-01-01 00:00:00 UTC (now)
            session_ends    2026-01-01 00:30:00 UTC (in 30 minutes)
            cookies         JSESSIONID,glide_user_route,glide_session_store,BIGipServerpool_sandbox,glide_user,glide_user_session
            > quit
            """#),
    ]
}
