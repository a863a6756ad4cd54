import Notation
import Testing

@Suite struct GraphQLSchemaValueTests {
    static let schema = GraphQL.TypeList(
        query: "Q",
        types: [
            .init(object: "Q", fields: [.init("a", .type("Int"), arguments: [.init("c", .type("Colour"))])]),
            .init(enumeration: "Colour", values: [.init("RED"), .init("BLUE")]),
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
        (#"[[1],["a"]]"#, "[[Int]]", #"[1][0] notScalar("Int")"#), (#""RED""#, "Colour", #""RED""#),
        (#""GREEN""#, "Colour", #" notEnum("Colour")"#), ("1", "Colour", #" notEnum("Colour")"#),
        (#"{"x":1}"#, "Point", #"{"x":1,"y":0.5}"#),
        (#"{"x":1,"y":null,"more":{"x":2.0,"y":3}}"#, "Point", #"{"x":1,"y":null,"more":[{"x":2,"y":3}]}"#),
        (#"{"x":1,"more":[{"x":2},{}]}"#, "Point", #"more[1] missingField("x", type: "Point")"#),
        (#"{"x":1,"z":2}"#, "Point", #" unknownField("z", type: "Point")"#),
        (#"{"x":1,"x":2}"#, "Point", #" duplicateField("x")"#), ("[]", "Point", #" notObject("Point")"#),
        (#"{"any":[1]}"#, "Anything", #"{"any":[1]}"#),
    ])
    func `a value becomes what its type needs, or says what is wrong with it`(
        value: String, type: String, expected: String
    ) throws {
        let value = try JSONDocument(value).root.value
        let found: String
        do throws(GraphQL.VariableValues.Mismatch) {
            found = try GraphQL.VariableValues.coerce(value, to: try reference(type), in: Self.schema).compact
        } catch {
            found = "\(error.inside) \(spell(error.fault))"
        }
        #expect(found == expected)
    }

    @Test func `values are nested no deeper than they are read`() throws {
        var deep = JSON.object([.init("x", 1)])
        for _ in 0..<300 { deep = .object([.init("x", 1), .init("more", deep)]) }
        #expect(throws: GraphQL.VariableValues.Mismatch.self) {
            try GraphQL.VariableValues.coerce(deep, to: .type("Point"), in: Self.schema)
        }
    }

    @Test func `an enumeration takes its own words only`() throws {
        let text = "{ a(c: RED) b: a(c: GREEN) c: a(c: \"RED\") }"
        let document = try GraphQL.Document(text)
        let findings = GraphQL.Validation(of: document, in: Self.schema).findings
        #expect(
            findings.map { spell($0, in: text) } == [
                #"wrongValue c: Colour of Q.a, notEnum("Colour") |GREEN| a"#,
                #"wrongValue c: Colour of Q.a, notEnum("Colour") |"RED"| a"#,
            ])
        #expect(findings.first?.candidates(in: Self.schema, of: document) == ["RED", "BLUE"])
    }

    /// A type read as a variable's.
    private func reference(_ text: String) throws(GraphQL.VariableValues.Mismatch) -> GraphQL.TypeReference {
        let document = try? GraphQL.Document("query ($v: \(text)) { a }")
        return document?.operations.first?.variables.first?.type ?? .type("Nope")
    }
}
