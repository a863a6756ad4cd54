import Notation
import Testing

/// The one form of all the documents that ask the same.
@Suite struct GraphQLQuestionTests {
    private func question(_ text: String, operation: String? = nil, _ variables: JSON = .null) -> GraphQL.Question? {
        GraphQL.Question(text, operation: operation, variables: variables, rules: GraphQL.NoQuestionRules())
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
    func `documents of one meaning have one form`(text: String, form: String) {
        let asked = question(text)
        #expect(asked?.text == form)
        if !form.contains("{}") { #expect(question(form)?.text == form) }
    }

    @Test(arguments: [
        "{", "type T {a: Int}", "fragment F on T {a}", "{a} {b}", "query A {a} query A {b}",
        "{...F}", "{a} fragment F on T {a}", "{...F ...F} fragment F on T {a} fragment F on T {b}",
        "{...F} fragment F on T {...F}", "{...F} fragment F on T @skip(if: true) {a}",
        "{a @skip}", "{a @skip(if: 1)}", "{a @include(unless: true)}",
        "{a(b: $c)}", "query($c: Int) {a}", "query($c: Int $c: Int) {a(b: $c)}", "query($c: Int @d) {a(b: $c)}",
        "query($c: Int!) {a(b: $c)}",
    ])
    func `what is not clear has none`(text: String) {
        #expect(question(text) == nil)
    }

    @Test func `one operation is chosen by its name`() {
        let text = "query A {a} query B {b ...F} fragment F on T {c}"
        #expect(question(text) == nil)
        #expect(question(text, operation: "A")?.text == "{a}")
        #expect(question(text, operation: "B")?.text == "{... on T{c} b}")
        #expect(question(text, operation: "C") == nil)
    }

    @Test func `a variable leaves its type behind where nobody knows the argument's`() {
        let text = "query($a: String $b: [Int!] = [1] $c: In) {f(a: $a b: $b c: $c)}"
        #expect(
            question(text, ["a": "x", "c": ["z": 1, "y": .null]])?.text
                == #"{f(a:<String>"x",b:<[Int!] with a default>[1],c:<In>{y:null,z:1})}"#)
        #expect(
            question(text, ["b": 2])?.text
                == "{f(a:<String>nothing,b:<[Int!] with a default>[2],c:<In>nothing)}")
        #expect(question(text, ["a": 1]) == nil)
        // To a `String`, the sign for kelvin is the letter K.
        #expect(
            question("query($K: Int) {f(a: $K)}", .object([.init("\u{212A}", 1)]))?.text == "{f(a:<Int>nothing)}")
    }

    @Test func `its parts are read out of it`() throws {
        let asked = try #require(
            question("query @d {x: b(z: 1 y: \"t\") @e {c a} ... on T {e: d}}"))
        #expect(asked.kind == .query && asked.directives == " @d")
        #expect(asked.text == #"query @d{... on T{e:d} x:b(y:"t",z:1) @e{a c}}"#)
        let (first, second) = (asked.selections[0], asked.selections[1])
        #expect(asked.selections.count == 2)
        #expect([first.name, first.field, first.text] == ["... on T", "... on T", "... on T{e:d}"])
        #expect(first.selections?.map(\.text) == ["e:d"] && first.selections?[0].selections == nil)
        #expect([second.name, second.field, second.directives] == ["x", "b", " @e"])
        #expect(second.arguments.map { $0.name + "=" + $0.value.text } == ["y=\"t\"", "z=1"])
        #expect(second.selections?.map(\.name) == ["a", "c"])
    }

    @Test func `it is bounded`() {
        let doubling = (0..<60).map { "fragment D\($0) on T { x { ...D\($0 + 1) } y { ...D\($0 + 1) } }" }
        #expect(question("{ ...D0 } " + doubling.joined(separator: " ") + " fragment D60 on T { a }") == nil)
        let chain = (0..<5_000).map { "fragment C\($0) on T { ...C\($0 + 1) }" }
        #expect(question("{ ...C0 } " + chain.joined(separator: " ") + " fragment C5000 on T { a }") == nil)
        let value = String(repeating: "x", count: 100_000)
        let uses = (0..<2_000).map { "f\($0) { ...F }" }.joined(separator: " ")
        #expect(question("{ \(uses) } fragment F on T { a(b: \"\(value)\") }") == nil)
    }
}
