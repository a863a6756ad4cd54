import Notation
import Testing

@Suite struct GraphQLWritingTests {
    @Test func `a document is written in the standard layout`() throws {
        let document = try GraphQL.Document(
            """
            query Q($n:[Int!]!=[1,2]@a,$s:String)@b{x:f(s:"a\\u00e9\\n",o:{k:-1.5e3,v:$n,e:[],f:{}}){...F@x...on T@c{g}...{h}}}
            fragment F on T{i(b:true e:RED z:null) longer(conditions:"active=true^priority=1^ORDERBYnumber",pagination:{limit:10})}
            {short}
            """)
        let text = """
            query Q($n: [Int!]! = [1, 2] @a, $s: String) @b {
              x: f(s: "aé\\n", o: {k: -1.5e3, v: $n, e: [], f: {}}) {
                ...F @x
                ... on T @c {
                  g
                }
                ... {
                  h
                }
              }
            }

            fragment F on T {
              i(b: true, e: RED, z: null)
              longer(
                conditions: "active=true^priority=1^ORDERBYnumber"
                pagination: {limit: 10}
              )
            }

            {
              short
            }
            """
        #expect(document.text == text)
        #expect(try GraphQL.Document(text) == document)
    }

    @Test func `a line is broken when it has more than eighty characters`() throws {
        let fits = "  field(argument: \"\(String(repeating: "x", count: 57))\") {"
        #expect(fits.count == 80)
        #expect(try GraphQL.Document("{ \(fits) a } }").text.contains(fits))
        let value = String(repeating: "y", count: 58)
        #expect(
            try GraphQL.Document("{field(argument:\"\(value)\"){a}}").text == """
                {
                  field(
                    argument: "\(value)"
                  ) {
                    a
                  }
                }
                """)
    }

    @Test func `parts are written as the whole is`() {
        #expect(GraphQL.Value(.string("a\"\\\u{0}\u{8}\u{C}\r\t\u{9B}/é😀")).text == #""a\"\\\u0000\b\f\r\t\u009b/é😀""#)
        #expect(GraphQL.TypeReference.nonNull(.list(.nonNull(.named("Int")))).text == "[Int!]!")
        #expect(
            GraphQL.Selection.field(.init(alias: "a", "b", arguments: [.init("c", .init(.null))])).text
                == "a: b(c: null)")
        #expect(
            GraphQL.Definition.fragment(.init("F", on: "T", selections: [.spread(.init("G"))])).text
                == "fragment F on T {\n  ...G\n}")
    }
}
