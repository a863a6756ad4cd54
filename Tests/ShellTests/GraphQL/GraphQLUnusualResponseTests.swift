import Testing

/// How `graphql` shows responses that are not GraphQL, withhold records, or contain control characters.
@Suite struct GraphQLUnusualResponseTests {
    @Test func nonGraphQLResponseIsReported() async throws {
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
            all += try await outputForResponses(["graphql --no-validate { a }"], [body], status: status, type: type)
                .text
        }
        all += try await outputForResponses(["graphql --no-validate query A { a } query B { a }"], [#"[{"data":{}}]"#])
            .text
        all += try await outputForResponses(
            ["graphql --no-validate query A { a } query B { a }"], [#"{"errors":[{"message":"no arrays"}]}"#]
        ).text
        #expect(
            all == #"""
                > graphql --no-validate { a }
                ! error: dev1 answered with a web page, “Hibernating”, and not with JSON (HTTP 200).
                ! note: A developer instance hibernates when it is not used for a while.
                ! hint: https://developer.servicenow.com wakes it.
                ! hint: tape show shows the response.
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is a list of 0 and does not match the request.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: The answer is empty (HTTP 200), not JSON.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate { a }
                ! error: dev1 does not accept the password of admin: User Not Authenticated: Required to provide Auth information (HTTP 401).
                ! note: An instance sends the same response for a wrong password, an unknown, locked or inactive user, and for a user who may not sign in with a password.
                ! hint: login --user admin --from ask asks for the password again.
                ! hint: login --sign-in oauth-code --client-id ID signs in with the browser.
                ? exit 3
                > graphql --no-validate { a }
                ! error: no (HTTP 403).
                ? exit 3
                > graphql --no-validate query A { a } query B { a }
                ! error: The answer is a list of 1 and does not match the request.
                ! hint: tape show
                ? exit 3
                > graphql --no-validate query A { a } query B { a }
                ! error: no arrays.
                ? exit 3

                """#)
    }

    @Test func withheldRecordsAreReported() async throws {
        func list(_ arguments: String) -> String {
            "graphql --no-validate { GlideRecord_Query { t\(arguments) { _rowCount _results { a { value } } } } }"
        }
        func answer(_ total: Int, _ shown: Int) -> String {
            "{\"data\":{\"GlideRecord_Query\":{\"t\":{\"_rowCount\":\(total),\"_results\":[\(Array(repeating: #"{"a":{"value":"1"}}"#, count: shown).joined(separator: ","))]}}}}"
        }
        let (text, _) = try await outputForResponses(
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
        let (text, _) = try await outputForResponses(
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

    /// A prompt's stack is small, and fragments may be chained in any number.
    @Test func longFragmentChainIsExpanded() async throws {
        let count = 5000
        let chain = (0..<count).map { "fragment F\($0) on QueryType { ...F\($0 + 1) }" }.joined(separator: " ")
        let document = "{ ...F0 } \(chain) fragment F\(count) on QueryType { a }"
        let (text, _) = try await outputForResponses(
            ["graphql --no-validate \(document)"], [#"{"data":null,"errors":[{"message":"no","path":["a"]}]}"#])
        #expect(text.contains("! error: no."), "\(text.suffix(200))")
    }
}
