import Testing

/// The request of `graphql`, how it shows responses with data, and their replay.
@Suite struct GraphQLResponseTests {
    @Test func variablesHaveDeclaredTypes() async throws {
        let head =
            "graphql --no-validate query Q($s: String, $i: Int, $f: Float!, $b: Boolean = true, $d: ID, $l: [Int!], $o: Obj, $e: Enum, $n: Int, $x: Int = 3) { a }"
        let (_, bodies) = try await outputForResponses(
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

    @Test func severalOperationsAreSentTogether() async throws {
        let document = "query A($q: Int) { a } query B($q: Int, $r: Int = 1) { b } fragment F on T { c }"
        let (text, bodies) = try await outputForResponses(
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

    @Test func partialErrorsAreShownUnderTheirData() async throws {
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
        let (text, _) = try await outputForResponses(
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
                !       p: ‹problem›(limit: 1) { _results { number { value } } }
                ! error: Unknown argument.
                !       p: problem(‹limit›: 1) { _results { number { value } } }
                ! error: Exception encountered processing path: /GlideRecord_Query/p - Invalid table.
                !       p: ‹problem›(limit: 1) { _results { number { value } } }
                ! error: Validation error (UnknownArgument@[GlideRecord_Query/problem]) : Unknown field argument 'limit'.
                !       p: problem(‹limit›: 1) { _results { number { value } } }
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
                !       p: ‹problem›(limit: 1) { _results { number { value } } }
                ? exit 3

                """#)
    }
}
