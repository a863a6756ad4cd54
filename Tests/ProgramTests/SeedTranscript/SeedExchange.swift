/// The three requests of the MyWork application with their answers, as its documentation shows them.
struct SeedExchange: Sendable {
    let name: String
    let request: WireMessage
    let answer: WireMessage

    private init(_ name: String, _ request: String, _ answer: String) {
        self.name = name
        self.request = WireMessage.written(request)
        self.answer = WireMessage.written(answer)
    }

    static let all = [
        SeedExchange(
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
        SeedExchange(
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
        SeedExchange(
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
