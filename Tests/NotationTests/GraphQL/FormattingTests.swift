import Notation
import Testing

@Suite struct GraphQLFormattingTests {
    /// The formatted text, which must stay as it is and mean what it meant.
    private func formatted(_ text: String) throws -> String {
        let formatted = try GraphQL.format(text)
        #expect(try GraphQL.format(formatted) == formatted)
        #expect(try GraphQL.Document(formatted) == GraphQL.Document(text))
        return formatted
    }

    @Test func `comments stay where they are`() throws {
        #expect(
            try formatted(
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
                """) == """
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
        #expect(
            try formatted("{\n\n\n a\r\n\r\n\r\n b\n c {\n\n d }\n\n\n e(a: 1\n\n b: 2) }\n\n\nquery\n{f}")
                == "{\n  a\n\n  b\n  c {\n    d\n  }\n\n  e(a: 1, b: 2)\n}\n\nquery {\n  f\n}")
    }

    @Test func `strings stay as they were quoted`() throws {
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
        #expect(
            try formatted(text) == #"""
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

    @Test func `a text with a fault is refused`() {
        #expect(throws: GraphQL.SyntaxError.self) { try GraphQL.format("{ a # b") }
    }
}
