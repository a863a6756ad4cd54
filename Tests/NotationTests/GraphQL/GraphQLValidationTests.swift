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
            []
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
                    "_table_metadata _subscription _rowCount error_message", "", "",
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
        ("1", "Int", ""), ("1.0", "Int", ""), ("-2147483648", "Int", ""),
        ("2147483648", "Int", #" outOfRange("Int")"#), ("2147483648", "Long", ""),
        ("9223372036854775808", "Long", #" outOfRange("Long")"#), ("1.5", "Int", #" notScalar("Int")"#),
        ("1e2", "Int", ""), ("3e9", "Int", #" outOfRange("Int")"#), ("1e400", "Float", #" outOfRange("Float")"#),
        ("1", "Float", ""), (#""1""#, "Int", #" notScalar("Int")"#), ("1", "String", #" notScalar("String")"#),
        ("true", "Boolean", ""), (#""true""#, "Boolean", #" notScalar("Boolean")"#), ("7", "ID", ""),
        ("7.5", "ID", #" notScalar("ID")"#), (#""a""#, "ID", ""),
        ("null", "Int", ""), ("null", "Int!", " null(Int!)"), ("3", "[Int]", ""), ("3", "[[Int!]!]!", ""),
        ("[1,null]", "[Int]", ""), ("[1,null]", "[Int!]", "[1] null(Int!)"), ("null", "[Int]", ""),
        (#"[[1],["a"]]"#, "[[Int]]", #"[1][0] notScalar("Int")"#), (#""RED""#, "Color", ""),
        (#""GREEN""#, "Color", #" notEnum("Color")"#), ("1", "Color", #" notEnum("Color")"#),
        (#"{"x":1}"#, "Point", ""), (#"{"x":1,"y":null,"more":{"x":2.0,"y":3}}"#, "Point", ""),
        (#"{"x":1,"more":[{"x":2},{}]}"#, "Point", #"more[1] missingField("x", type: "Point")"#),
        (#"{"x":1,"z":2}"#, "Point", #" unknownField("z", type: "Point")"#),
        (#"{"x":1,"x":2}"#, "Point", #" duplicateField("x")"#), ("[]", "Point", #" notObject("Point")"#),
        (#"{"any":[1]}"#, "Anything", ""),
    ])
    func `values of variables are accepted or rejected`(value: String, type: String, expected: String) throws {
        let document = try GraphQL.Document("query ($v: \(type)) { a }")
        let type = try #require(document.operations.first?.variables.first?.type)
        let json = try JSONDocument(value).root.value
        var found = ""
        do throws(GraphQL.ValueCheck.Mismatch) {
            try GraphQL.ValueCheck.check(json, as: type, in: Self.schema)
        } catch {
            found = "\(error.inside) \(describe(error.fault))"
        }
        #expect(found == expected)
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
}

/// Validation of operations, fragments, directives and variables.
@Suite struct GraphQLSchemaDefinitionTests {
    @Test(arguments: [
        (
            "query A { __typename } query A { __typename } { __typename }",
            [
                #"duplicateOperation("A") |A| "#, "anonymousWithOthers |{ __typename }| ",
            ]
        ),
        (
            "{ __typename } query B { __typename } { __typename }",
            [#"followsAnonymous("B") |B| "#, "anonymousWithOthers |{ __typename }| "]
        ),
        (
            "{ ...A ...A ...Nope } fragment A on QueryType { __typename } fragment A on QueryType { __typename } "
                + "fragment B on QueryType { __typename }",
            [
                #"unknownFragment("Nope") |Nope| "#, #"duplicateFragment("A") |A| "#,
                #"unusedFragment("B") |B| B"#,
            ]
        ),
        (
            "{ ...A } fragment A on QueryType { ...B } fragment B on QueryType { __typename ...C ...B } "
                + "fragment C on QueryType { ...A }",
            [#"fragmentCycle |B| B"#, #"fragmentCycle |A| C"#]
        ),
        // Fragments that only use each other are unused.
        (
            "{ __typename } fragment A on QueryType { ...B } fragment B on QueryType { ...A }",
            [
                #"unusedFragment("A") |A| A"#, #"unusedFragment("B") |B| B"#,
                #"fragmentCycle |A| B"#,
            ]
        ),
        (
            "{ ...A ...B ... on Nope { x } ... on String { x } } fragment A on Int { x } fragment B on Nope { x }",
            [
                #"unknownType("Nope") |Nope| "#, "fragmentOnLeaf - on String |String| ",
                "fragmentOnLeaf A on Int |Int| A", #"unknownType("Nope") |Nope| B"#,
            ]
        ),
        (
            "{ ...A ... on GlideRecord_QueryType { __typename } } fragment A on GlideRecord_RowDataType { __typename }",
            [
                "impossibleSpread A on GlideRecord_RowDataType in QueryType |A| ",
                "impossibleSpread - on GlideRecord_QueryType in QueryType |GlideRecord_QueryType| ",
            ]
        ),
        (
            "query @skip(if: true) { a: __typename @include @nope(x: $y) @include(if: 1) ...A @source(value: \"\") } "
                + "fragment A on QueryType @include(if: true) { __typename @skip(unless: true, if: false) }",
            [
                "misplacedDirective skip on QUERY |@skip(if: true)| ",
                "missingArgument if: Boolean! of @include |@include| __typename",
                #"unknownDirective("nope") |@nope(x: $y)| __typename"#,
                "unknownVariable y in  |$y| __typename",
                "duplicateDirective include on FIELD |@include(if: 1)| __typename",
                #"wrongValue if: Boolean! of @include, notScalar("Boolean") |1| __typename"#,
                #"misplacedDirective source on FRAGMENT_SPREAD |@source(value: "")| "#,
                "misplacedDirective include on FRAGMENT_DEFINITION |@include(if: true)| A",
                "unknownArgument unless of @skip |unless| A/__typename",
            ]
        ),
    ])
    func `operation, fragment and directive errors are found`(text: String, expected: [String]) throws {
        #expect(try findings(text) == expected)
    }

    @Test(arguments: [
        (
            "query Q($a: String, $a: Int, $b: Nope, $c: QueryType, $d: Int = \"x\", $e: [Int!]! = [1, null]) { __typename }",
            [
                #"unusedVariable a in Q |$a| "#, #"duplicateVariable("a") |$a| "#, #"unusedVariable a in Q |$a| "#,
                #"unusedVariable b in Q |$b| "#, #"unknownType("Nope") |Nope| "#, #"unusedVariable c in Q |$c| "#,
                "outputVariable c: QueryType |QueryType| ", #"unusedVariable d in Q |$d| "#,
                #"wrongDefault d: Int, notScalar("Int") |"x"| "#, #"unusedVariable e in Q |$e| "#,
                "wrongDefault e: [Int!]!, null(Int!) |null| ",
            ]
        ),
        (
            "query Q($n: Int, $s: String, $b: Boolean) { ...F ...F } query R($s: String) { ...F } "
                + "fragment F on QueryType { __typename @skip(if: $b) "
                + "GlideRecord_Query { incident(sys_id: $n, queryConditions: $s, pagination: {limit: $n}) { _rowCount } } }",
            [
                "variableMismatch b: Boolean, not Boolean! |$b| F/__typename",
                "unknownVariable b in R |$b| F/__typename",
                "variableMismatch n: Int, not String |$n| F/GlideRecord_Query/incident",
                "unknownVariable n in R |$n| F/GlideRecord_Query/incident",
                "unknownVariable n in R |$n| F/GlideRecord_Query/incident",
            ]
        ),
        // A default value makes null impossible; a non-null value fits a nullable position.
        (
            "query ($b: Boolean = true, $c: Boolean = null, $s: String!, $l: [String!]!, $g: String) { "
                + "a: __typename @skip(if: $b) b: __typename @skip(if: $c) "
                + "GlideAggregateRecord_Query(tableName: $s, groupBy: $l, having: $g) { totalCount } "
                + "x: GlideAggregateRecord_Query(tableName: $g, groupBy: $g) { totalCount } }",
            [
                "variableMismatch c: Boolean, not Boolean! |$c| __typename",
                "variableMismatch g: String, not String! |$g| GlideAggregateRecord_Query",
                "variableMismatch g: String, not [String] |$g| GlideAggregateRecord_Query",
            ]
        ),
        // A variable in an unknown argument or field still counts as used.
        (
            "query ($a: String, $b: String, $c: Int) { nope(x: [{y: $a}]) { deep(z: $b) } __schema(nope: $c) { types { name } } }",
            [
                "unknownField nope of QueryType |nope| nope",
                "unknownArgument nope of QueryType.__schema |nope| __schema",
            ]
        ),
    ])
    func `variable errors are found`(text: String, expected: [String]) throws {
        #expect(try findings(text) == expected)
    }

    private func findings(_ text: String) throws -> [String] {
        GraphQL.Validation(of: try GraphQL.Document(text), in: SampleSchemas.schema).findings.map {
            describe($0, in: text)
        }
    }
}

/// A finding as one line for tables of expectations: what is wrong, the text, the path.
func describe(_ finding: GraphQL.Diagnostic, in text: String) -> String {
    let bytes = Array(text.utf8)
    let range = finding.place.range.clamped(to: 0..<bytes.count)
    let meant = String(decoding: bytes[range], as: UTF8.self).split(separator: "\n").first ?? ""
    let path = finding.path.joined(separator: "/")
    return "\(describe(finding.kind)) |\(meant)| \(path)"
}

/// The table's name for a kind of finding.
func describe(_ kind: GraphQL.Diagnostic.Kind) -> String {
    switch kind {
    case .unknownField(let name, let type): "unknownField \(name) of \(type)"
    case .missingSelections(let field, let type): "missingSelections \(field): \(type.text)"
    case .unexpectedSelections(let field, let type): "needlessSelections \(field): \(type.text)"
    case .conflict(let name, .fields(let one, let other)): "conflict \(name): \(one), \(other)"
    case .conflict(let name, .arguments): "conflict \(name): arguments"
    case .unknownArgument(let name, let owner): "unknownArgument \(name) of \(describe(owner))"
    case .duplicateArgument(let name, let owner): "duplicateArgument \(name) of \(describe(owner))"
    case .missingArgument(let name, let type, let owner):
        "missingArgument \(name): \(type.text) of \(describe(owner))"
    case .nullArgument(let name, let type, let owner): "nullArgument \(name): \(type.text) of \(describe(owner))"
    case .wrongValue(_, let inside, let type, let fault, let owner):
        "wrongValue \(inside): \(type.text) of \(describe(owner)), \(describe(fault))"
    case .fragmentOnLeaf(let name, let type): "fragmentOnLeaf \(name ?? "-") on \(type)"
    case .impossibleSpread(let name, let type, let parent): "impossibleSpread \(name ?? "-") on \(type) in \(parent)"
    case .misplacedDirective(let name, let location): "misplacedDirective \(name) on \(location.rawValue)"
    case .duplicateDirective(let name, let location): "duplicateDirective \(name) on \(location.rawValue)"
    case .outputVariable(let name, let type): "outputVariable \(name): \(type.text)"
    case .wrongDefault(let name, let type, let fault): "wrongDefault \(name): \(type.text), \(describe(fault))"
    case .unknownVariable(let name, let operation): "unknownVariable \(name) in \(operation)"
    case .unusedVariable(let name, let operation): "unusedVariable \(name) in \(operation)"
    case .variableMismatch(let name, let type, let expected):
        "variableMismatch \(name): \(type.text), not \(expected.text)"
    default: "\(kind)"
    }
}

private func describe(_ owner: GraphQL.Diagnostic.Owner) -> String {
    switch owner {
    case .field(let name, let type): "\(type).\(name)"
    case .directive(let name): "@\(name)"
    }
}

/// The table's name for an invalid value.
func describe(_ fault: GraphQL.ValueFault) -> String {
    switch fault {
    case .null(let type): "null(\(type.text))"
    default: "\(fault)"
    }
}
