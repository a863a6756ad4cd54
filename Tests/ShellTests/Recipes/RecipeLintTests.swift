import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct RecipeLintTests {
    @Test func findingsHaveLines() throws {
        let recipe = try Recipe.read(
            """
            # Goal

            writes: incident, problem

            ```params
            caller = abel.tuter   # string: who
            unused                # string: nobody
            count = many          # int: how many
            api_key = x           # string: a key
            when = 2025-02-30     # date: when
            ```

            ```snowdeck
            > table list incident -n {{count}} -q caller_id={{caler}} => first = .[0].number
            ? rows >= 1
            ?exit 0
            > table update change_request {{first}} state=1
            > task comment {{first}} "a\u{1B}[2J"
            > table create incident assigned_to=46d44a23a9fe19810012d100cca80666 password=hunter2
            > rest GET /api/now/table/incident --header 'Authorization: Bearer aB3dE5gH7jK9mN1pQ3sT5'
            > attach put incident {{first}} ../secret.txt
            > table list incident --limt 3
            > tabel list incident
            > table list incident | wc -l
            > connect acme
            ```

            ```snowdeck
            if 1 == 2
            > table list {{caller}} => inner = .[0].number
            ```

            ```snowdeck
            for row in table list incident -n 2
            > table get incident {{row.number}} => last = .number
            > table get incident {{rwo.number}}
            ```

            ```snowdeck
            > table get incident {{inner}}
            > table get incident {{row.number}}
            ```

            ```snowdeck
            cleanup
            if {{first}} exists
            > table get incident {{first}}
            > table get incident {{last}}
            > table get incident {{never}}
            ```
            """, at: "r")
        let found = RecipeLint.findings(of: recipe).map { "\($0.line) \($0.rule.rawValue): \($0.message)" }
        expectEqual(
            found,
            [
                "3 writes: It declares to change problem, and no step does.",
                "7 unused-parameter: Nothing uses the parameter unused.",
                "8 default: The default of count does not fit: it takes a whole number, not many.",
                "9 unused-parameter: Nothing uses the parameter api_key.",
                "9 secret: api_key sounds like a secret, and its type is string.",
                "10 unused-parameter: Nothing uses the parameter when.",
                "10 default: The default of when does not fit: it takes a date, not 2025-02-30.",
                "14 undefined-variable: There is no variable {{caler}} here.",
                "16 unreachable: This is expected output: a blank is missing after ?.",
                "17 writes: This changes change_request, which the recipe does not declare.",
                "18 control-character: This line contains invisible control characters.",
                "18 writes: This changes journal, which the recipe does not declare.",
                "19 hard-coded-sys-id: This sys_id is of one instance only.",
                "19 secret: The value of password is in the file.",
                "20 command: Authorization carries a credential: signing in is the session's business, and what is typed here is in the history.",
                "20 secret: This looks like a key or a token.",
                "21 writes: This changes attachment, which the recipe does not declare.",
                "21 refused: ../secret.txt is outside the recipe's folder.",
                "22 command: table list has no flag --limt.",
                "23 command: There is no command tabel.",
                "24 refused: A recipe may start programs only with --trust.",
                "25 refused: connect cannot be in a recipe: it chooses the instance.",
                "29 unreachable: This condition is never met, so the block never runs.",
                "36 undefined-variable: There is no variable {{rwo.number}} here.",
                "40 undefined-variable: {{inner}} may have no value here.",
                "41 undefined-variable: There is no variable {{row.number}} here.",
                "49 undefined-variable: There is no variable {{never}} here.",
            ])
    }

    @Test func goodRecipeHasNoFindings() throws {
        let text = """
            # Raise an incident and note the work

            writes: incident, journal

            ```params
            caller   = abel.tuter     # reference(sys_user.user_name): who reports it
            note     = "On my way"
            password                  # secret: the caller's
            ```

            ```snowdeck
            > table create incident short_description="Printer on fire" caller_id={{caller}} => inc = .number
            ? .state == 1
            > task comment {{inc}} "{{note}}"
            Work note added to [INC].
            ```

            ```snowdeck
            for row in table list incident -n 3
            if {{row.state}} != 7
            timeout 30s
            > table get incident {{row.number}}
            ? took < 2s
            ```

            ```snowdeck
            cleanup
            > table delete incident {{inc}}
            ```

            """
        let found = RecipeLint.findings(of: try Recipe.read(text, at: "r")).map { "\($0.line) \($0.message)" }
        expectEqual(found, ["8 Nothing uses the parameter password."])
    }

    @Test(
        arguments: [
            ("table create incident a=1", ["incident"]), ("table update incident x a=1 --plan", []),
            ("table delete {{t}} x", [nil]), ("task comment INC0010021 x --table-api", ["journal"]),
            ("attach delete incident x y", ["attachment"]), ("page form a=1", []), ("page form a=1 --submit", ["page"]),
            ("page browse", []), ("page browse --allow-writes sandbox", ["page"]), ("rest get /api/x", []),
            ("rest POST /api/x", ["rest"]), ("undo --run", []), ("table list incident", []), ("nonsense", []),
            ("graphql { GlideRecord_Query { incident { _rowCount } } }", []),
            ("graphql @change.graphql", [nil]),
            (
                #"graphql mutation { GlideRecord_Mutation { insert_incident(short_description: "{{x}}") { number { value } } delete_problem(sys_id: "1") { number { value } } } other }"#,
                ["incident", "problem", "rest"]
            ),
        ] as [(String, [String?])])
    func changesOfCommand(line: String, names: [String?]) throws {
        expectEqual(LineEffects.of(try Parser.parse(line)).changes.map(\.name), names)
    }
}
