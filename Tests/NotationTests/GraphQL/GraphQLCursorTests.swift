import Notation
import TestSupport
import Testing

/// Cursors in unfinished documents, marked `‸`: the path there, what is allowed there and, in `<>`, the prefix typed.
struct GraphQLCursorTests {
    private static let places: [(document: String, cursorDescription: String)] = [
        ("‸", "query: definition <>"),
        ("mut‸", "query: definition <mut>"),
        ("query ‸", "query: nothing <>"),
        ("{ ‸ }", "query: selection [] <>"),
        ("{ a ‸ b }", "query: selection [a, b] <>"),
        ("{ a bc‸d e }", "query: selection [a, e] <bc>"),
        ("mutation M { x: ‸ }", "mutation: selection [] <>"),
        ("{ x: a b ‸ }", "query: selection [b] <>"),
        ("{ a { b { c ‸", "query a b: selection [c] <>"),
        ("{ a { b { c } ‸ } }", "query a: selection [b] <>"),
        ("{ a @include(if: true) { ‸ } }", "query a: selection [] <>"),
        ("{ a { ... on T { ‸ } } }", "query a (T): selection [] <>"),
        ("{ a { ... @skip(if: true) { ‸ } } }", "query a: selection [] <>"),
        ("{ a { ...F‸ } }", "query a: spread <F>"),
        ("{ a { ... on T‸ } }", "query a: type condition <T>"),
        ("{ a { ... on T ‸ } }", "query a: nothing <>"),
        ("{ a(‸) }", "query: argument of a [] <>"),
        ("{ a(x: 1, y‸ z: 2) { b } }", "query: argument of a [x, z] <y>"),
        ("{ a(x ‸) }", "query: nothing <>"),
        ("{ a(x: ‸) }", "query: value of a.x <>"),
        ("{ a(x: t‸) }", "query: value of a.x <t>"),
        ("{ a(x: $v‸) }", "query: value of a.x <$v>"),
        ("{ a(x: $‸) }", "query: value of a.x <$>"),
        ("{ a(x: 12‸) }", "query: nothing <>"),
        ("{ a(p: { ‸ }) }", "query: field of a.p [] <>"),
        ("{ a(p: { l: 1 ‸ }) }", "query: field of a.p [l] <>"),
        ("{ a(p: { l: ‸ }) }", "query: value of a.p.l <>"),
        ("{ a(p: [{ l: { m: x‸ } }]) }", "query: value of a.p.l.m <x>"),
        ("{ a(g: [\"x\", ‸]) }", "query: value of a.g <>"),
        ("{ a(q: \"b=‸\") { c } }", "query: string of a.q \"b=\" closed <>"),
        ("{ a(q: \"b=‸", "query: string of a.q \"b=\" <>"),
        ("{ a(q: \"b\\\"‸\") }", "query: nothing <>"),
        ("{ a(q: \"\"\"b \" c‸\"\"\") }", "query: string of a.q \"b \" c\" closed <>"),
        ("{ a(q: \"\"‸) }", "query: argument of a [q] <>"),
        ("{ a(q: \"\"\"‸", "query: string of a.q \"\" <>"),
        ("{ a @‸ }", "query: directive <@>"),
        ("{ a @inc‸ }", "query: directive <@inc>"),
        ("{ a @include(‸) }", "query: argument of @include [] <>"),
        ("{ a @include(if: ‸) }", "query: value of @include.if <>"),
        ("query ($‸) { a(x: $v) }", "query: variable <$>"),
        ("query ($v: ‸) { a }", "query: type <>"),
        ("query ($v: [Str‸ $w: Int) { a }", "query: type <Str>"),
        ("query ($v: Boolean = ‸) { a }", "query: value of (Boolean) <>"),
        ("query ($v: Int ‸) { a }", "query: nothing <>"),
        ("query ($v: Int) @‸ { a }", "query: directive <@>"),
        ("fragment F ‸", "query: on <>"),
        ("fragment F on ‸", "query: type condition <>"),
        ("fragment F on T { a { ‸ } }", "T a: selection [] <>"),
        ("{ a # b ‸", "query: nothing <>"),
        ("{ é‸ }", "query: nothing <>"),
        ("{ a } query Q { ‸ }", "query: selection [] <>"),
        // Invalid: brackets that are never closed, or closed by another kind.
        ("{ a(x: 1 { b ‸ } }", "query a: selection [b] <>"),
        ("query ($v: Int { a { ‸ } }", "query a: selection [] <>"),
        ("query ($v: Int @d(x { a { ‸ } }", "query a: selection [] <>"),
        ("{ a(p: { l: 1 ) { ‸ } }", "query a: selection [] <>"),
        ("{ a(p: [1 ) { ‸ } }", "query a: selection [] <>"),
        ("} ) ] { a { ) ] ‸ } }", "query a: selection [] <>"),
        ("{ 1x a: : b { ‸ } }", "query b: selection [] <>"),
    ]

    @Test(arguments: places.indices)
    func `the cursor's context is found`(_ index: Int) {
        expectEqual(
            cursorDescription(Self.places[index].document), Self.places[index].cursorDescription,
            "\(Self.places[index].document)")
    }

    @Test func `operations, variables and fragments are known on both sides of the cursor`() {
        let text = """
            query One($a: Int, $b: [String!]! = "x") { f(x: $a, o: { p: $c }) }
            mutation Two { g }
            query Three { h { ...F } }
            fragment F on T { i }
            fragment G on
            """
        let outline = GraphQL.Cursor(text, offset: 90).outline
        let variables = outline.operations.map { operation in
            operation.variables.map { "\($0.name.text): \($0.type.text) \($0.defaultValue?.text ?? "-")" }
        }
        expectEqual(outline.operations.map { $0.name?.text }, ["One", "Two", "Three"])
        expectEqual(variables, [["a: Int -", #"b: [String!]! "x""#], [], []])
        expectEqual(outline.fragments.map { "\($0.name) \($0.type)" }, ["F T", "G "])
        expectEqual(outline.usedVariables, ["a", "c"])
        expectEqual(outline.use(of: "c")?.value.keys, ["p"])
        expectEqual(outline.use(ofFragment: "F")?.steps, [.field("h", given: [])])
    }

    @Test func `the cursor's path includes arguments`() {
        let cursor = GraphQL.Cursor("{ a(t: \"x\\n\", u: $v, w: 1) { b { c(", offset: 36)
        expectEqual(
            cursor.path,
            .init(
                .operation(.query, index: 0),
                [
                    .field(
                        "a",
                        given: [
                            .init("t", .init(.string("x\n"))), .init("u", .init(.variable("v"))),
                            .init("w", .init(.int("1"))),
                        ]), .field("b", given: []),
                ]))
    }

    @Test func `deep and long invalid text is parsed without recursion`() {
        for unit in [
            "{a", "{a(b:{c", "(", "[", "}", "\"", "{a(b:[", "query($a:[", "...on T{", "@d(", "fragment F on T{",
        ] {
            let text = String(repeating: unit, count: 30_000)
            let cursor = GraphQL.Cursor(text, offset: text.utf8.count)
            expectEqual(cursor.typed.upperBound, text.utf8.count)
        }
    }
}

/// The description of the cursor at the mark.
func cursorDescription(_ marked: String) -> String {
    let parts = marked.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let text = parts.joined()
    let cursor = GraphQL.Cursor(text, offset: parts[0].utf8.count)
    var way: String
    switch cursor.path.root {
    case .operation(let kind, _): way = kind.rawValue
    case .fragment(let type, _): way = type
    }
    for step in cursor.path.steps {
        switch step {
        case .field(let name, _): way += " " + name
        case .type(let type): way += " (\(type))"
        }
    }
    func typed(_ content: GraphQL.StringContent) -> String {
        String(decoding: Array(text.utf8)[content.range], as: UTF8.self)
    }
    return "\(way): \(place(cursor.place, typed)) <\(String(decoding: Array(text.utf8)[cursor.typed], as: UTF8.self))>"
}

private func place(
    _ place: GraphQL.Cursor.Place, _ text: (GraphQL.StringContent) -> String
) -> String {
    switch place {
    case .nothing: "nothing"
    case .definition: "definition"
    case .on: "on"
    case .selection(let selected): "selection [\(selected.joined(separator: ", "))]"
    case .spread: "spread"
    case .typeCondition: "type condition"
    case .argument(.field(let name), let given): "argument of \(name) [\(given.joined(separator: ", "))]"
    case .argument(.directive(let name), let given): "argument of @\(name) [\(given.joined(separator: ", "))]"
    case .argument: "argument"
    case .objectField(let value, let given): "field of \(written(value)) [\(given.joined(separator: ", "))]"
    case .value(let value): "value of \(written(value))"
    case .string(let value, let content):
        "string of \(written(value)) \"\(text(content))\"\(content.isClosed ? " closed" : "")"
    case .variable: "variable"
    case .type: "type"
    case .directive: "directive"
    }
}

private func written(_ value: GraphQL.ValuePlace) -> String {
    let callee =
        switch value.callee {
        case .field(let name): name
        case .directive(let name): "@" + name
        case .variable(_, let type): "(\(type))"
        }
    return ([callee] + (value.argument.isEmpty ? [] : [value.argument]) + value.keys).joined(separator: ".")
}
