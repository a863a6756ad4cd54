import ExchangeModel
import Notation
import Testing

/// Executing documents, independent of their fields.
struct GraphQLExecutionTests {
    private static let number = #"incident(queryConditions: "number=INC0010021")"#

    @Test(arguments: [
        // Aliases and merged fields.
        (
            """
            { GlideRecord_Query { a: \(number) { n: _rowCount } b: \(number) { _rowCount _rowCount
              _results { number { value } } _results { number { displayValue } state { value } } } } }
            """,
            """
            "a":{"n":1},"b":{"_rowCount":1,"_results":[{"number":{"value":"INC0010021","displayValue":"INC0010021"},\
            "state":{"value":"2"}}]}
            """
        ),
        // Fragments, with type conditions that match and one that does not; the order is the document's.
        (
            """
            query { GlideRecord_Query { \(number) { ...Page _results { ... { impact { value } } } } } }
            fragment Page on GlideRecord_TableType_incident { _results { ...Row } ... on GlideRecord_TableType_incident {
              _rowCount } }
            fragment Row on GlideRecord_TableResultsType_incident { number { ...Text } }
            fragment Text on GlideRecord_FieldType_String { value __typename }
            """,
            """
            "incident":{"_results":[{"number":{"value":"INC0010021","__typename":"GlideRecord_FieldType_String"},\
            "impact":{"value":"2"}}],"_rowCount":1}
            """
        ),
        // Directives.
        (
            """
            query ($yes: Boolean = true, $no: Boolean = false) { GlideRecord_Query { \(number) {
              _rowCount @skip(if: $yes) a: _rowCount @include(if: $yes) b: _rowCount @include(if: $no)
              c: _rowCount @skip(if: false) @include(if: true) d: _rowCount @skip(if: true) @include(if: true)
              ... @include(if: $no) { e: _rowCount } ...F @skip(if: $no) } } }
            fragment F on GlideRecord_TableType_incident { f: _rowCount }
            """, #""incident":{"a":1,"c":1,"f":1}"#
        ),
        (
            """
            { GlideRecord_Query { __typename \(number) { t: __typename _table_metadata { __typename } _results { __typename
              sys_id { __typename } state { __typename _choices { __typename } } active { __typename }
              sys_mod_count { __typename } work_notes { __typename } caller_id { __typename _reference { __typename } }
              origin_id { __typename } _row_data { __typename } } } } }
            """,
            """
            "__typename":"GlideRecord_QueryType","incident":{"t":"GlideRecord_TableType_incident",\
            "_table_metadata":{"__typename":"GlideRecord_TableMetadataType"},\
            "_results":[{"__typename":"GlideRecord_TableResultsType_incident",\
            "sys_id":{"__typename":"GlideRecord_FieldType_ID"},\
            "state":{"__typename":"GlideRecord_ChoiceListFieldType","_choices":[\
            \(Array(repeating: #"{"__typename":"GlideRecord_ChoiceListChoiceType"}"#, count: 6).joined(separator: ","))]},\
            "active":{"__typename":"GlideRecord_FieldType_Glide_Boolean"},\
            "sys_mod_count":{"__typename":"GlideRecord_FieldType_Long"},\
            "work_notes":{"__typename":"GlideRecord_JournalFieldType"},\
            "caller_id":{"__typename":"GlideRecord_ReferenceFieldType_sys_user",\
            "_reference":{"__typename":"GlideRecord_TableResultsType_sys_user"}},\
            "origin_id":{"__typename":"GlideRecord_DocumentIdFieldType"},\
            "_row_data":{"__typename":"GlideRecord_RowDataType"}}]}
            """
        ),
    ])
    func responseFollowsDocumentOrder(document: String, tables: String) throws {
        #expect(try SandboxClient().graphQL(document) == SandboxClient.records(tables))
    }

    @Test func variablesHaveValuesOrDefaults() throws {
        let client = try SandboxClient()
        let document = """
            query ($q: String = "number=INC0010021", $n: Int = 1, $p: Glide_PaginationInputType, $omit: Boolean = false) {
              GlideRecord_Query {
                incident(queryConditions: $q, pagination: $p, omitCount: $omit) { _rowCount _results { number { value } } }
                first: sys_user(queryConditions: "user_nameSTARTSWITHa^ORDERBYuser_name", pagination: {limit: $n}) {
                  _results { user_name { value } } }
              } }
            """
        func answer(_ variables: JSON?) throws -> String { try client.graphQL(document, variables: variables) }
        func text(_ count: String, _ numbers: [String], _ users: [String]) -> String {
            SandboxClient.records(
                #""incident":{"_rowCount":\#(count),"_results":["#
                    + numbers.map { #"{"number":{"value":"\#($0)"}}"# }.joined(separator: ",")
                    + #"]},"first":{"_results":["#
                    + users.map { #"{"user_name":{"value":"\#($0)"}}"# }.joined(separator: ",") + "]}")
        }
        let known = "INC0010021"
        #expect(try answer(nil) == text("1", [known], ["abel.tuter"]))
        #expect(try answer(["n": 0, "unheard": 7]) == text("1", [known], []))
        #expect(try answer(["p": ["offset": 1], "omit": true]) == text("null", [], ["abel.tuter"]))
        #expect(try answer(["p": ["limit": 0, "offset": nil], "omit": nil]) == text("1", [], ["abel.tuter"]))
        #expect(try answer(["q": "number=nosuch"]) == text("0", [], ["abel.tuter"]))
    }

    @Test(arguments: [
        ("String", "7", "Expected a String input, but it was a 'Integer'"),
        ("String", "1.5", "Expected a String input, but it was a 'Double'"),
        ("String", "[]", "Expected a String input, but it was a 'ArrayList'"),
        ("Boolean", #""true""#, "Expected a Boolean input, but it was a 'String'"),
        ("Int", #""7""#, "Expected a value that can be converted to type 'Int' but it was a 'String'"),
        ("Int", "7.5", "Expected a value that can be converted to type 'Int' but it was a 'Double'"),
        ("Int", "true", "Expected a value that can be converted to type 'Int' but it was a 'Boolean'"),
        ("Int", "2147483648", "Expected value to be in the integer range, but it was a '2147483648'"),
        (
            "Glide_PaginationInputType", "7",
            "Expected type 'Map' but was 'Integer'. Variables for input objects must be an instance of type 'Map'."
        ),
        (
            "Glide_PaginationInputType", #"{"limit":1,"page":2}"#,
            "The variables contain a field name 'page' that is not defined for input object type 'Glide_PaginationInputType'"
        ),
        (
            "Glide_PaginationInputType", #"{"limit":1,"limit":2}"#, "The variables contain the field 'limit' twice"
        ),
        (
            "Glide_PaginationInputType", #"{"limit":"1"}"#,
            "Expected a value that can be converted to type 'Int' but it was a 'String'"
        ),
    ])
    func variableOfWrongTypeIsRejected(type: String, value: String, reason: String) throws {
        let answer = try SandboxClient().graphQL(
            "query ($v: \(type)) { GlideRecord_Query { incident(\(Self.use(of: type))) { _rowCount } } }",
            variables: .object([.init("v", JSON(try JSONDocument(value).root))]))
        #expect(answer == SandboxClient.refused("Variable 'v' has an invalid value: " + reason))
    }

    /// A field with an argument of that variable's type.
    private static func use(of type: String) -> String {
        switch type {
        case "String": "queryConditions: $v"
        case "Boolean": "omitCount: $v"
        case "Int": "pagination: {limit: $v}"
        default: "pagination: $v"
        }
    }

    @Test func requiredVariableMayNotBeNull() throws {
        let document = "query ($v: String!) { GlideRecord_Query { incident(queryConditions: $v) { _rowCount } } }"
        for variables: JSON? in [nil, [:], ["v": nil]] {
            #expect(
                try SandboxClient().graphQL(document, variables: variables)
                    == SandboxClient.refused("Variable 'v' has coerced Null value for NonNull type 'String!'"))
        }
    }

    @Test func oneOfSeveralOperationsIsChosen() throws {
        let client = try SandboxClient()
        let document = "query A { a: __typename } query B { b: __typename }"
        #expect(try client.graphQL(document, operation: "B") == #"{"data":{"b":"QueryType"}}"#)
        #expect(
            try client.graphQL(document)
                == SandboxClient.refused("Must provide operation name if query contains multiple operations."))
        #expect(try client.graphQL(document, operation: "C") == SandboxClient.refused("Unknown operation named 'C'."))
        #expect(try client.graphQL("{ a: __typename }", operation: "") == #"{"data":{"a":"QueryType"}}"#)
        #expect(
            try client.graphQL("subscription { a }")
                == SandboxClient.refused("Schema is not configured for subscriptions.", "OperationNotSupported"))
    }

    @Test(arguments: [
        ("", "<EOF>", 1, 1), ("{", "<EOF>", 1, 2), ("{ a(", "<EOF>", 1, 5), ("{ }", "}", 1, 3),
        ("{ a\n  ) }", ")", 2, 3),
        ("query ä { a }", "ä", 1, 7), (#"{ a(b: "c) }"#, "\"c) }", 1, 8),
    ])
    func syntaxErrorIsReported(text: String, word: String, line: Int, column: Int) throws {
        let answer = try SandboxClient().graphQL(text)
        #expect(answer.hasPrefix(#"{"data":null,"errors":[{"message":"Invalid Syntax : offending token '"#))
        #expect(answer.hasSuffix(#" at line \#(line) column \#(column)","errorType":"InvalidSyntax"}]}"#), "\(answer)")
    }

    @Test func operationHasABudget() throws {
        let client = try SandboxClient()
        func tables(_ count: Int) -> String {
            let fields = (0..<count).map { "a\($0): incident(pagination: {limit: 1}) { _rowCount }" }
            return "{ GlideRecord_Query { " + fields.joined(separator: " ") + " } }"
        }
        #expect(try client.graphQL(tables(190)).hasPrefix(#"{"data":{"GlideRecord_Query":{"a0":{"_rowCount":"#))
        #expect(
            try client.graphQL(tables(1000))
                == SandboxClient.refused("maximum query complexity exceeded 10047 > 10000", "ExecutionAborted"))
        // Fragments that double their content.
        let doubling = (0..<40).map { "fragment F\($0) on QueryType { a: __typename ...F\($0 + 1) ...F\($0 + 1) }" }
        #expect(
            try client.graphQL(
                "{ ...F0 } " + doubling.joined(separator: " ") + " fragment F40 on QueryType { __typename }"
            ).contains("maximum query complexity exceeded"))
    }

    @Test func rowQueriesAreBounded() throws {
        let client = try SandboxClient()
        func document(_ fields: String, limit: Int) -> String {
            let inner = "_query { GlideRecord_Query { sys_user(pagination: {limit: \(limit)}) { _results { "
            return "{ GlideRecord_Query { sys_user { _results { " + inner + inner + fields
                + String(repeating: " }", count: 12)
        }
        #expect(
            try client.graphQL(document("sys_id { value }", limit: 60))
                == SandboxClient.refused("more than 2000 rows ask with _query", "ExecutionAborted"))
        let many = (0..<9000).map { "a\($0): sys_id { value }" }.joined(separator: " ")
        #expect(try client.graphQL(document(many, limit: 1)).contains("maximum query complexity exceeded"))
        #expect(
            try client.graphQL(document((0..<4000).map { "a\($0): sys_id { value }" }.joined(separator: " "), limit: 1))
                == SandboxClient.refused("more than 200000 fields are asked of rows", "ExecutionAborted"))
    }

    @Test func responseSizeIsBounded() throws {
        let client = try SandboxClient()
        let id = try client.create(
            "incident", JSON.object([.init("description", .string(String(repeating: "a", count: 4000)))]).compact)
        let texts = (0..<4900).map { "a\($0): description { value }" }.joined(separator: " ")
        let field = "incident(sys_id: \"\(id)\") { _results { \(texts) } }"
        #expect(try client.graphQL("{ GlideRecord_Query { \(field) } }").utf8.count > 4900 * 4000)
        let one = JSON.object([.init("query", .string("{ GlideRecord_Query { \(field) } }"))]).compact
        let answer = try client.graphQL(body: "[" + Array(repeating: one, count: 8).joined(separator: ",") + "]")
        #expect(answer.hasPrefix("status 500: ") && answer.contains("Transaction cancelled"))
    }

    @Test func depthIsBounded() throws {
        let client = try SandboxClient()
        func nested(_ count: Int) -> String {
            let opening = String(repeating: "caller_id { _reference { manager { _reference { ", count: 1)
            let down = String(repeating: "manager { _reference { ", count: count)
            return "{ GlideRecord_Query { \(Self.number) { _results { " + opening + down + "name { value } "
                + String(repeating: "} ", count: 2 * count + 4) + "} } } }"
        }
        #expect(try client.graphQL(nested(3)).contains(#""_reference":{"manager":{"_reference":"#))
        #expect(try client.graphQL(nested(90)).hasPrefix(#"{"data":{"GlideRecord_Query":"#))
        #expect(try client.graphQL(nested(200)).contains("errors"))
        let fragments = (0..<199).map { "fragment F\($0) on QueryType { ...F\($0 + 1) }" }
        #expect(
            try client.graphQL(
                "{ ...F0 } " + fragments.joined(separator: " ") + " fragment F199 on QueryType { __typename }"
            ).contains("maximum query depth exceeded 201 > 200"))
    }

    @Test func failedFieldIsNull() throws {
        let answer = try SandboxClient().graphQL(
            """
            { GlideRecord_Query { a: incident(pagination: {offset: -1}) { _rowCount } \(Self.number) { _rowCount }
              \(Self.number.replacing("incident", with: "b: incident")) { _rowCount } } rest: __typename }
            """)
        #expect(
            answer == """
                {"data":{"GlideRecord_Query":{"a":null,"incident":{"_rowCount":1},"b":{"_rowCount":1}},"rest":"QueryType"},\
                "errors":[{"message":"Exception encountered processing path: /GlideRecord_Query/a - Invalid offset The \
                offset must not be negative","path":["GlideRecord_Query","a"],"errorType":"DataFetchingException"}]}
                """)
    }
}
