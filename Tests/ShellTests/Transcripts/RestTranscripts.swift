import Testing

/// The `rest` commands.
extension Transcripts {
    static let rest = [
        Transcript(
            "An answer is shown as the instance sends it, and kept by its paths",
            #"""
            > rest GET /api/now/table/incident -p sysparm_limit=1 -p 'sysparm_query=number=INC0010021' -p sysparm_fields=number,state,caller_id => n = .result[0].number
            {
              "result": [
                {
                  "number": "INC0010021",
                  "state": "2",
                  "caller_id": {
                    "link": "http://sandbox.localhost/api/now/table/sys_user/62826bf03710200044e0bfc8bcbe5df1",
                    "value": "62826bf03710200044e0bfc8bcbe5df1"
                  }
                }
              ]
            }
            > rest get "api/now/table/incident?sysparm_query=number={{n}}&sysparm_fields=number,short_description" --format csv
            number,short_description
            INC0010021,my computer doesn't work
            > rest GET http://sandbox.localhost/api/now/stats/incident -p sysparm_count=true -p sysparm_query=priority=1 --format ndjson
            {"result":{"stats":{"count":"43"}}}
            > rest GET /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8 -p sysparm_fields=number,state -p sysparm_display_value=all --format line
            number: INC0010021
            state:  In Progress
            > rest GET /api/now/table/incident -p sysparm_query=number=NONE
            {
              "result": []
            }
            """#),
        Transcript(
            "A record is made, changed and deleted", files: ["note.txt": "from a file"],
            #"""
            > rest POST /api/now/table/incident -p sysparm_fields=number,short_description,urgency,sys_id short_description='Printer on fire' urgency=2 => id = .result.sys_id
            {
              "result": {
                "number": "INC0010201",
                "short_description": "Printer on fire",
                "urgency": "2",
                "sys_id": "10e38fd54ad1ee50d82a64ba652b0eef"
              }
            }
            > rest PATCH /api/now/table/incident/{{id}} -p sysparm_fields=urgency --body '{"urgency":"1"}'
            {
              "result": {
                "urgency": "1"
              }
            }
            > rest POST /api/now/table/incident/{{id}} -H 'X-HTTP-Method-Override: PATCH' -p sysparm_fields=short_description short_description=@note.txt
            {
              "result": {
                "short_description": "from a file"
              }
            }
            > rest DELETE /api/now/table/incident/{{id}}
            ! HTTP 204 No Content, with nothing in it.
            > rest GET /api/now/table/incident/{{id}}
            ! error: No Record found: Record doesn't exist or ACL restricts the record retrieval (HTTP 404).
            ? exit 3
            """#),
        Transcript(
            "No address leads away from the instance", instance: "dev1",
            #"""
            > rest GET ‹https://evil.example.com/api/now/table/incident›
            ! error: This address is one of https://evil.example.com, and rest asks dev1.service-now.com only.
            ! hint: /api/now/table/incident is https://dev1.service-now.com/api/now/table/incident.
            ! hint: connect https://evil.example.com
            ? exit 2
            > rest GET ‹//evil.example.com/api›
            ! error: An address that begins with // names another host.
            ! hint: /api/now/table/incident is https://dev1.service-now.com/api/now/table/incident.
            ? exit 2
            > rest GET ‹/api/now/../../etc›
            ! error: An address of this kind has no step .. in it.
            ? exit 2
            > rest GET ‹/api/now/%2e%2e/x›
            ! error: An address of this kind has no step .. in it.
            ? exit 2
            > rest GET ‹john:secret@dev1.service-now.com/api›
            ! error: This is not an address of dev1.service-now.com: a path begins with /, and an address has no user name in it.
            ! hint: /api/now/table/incident is https://dev1.service-now.com/api/now/table/incident.
            ? exit 2
            > rest GET 'https://john:secret@dev1.service-now.com/api'
            ! error: This is not an address of dev1.service-now.com: a path begins with /, and an address has no user name in it.
            !   rest GET ‹'https://john:REDACTED-password-1@dev1.service-now.com/api'›
            ! hint: /api/now/table/incident is https://dev1.service-now.com/api/now/table/incident.
            ? exit 2
            > rest GET ‹'/api/now/table/incident#top'›
            ! error: The part after # is never sent; write %23 for the character.
            ? exit 2
            > rest GET ‹http://dev1.service-now.com/api›
            ! error: This address is one of http://dev1.service-now.com, and rest asks dev1.service-now.com only.
            ! hint: /api/now/table/incident is https://dev1.service-now.com/api/now/table/incident.
            ! hint: connect http://dev1.service-now.com
            ? exit 2
            """#),
        Transcript(
            "What cannot be sent is said before anything is",
            #"""
            > rest ‹FETCH› /api/now/table/incident
            ! error: Unknown method 'FETCH'. Choose GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE.
            ? exit 2
            > rest GET /api/now/table/incident ‹sysparm_limit›=1
            ! error: GET reads and has no body.
            ! hint: -p sysparm_limit=1 adds it to the query.
            ? exit 2
            > rest GET /api/now/table/incident -p ‹sysparm_limit›
            ! error: This is not of the form NAME=VALUE.
            ? exit 2
            > rest GET /api/now/table/incident -H 'Authorization: Basic eA=='
            ! error: Authorization carries a credential: signing in is the session's business, and what is typed here is in the history.
            !   rest GET /api/now/table/incident -H ‹'Authorization: Basic REDACTED-authorization-1'›
            ! hint: connect INSTANCE --user NAME
            ? exit 2
            > rest GET /api/now/table/incident -H 'X-Api-Key: x'
            ! error: X-Api-Key carries a credential: signing in is the session's business, and what is typed here is in the history.
            !   rest GET /api/now/table/incident -H ‹'X-Api-Key: REDACTED-key-1'›
            ! hint: connect INSTANCE --user NAME
            ? exit 2
            > rest GET /api/now/table/incident -H ‹'Host: example.com'›
            ! error: Host belongs to the connection and cannot be set.
            ? exit 2
            > rest GET /api/now/table/incident -H ‹'No colon'›
            ! error: This is not of the form 'NAME: VALUE'.
            ? exit 2
            > rest POST /api/now/table/incident ‹a›=b --body '{}'
            ! error: Use either --body or NAME=VALUE, not both.
            ? exit 2
            > rest POST /api/now/table/incident --type ‹application/json›
            ! error: --type needs a body.
            ? exit 2
            > rest POST /api/now/table/incident --body ‹'{"urgency":"1"'›
            ! error: This body looks like JSON but cannot be read: unexpected end of text at line 1, column 15.
            ! hint: --type TYPE sends it as something else.
            ? exit 2
            """#),
        Transcript(
            "What writes is asked for elsewhere, a POST that stands for a read too", instance: "dev1", user: "admin",
            answers: ["no", "no", "dev1"],
            #"""
            > rest POST /api/now/table/incident urgency=1
            ! This would send POST /api/now/table/incident on dev1. Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would send POST /api/now/table/incident on dev1.
            ? exit 7
            > rest DELETE /api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8 --allow-writes dev1
            ! HTTP 204 No Content, with nothing in it.
            > rest POST /api/now/table/incident -H 'X-HTTP-Method-Override: GET'
            ! This would send POST /api/now/table/incident on dev1. Continue? [y/N] no
            ! error: Nothing was changed.
            ! note: This would send POST /api/now/table/incident on dev1.
            ? exit 7
            > rest GET /api/now/table/incident -H ‹'x-http-method-override: DELETE'›
            ! error: Only a POST can override the method.
            ! hint: rest DELETE PATH sends it.
            ? exit 2
            > rest DELETE /api/now/table/incident/1
            ! This would send DELETE /api/now/table/incident/1 on dev1. Continue? [y/N] dev1
            ! error: No Record found: Record doesn't exist or ACL restricts the record retrieval (HTTP 404).
            ? exit 3
            """#),
        Transcript(
            "The instance's refusals are told as those of other commands",
            #"""
            > rest GET /api/now/nosuch
            ! error: Requested URI does not represent any resource (HTTP 400).
            ? exit 3
            > rest POST /api/now/table/incident --body 'no json' --type text/plain
            ! error: Invalid content-type. Supported request media types for this service are: [application/json] (HTTP 415).
            ? exit 3
            > rest PATCH /api/now/table/incident/061c urgency=1
            ! error: No Record found: Record doesn't exist or ACL restricts the record retrieval (HTTP 404).
            ? exit 3
            """#),
    ]
}
