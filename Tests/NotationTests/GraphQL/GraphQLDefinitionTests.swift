import Notation
import Testing

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
            [#"fragmentCycle(["B"]) |B| B"#, #"fragmentCycle(["A", "B", "C"]) |A| C"#]
        ),
        // Fragments that only use each other are unused.
        (
            "{ __typename } fragment A on QueryType { ...B } fragment B on QueryType { ...A }",
            [
                #"unusedFragment("A") |A| A"#, #"unusedFragment("B") |B| B"#,
                #"fragmentCycle(["A", "B"]) |A| B"#,
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

    @Test(
        arguments: [
            (nil, "{}", [#"operationNotSelected || "#]),
            ("C", "{}", [#"unknownOperation("C") || "#]),
            ("A", "{}", ["missingVariable id: String! |$id| "]),
            (
                "A", #"{"id": null, "page": {"limit": "1"}, "n": 1.5}"#,
                [
                    "wrongVariable id: String!, null(String!) |$id| ",
                    #"wrongVariable pagelimit: Glide_PaginationInputType, notScalar("Int") |$page| "#,
                    #"wrongVariable n: Int, notScalar("Int") |$n| "#,
                ]
            ),
            ("A", #"{"id": "x", "page": {"limit": 1.0}, "n": 3, "more": true}"#, []),
            ("B", "{}", []),
        ] as [(String?, String, [String])])
    func `variable values are checked for the selected operation`(
        name: String?, variables: String, expected: [String]
    ) throws {
        let text = """
            query A($id: String!, $page: Glide_PaginationInputType, $n: Int = 3) { GlideRecord_Query {
              incident(sys_id: $id, pagination: $page) { _rowCount } b: incident(pagination: {limit: $n}) { _rowCount } } }
            query B { __typename }
            """
        let validation = GraphQL.Validation(
            of: try GraphQL.Document(text), in: SampleSchemas.schema, operationName: name,
            variables: try JSONDocument(variables).root.value)
        #expect(validation.findings.map { describe($0, in: text) } == expected)
    }

    @Test(arguments: [
        ("{ a }", []), ("{ a b }", [#"subscriptionFields("") |subscription { a b }| "#]),
        ("{ ...F a } fragment F on S { a b }", [#"subscriptionFields("") |subscription { ...F a }| "#]),
        ("{ __typename }", [#"subscriptionIntrospection("", field: "__typename") |__typename| "#]),
    ])
    func `a subscription has one field`(text: String, expected: [String]) throws {
        let schema = GraphQL.TypeList(
            query: "S", subscription: "S",
            types: [.init(object: "S", fields: [.init("a", .type("Int")), .init("b", .type("Int"))])])
        let text = "subscription " + text
        let validation = GraphQL.Validation(of: try GraphQL.Document(text), in: schema)
        #expect(validation.findings.map { describe($0, in: text) } == expected)
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
    case .missingVariable(let name, let type): "missingVariable \(name): \(type.text)"
    case .wrongVariable(let name, let type, let inside, let fault):
        "wrongVariable \(name)\(inside): \(type.text), \(describe(fault))"
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
