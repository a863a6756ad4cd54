import Notation
import Testing

@Suite struct GraphQLCanonicalTests {
    /// The canonical form's text, with every run of white space as one blank.
    private func canonical(_ text: String, operation: String? = nil) throws -> String {
        let canonical = try GraphQL.Document(text).canonical(operation: operation)
        #expect(canonical.canonical() == canonical)
        #expect(try GraphQL.Document(canonical.text) == canonical)
        return canonical.text.split { $0.isWhitespace }.joined(separator: " ")
    }

    @Test(arguments: [
        ("{b a}", "{ a b }"),
        ("query{a}", "{ a }"),
        ("{f(b: 1, a: {d: 1, c: [2 1]})}", "{ f(a: {c: [2, 1], d: 1}, b: 1) }"),
        ("{a: a b: c}", "{ a b: c }"),
        ("{a{x} a{y x}}", "{ a { x y } }"),
        ("{a(i: 1) a(i: 2)}", "{ a(i: 1) a(i: 2) }"),
        ("query($b: I = {y: 1, x: 2} $a: I){f}", "query ($a: I, $b: I = {x: 2, y: 1}) { f }"),
        ("{f @b(y: 1 x: 2) @a}", "{ f @b(x: 2, y: 1) @a }"),
        ("{...F} fragment F on T {b ...G} fragment G on T {a} fragment H on T {z}", "{ ... on T { a b } }"),
        ("{...F @skip(if: true)} fragment F on T @d {b}", "{ ... on T @skip(if: true) @d { b } }"),
        ("{a ... {b ... on T {d} ... on T {c}}}", "{ a b ... on T { c d } }"),
        ("{... @a {b} ... on T {... on U {x}}}", "{ ... @a { b } ... on T { ... on U { x } } }"),
        ("{t { ... on T {t {... on T {y}} ... on T {x}} }}", "{ t { ... on T { t { ... on T { y } } x } } }"),
        ("mutation {b a b ... on M {d} c ... on M {e}}", "mutation { b a ... on M { d } c ... on M { e } }"),
        ("mutation {b {d c} a}", "mutation { b { c d } a }"),
        ("{f(s: \"\"\"\n  a\n  b\n\"\"\")}", "{ f(s: \"a\\nb\") }"),
        ("{...Nothing a}", "{ a ...Nothing }"),
        ("fragment F on T {b a ...G} fragment G on T {c}", "fragment F on T { a b c } fragment G on T { c }"),
    ])
    func `documents of one meaning have one form`(text: String, form: String) throws {
        #expect(try canonical(text) == form)
    }

    @Test func `one operation is chosen by its name`() throws {
        let text = "query A {a} query B {b ...F} fragment F on T {c}"
        #expect(try canonical(text) == "query A { a } query B { b ... on T { c } }")
        #expect(try canonical(text, operation: "B") == "query B { b ... on T { c } }")
        #expect(try canonical(text, operation: "C") == "query A { a } query B { b ... on T { c } }")
    }

    @Test func `fragments that hold each other are kept under new names`() throws {
        #expect(
            try canonical("{...Y ...X ...F1} fragment X on T {z ...Y} fragment Y on T {b ...X a}")
                == "{ ...F2 ...F3 ...F1 } fragment F2 on T { a b ...F3 } fragment F3 on T { z ...F2 }")
        #expect(try canonical("{...X} fragment X on T {...X}") == "{ ...F1 } fragment F1 on T { ...F1 }")
        #expect(try canonical("fragment X on T {b ...Y ...X a}") == "fragment X on T { a b ...X ...Y }")
    }

    @Test func `fragments that double each other are kept`() throws {
        let doubling = (0..<60).map { "fragment D\($0) on T { x { ...D\($0 + 1) } y { ...D\($0 + 1) } }" }
        let text = "{ ...D0 } " + doubling.joined(separator: " ") + " fragment D60 on T { a }"
        #expect(try canonical(text).hasPrefix("{ ...F1 } fragment F1 on T { x { ...F2 } y { ...F2 } }"))
        let chain = (0..<20_000).map { "fragment C\($0) on T { ...C\($0 + 1) }" }
        let long = try GraphQL.Document("{ ...C0 } " + chain.joined(separator: " "))
        #expect(long.canonical().definitions.count == 20_001)
    }

    @Test func `a long value that is used often is not copied often`() throws {
        let value = String(repeating: "x", count: 100_000)
        let uses = (0..<2_000).map { "f\($0) { ...F }" }.joined(separator: " ")
        let document = try GraphQL.Document("{ \(uses) } fragment F on T { a(b: \"\(value)\") }")
        #expect(document.canonical().fragments.count == 1)
    }

    @Test func `two writings of one question have one form`() throws {
        let one = """
            {
              GlideRecord_Query {
                kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
                  _results { sys_id { value }, author { displayValue } }
                }
              }
            }
            """
        let other = """
            # the same, by another hand
            query { GlideRecord_Query { kb_knowledge(pagination: {offset: 0 limit: 10}, queryConditions: \"""
              active=true^ORDERBYpublishedDESC
            \""") { ...Rows } } }
            fragment Rows on T { ... { _results { author { displayValue } sys_id { value } } } }
            """
        // A named fragment's type is not known to be the field's type.
        let inlined = other.replacing("...Rows", with: "_results { author { displayValue } sys_id { value } }")
            .replacing("fragment", with: "#")
        #expect(try canonical(one) == canonical(inlined))
        #expect(try canonical(one) != canonical(one.replacing("limit: 10", with: "limit: 11")))
    }
}
