import CommandLanguage
import TestSupport
import Testing

@testable import RecipeDocument

struct RecipeReaderTests {
    static let sample = """
        # Raise an incident and note the work

        Somebody calls; this writes it down
        and says who is on the way.

        writes: incident, journal

        ```params
        # who and how bad
        caller  = abel.tuter   # reference(sys_user.user_name): who reports it
        urgency = 2            # choice(incident.urgency)
        note    = "On my way"
        password               # secret: the caller's
        ```

        ```snowdeck
        # first
        > table create incident short_description="Printer on fire" caller_id={{caller}} urgency={{urgency}} => inc = .number
        ? exit 0
        ? .state == 1
        # the note
        > task comment {{inc}} "{{note}}"
        Work note added to [INC].

        \\> quoted

        > graphql {
            GlideRecord_Query { incident { _rowCount } }
          }
        retry 5 every 2s until ? .GlideRecord_Query.incident._rowCount >= 1
        ```

        ```json
        > not a step
        ```

        ```snowdeck
        for row in table list incident -n 3
        if {{row.state}} != 7
        timeout 30s
        > table get incident {{row.number}}
        ? took < 2s
        ? header Content-Type contains json
        ? ."odd name"[0] type string
        ```

        ```snowdeck
        cleanup
        use close.recipe.md inc={{inc}} note="a b" => done => mine = other
        ```

        """

    /// `recipe accept` changes expectations only.
    @Test(arguments: [
        ("writes: incident, journal", "writes: incident, journal, rest"), ("= abel.tuter", "= beth.anglin"),
        ("# secret", "# string"), ("inc = .number", "inc = .sys_id"), ("retry 5", "retry 6"),
        ("_rowCount >= 1", "_rowCount >= 0"),
        ("incident -n 3", "incident -n 4"), ("!= 7", "!= 8"), ("timeout 30s", "timeout 31s"), ("cleanup\n", ""),
        ("inc={{inc}}", "inc={{other}}"), ("mine = other", "mine = done"), ("close.recipe.md", "open.recipe.md"),
        ("```snowdeck\nfor", "```text\nfor"),
    ])
    func everythingButExpectationsIsAnAction(_ old: String, _ new: String) throws {
        func actions(_ text: String) throws -> [Substring] { try Recipe.read(text, at: "r").actions }
        try #require(Self.sample.contains(old))
        #expect(try actions(Self.sample) != actions(Self.sample.replacing(old, with: new)))
        let accepted = Self.sample.replacing("? exit 0\n", with: "? exit 3\n? http 404\n")
            .replacing("Work note added to [INC].", with: "other\nlines")
        try expectEqual(actions(Self.sample), actions(accepted))
    }

    @Test func everyPartIsParsed() throws {
        let recipe = try Recipe.read(Self.sample, at: "recipes/raise.recipe.md")
        expectEqual(recipe.name, "raise")
        expectEqual(recipe.goal, "Raise an incident and note the work")
        expectEqual(recipe.explanation, "Somebody calls; this writes it down and says who is on the way.")
        expectEqual(recipe.writes, [RecipeWrite(name: "incident", line: 6), RecipeWrite(name: "journal", line: 6)])
        expectEqual(
            recipe.parameters,
            [
                RecipeParameter(
                    "caller", .reference(table: "sys_user", column: "user_name"), fallback: "abel.tuter",
                    description: "who reports it", line: 10),
                RecipeParameter("urgency", .choice(table: "incident", column: "urgency"), fallback: "2", line: 11),
                RecipeParameter("note", .string, fallback: "On my way", line: 12),
                RecipeParameter("password", .secret, description: "the caller's", line: 13),
            ])
        let first = recipe.blocks[0]
        expectEqual(first.line, 16)
        expectEqual(first.steps.map(\.line), [18, 22, 27])
        expectEqual(
            first.steps[0].expectations,
            [
                RecipeExpectation(subject: .exit, test: .compare(.equal, "0"), text: "exit 0", line: 19),
                RecipeExpectation(
                    subject: .path(try FieldPath(".state")), test: .compare(.equal, "1"), text: ".state == 1", line: 20),
            ])
        expectEqual(first.steps[0].output, [])
        expectEqual(first.steps[1].command, #"task comment {{inc}} "{{note}}""#)
        expectEqual(first.steps[1].output, ["Work note added to [INC].", "", "> quoted"])
        expectEqual(first.steps[1].outputLines, [23, 24, 25])
        expectEqual(first.steps[2].command, "graphql {\n    GlideRecord_Query { incident { _rowCount } }\n  }")
        expectEqual(first.steps[2].retry?.limit, 5)
        expectEqual(first.steps[2].retry?.pause, Timespan(microseconds: 2_000_000))
        expectEqual(first.steps[2].retry?.until.text, ".GlideRecord_Query.incident._rowCount >= 1")
        let loop = recipe.blocks[1]
        expectEqual(loop.loop, .init(variable: "row", command: "table list incident -n 3", line: 38))
        expectEqual(
            loop.condition, .init(left: "{{row.state}}", test: .compare(.notEqual, "7"), line: 39))
        expectEqual(loop.timeout, Timespan(microseconds: 30_000_000))
        expectEqual(
            loop.steps[0].expectations.map(\.test),
            [
                .compare(.less, "2s"), .compare(.contains, "json"), .type(.string),
            ])
        let last = recipe.blocks[2]
        #expect(last.isCleanup)
        expectEqual(
            last.use,
            .init(
                path: "close.recipe.md",
                arguments: [.init(name: "inc", value: "{{inc}}"), .init(name: "note", value: "a b")],
                captures: [.init(name: "done", source: "done"), .init(name: "mine", source: "other")], line: 49))
    }

    @Test func lineEndsAndByteOrderMarkAreIgnored() throws {
        var other = try Recipe.read(
            "\u{FEFF}" + Self.sample.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"),
            at: "a")
        let plain = try Recipe.read(Self.sample, at: "a")
        expectEqual(other, plain)
        other.path = "b"
        #expect(other != plain)
    }

    /// Output comes from a server: none of it ends the block, begins a step or stands for other lines.
    @Test func writtenOutputIsOutput() throws {
        let lines = [
            "a", "```", "prose", "```snowdeck", "use wipe.recipe.md", "~~~", "  ```", "...", " ... ",
            "> rest DELETE /x",
            "# note", "? exit 0", "retry 5", "\\ a", "\\```",
        ]
        let text = ["# Goal", "", "```snowdeck", "> version"] + lines.map(RecipeStep.written) + ["```", ""]
        let recipe = try Recipe.read(text.joined(separator: "\n"), at: "recipes/a.recipe.md")
        #expect(recipe.blocks.count == 1 && recipe.blocks[0].steps.count == 1)
        let expected = ExpectedOutput(recipe.blocks[0].steps[0].output)
        expectEqual(expected.mismatch(with: lines.joined(separator: "\n")), nil)
        #expect(expected.mismatch(with: lines.map { $0 == "..." ? "other" : $0 }.joined(separator: "\n")) != nil)
    }
}
