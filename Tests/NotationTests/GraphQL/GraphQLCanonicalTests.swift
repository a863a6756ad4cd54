@testable import Notation
import TestSupport
import Testing

/// The canonical form of equivalent documents.
struct GraphQLCanonicalTests {
    private func canonical(_ text: String, operation: String? = nil, _ variables: JSON = .null) -> GraphQL
        .CanonicalOperation?
    {
        GraphQL.CanonicalOperation(text, operation: operation, variables: variables, rules: NoCanonicalRules())
    }

    @Test(arguments: [
        ("{b a}", "{a b}"),
        ("query{a}", "{a}"),
        ("query Q @x(b: 1 a: 2) {a}", "query @x(a:2,b:1){a}"),
        ("{f(b: 1, a: {d: 1, c: [2 1]})}", "{f(a:{c:[2,1],d:1},b:1)}"),
        ("{a: a b: c}", "{a b:c}"),
        ("{a{x} a{y x}}", "{a{x y}}"),
        ("{a{x} a}", "{a a{x}}"),
        ("{a(i: 2) a(i: 1)}", "{a(i:1) a(i:2)}"),
        ("{sys_created_on sys_created_by sys_created}", "{sys_created sys_created_by sys_created_on}"),
        ("{f @b(y: 1 x: 2) @a}", "{f @b(x:2,y:1) @a}"),
        ("{...F} fragment F on T {b ...G} fragment G on T {a}", "{... on T{a b}}"),
        ("{...F @skip(if: false)} fragment F on T @d {b}", "{... on T @d{b}}"),
        ("{a ... {b ... on T {d} ... on T {c}}}", "{... on T{c d} a b}"),
        ("{... @a {b} ... on T {... on U {x}}}", "{... @a{b} ... on T{... on U{x}}}"),
        ("{t { ... on T {t {... on T {y}} ... on T {x}} }}", "{t{... on T{t{... on T{y}} x}}}"),
        ("{a @include(if: false) b @skip(if: false) c {d @skip(if: true)}}", "{b c{}}"),
        ("mutation {b a ... on M {d} c ... on M {e} b}", "mutation{b a ... on M{d e} c}"),
        ("mutation {b {d c} a}", "mutation{b{c d} a}"),
        ("subscription {b a}", "subscription{a b}"),
        ("{f(s: \"\"\"\n  a\n  b\n\"\"\")}", #"{f(s:"a\nb")}"#),
    ])
    func `equivalent documents have one canonical form`(text: String, form: String) {
        let asked = canonical(text)
        expectEqual(asked?.text, form)
        if !form.contains("{}") { expectEqual(canonical(form)?.text, form) }
    }

    @Test(arguments: [
        "{", "type T {a: Int}", "fragment F on T {a}", "{a} {b}", "query A {a} query A {b}",
        "{...F}", "{a} fragment F on T {a}", "{...F ...F} fragment F on T {a} fragment F on T {b}",
        "{...F} fragment F on T {...F}", "{...F} fragment F on T @skip(if: true) {a}",
        "{a @skip}", "{a @skip(if: 1)}", "{a @include(unless: true)}",
        "{a(b: $c)}", "query($c: Int) {a}", "query($c: Int $c: Int) {a(b: $c)}", "query($c: Int @d) {a(b: $c)}",
        "query($c: Int!) {a(b: $c)}",
    ])
    func `ambiguous documents have no canonical form`(text: String) {
        expectEqual(canonical(text), nil)
    }

    @Test func `an operation is selected by name`() {
        let text = "query A {a} query B {b ...F} fragment F on T {c}"
        expectEqual(canonical(text), nil)
        expectEqual(canonical(text, operation: "A")?.text, "{a}")
        expectEqual(canonical(text, operation: "B")?.text, "{... on T{c} b}")
        expectEqual(canonical(text, operation: "C"), nil)
    }

    @Test func `a variable's type is dropped if the argument's is unknown`() {
        let text = "query($a: String $b: [Int!] = [1] $c: In) {f(a: $a b: $b c: $c)}"
        expectEqual(
            canonical(text, ["a": "x", "c": ["z": 1, "y": .null]])?.text,
            #"{f(a:<String>"x",b:<[Int!] with a default>[1],c:<In>{y:null,z:1})}"#)
        expectEqual(
            canonical(text, ["b": 2])?.text,
            "{f(a:<String>nothing,b:<[Int!] with a default>[2],c:<In>nothing)}")
        expectEqual(canonical(text, ["a": 1]), nil)
        // `String` compares the kelvin sign as equal to the letter K.
        expectEqual(
            canonical("query($K: Int) {f(a: $K)}", .object([.init("\u{212A}", 1)]))?.text, "{f(a:<Int>nothing)}")
    }

    @Test func `parts of the canonical form are accessible`() throws {
        let asked = try #require(
            canonical("query @d {x: b(z: 1 y: \"t\") @e {c a} ... on T {e: d}}"))
        #expect(asked.kind == .query && asked.directives == " @d")
        expectEqual(asked.text, #"query @d{... on T{e:d} x:b(y:"t",z:1) @e{a c}}"#)
        let (first, second) = (asked.selections[0], asked.selections[1])
        expectEqual(asked.selections.count, 2)
        expectEqual([first.name, first.field, first.text], ["... on T", "... on T", "... on T{e:d}"])
        #expect(first.selections?.map(\.text) == ["e:d"] && first.selections?[0].selections == nil)
        expectEqual([second.name, second.field, second.directives], ["x", "b", " @e"])
        expectEqual(second.arguments.map { $0.name + "=" + $0.value.text }, ["y=\"t\"", "z=1"])
        expectEqual(second.selections?.map(\.name), ["a", "c"])
    }

    @Test func `the canonical form is bounded`() {
        let doubling = (0..<60).map { "fragment D\($0) on T { x { ...D\($0 + 1) } y { ...D\($0 + 1) } }" }
        expectEqual(canonical("{ ...D0 } " + doubling.joined(separator: " ") + " fragment D60 on T { a }"), nil)
        let chain = (0..<5_000).map { "fragment C\($0) on T { ...C\($0 + 1) }" }
        expectEqual(canonical("{ ...C0 } " + chain.joined(separator: " ") + " fragment C5000 on T { a }"), nil)
        let value = String(repeating: "x", count: 100_000)
        let uses = (0..<2_000).map { "f\($0) { ...F }" }.joined(separator: " ")
        expectEqual(canonical("{ \(uses) } fragment F on T { a(b: \"\(value)\") }"), nil)
    }
}

struct GraphQLFragmentsTests {
    private static let text = """
        query ($a: Int, $b: Int, $c: Int, $d: Int = 7, $e: [Int]) {
          one { x(at: $a) } ...F two: three @include(if: $b) ... on Q @skip(if: true) { one { y ...G } } ...F ...Nowhere
        }
        fragment F on Q @f(by: $d) { one { z } four ...G }
        fragment G on Q { one: five { w } six(in: {list: [$e]}) ...F }
        fragment H on Q { seven(of: $c) }
        """

    private func selections() throws -> (GraphQL.Document, [GraphQL.Selection]) {
        let document = try GraphQL.Document(Self.text)
        return (document, document.operations[0].selections)
    }

    @Test func `fragments are inlined once`() throws {
        let (document, selections) = try selections()
        let fragments = GraphQL.Fragments(document)
        expectEqual(
            fragments.fields(of: selections).map(text),
            [
                "one {\n  x(at: $a)\n}", "one {\n  z\n}", "four", "one: five {\n  w\n}", "six(in: {list: [$e]})",
                "two: three @include(if: $b)", "one {\n  y\n  ...G\n}",
            ])
        expectEqual(
            fragments.fields(of: selections) { $0.isEmpty }.map(\.responseName),
            [
                "one", "one", "four", "one", "six",
            ])
    }

    @Test func `fields with one response name are merged`() throws {
        let (document, selections) = try selections()
        let merged = GraphQL.Fragments(document).merged(selections)
        expectEqual(merged.map(\.responseName), ["one", "four", "six", "two"])
        expectEqual(merged.first?.selections?.map(text), ["x(at: $a)", "z", "w", "y", "...G"])
    }

    @Test func `used variables are found through fragments`() throws {
        let (document, selections) = try selections()
        let fragments = GraphQL.Fragments(document)
        let uses = GraphQL.Uses(of: selections, fragments)
        expectEqual(uses.variables, ["a", "b", "d", "e"])
        expectEqual(uses.fragments, ["F", "G", "Nowhere"])
    }

    @Test func `a chain of many fragments is followed to its end`() throws {
        let count = 50_000
        let chain = (0..<count).map { "fragment F\($0) on Q { ...F\($0 + 1) }" }.joined(separator: " ")
        let document = try GraphQL.Document("{ ...F0 } \(chain) fragment F\(count) on Q { end }")
        let selections = document.operations[0].selections
        let fragments = GraphQL.Fragments(document)
        expectEqual(fragments.merged(selections).map(\.responseName), ["end"])
        expectEqual(GraphQL.Uses(of: selections, fragments).fragments.count, count + 1)
    }

    @Test(arguments: [
        ("$known", "[1]"), ("$none", "-"),
        (
            #"{a: $known, b: $none, c: [$none, RED, "x", 1.50, null]}"#,
            #"{"a":[1],"c":[null,"RED","x",1.50,null]}"#
        ),
    ])
    func `a value is written as JSON, variables replaced`(value: String, expected: String) throws {
        let document = try GraphQL.Document("query ($known: [Int] = [1], $none: Int) { a(b: \(value)) }")
        guard case .field(let field) = document.operations[0].selections[0] else { return }
        let json = field.arguments[0].value.json { document.operations[0].value(of: $0, given: []) }
        expectEqual(json?.compact ?? "-", expected)
    }

    private func text(_ field: GraphQL.Field) -> String { text(.field(field)) }

    private func text(_ selection: GraphQL.Selection) -> String {
        let document = GraphQL.Document([.operation(.init(selections: [selection]))])
        return document.text.split(separator: "\n").dropFirst().dropLast().map { $0.dropFirst(2) }
            .joined(separator: "\n")
    }
}

/// A long document that uses every construct, in an unusual layout.
struct GraphQLKitchenSinkTests {
    static let document = #"""
        # Everything that can be asked.
        query Board($table: String!, $filter: Filter = {active: true, limits: [1, 2.5e1], by: NUMBER, none: null} @shown(to: "all"),
          $on: [ID!]! = []) @cached(for: 60) @logged {
          board: GlideRecord_Query @include(if: true) {
            ... on Tables @skip(if: $off) { ...Rows, second: incident(id: [12, -7], text: "tab\t, quote\", \u00e9") { number } }
            ... @include(unless: $off, else: {deep: [{er: [[$table]]}]}) { sys_id }
            ... { sys_id value } # again
            mutation subscription fragment on query true
          } }

        mutation Close { first: update_incident(sys_id: "46d4", state: 7, notes: """

              Done.
                By "hand", with \""" in it and a \ at the end.

            """) @retry { _row_data { canWrite } } second: delete_incident(sys_id: "1", confirm: true, no: false)
          first { ok } }
        subscription Watch($input: Watching @deprecated) { changes(input: $input) { at { row { ...Rows } } } }

        fragment Rows on Incident @fast(a: {}) { row(size: $size, kind: BIG, what: {key: "value", block: """one line"""}) { a b } }
        query ($empty: Int = 0, $e: E = RED) { a(negative: -0.0, big: 123456789012345678901234567890) , b }
        { bare(on: on, fragment: fragment, type: $type) }

        fragment Unused on T { never }
        """#

    @Test func `formatting keeps comments`() throws {
        let formatted = try GraphQL.format(Self.document)
        expectEqual(Self.document.count { $0 == "#" }, formatted.count { $0 == "#" })
    }

    @Test(arguments: [("Board", #"{"table":"incident","off":false,"size":1}"#), ("Close", "null"), ("Watch", "null")])
    func `order and layout do not matter`(operation: String, variables: String) throws {
        // Its own operations cannot be executed: their variables are not declared.
        let text = Self.document.replacing(#"@shown(to: "all")"#, with: "").replacing(
            "$on: [ID!]! = []", with: "$off: Boolean! $size: I"
        )
        .replacing("$filter", with: "# ").replacing("@include(unless: $off, else", with: "@other(unless: $off, else")
        .replacing("($input: Watching @deprecated)", with: "($size: I)").replacing("input: $input", with: "input: 1")
        .replacing("type: $type", with: "type: T")
        let document = try GraphQL.Document(text)
        let values = try JSONDocument(variables).root.value
        func canonical(_ text: String) -> GraphQL.CanonicalOperation? {
            GraphQL.CanonicalOperation(text, operation: operation, variables: values, rules: NoCanonicalRules())
        }
        let asked = try #require(canonical(text))
        var shuffle = GraphQLShuffler(SeededGenerator(seed: 11))
        for _ in 0..<50 {
            let other = shuffle.scattered(shuffle.shuffled(document).text)
            expectEqual(canonical(other)?.text, asked.text)
            expectEqual(canonical(try GraphQL.format(other))?.text, asked.text)
        }
    }

    /// A truncated text is either rejected at its end or a valid document.
    @Test func `every prefix is rejected or valid`() {
        let bytes = Array(Self.document.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            do throws(GraphQL.SyntaxError) {
                let document = try GraphQL.Document(bytes: Array(bytes[..<end]))
                #expect(!document.definitions.isEmpty)
            } catch {
                #expect(error.range.upperBound <= end)
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }
}
