import Notation
import TestSupport
import Testing

struct GraphQLValidationTests {
    @Test(arguments: [
        // The articles query of ServiceNow's documentation, with another table.
        """
        { GlideRecord_Query { incident(queryConditions: "active=true^ORDERBYnumberDESC" pagination: { limit: 10, offset: 0 }) {
          _results { sys_id { value }, number { displayValue } } } } }
        """,
        """
        query ($q: String, $page: Glide_PaginationInputType = {limit: 5}, $yes: Boolean!) {
          GlideRecord_Query { incident(queryConditions: $q, pagination: $page) {
            _rowCount @include(if: $yes)
            _results { ...Row caller_id { _reference { manager { _reference { email { value } } } } } } } } }
        fragment Row on GlideRecord_TableResultsType_incident {
          number { value } priority { value _choices { value displayValue } } __typename
          ... on GlideRecord_TableResultsType_incident @skip(if: $yes) { active { value } } }
        """,
        """
        mutation ($id: String!, $d: String) { GlideRecord_Mutation {
          a: update_incident(sys_id: $id, number: $d) { _row_data { uniqueValue } number { value } }
          b: insert_sys_user(name: "x") { _results { name { value } } }
          delete_sys_user(sys_id: $id) { modified_count sys_id } } }
        """,
        """
        query ($g: [String]) { GlideAggregateRecord_Query(tableName: "incident", groupBy: $g, groupPagination: {limit: 3}) {
          totalCount aggregates { groupBy { field value } count avg(field: "reopen_count") most: max(field: "number") } } }
        """,
        // A single value is coerced to a list.
        "{ GlideAggregateRecord_Query(tableName: \"incident\", groupBy: \"priority\") { totalCount } }",
        """
        { __schema { queryType { name fields(includeDeprecated: true) { name args { name defaultValue } type { ...T } } } }
          __type(name: "QueryType") { kind enumValues { name } } __typename }
        fragment T on __Type { kind name ofType { kind name ofType { kind name } } }
        """,
        // What the instance checks: names, unused and cyclic fragments, conflicts, directives, unused variables.
        """
        query A($unused: Int) @skip(if: true) @nope { GlideRecord_Query { a: incident { _rowCount } a: sys_user { _rowCount } } }
        query A { __typename @include(if: true) @include(if: false) }
        fragment F on QueryType { ...G } fragment G on QueryType { ...F }
        """,
    ])
    func `valid documents have no findings`(text: String) throws {
        try expectEqual(findings(text), [])
        let validation = GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.partial)
        expectEqual(validation.findings, [])
        expectEqual(validation.wantedTables, [])
    }

    @Test(arguments: [
        (
            "{ GlideRecord_Query { incident { nope _results { numbr { value } number { valu } } } } }",
            [
                #"unknownField("nope", type: "GlideRecord_TableType_incident") |nope| GlideRecord_Query/incident/nope"#,
                #"unknownField("numbr", type: "GlideRecord_TableResultsType_incident") |numbr| "#
                    + "GlideRecord_Query/incident/_results/numbr",
                #"unknownField("valu", type: "GlideRecord_FieldType_String") |valu| "#
                    + "GlideRecord_Query/incident/_results/number/valu",
            ]
        ),
        (
            "{ GlideRecord_Query { x: incident { _results { number } _rowCount { value } } } }",
            [
                "number needs selections: GlideRecord_FieldType_String |number| GlideRecord_Query/incident/_results/number",
                "_rowCount has no selections: Int |_rowCount| GlideRecord_Query/incident/_rowCount",
            ]
        ),
        (
            "{ GlideRecord_Query { incident(limit: 1, sys_id: 5) { _rowCount } } }",
            [
                #"unknownArgument("limit", field: "incident", type: "GlideRecord_QueryType") |limit| "#
                    + "GlideRecord_Query/incident",
                "sys_id: String |5| GlideRecord_Query/incident",
            ]
        ),
        (
            "{ GlideRecord_Query { incident(pagination: {limit: \"1\", ofset: 2, limit: 9999999999}) { _rowCount } } }",
            [
                "pagination.limit: Int |\"1\"| GlideRecord_Query/incident",
                #"pagination: Glide_PaginationInputType |ofset| GlideRecord_Query/incident"#,
                "pagination.limit: Int |9999999999| GlideRecord_Query/incident",
            ]
        ),
        (
            "{ GlideAggregateRecord_Query(groupBy: [1, \"a\"]) { aggregates { avg sum(field: null) } } }",
            [
                "tableName: String! is missing |GlideAggregateRecord_Query| GlideAggregateRecord_Query",
                "groupBy[0]: String |1| GlideAggregateRecord_Query",
                "field: String! is missing |avg| GlideAggregateRecord_Query/aggregates/avg",
                "field: String! |null| GlideAggregateRecord_Query/aggregates/sum",
            ]
        ),
        (
            "mutation { GlideRecord_Mutation { insert_v_load(load: \"1\") { _rowCount } insert_incident(nope: \"\") { _rowCount } } }",
            [
                #"unknownField("insert_v_load", type: "GlideRecord_MutationType") |insert_v_load| "#
                    + "GlideRecord_Mutation/insert_v_load",
                #"unknownArgument("nope", field: "insert_incident", type: "GlideRecord_MutationType") |nope| "#
                    + "GlideRecord_Mutation/insert_incident",
            ]
        ),
        ("subscription { a }", []),
        (
            "{ ...A ...Nope ... on Nope { x } } fragment A on QueryType { nope }",
            [
                #"unknownFragment("Nope") |Nope| "#, #"unknownType("Nope") |Nope| "#,
                #"unknownField("nope", type: "QueryType") |nope| A/nope"#,
            ]
        ),
        (
            "{ a: __typename @nope(x: $y) b: __typename @include(if: 1) }",
            [
                #"unknownVariable("y", operation: "") |$y| __typename"#,
                "if: Boolean! |1| __typename",
            ]
        ),
        (
            "query Q($a: Nope, $b: Int = \"x\", $c: [Int!]! = [1, null]) { __typename }",
            [
                #"unknownType("Nope") |Nope| "#, #"$b: Int |"x"| "#, "$c[1]: Int! |null| ",
            ]
        ),
        (
            "query Q($n: Int, $s: String, $b: Boolean) { ...F ...F } query R($s: String) { ...F } "
                + "fragment F on QueryType { __typename @skip(if: $b) "
                + "GlideRecord_Query { incident(sys_id: $n, queryConditions: $s, pagination: {limit: $n}) { _rowCount } } }",
            [
                "$b: Boolean, not Boolean! |$b| F/__typename",
                #"unknownVariable("b", operation: "R") |$b| F/__typename"#,
                "$n: Int, not String |$n| F/GlideRecord_Query/incident",
                #"unknownVariable("n", operation: "R") |$n| F/GlideRecord_Query/incident"#,
                #"unknownVariable("n", operation: "R") |$n| F/GlideRecord_Query/incident"#,
            ]
        ),
        // A default value makes null impossible; a non-null value fits a nullable position.
        (
            "query ($b: Boolean = true, $c: Boolean = null, $s: String!, $l: [String!]!, $g: String) { "
                + "a: __typename @skip(if: $b) b: __typename @skip(if: $c) "
                + "GlideAggregateRecord_Query(tableName: $s, groupBy: $l, having: $g) { totalCount } "
                + "x: GlideAggregateRecord_Query(tableName: $g, groupBy: $g) { totalCount } }",
            [
                "$c: Boolean, not Boolean! |$c| __typename",
                "$g: String, not String! |$g| GlideAggregateRecord_Query",
                "$g: String, not [String] |$g| GlideAggregateRecord_Query",
            ]
        ),
        // A variable in an unknown argument or field still counts as used.
        (
            "query ($a: String, $b: String, $c: Int) { nope(x: [{y: $a}]) { deep(z: $b) } __schema(nope: $c) { types { name } } }",
            [
                #"unknownField("nope", type: "QueryType") |nope| nope"#,
                #"unknownArgument("nope", field: "__schema", type: "QueryType") |nope| __schema"#,
            ]
        ),
    ])
    func `errors are found`(text: String, expected: [String]) throws { #expect(try findings(text) == expected) }

    @Test func `an unloaded table is requested and causes no error`() throws {
        let text = """
            query A { GlideRecord_Query { u_late(sys_id: "1") { _results { anything { anyField(a: $v) } _row_data { nope } } }
              sys_user { _results { company { _reference { name { value } } } } } } now { other } }
            mutation M { GlideRecord_Mutation { insert_u_more(x: "1") { y { value } } delete_u_more(x: "1") { sys_id } } }
            """
        let validation = GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.partial)
        expectEqual(
            validation.findings.map { describe($0, in: text) },
            [
                #"unknownVariable("v", operation: "A") |$v| GlideRecord_Query/u_late/_results/anything/anyField"#,
                #"unknownField("nope", type: "GlideRecord_RowDataType") |nope| "#
                    + "GlideRecord_Query/u_late/_results/_row_data/nope",
                #"unknownArgument("x", field: "delete_u_more", type: "GlideRecord_MutationType") |x| "#
                    + "GlideRecord_Mutation/delete_u_more",
            ])
        expectEqual(validation.wantedTables, ["u_late", "u_more"])
    }

    @Test func `suggestions are computed on demand`() throws {
        let text =
            "{ GlideRecord_Query { incdent incident(sysid: \"1\") { _rowCont ...F } } } fragment G on Sting { a }"
        let document = try GraphQL.Document(text)
        let validation = GraphQL.Validation(of: document, in: SampleSchemas.schema)
        expectEqual(
            validation.findings.map {
                $0.candidates(in: SampleSchemas.schema, of: document).prefix(4).joined(separator: " ")
            },
            [
                "incident sys_user v_load u_late", "sys_id queryConditions omitCount pagination",
                "_table_metadata _subscription _rowCount error_message", "",
                "QueryType MutationType GlideRecord_QueryType GlideRecord_MutationType",
            ])
    }

    @Test func `the time is linear and findings are limited`() throws {
        let fields = (0..<20_000).map { "f\($0)" }.joined(separator: " ")
        let wrong = try GraphQL.Document("{ GlideRecord_Query { incident { \(fields) } } }")
        expectEqual(GraphQL.Validation(of: wrong, in: SampleSchemas.schema).findings.count, 100)
        // Each fragment uses the next one twice, and each operation all of them.
        var text = ""
        for place in 0..<300 {
            text += "query Q\(place) { ...F0 } fragment F\(place) on QueryType { ...F\(place + 1) ...F\(place + 1) } "
        }
        text += "fragment F300 on QueryType { __typename ...F0 }"
        expectEqual(GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema).findings, [])
    }

    private func findings(_ text: String) throws -> [String] {
        GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema).findings.map {
            describe($0, in: text)
        }
    }

    /// A finding as one line: what is wrong, the text, the path.
    private func describe(_ finding: GraphQL.Diagnostic, in text: String) -> String {
        let bytes = Array(text.utf8)
        let meant = String(decoding: bytes[finding.place.range], as: UTF8.self)
        let kind =
            switch finding.kind {
            case .missingSelections(let field, let type): "\(field) needs selections: \(type.text)"
            case .unexpectedSelections(let field, let type): "\(field) has no selections: \(type.text)"
            case .missingArgument(let name, let type, _): "\(name): \(type.text) is missing"
            case .wrongValue(let wrong): "\(wrong.inside): \(wrong.type.text)"
            case .variableMismatch(let name, let type, let expected): "$\(name): \(type.text), not \(expected.text)"
            case let other: "\(other)"
            }
        return "\(kind) |\(meant)| \(finding.path.joined(separator: "/"))"
    }
}

struct GraphQLValueTests {
    private static let schema = TypeList(
        query: "Q",
        types: [
            .init(object: "Q", fields: [.init("a", .type("Int"), arguments: [.init("c", .type("Color"))])]),
            .init(enumeration: "Color", values: ["RED", "BLUE"]),
            .init(
                inputObject: "Point",
                fields: [
                    .init("x", .required("Int")), .init("y", .type("Float"), defaultValue: .init(.float("0.5"))),
                    .init("more", .list(of: "Point")),
                ]),
            .init(scalar: "Anything"), .init(scalar: "Long"),
        ])

    @Test(arguments: [
        ("1", "Int", ""), ("1.0", "Int", ""), ("-2147483648", "Int", ""), ("2147483648", "Int", " does not fit"),
        ("2147483648", "Long", ""), ("9223372036854775808", "Long", " does not fit"), ("1.5", "Int", " does not fit"),
        ("1e2", "Int", ""), ("3e9", "Int", " does not fit"), ("1e400", "Float", " does not fit"),
        ("1", "Float", ""), (#""1""#, "Int", " does not fit"), ("1", "String", " does not fit"),
        ("true", "Boolean", ""), (#""true""#, "Boolean", " does not fit"), ("7", "ID", ""),
        ("7.5", "ID", " does not fit"), (#""a""#, "ID", ""), ("[1]", "String", " does not fit"),
        (#"{"a":1}"#, "String", " does not fit"), ("null", "Int", ""), ("null", "Int!", " does not fit"),
        ("3", "[Int]", ""),
        ("3", "[[Int!]!]!", ""), ("[1,null]", "[Int]", ""), ("[1,null]", "[Int!]", "[1] does not fit"),
        ("null", "[Int]", ""),
        (#"[[1],["a"]]"#, "[[Int]]", "[1][0] does not fit"), (#""RED""#, "Color", ""),
        (#""GREEN""#, "Color", " does not fit"), ("1", "Color", " does not fit"),
        (#"{"x":1}"#, "Point", ""), (#"{"x":1,"y":null,"more":{"x":2.0,"y":3}}"#, "Point", ""),
        (#"{"x":1,"more":[{"x":2},{}]}"#, "Point", "more[1] does not fit"),
        (#"{"x":1,"z":2}"#, "Point", " does not fit"), ("[]", "Point", " does not fit"),
        (#"{"any":[1]}"#, "Anything", ""), ("[1]", "Anything", ""),
    ])
    func `values of variables are accepted or rejected`(value: String, type: String, expected: String) throws {
        let document = try GraphQL.Document("query ($v: \(type)) { a }")
        let type = try #require(document.operations.first?.variables.first?.type)
        let json = try JSONDocument(value).root.value
        var found = ""
        do throws(GraphQL.ValueCheck.Mismatch) {
            try GraphQL.ValueCheck.check(json, as: type, in: Self.schema)
        } catch {
            found = "\(error.inside) does not fit"
        }
        expectEqual(found, expected)
    }

    @Test func `enumerations accept only their own values`() throws {
        let document = try GraphQL.Document("{ a(c: RED) b: a(c: GREEN) c: a(c: \"RED\") }")
        expectEqual(GraphQL.Validation(of: document, in: Self.schema).findings.count, 2)
    }
}

private struct TypeList: GraphQL.Schema {
    let queryType: String
    let mutationType: String? = nil
    private let types: [GraphQL.TypeDefinition]
    private let index: [String: GraphQL.TypeDefinition]

    init(query: String, types: [GraphQL.TypeDefinition]) {
        queryType = query
        self.types = types
        index = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
    }

    var ownTypeNames: [String]? { types.map(\.name) }

    func ownType(_ name: String) -> GraphQL.Knowledge<GraphQL.TypeDefinition> {
        index[name].map { .known($0) } ?? .absent
    }
}
