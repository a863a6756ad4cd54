import ExchangeModel
import Notation
import Testing

/// Operations sent to `/api/now/graphql`, and errors for invalid ones.
struct GraphQLRequestTests {
    private let target = "/api/now/graphql"
    private let one = #"{ GlideRecord_Query { incident(queryConditions: "number=INC0010021") { _rowCount } } }"#
    private let count = #"{"data":{"GlideRecord_Query":{"incident":{"_rowCount":1}}}}"#

    @Test func operationIsPosted() throws {
        let response = try SandboxClient().ask(.post, target, body: JSON.object([.init("query", .string(one))]).compact)
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "application/json;charset=UTF-8")
        #expect(response.text == count)
    }

    @Test func arrayIsAnsweredByAnArray() throws {
        let body = """
            [{"query":\(JSON.string(one).compact)},{"query":"{ nope }"},{"query":7},{"query":"{ __typename }"},[]]
            """
        let answers = [
            count,
            SandboxClient.refused(
                "Validation error (FieldUndefined@[nope]) : Field 'nope' in type 'QueryType' is undefined"),
            SandboxClient.refused("query is not a string", "InvalidSyntax"), #"{"data":{"__typename":"QueryType"}}"#,
            SandboxClient.refused("An operation is an object with a query", "InvalidSyntax"),
        ]
        #expect(try SandboxClient().graphQL(body: body) == "[" + answers.joined(separator: ",") + "]")
    }

    @Test func queryIsSentWithGet() throws {
        let client = try SandboxClient()
        #expect(try client.get(target + "?query=" + PercentCoding.encode(one)) == count)
        let document = """
            query A($q: String) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } } \
            mutation B { __typename }
            """
        let parameters =
            "?query=\(PercentCoding.encode(document))&operationName="
        let variables = "&variables=" + PercentCoding.encode(#"{"q":"number=INC0010021"}"#)
        #expect(try client.get(target + parameters + "A" + variables) == count)
        #expect(
            try client.get(target + parameters + "B")
                == SandboxClient.refused("A mutation cannot be sent with GET", "OperationNotSupported"))
        #expect(try client.get(target) == SandboxClient.refused("query is missing", "InvalidSyntax"))
        for (variables, reason) in [("[]", "variables is not an object"), ("{", "variables is not valid JSON")] {
            #expect(
                try client.get(target + parameters + "A&variables=" + PercentCoding.encode(variables))
                    == SandboxClient.refused(reason, "InvalidSyntax"))
        }
        let head = try client.ask(.head, target + "?query=" + PercentCoding.encode(one))
        #expect(head.status == 200 && head.text.isEmpty)
    }

    @Test(arguments: [
        ("{}", "query is missing"), (#"{"query":null}"#, "query is missing"),
        (#"{"query":7}"#, "query is not a string"),
        ("7", "An operation is an object with a query"), ("[]", "The body is an array without operations"),
        (#"{"query":"{ __typename }","variables":7}"#, "variables is not an object"),
        (#"{"query":"{ __typename }","variables":[]}"#, "variables is not an object"),
        (#"{"query":"{ __typename }","operationName":7}"#, "operationName is not a string"),
        ("{", #"Body is not valid JSON: expected a key or "}", found the end of the text at line 1, column 2"#),
        ("", "Body is not valid JSON: expected a value, found the end of the text at line 1, column 1"),
    ])
    func invalidBodyIsAnError(body: String, reason: String) throws {
        let answer = try SandboxClient().graphQL(body: body)
        if reason.hasPrefix("Body is not") {
            #expect(answer.hasPrefix(#"{"data":null,"errors":[{"message":"Body is not valid JSON: "#))
            #expect(answer.hasSuffix(#"","errorType":"InvalidSyntax"}]}"#))
        } else {
            #expect(answer == SandboxClient.refused(reason, "InvalidSyntax"))
        }
    }

    @Test func arrayHoldsAHundredOperations() throws {
        let client = try SandboxClient()
        func array(_ count: Int) -> String {
            "[" + Array(repeating: #"{"query":"{ __typename }"}"#, count: count).joined(separator: ",") + "]"
        }
        let answer = try client.graphQL(body: array(100))
        #expect(SandboxClient.elements(try JSON(JSONDocument(answer).root)).count == 100)
        #expect(
            try client.graphQL(body: array(101))
                == SandboxClient.refused("The body holds more than 100 operations", "InvalidSyntax"))
    }

    @Test func invalidHTTPRequestsAreRejected() throws {
        let client = try SandboxClient()
        for type in ["text/plain", "application/xml", "application/graphql"] {
            #expect(try client.ask(.post, target, body: one, headers: ["Content-Type": type]).status == 415)
        }
        #expect(try client.ask(.post, target, body: "{}", headers: ["Accept": "application/xml"]).status == 406)
        #expect(try client.ask(.delete, target).headers["Allow"] == "GET, HEAD, POST")
        #expect(try client.ask(.put, target, body: "{}").status == 405)
        #expect(try SandboxClient(nil).ask(.post, target, body: "{}").status == 401)
        #expect(try SandboxClient("john.doe:wrong").ask(.post, target, body: "{}").status == 401)
        let long = #"{"query":""# + String(repeating: " ", count: 10_485_760) + #""}"#
        #expect(try client.ask(.post, target, body: long).status == 400)
    }

    @Test func batchMayHoldOperations() throws {
        let body = Base64.encode(JSON.object([.init("query", .string(one))]).compactBytes)
        let response = try SandboxClient().ask(
            .post, "/api/now/v1/batch",
            body: """
                {"batch_request_id":"1","rest_requests":[{"id":"a","method":"POST","url":"/api/now/graphql","body":"\(body)"}]}
                """)
        let part = response.json["serviced_requests"]?[0]
        #expect(part?["status_code"] == 200)
        #expect(part?["body"] == .string(Base64.encode(count.utf8)))
    }

    @Test func limitsAndFaultsApply() throws {
        let faulty = try SandboxClient(faults: ["server-error=2"])
        #expect(try faulty.graphQL(one) == count)
        #expect(try faulty.graphQL(one).hasPrefix("status 500: "))
        let limited = try SandboxClient(faults: ["rate-limit=1"])
        #expect(try limited.graphQL(one) == count)
        #expect(try limited.graphQL(one).hasPrefix("status 429: "))
    }
}

/// A document is validated before it is executed, with an instance's error messages.
struct GraphQLValidationTests {
    private static let table = "GlideRecord_TableType_incident"
    private static let row = "GlideRecord_TableResultsType_incident"
    private static let at = "GlideRecord_Query/incident"

    @Test(arguments: [
        ("{ nope }", "FieldUndefined@[nope]", "Field 'nope' in type 'QueryType' is undefined"),
        (
            "{ GlideRecord_Query { nope { _rowCount } } }", "FieldUndefined@[GlideRecord_Query/nope]",
            "Field 'nope' in type 'GlideRecord_QueryType' is undefined"
        ),
        (
            "{ GlideRecord_Query { incident { _results { nope { value } } } } }",
            "FieldUndefined@[\(at)/_results/nope]",
            "Field 'nope' in type '\(row)' is undefined"
        ),
        (
            "{ GlideRecord_Query { incident { _results { number { _choices } } } } }",
            "FieldUndefined@[\(at)/_results/number/_choices]",
            "Field '_choices' in type 'GlideRecord_FieldType_String' is undefined"
        ),
        (
            "{ GlideRecord_Query { incident } }", "SubselectionRequired@[\(at)]",
            "Subselection required for type '\(table)' of field 'incident'"
        ),
        (
            "{ GlideRecord_Query { incident { _rowCount { a } } } }", "SubselectionNotAllowed@[\(at)/_rowCount]",
            "Subselection not allowed on leaf type 'Int' of field '_rowCount'"
        ),
        (
            "{ GlideRecord_Query { incident(limit: 1) { _rowCount } } }", "UnknownArgument@[\(at)]",
            "Unknown field argument 'limit'"
        ),
        (
            "{ GlideRecord_Query { incident(queryConditions: 7) { _rowCount } } }", "WrongType@[\(at)]",
            "argument 'queryConditions' with value 'IntValue{value=7}' is not a valid 'String' - Expected an AST type of "
                + "'StringValue' but it was a 'IntValue'"
        ),
        (
            "{ GlideRecord_Query { incident(pagination: {limit: \"1\"}) { _rowCount } } }", "WrongType@[\(at)]",
            "argument 'pagination.limit' with value 'StringValue{value='1'}' is not a valid 'Int' - Expected an AST type of "
                + "'IntValue' but it was a 'StringValue'"
        ),
        (
            "{ GlideRecord_Query { incident(pagination: {limit: 9999999999}) { _rowCount } } }", "WrongType@[\(at)]",
            "argument 'pagination.limit' with value 'IntValue{value=9999999999}' is not a valid 'Int' - Expected value to be "
                + "in the Int range, but it was a '9999999999'"
        ),
        (
            "{ GlideRecord_Query { incident(pagination: {page: 1}) { _rowCount } } }", "WrongType@[\(at)]",
            "argument 'pagination' with value 'ObjectValue{}' contains a field not in 'Glide_PaginationInputType': 'page'"
        ),
        (
            "{ GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } }", "UndefinedVariable@[\(at)]",
            "Undefined variable 'q'"
        ),
        (
            "query ($q: Int) { GlideRecord_Query { incident(queryConditions: $q) { _rowCount } } }",
            "VariableTypeMismatch@[\(at)]", "Variable 'q' of type 'Int' used in position expecting type 'String'"
        ),
        ("query ($q: String) { __typename }", "UnusedVariable", "Unused variable 'q'"),
        ("query ($q: Nope) { __typename @skip(if: $q) }", "UnknownType", "Unknown type 'Nope'"),
        ("{ ...F }", "UndefinedFragment", "Undefined fragment 'F'"),
        ("{ __typename } fragment F on QueryType { __typename }", "UnusedFragment", "Unused fragment 'F'"),
        (
            "{ ... on GlideRecord_QueryType { __typename } }", "InvalidFragmentType",
            "Fragment cannot be spread here as objects of type 'QueryType' can never be of type 'GlideRecord_QueryType'"
        ),
        ("{ __typename @nope }", "UnknownDirective@[__typename]", "Unknown directive 'nope'"),
        ("{ __typename @skip }", "MissingDirectiveArgument@[__typename]", "Missing directive argument 'if'"),
        (
            "{ GlideRecord_Query { a: incident { _rowCount } a: problem { _rowCount } } }", "FieldsConflict",
            "'a' : 'incident' and 'problem' are different fields"
        ),
    ])
    func validationErrorsHaveInstanceMessages(document: String, sort: String, reason: String) throws {
        let answer = try JSON(JSONDocument(SandboxClient().graphQL(document)).root)
        let errors = SandboxClient.elements(answer["errors"] ?? .null)
        #expect(answer["data"] == .null)
        #expect(
            errors.contains {
                let message = $0["message"]?.scalarText ?? ""
                return message.hasPrefix("Validation error (" + sort) && message.hasSuffix(") : " + reason)
                    && $0["errorType"] == "ValidationError"
            }, "\(answer.compact)")
    }

    @Test func allErrorsAreReported() throws {
        #expect(
            try SandboxClient().graphQL("{ one GlideRecord_Query { incident { two _results { three } } } }")
                == """
                {"data":null,"errors":[{"message":"Validation error (FieldUndefined@[one]) : Field 'one' in type 'QueryType' \
                is undefined","errorType":"ValidationError"},{"message":"Validation error \
                (FieldUndefined@[GlideRecord_Query/incident/two]) : Field 'two' in type '\(Self.table)' is undefined",\
                "errorType":"ValidationError"},{"message":"Validation error \
                (FieldUndefined@[GlideRecord_Query/incident/_results/three]) : Field 'three' in type '\(Self.row)' is \
                undefined","errorType":"ValidationError"}]}
                """)
    }

    /// Every document that passes validation gets a response, and every field of the type system resolves.
    @Test func everyColumnResolves() throws {
        let client = try SandboxClient()
        let names = SandboxClient.names(
            try client.read("/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8")["result"])
        let all = try client.read(
            "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_display_value=all")["result"]
        let fields = names.map { "\($0) { displayValue }" }.joined(separator: " ")
        let answer = try client.graphQL(
            table: "incident(sys_id: \"061c92d26f030200d7aecd9c5d3ee4f8\") { _results { \(fields) } }")
        #expect(SandboxClient.names(answer["_results"]?[0]) == names)
        for name in names {
            let shown = all?[name]?["display_value"]?.scalarText
            #expect(answer["_results"]?[0]?[name]?["displayValue"]?.scalarText == shown, "\(name)")
        }
    }
}
