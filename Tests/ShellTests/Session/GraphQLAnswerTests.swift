import ExchangeModel
import Shell
import Testing

/// What `graphql` sends, what it makes of answers of every sort, and that a replay makes the same of them.
@Suite struct GraphQLAnswerTests {
    private func said(
        _ lines: [String], _ bodies: [String], status: Int = 200, type: String = "application/json",
        width: Int? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> (text: String, bodies: [String]) {
        let script = ScriptedTransport(
            bodies.map {
                .success(
                    HTTPResponse(
                        status: status, reason: "", headers: HeaderFields([HeaderField("Content-Type", type)]),
                        body: Array($0.utf8)))
            })
        let place = try Place(instance: script, answers: ["dev1"])
        let sitting = try Sitting(place, instance: "dev1", user: "admin", width: width)
        let text = await sitting.transcript(of: lines)
        try await sitting.session.close()
        for tape in place.tapes {
            let replay = try await place.check(tape)
            #expect(replay.status == 0, "\(replay.said)", sourceLocation: location)
        }
        #expect(script.requests.allSatisfy { $0.method == .post && $0.url.path == "/api/now/graphql" })
        #expect(script.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
        #expect(script.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
        return (text, script.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) })
    }

    @Test func variablesTravelAsTheTypesTheyAreDeclaredTo() async throws {
        let head =
            "graphql --no-validate query Q($s: String, $i: Int, $f: Float!, $b: Boolean = true, $d: ID, $l: [Int!], $o: Obj, $e: Enum, $n: Int, $x: Int = 3) { a }"
        let (_, bodies) = try await said(
            [
                head
                    + #" --var s='a "b"' --var i=-7 --var f=1.50 --var b=false --var d=12 --var l=[1,2] --var o={"z":1,"a":[null]} --var e=RED --var n=null"#,
                head + #" --vars {"s":null,"f":2,"l":3,"o":"any"} --var d=null --var e=true"#,
            ], ["{\"data\":{}}", "{\"data\":{}}"])
        let query =
            #"{"query":"query Q($s: String, $i: Int, $f: Float!, $b: Boolean = true, $d: ID, $l: [Int!], $o: Obj, $e: Enum, $n: Int, $x: Int = 3) { a }","variables":"#
        #expect(
            bodies == [
                query
                    + #"{"s":"a \"b\"","i":-7,"f":1.50,"b":false,"d":"12","l":[1,2],"o":{"z":1,"a":[null]},"e":"RED","n":null}}"#,
                query + #"{"s":null,"f":2,"d":"null","l":3,"o":"any","e":true}}"#,
            ])
    }

    @Test func severalOperationsTravelTogether() async throws {
        let document = "query A($q: Int) { a } query B($q: Int, $r: Int = 1) { b } fragment F on T { c }"
        let (text, bodies) = try await said(
            [
                "graphql --no-validate \(document) --var q=1 => x = .B.b",
                "graphql --no-validate \(document) --var r=2 --operation B", "graphql --no-validate query C { a }",
                "graphql --no-validate \(document)  --format ndjson",
            ],
            [
                #"[{"data":{"a":1}},{"data":{"b":"two"}}]"#, #"{"data":{"b":2}}"#, #"{"data":{"a":1}}"#,
                #"[{"data":{"a":1}},{"errors":[{"message":"no"}]}]"#,
            ])
        #expect(
            bodies == [
                #"[{"query":"\#(document)","variables":{"q":1},"operationName":"A"},{"query":"\#(document)","variables":{"q":1},"operationName":"B"}]"#,
                #"{"query":"\#(document)","variables":{"r":2},"operationName":"B"}"#,
                #"{"query":"query C { a }"}"#,
                #"[{"query":"\#(document)","operationName":"A"},{"query":"\#(document)","operationName":"B"}]"#,
            ])
        #expect(
            text == #"""
                > graphql --no-validate query A($q: Int) { a } query B($q: Int, $r: Int = 1) { b } fragment F on T { c } --var q=1 => x = .B.b
                A
                {
                  "a": 1
                }

                B
                {
                  "b": "two"
                }
                > graphql --no-validate query A($q: Int) { a } query B($q: Int, $r: Int = 1) { b } fragment F on T { c } --var r=2 --operation B
                {
                  "b": 2
                }
                > graphql --no-validate query C { a }
                {
                  "a": 1
                }
                > graphql --no-validate query A($q: Int) { a } query B($q: Int, $r: Int = 1) { b } fragment F on T { c }  --format ndjson
                {"A":{"a":1},"B":null}
                ! {"error":{"kind":"refused","exit":3,"message":"no.","notes":[],"hints":[]}}
                ? exit 3

                """#)
    }

    @Test func dataIsShownAndWhatWentWrongBesideItStandsUnderItsPart() async throws {
        let document =
            "graphql --no-validate {\n  GlideRecord_Query {\n    incident { _rowCount _results { number { value } } }\n    p: problem(limit: 1) { _results { number { value } } }\n  }\n}"
        let data =
            #""data":{"GlideRecord_Query":{"incident":{"_rowCount":2,"_results":[{"number":{"value":"INC1"}},{"number":{"value":"INC2"}}]},"p":null}}"#
        let errors = [
            #"{"message":"Insufficient rights to query records","errorType":"DataFetchingException","path":["GlideRecord_Query","p"]}"#,
            #"{"message":"Unknown argument","locations":[{"line":4,"column":16}]}"#,
            #"{"message":"Exception encountered processing path: /GlideRecord_Query/p - Invalid table"}"#,
            #"{"message":"Validation error (UnknownArgument@[GlideRecord_Query/problem]) : Unknown field argument 'limit'"}"#,
            #""only a text""#, "7", #"{"message":""}"#,
        ]
        let (text, _) = try await said(
            [document, document + " --format json", document + " --format csv", document],
            [
                "{\(data),\"errors\":[\(errors.joined(separator: ","))]}", "{\(data),\"errors\":[\(errors[0])]}",
                "{\(data),\"errors\":[]}", "{\"data\":null,\"errors\":[\(errors[0])]}",
            ])
        #expect(
            text == #"""
                > graphql --no-validate {
                  GlideRecord_Query {
                    incident { _rowCount _results { number { value } } }
                    p: problem(limit: 1) { _results { number { value } } }
                  }
                }
                number
                INC1
                INC2
                ! error: Insufficient rights to query records.
                !       p: problem(limit: 1) { _results { number { value } } }
                !          ^^^^^^^
                ! error: Unknown argument.
                !       p: problem(limit: 1) { _results { number { value } } }
                !                  ^^^^^
                ! error: Exception encountered processing path: /GlideRecord_Query/p - Invalid table.
                !       p: problem(limit: 1) { _results { number { value } } }
                !          ^^^^^^^
                ! error: Validation error (UnknownArgument@[GlideRecord_Query/problem]) : Unknown field argument 'limit'.
                !       p: problem(limit: 1) { _results { number { value } } }
                !                  ^^^^^
                ! error: only a text.
                ! error: 7.
                ! error: The instance does not say what went wrong.
                ? exit 3
                > graphql --no-validate {
                  GlideRecord_Query {
                    incident { _rowCount _results { number { value } } }
                    p: problem(limit: 1) { _results { number { value } } }
                  }
                } --format json
                {
                  "GlideRecord_Query": {
                    "incident": {
                      "_rowCount": 2,
                      "_results": [
                        {
                          "number": {
                            "value": "INC1"
                          }
                        },
                        {
                          "number": {
                            "value": "INC2"
                          }
                        }
                      ]
                    },
                    "p": null
                  }
                }
                ! {
                !   "error": {
                !     "kind": "refused",
                !     "exit": 3,
                !     "message": "Insufficient rights to query records.",
                !     "source": {
                !       "text": "graphql --no-validate {\n  GlideRecord_Query {\n    incident { _rowCount _results { number { value } } }\n    p: problem(limit: 1) { _results { number { value } } }\n  }\n} --format json",
                !       "start": 110,
                !       "end": 117
                !     },
                !     "notes": [],
                !     "hints": [],
                !     "details": {
                !       "errorType": "DataFetchingException",
                !       "path": [
                !         "GlideRecord_Query",
                !         "p"
                !       ]
                !     }
                !   }
                ! }
                ? exit 3
                > graphql --no-validate {
                  GlideRecord_Query {
                    incident { _rowCount _results { number { value } } }
                    p: problem(limit: 1) { _results { number { value } } }
                  }
                } --format csv
                number
                INC1
                INC2
                > graphql --no-validate {
                  GlideRecord_Query {
                    incident { _rowCount _results { number { value } } }
                    p: problem(limit: 1) { _results { number { value } } }
                  }
                }
                ! error: Insufficient rights to query records.
                !       p: problem(limit: 1) { _results { number { value } } }
                !          ^^^^^^^
                ? exit 3

                """#)
    }

    @Test func whatIsNoAnswerToADocumentIsSaid() async throws {
        var all = ""
        for (body, status, type) in [
            ("<html><title>Hibernating</title>", 200, "text/html"), (#"{"result":[]}"#, 200, "application/json"),
            ("[]", 200, "application/json"), ("", 200, "application/json"),
            (
                #"{"error":{"message":"User Not Authenticated","detail":"Required to provide Auth information"},"status":"failure"}"#,
                401, "application/json"
            ),
            (#"{"error":{"message":"no","detail":null},"status":"failure"}"#, 403, "application/json"),
        ] {
            all += try await said(["graphql --no-validate { a }"], [body], status: status, type: type).text
        }
        all += try await said(["graphql --no-validate query A { a } query B { a }"], [#"[{"data":{}}]"#]).text
        all += try await said(
            ["graphql --no-validate query A { a } query B { a }"], [#"{"errors":[{"message":"no arrays"}]}"#]
        ).text
        #expect(
            all == #"""
                > graphql --no-validate { a }
                ! error: The answer is a web page, not JSON: “Hibernating”.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is a list of 0, and does not fit what was sent.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is empty, not JSON.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The sign-in is not accepted: User Not Authenticated: Required to provide Auth information (HTTP 401).
                ! hint: connect dev1 --user NAME
                ? exit 3
                > graphql --no-validate { a }
                ! error: no (HTTP 403).
                ? exit 3
                > graphql --no-validate query A { a } query B { a }
                ! error: The answer is a list of 1, and does not fit what was sent.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate query A { a } query B { a }
                ! error: no arrays.
                ? exit 3

                """#)
    }

    @Test func recordsThatAreWithheldAreSaid() async throws {
        func list(_ arguments: String) -> String {
            "graphql --no-validate { GlideRecord_Query { t\(arguments) { _rowCount _results { a { value } } } } }"
        }
        func answer(_ total: Int, _ shown: Int) -> String {
            "{\"data\":{\"GlideRecord_Query\":{\"t\":{\"_rowCount\":\(total),\"_results\":[\(Array(repeating: #"{"a":{"value":"1"}}"#, count: shown).joined(separator: ","))]}}}}"
        }
        let (text, _) = try await said(
            [
                list(""), list("(pagination: {limit: 3})"), list("(pagination: {limit: 3, offset: 4})"),
                list("(pagination: {limit: 3, offset: 9})"), list(""), list(""), list(#"(sys_id: "x")"#),
            ],
            [answer(5, 0), answer(5, 2), answer(5, 1), answer(5, 0), answer(0, 0), answer(5, 2), answer(5, 1)])
        #expect(
            text == #"""
                > graphql --no-validate { GlideRecord_Query { t { _rowCount _results { a { value } } } } }
                a
                ! 0 of 5 shown, 5 withheld by access rules.
                > graphql --no-validate { GlideRecord_Query { t(pagination: {limit: 3}) { _rowCount _results { a { value } } } } }
                a
                1
                1
                ! 2 of 3 shown, 1 withheld by access rules.
                ! 3 of 5 were asked for; a higher limit or --all asks for more.
                > graphql --no-validate { GlideRecord_Query { t(pagination: {limit: 3, offset: 4}) { _rowCount _results { a { value } } } } }
                a
                1
                > graphql --no-validate { GlideRecord_Query { t(pagination: {limit: 3, offset: 9}) { _rowCount _results { a { value } } } } }
                a
                ! offset 9 skips all of the 5 records there are.
                > graphql --no-validate { GlideRecord_Query { t { _rowCount _results { a { value } } } } }
                a
                ! No record found.
                > graphql --no-validate { GlideRecord_Query { t { _rowCount _results { a { value } } } } }
                a
                1
                1
                ! 2 of 5 shown; a higher limit or --all shows more.
                > graphql --no-validate { GlideRecord_Query { t(sys_id: "x") { _rowCount _results { a { value } } } } }
                a
                1

                """#)
    }

    @Test func secretsAndControlCharactersStayOffTheScreen() async throws {
        let (text, _) = try await said(
            [
                "graphql --no-validate { GlideRecord_Query { sys_user { _results { user_name { value } user_password { value displayValue } p: user_password { value } manager { _reference { user_password { value } } } } } } }"
            ],
            [
                #"{"data":{"GlideRecord_Query":{"sys_user":{"_results":[{"user_name":{"value":"a\u001b[2Jb\nc"},"user_password":{"value":"hush","displayValue":"hush"},"p":{"value":"hush"},"manager":{"_reference":{"user_password":{"value":"hush"}}}}]}}}}"#
            ])
        #expect(
            text == #"""
                > graphql --no-validate { GlideRecord_Query { sys_user { _results { user_name { value } user_password { value displayValue } p: user_password { value } manager { _reference { user_password { value } } } } } } }
                user_name  user_password  p         manager.user_password
                ab⏎c       ********       ********  ********

                """#)
    }
}
