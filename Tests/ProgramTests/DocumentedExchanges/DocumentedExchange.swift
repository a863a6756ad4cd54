/// The three documented requests of the MyWork application and their responses.
struct DocumentedExchange: Sendable {
    let name: String
    let request: WireMessage
    let answer: WireMessage

    private init(_ name: String, _ request: String, _ answer: String) {
        self.name = name
        self.request = WireMessage.written(request)
        self.answer = WireMessage.written(answer)
    }

    static let all = [
        DocumentedExchange(
            "sign in",
            """
            GET /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name,first_name,last_name,sys_id HTTP/1.1
            Authorization: Basic am9obi5kb2U6cGFzc3dvcmQ=
            Host: myinstance.service-now.com
            Accept: application/json
            """,
            """
            HTTP/1.1 200 OK
            Set-Cookie: JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE;Secure; Path=/; HttpOnly
            Set-Cookie: glide_user="";secure; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly
            Set-Cookie: glide_user_session="";secure; Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/; HttpOnly
            Set-Cookie: glide_user_route=glide.787db27f9eb4d8275f143168c5481c86;secure; Expires=Mon, 27-Mar-2084 19:32:44 GMT; Path=/; HttpOnly
            Set-Cookie: glide_session_store=292391354F4212008A5AB895F110C722; Expires=Wed, 09-Mar-2016 16:48:37 GMT; Path=/; HttpOnly
            Set-Cookie: BIGipServerpool_myinstance=2927640842.52542.0000; path=/
            X-Total-Count: 1
            Pragma: no-store,no-cache
            Cache-control: no-cache,no-store,must-revalidate,max-age=-1
            Expires: 0
            Content-Type: application/json;charset=UTF-8
            Transfer-Encoding: chunked

            {
              "result": [
                {
                  "first_name": "John",
                  "last_name": "Doe",
                  "sys_id": "ea2bc1b14f4212008a5ab895f110c7d1",
                  "user_name": "john.doe"
                }
              ]
            }
            """),
        DocumentedExchange(
            "tasks",
            """
            GET /api/x_snc_my_work/v1/tracker/task HTTP/1.1
            Host: myinstance.service-now.com
            Cookie: BIGipServerpool_myinstance=2927640842.52542.0000; JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; glide_session_store=292391354F4212008A5AB895F110C722; glide_user_route=glide.787db27f9eb4d8275f143168c5481c86
            Accept: application/json
            """,
            """
            HTTP/1.1 200 OK
            Set-Cookie: glide_user="U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==";Secure; Version=1; Max-Age=2147483647; Expires=Mon, 27-Mar-2084 19:34:00 GMT; Path=/; HttpOnly
            Set-Cookie: glide_user_session="U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ==";Secure; Version=1; Path=/; HttpOnly
            Set-Cookie: glide_session_store=292391354F4212008A5AB895F110C722; Expires=Wed, 09-Mar-2016 16:24:53 GMT; Path=/; HttpOnly
            Pragma: no-store,no-cache
            Cache-control: no-cache,no-store,must-revalidate,max-age=-1
            Expires: 0
            Content-Type: application/json;charset=UTF-8
            Transfer-Encoding: chunked

            {
              "result": {
                "Incident": [
                  {
                    "short_desc": "my computer doesn't work",
                    "snowui": "https://myinstance.service-now.com/incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8",
                    "number": "INC0010021",
                    "sys_id": "061c92d26f030200d7aecd9c5d3ee4f8",
                    "link": "https://myinstance.service-now.com/api/now/v2/table/incident/061c92d26f030200d7aecd9c5d3ee4f8",
                    "created": "2015-10-14 07:45:55"
                  }
                ],
                "Problem": [
                  {
                    "short_desc": "Unknown source of outage",
                    "snowui": "https://myinstance.service-now.com/problem.do?sys_id=d7296d02c0a801670085e737da016e70",
                    "number": "PRB0000011",
                    "sys_id": "d7296d02c0a801670085e737da016e70",
                    "link": "https://myinstance.service-now.com/api/now/v2/table/problem/d7296d02c0a801670085e737da016e70",
                    "created": "2014-02-04 04:58:15"
                  },
                  {
                    "short_desc": "Getting NPE stack trace accessing link",
                    "snowui": "https://myinstance.service-now.com/problem.do?sys_id=fb9620914fc212008a5ab895f110c7c4",
                    "number": "PRB0040010",
                    "sys_id": "fb9620914fc212008a5ab895f110c7c4",
                    "link": "https://myinstance.service-now.com/api/now/v2/table/problem/fb9620914fc212008a5ab895f110c7c4",
                    "created": "2016-03-07 23:47:43"
                  }
                ]
              }
            }
            """),
        DocumentedExchange(
            "comment",
            """
            POST /api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comment HTTP/1.1
            Host: myinstance.service-now.com
            Cookie: BIGipServerpool_myinstance=2927640842.52542.0000; JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; glide_session_store=292391354F4212008A5AB895F110C722; glide_user="U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ=="; glide_user_route=glide.787db27f9eb4d8275f143168c5481c86; glide_user_session="U0N2Mjo1ODczMTEzNTIxNDIxMjAwOWE3NDgyZDFlZjg3Mzk4OQ=="
            Accept: application/json
            Content-Type: application/json
            Content-Length: 27

            {"comment":"Hello, world!"}
            """,
            """
            HTTP/1.1 201 Created
            Set-Cookie: glide_session_store=292391354F4212008A5AB895F110C722; Expires=Wed, 09-Mar-2016 16:29:58 GMT; Path=/; HttpOnly
            Content-Type: application/json
            Transfer-Encoding: chunked

            {
              "data": "Successfully inserted"
            }
            """),
    ]
}

/// Differences between documented and actual exchanges that have one cause.
struct KnownDifference: Sendable {
    let why: String
    /// Each begins with its exchange and its direction: `>` request, `<` response.
    let lines: [String]

    private init(_ why: String, _ lines: String...) {
        self.why = why
        self.lines = lines.flatMap { line in
            line.hasPrefix("* ") ? DocumentedExchange.all.map { $0.name + line.dropFirst() } : [line]
        }
    }

    static let all = [
        // In the program's requests.
        KnownDifference(
            "A comma in a parameter is percent-encoded; the instance reads the same.",
            "sign in > GET /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name,first_name,last_name,sys_id "
                + "HTTP/1.1 → GET /api/now/v2/table/sys_user?user_name=john.doe&sysparm_fields=user_name%2Cfirst_name%2C"
                + "last_name%2Csys_id HTTP/1.1"),
        KnownDifference(
            "Answers may come compressed, which the documented curl does not ask for.",
            "* > field Accept-Encoding besides"),
        KnownDifference(
            "libcurl writes its own fields first, and ours in the order in which the layers add them.",
            "* > fields in another order"),
        KnownDifference(
            "Cookies go out in the order in which they were first set (RFC 6265, 5.4); the documented curl read them from a file.",
            "tasks > cookies in another order", "comment > cookies in another order"),
        KnownDifference(
            "The pool of the balancer is called after the instance, and this one is the sandbox.",
            "sign in < no set cookie BIGipServerpool_myinstance",
            "sign in < set cookie BIGipServerpool_sandbox besides",
            "tasks > no cookie BIGipServerpool_myinstance", "tasks > cookie BIGipServerpool_sandbox besides",
            "comment > no cookie BIGipServerpool_myinstance", "comment > cookie BIGipServerpool_sandbox besides"),
        // In the sandbox's responses.
        KnownDifference(
            "The length is known before the answer is sent.", "* < no field Transfer-Encoding",
            "* < field Content-Length besides"),
        KnownDifference(
            "Fields that instances have come to send since 2016, in today's order: cookies last.",
            "* < field Server-Timing besides", "* < field X-Is-Logged-In besides", "* < field X-Transaction-ID besides",
            "* < field X-Content-Type-Options besides", "* < field Date besides", "* < field Server besides",
            "* < fields in another order"),
        KnownDifference(
            "Instances spell it so today.", "sign in < field Cache-Control in other letters",
            "tasks < field Cache-Control in other letters"),
        KnownDifference(
            "A cookie that is served over plain HTTP, as here, and wanted back, cannot be for HTTPS alone.",
            "sign in < no attribute of JSESSIONID secure", "sign in < no attribute of glide_user secure",
            "sign in < no attribute of glide_user_session secure", "sign in < no attribute of glide_user_route secure",
            "tasks < no attribute of glide_user secure", "tasks < no attribute of glide_user_session secure"),
        KnownDifference(
            "Instances of today give a Max-Age beside Expires, and clear a cookie with nothing in the place of empty quotes.",
            "sign in < glide_user: value empty quotes → nothing", "sign in < attribute of glide_user max-age besides",
            "sign in < glide_user_session: value empty quotes → nothing",
            "sign in < attribute of glide_user_session max-age besides",
            "sign in < attribute of glide_user_route max-age besides",
            "* < attribute of glide_session_store max-age besides"),
        KnownDifference(
            "Version is of RFC 2109; it has been without a meaning since RFC 6265.",
            "tasks < no attribute of glide_user version", "tasks < no attribute of glide_user_session version"),
        KnownDifference(
            "The columns come in the order in which they are asked for.", "sign in < body: members in another order"),
    ]
}
