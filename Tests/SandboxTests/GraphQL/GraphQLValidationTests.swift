import ExchangeModel
import Notation
import Testing

/// What is wrong with a document is told before anything of it is done, in an instance's words.
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
    func whatIsWrongIsToldInItsWords(document: String, sort: String, reason: String) throws {
        let answer = try JSON(JSONDocument(Visit().graphQL(document)).root)
        let errors = Visit.elements(answer["errors"] ?? .null)
        #expect(answer["data"] == .null)
        #expect(
            errors.contains {
                let message = $0["message"]?.scalarText ?? ""
                return message.hasPrefix("Validation error (" + sort) && message.hasSuffix(") : " + reason)
                    && $0["errorType"] == "ValidationError"
            }, "\(answer.compact)")
    }

    @Test func everythingThatIsWrongIsTold() throws {
        #expect(
            try Visit().graphQL("{ one GlideRecord_Query { incident { two _results { three } } } }")
                == """
                {"data":null,"errors":[{"message":"Validation error (FieldUndefined@[one]) : Field 'one' in type 'QueryType' \
                is undefined","errorType":"ValidationError"},{"message":"Validation error \
                (FieldUndefined@[GlideRecord_Query/incident/two]) : Field 'two' in type '\(Self.table)' is undefined",\
                "errorType":"ValidationError"},{"message":"Validation error \
                (FieldUndefined@[GlideRecord_Query/incident/_results/three]) : Field 'three' in type '\(Self.row)' is \
                undefined","errorType":"ValidationError"}]}
                """)
    }

    /// Whatever the validator lets pass has an answer, and every field of the type system is answered.
    @Test func everyColumnOfATableIsAnswered() throws {
        let visit = try Visit()
        let names = Visit.names(try visit.read("/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8")["result"])
        let all = try visit.read(
            "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_display_value=all")["result"]
        let fields = names.map { "\($0) { displayValue }" }.joined(separator: " ")
        let answer = try visit.graphQL(
            table: "incident(sys_id: \"061c92d26f030200d7aecd9c5d3ee4f8\") { _results { \(fields) } }")
        #expect(Visit.names(answer["_results"]?[0]) == names)
        for name in names {
            let shown = all?[name]?["display_value"]?.scalarText
            #expect(answer["_results"]?[0]?[name]?["displayValue"]?.scalarText == shown, "\(name)")
        }
    }
}
