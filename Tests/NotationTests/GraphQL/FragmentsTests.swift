import Notation
import Testing

@Suite struct GraphQLFragmentsTests {
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

    @Test func `fields stand where fragments are spread, each fragment once`() throws {
        let (document, selections) = try selections()
        let fragments = GraphQL.Fragments(document)
        #expect(
            fragments.fields(of: selections).map(text) == [
                "one {\n  x(at: $a)\n}", "one {\n  z\n}", "four", "one: five {\n  w\n}", "six(in: {list: [$e]})",
                "two: three @include(if: $b)", "one {\n  y\n  ...G\n}",
            ])
        #expect(
            fragments.fields(of: selections) { $0.isEmpty }.map(\.responseName) == [
                "one", "one", "four", "one", "six",
            ])
    }

    @Test func `fields of one name in the answer are one field that asks for all of them`() throws {
        let (document, selections) = try selections()
        let merged = GraphQL.Fragments(document).merged(selections)
        #expect(merged.map(\.responseName) == ["one", "four", "six", "two"])
        #expect(merged.first?.selections?.map(\.text) == ["x(at: $a)", "z", "w", "y", "...G"])
    }

    @Test func `what selections use is found by way of fragments too`() throws {
        let (document, selections) = try selections()
        let fragments = GraphQL.Fragments(document)
        let uses = GraphQL.Uses(of: selections, fragments)
        #expect(uses.variables == ["a", "b", "d", "e"])
        #expect(uses.fragments == ["F", "G", "Nowhere"])
        #expect(GraphQL.Uses(of: document.operations[0], fragments).variables == uses.variables)
    }

    @Test func `a chain of many fragments is followed to its end`() throws {
        let count = 50_000
        let chain = (0..<count).map { "fragment F\($0) on Q { ...F\($0 + 1) }" }.joined(separator: " ")
        let document = try GraphQL.Document("{ ...F0 } \(chain) fragment F\(count) on Q { end }")
        let selections = document.operations[0].selections
        let fragments = GraphQL.Fragments(document)
        #expect(fragments.merged(selections).map(\.responseName) == ["end"])
        #expect(GraphQL.Uses(of: selections, fragments).fragments.count == count + 1)
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
        #expect(json?.compact ?? "-" == expected)
    }

    private func text(_ field: GraphQL.Field) -> String { GraphQL.Selection.field(field).text }
}
