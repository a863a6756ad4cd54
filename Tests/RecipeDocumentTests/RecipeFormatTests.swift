import TestSupport
import Testing

@testable import RecipeDocument

struct RecipeFormatTests {
    private let untidy = """
        # Goal

        Prose  with   blanks stays.  

        writes:  incident,journal

        ```params

        a=1 # int : how many
        longer-name = "two words" #string: x
        # a comment
        b
        c   # what it is
        ```

        ```snowdeck

        timeout   30s
        if   {{a}}  != 7
        >   table list incident -n {{a}}   
        ?    rows   >= 1
        retry  3   every 120s until ?  .a == 1


        out   put  

        more


        > graphql {
              incident {  n }
          }
        \\> quoted
        ```

        ```sh
          untouched   
        ```
        """

    @Test func formattingChangesOnlyBlanks() throws {
        let tidy = try RecipeFormat.formatted(untidy)
        expectEqual(
            tidy,
            """
            # Goal

            Prose  with   blanks stays.  

            writes: incident, journal

            ```params
            a           = 1             # int: how many
            longer-name = "two words"   # string: x
            # a comment
            b
            c                           # what it is
            ```

            ```snowdeck
            timeout 30s
            if {{a}}  != 7
            > table list incident -n {{a}}
            ? rows   >= 1
            retry 3 every 2m until .a == 1

            out   put  

            more

            > graphql {
                  incident {  n }
              }
            \\> quoted
            ```

            ```sh
              untouched   
            ```

            """)
        try expectEqual(RecipeFormat.formatted(tidy), tidy)
    }

    @Test func formattingKeepsMeaning() throws {
        let before = try Recipe.read(untidy, at: "r"), after = try Recipe.read(RecipeFormat.formatted(untidy), at: "r")
        expectEqual(before.blocks.map { $0.steps.map(\.command) }, after.blocks.map { $0.steps.map(\.command) })
        expectEqual(before.blocks.map { $0.steps.map(\.output) }, after.blocks.map { $0.steps.map(\.output) })
        expectEqual(before.blocks.map(\.condition?.left), after.blocks.map(\.condition?.left))
        expectEqual(before.parameters.map(\.kind), after.parameters.map(\.kind))
        expectEqual(before.parameters.map(\.fallback), after.parameters.map(\.fallback))
        expectEqual(before.parameters.map(\.description), after.parameters.map(\.description))
    }
}
