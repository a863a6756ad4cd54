import Notation
import Testing

@Suite struct GraphQLSchemaValidationTests {
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
        // A repeated field is merged.
        "{ GlideRecord_Query { incident { _rowCount _rowCount } incident { _results { number { value } } } } }",
        """
        { GlideRecord_Query { a: incident(pagination: {limit: 1, offset: 2}) { _rowCount }
          a: incident(pagination: {offset: 2, limit: 1}) { _rowCount } } }
        """,
    ])
    func `valid documents have no findings`(text: String) throws {
        #expect(try findings(text) == [])
        let validation = GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.partial)
        #expect(validation.findings == [])
        #expect(validation.wantedTables == [])
    }

    @Test(arguments: [
        (
            "{ GlideRecord_Query { incident { nope _results { numbr { value } number { valu } } } } }",
            [
                "unknownField nope of GlideRecord_TableType_incident |nope| GlideRecord_Query/incident/nope",
                "unknownField numbr of GlideRecord_TableResultsType_incident |numbr| "
                    + "GlideRecord_Query/incident/_results/numbr",
                "unknownField valu of GlideRecord_FieldType_String |valu| "
                    + "GlideRecord_Query/incident/_results/number/valu",
            ]
        ),
        ("{ nope }", ["unknownField nope of QueryType |nope| nope"]),
        (
            "{ GlideAggregate_Query }",
            ["unknownField GlideAggregate_Query of QueryType |GlideAggregate_Query| GlideAggregate_Query"]
        ),
        (
            "{ GlideRecord_Query { x: incident { _results { number } _rowCount { value } } } }",
            [
                "missingSelections number: GlideRecord_FieldType_String |number| GlideRecord_Query/incident/_results/number",
                "needlessSelections _rowCount: Int |_rowCount| GlideRecord_Query/incident/_rowCount",
            ]
        ),
        (
            "{ GlideRecord_Query { incident(limit: 1, sys_id: 5, sys_id: \"a\") { _rowCount } } }",
            [
                "unknownArgument limit of GlideRecord_QueryType.incident |limit| GlideRecord_Query/incident",
                "wrongValue sys_id: String of GlideRecord_QueryType.incident, notScalar(\"String\") |5| "
                    + "GlideRecord_Query/incident",
                "duplicateArgument sys_id of GlideRecord_QueryType.incident |sys_id| GlideRecord_Query/incident",
            ]
        ),
        (
            "{ GlideRecord_Query { incident(pagination: {limit: \"1\", ofset: 2, limit: 9999999999}) { _rowCount } } }",
            [
                "wrongValue pagination.limit: Int of GlideRecord_QueryType.incident, notScalar(\"Int\") |\"1\"| "
                    + "GlideRecord_Query/incident",
                "wrongValue pagination: Glide_PaginationInputType of GlideRecord_QueryType.incident, "
                    + "unknownField(\"ofset\", type: \"Glide_PaginationInputType\") |ofset| GlideRecord_Query/incident",
                "wrongValue pagination: Glide_PaginationInputType of GlideRecord_QueryType.incident, "
                    + "duplicateField(\"limit\") |limit| GlideRecord_Query/incident",
                "wrongValue pagination.limit: Int of GlideRecord_QueryType.incident, outOfRange(\"Int\") |9999999999| "
                    + "GlideRecord_Query/incident",
            ]
        ),
        (
            "{ GlideAggregateRecord_Query(groupBy: [1, \"a\"]) { aggregates { avg sum(field: null) } } }",
            [
                "missingArgument tableName: String! of QueryType.GlideAggregateRecord_Query |GlideAggregateRecord_Query| "
                    + "GlideAggregateRecord_Query",
                "wrongValue groupBy[0]: String of QueryType.GlideAggregateRecord_Query, notScalar(\"String\") |1| "
                    + "GlideAggregateRecord_Query",
                "missingArgument field: String! of GlideAggregateRecord_AggregatesType.avg |avg| "
                    + "GlideAggregateRecord_Query/aggregates/avg",
                "nullArgument field: String! of GlideAggregateRecord_AggregatesType.sum |null| "
                    + "GlideAggregateRecord_Query/aggregates/sum",
            ]
        ),
        (
            "mutation { GlideRecord_Mutation { insert_v_load(load: \"1\") { _rowCount } insert_incident(nope: \"\") { _rowCount } } }",
            [
                "unknownField insert_v_load of GlideRecord_MutationType |insert_v_load| GlideRecord_Mutation/insert_v_load",
                "unknownArgument nope of GlideRecord_MutationType.insert_incident |nope| GlideRecord_Mutation/insert_incident",
            ]
        ),
        (
            "subscription { a }",
            ["unsupportedOperation(Notation.GraphQL.OperationKind.subscription) |subscription { a }| "]
        ),
        (
            "{ GlideRecord_Query { a: incident { _rowCount } a: sys_user { _rowCount } b: incident { _rowCount } b: incident(sys_id: \"\") { _rowCount } } }",
            [
                "conflict a: incident, sys_user |a: sys_user { _rowCount }| GlideRecord_Query/sys_user",
                "conflict b: arguments |b: incident(sys_id: \"\") { _rowCount }| GlideRecord_Query/incident",
            ]
        ),
        (
            "{ GlideRecord_Query { incident { ...A } } GlideRecord_Query { incident { x: error_message } } } fragment A on GlideRecord_TableType_incident { x: _rowCount }",
            ["conflict x: error_message, _rowCount |x: _rowCount| A/_rowCount"]
        ),
    ])
    func `field and argument errors are found`(text: String, expected: [String]) throws {
        #expect(try findings(text) == expected)
    }

    @Test func `an unloaded table is requested and causes no error`() throws {
        let text = """
            { GlideRecord_Query { u_late(sys_id: "1") { _results { anything { anyField(a: $v) } _row_data { nope } } }
              sys_user { _results { company { _reference { name { value } } } } } } now { other } }
            mutation M { GlideRecord_Mutation { insert_u_more(x: "1") { y { value } } delete_u_more(x: "1") { sys_id } } }
            """
        let validation = GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.partial)
        #expect(
            validation.findings.map { describe($0, in: text) } == [
                "unknownVariable v in  |$v| GlideRecord_Query/u_late/_results/anything/anyField",
                "unknownField nope of GlideRecord_RowDataType |nope| GlideRecord_Query/u_late/_results/_row_data/nope",
                "followsAnonymous(\"M\") |M| ",
                "unknownArgument x of GlideRecord_MutationType.delete_u_more |x| GlideRecord_Mutation/delete_u_more",
            ])
        #expect(validation.wantedTables == ["u_late", "u_more"])
    }

    @Test func `suggestions are computed on demand`() throws {
        let text =
            "{ GlideRecord_Query { incdent incident(sysid: \"1\") { _rowCont ...F } } } fragment G on Sting { a }"
        let document = try GraphQL.Document(text)
        let validation = GraphQL.Validation(of: document, in: SampleSchemas.schema)
        #expect(
            validation.findings.map {
                $0.candidates(in: SampleSchemas.schema, of: document).prefix(4).joined(separator: " ")
            }
                == [
                    "incident sys_user v_load u_late", "sys_id queryConditions omitCount pagination",
                    "_table_metadata _subscription _rowCount error_message", "G", "",
                    "QueryType MutationType GlideRecord_QueryType GlideRecord_MutationType",
                ])
    }

    private func findings(_ text: String) throws -> [String] {
        GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema).findings.map {
            describe($0, in: text)
        }
    }
}

@Suite struct GraphQLSchemaValueTests {
    static let schema = GraphQL.TypeList(
        query: "Q",
        types: [
            .init(object: "Q", fields: [.init("a", .type("Int"), arguments: [.init("c", .type("Color"))])]),
            .init(enumeration: "Color", values: [.init("RED"), .init("BLUE")]),
            .init(
                inputObject: "Point",
                fields: [
                    .init("x", .required("Int")), .init("y", .type("Float"), defaultValue: .init(.float("0.5"))),
                    .init("more", .list(of: "Point")),
                ]),
            .init(scalar: "Anything"), .init(scalar: "Long"),
        ])

    @Test(arguments: [
        ("1", "Int", "1"), ("1.0", "Int", "1"), ("-2147483648", "Int", "-2147483648"),
        ("2147483648", "Int", #" outOfRange("Int")"#), ("2147483648", "Long", "2147483648"),
        ("9223372036854775808", "Long", #" outOfRange("Long")"#), ("1.5", "Int", #" notScalar("Int")"#),
        ("1e2", "Int", "100"), ("1e400", "Float", #" outOfRange("Float")"#), ("1", "Float", "1"),
        (#""1""#, "Int", #" notScalar("Int")"#), ("1", "String", #" notScalar("String")"#), ("true", "Boolean", "true"),
        (#""true""#, "Boolean", #" notScalar("Boolean")"#), ("7", "ID", #""7""#), (#""a""#, "ID", #""a""#),
        ("null", "Int", "null"), ("null", "Int!", " null(Int!)"), ("3", "[Int]", "[3]"), ("3", "[[Int!]!]!", "[[3]]"),
        ("[1,null]", "[Int]", "[1,null]"), ("[1,null]", "[Int!]", "[1] null(Int!)"), ("null", "[Int]", "null"),
        (#"[[1],["a"]]"#, "[[Int]]", #"[1][0] notScalar("Int")"#), (#""RED""#, "Color", #""RED""#),
        (#""GREEN""#, "Color", #" notEnum("Color")"#), ("1", "Color", #" notEnum("Color")"#),
        (#"{"x":1}"#, "Point", #"{"x":1,"y":0.5}"#),
        (#"{"x":1,"y":null,"more":{"x":2.0,"y":3}}"#, "Point", #"{"x":1,"y":null,"more":[{"x":2,"y":3}]}"#),
        (#"{"x":1,"more":[{"x":2},{}]}"#, "Point", #"more[1] missingField("x", type: "Point")"#),
        (#"{"x":1,"z":2}"#, "Point", #" unknownField("z", type: "Point")"#),
        (#"{"x":1,"x":2}"#, "Point", #" duplicateField("x")"#), ("[]", "Point", #" notObject("Point")"#),
        (#"{"any":[1]}"#, "Anything", #"{"any":[1]}"#),
    ])
    func `values are coerced or rejected`(
        value: String, type: String, expected: String
    ) throws {
        let value = try JSONDocument(value).root.value
        let found: String
        do throws(GraphQL.VariableValues.Mismatch) {
            found = try GraphQL.VariableValues.coerce(value, to: try reference(type), in: Self.schema).compact
        } catch {
            found = "\(error.inside) \(describe(error.fault))"
        }
        #expect(found == expected)
    }

    @Test func `value nesting is limited`() throws {
        var deep = JSON.object([.init("x", 1)])
        for _ in 0..<300 { deep = .object([.init("x", 1), .init("more", deep)]) }
        #expect(throws: GraphQL.VariableValues.Mismatch.self) {
            try GraphQL.VariableValues.coerce(deep, to: .type("Point"), in: Self.schema)
        }
    }

    @Test func `enumerations accept only their own values`() throws {
        let text = "{ a(c: RED) b: a(c: GREEN) c: a(c: \"RED\") }"
        let document = try GraphQL.Document(text)
        let findings = GraphQL.Validation(of: document, in: Self.schema).findings
        #expect(
            findings.map { describe($0, in: text) } == [
                #"wrongValue c: Color of Q.a, notEnum("Color") |GREEN| a"#,
                #"wrongValue c: Color of Q.a, notEnum("Color") |"RED"| a"#,
            ])
        #expect(findings.first?.candidates(in: Self.schema, of: document) == ["RED", "BLUE"])
    }

    /// A type parsed from the type of a variable.
    private func reference(_ text: String) throws(GraphQL.VariableValues.Mismatch) -> GraphQL.TypeReference {
        let document = try? GraphQL.Document("query ($v: \(text)) { a }")
        return document?.operations.first?.variables.first?.type ?? .type("Nope")
    }
}
