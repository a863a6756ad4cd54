import Notation
import TestSupport
import Testing

struct GraphQLWritingTests {
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
        expectEqual(document.text, text)
        try expectEqual(GraphQL.Document(text), document)
    }

    @Test func `lines break after eighty characters`() throws {
        let fits = "  field(argument: \"\(String(repeating: "x", count: 57))\") {"
        expectEqual(fits.count, 80)
        #expect(try GraphQL.Document("{ \(fits) a } }").text.contains(fits))
        let value = String(repeating: "y", count: 58)
        try expectEqual(
            GraphQL.Document("{field(argument:\"\(value)\"){a}}").text,
            """
            {
              field(
                argument: "\(value)"
              ) {
                a
              }
            }
            """)
    }

    @Test func `parts are printed like whole documents`() {
        expectEqual(
            GraphQL.Value(.string("a\"\\\u{0}\u{8}\u{C}\r\t\u{9B}/é😀")).text, #""a\"\\\u0000\b\f\r\t\u009b/é😀""#)
        expectEqual(GraphQL.TypeReference.nonNull(.list(.nonNull(.named("Int")))).text, "[Int!]!")
    }
}

struct GraphQLFormattingTests {
    /// The formatted text, after checking that formatting is idempotent and keeps the meaning.
    private func formatted(_ text: String) throws -> String {
        let formatted = try GraphQL.format(text)
        try expectEqual(GraphQL.format(formatted), formatted)
        try expectEqual(GraphQL.Document(formatted), GraphQL.Document(text))
        return formatted
    }

    @Test func `comments stay where they are`() throws {
        try expectEqual(
            formatted(
                """
                #the licence


                # about Q
                query Q( # behind the bracket
                $a:Int # behind a
                # before the end
                ) { # behind the brace

                  # first
                  a,b   # behind b
                  # before c

                  c(x:1 # behind x
                    y:[1 # one
                      2],) @d # behind d
                  alias # before the colon
                  : name

                  # last
                }# behind Q
                {a}


                # the end

                # the very end
                """),
            """
            #the licence

            # about Q
            query Q( # behind the bracket
              $a: Int # behind a
              # before the end
            ) { # behind the brace
              # first
              a
              b # behind b
              # before c

              c(
                x: 1 # behind x
                y: [
                  1 # one
                  2
                ]
              ) @d # behind d
              alias # before the colon
                : name

              # last
            } # behind Q

            {
              a
            }

            # the end

            # the very end
            """)
    }

    @Test func `empty lines between fields are kept, one of them`() throws {
        try expectEqual(
            formatted("{\n\n\n a\r\n\r\n\r\n b\n c {\n\n d }\n\n\n e(a: 1\n\n b: 2) }\n\n\nquery\n{f}"),
            "{\n  a\n\n  b\n  c {\n    d\n  }\n\n  e(a: 1, b: 2)\n}\n\nquery {\n  f\n}")
    }

    @Test func `strings keep their quotes`() throws {
        let text = #"""
            {
              a(s: "\u0061\/", t: """block "quoted"
            """)
              b(
                s: """
                    one
                      \"""two\"""

                three""", n: 1)
              c(s: """  indented""" t: """""" u: """ends\
              """)
            }
            """#
        try expectEqual(
            formatted(text),
            #"""
            {
              a(
                s: "\u0061\/"
                t: """block "quoted"
                """
              )
              b(
                s: """
                    one
                      \"""two\"""

                three
                """
                n: 1
              )
              c(
                s: """  indented"""
                t: """"""
                u: """ends\
                """
              )
            }
            """#)
    }

    @Test func `invalid text is rejected`() {
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.format("{ a # b") }
    }
}
