import TestSupport
import Testing

@testable import RecipeDocument

/// Errors in texts that are not valid recipes: all at once, each under its position.
struct RecipeErrorTests {
    @Test func everyErrorIsReportedAtItsPosition() {
        expectEqual(
            diagnosticText(
                """
                Some prose.

                writes: incident,

                ```params
                2nd = x
                caller = a b   # string
                urgency        # chioce(incident.urgency): how bad
                who            # reference(sys_user): who
                password = x   # secret: never
                caller = {{x}}
                ```

                ```Snowdeck
                > table list incident
                ```

                ```snowdeck
                cleanpu
                timeout soon
                >table list incident
                > table list incident "open
                ```

                ```snowdeck
                > table list incident =>
                ? exit 0
                ? row == 3
                ? .a..b == 1
                ? .a = 1
                ? rows == many
                ? took < soon
                ? .a
                ? .a type number
                ? .a type text
                ? exit exists
                retry many every 2s until .a == 1
                >
                ```
                """),
            #"""
            r:1: error: A recipe needs a heading with its purpose.
              Some prose.
              ^^^^^^^^^^^
            hint: # Raise an incident and note the work
            r:3: error: writes: must be below the heading.
              writes: incident,
              ^^^^^^^^^^^^^^^^^
            r:6: error: Invalid parameter name.
              2nd = x
              ^^^
            hint: A name begins with a letter and contains only letters, digits, _ and -:
            hint: caller = abel.tuter   # reference(sys_user.user_name): who reports it
            r:7: error: Only # and a type may follow the value.
              caller = a b   # string
                         ^^^^^^^^^^^^
            hint: Put a value with blanks in double quotes: caller = "…"   # string: …
            r:8: error: Unknown type chioce(incident.urgency).
              urgency        # chioce(incident.urgency): how bad
                               ^^^^^^^^^^^^^^^^^^^^^^^^
            hint: Did you mean choice?
            r:9: error: reference names a table and a column.
              who            # reference(sys_user): who
                               ^^^^^^^^^^^^^^^^^^^
            hint: reference(sys_user.user_name)
            r:10: error: A secret cannot have a default, because the file would contain it.
              password = x   # secret: never
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            hint: password   # secret: never
            r:11: error: A default cannot contain variables.
              caller = {{x}}
                       ^^^^^
            r:14: error: The language of a block is written in small letters.
              ```Snowdeck
              ^^^^^^^^^^^
            hint: ```snowdeck
            r:19: error: Only for, if, use, cleanup, timeout and comments are allowed above the first step.
              cleanpu
              ^^^^^^^
            hint: Did you mean cleanup?
            r:20: error: timeout needs a duration.
              timeout soon
                      ^^^^
            hint: timeout 30s
            hint: timeout 500ms
            r:21: error: A blank must follow >.
              >table list incident
              ^^^^^^^^^^^^^^^^^^^^
            hint: > table list incident
            r:22: error: This " is never closed.
              > table list incident "open
                                    ^
            r:26: error: The name of a variable must follow =>.
              > table list incident =>
                                    ^^
            r:28: error: An expectation tests exit, http, rows, took, header or a path.
              ? row == 3
                ^^^
            hint: Did you mean rows?
            r:29: error: A name must follow the dot.
              ? .a..b == 1
                  ^
            hint: A path is written .result[0].number.
            r:30: error: Expected a comparison here.
              ? .a = 1
                   ^
            hint: == compares.
            r:31: error: rows is a whole number.
              ? rows == many
                        ^^^^
            hint: ? rows >= 1
            r:32: error: took is a duration.
              ? took < soon
                       ^^^^
            hint: ? took < 2s
            r:33: error: A comparison is missing.
              ? .a
              ^^^^
            hint: ? .state == 2
            hint: ? .number exists
            r:35: error: Unknown type text.
              ? .a type text
                        ^^^^
            hint: Types: string, number, bool, null, array and object.
            r:36: error: exists applies to a path or header only.
              ? exit exists
                     ^^^^^^
            hint: ? .number exists
            r:37: error: retry takes a number from 1 to 1000.
              retry many every 2s until .a == 1
                    ^^^^
            hint: retry 5 every 2s until .state == 6
            r:38: error: A command must follow >.
              >
              ^
            hint: > table list incident -n 5

            """#)
    }

    @Test func recipeNeedsStepsAndLengthLimit() {
        expectEqual(
            diagnosticText("# Goal\n\n```json\n{}\n"),
            """
            r:3: error: This block is never closed.
              ```json
              ^^^^^^^
            hint: Close it with ``` on a line of its own.
            r:4: error: There is no block of steps.
              {}
              ^^
            hint: ```snowdeck
            hint: > table list incident -n 5
            hint: ```

            """)
        expectEqual(
            diagnosticText("# Goal\n" + String(repeating: "x", count: Recipe.longest)),
            """
            error: r is larger than 1 MB, the limit for recipes.

            """)
    }

    @Test func onlyFirstFiftyErrorsAreReported() throws {
        let text =
            "# Goal\n```snowdeck\n> table list incident\n" + String(repeating: "? nothing\n", count: 60) + "```\n"
        let error = try #require(throws: RecipeError.self) { try Recipe.read(text, at: "r") }
        expectEqual(error.diagnostics.count, 50)
        expectEqual(error.further, 10)
    }

    /// The diagnostics as the prompt shows them.
    private func diagnosticText(_ text: String) -> String {
        do throws(RecipeError) {
            _ = try Recipe.read(text, at: "r")
            return ""
        } catch {
            return error.diagnostics.map { diagnostic in
                var lines = ["error: " + diagnostic.message]
                if let line = error.lines[diagnostic.line] {
                    let carets =
                        String(repeating: " ", count: diagnostic.span.lowerBound)
                        + String(repeating: "^", count: diagnostic.span.count)
                    lines = ["r:\(diagnostic.line): " + lines[0], "  " + line, "  " + carets]
                }
                return (lines + diagnostic.hints.map { "hint: " + $0 }).map { $0 + "\n" }.joined()
            }.joined()
        }
    }
}
