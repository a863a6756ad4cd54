import LineEditing
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Line completion. A blank appended by a candidate is shown as `_`.
@Suite struct CompletionTests {
    private static let wordsCompleteCases: [(String, [String])] = [
        (
            "¦",
            [
                "table_", "undo_", "attach_", "rest_", "task_", "page_", "graphql_", "tape_", "find_", "history_",
                "recipe_", "connect_", "login_", "logout_", "whoami_", "profile_", "last_", "edit_", "alias_",
                "set_", "watch_", "clear_", "version_", "help_", "quit_",
            ]
        ),
        ("ta¦", ["table_", "task_", "tape_"]),
        ("TAB¦", ["table_"]),
        ("table de¦", ["table delete_", "table describe_"]),
        ("table list in¦", ["table list incident_"]),
        ("table list user¦", ["table list sys_user_", "table list sys_user_group_"]),
        ("table list 'in¦", ["table list 'incident'_"]),
        ("zebra x¦", []),
        ("incid¦", ["incident_"]),
        ("incident -q short¦", ["incident -q short_description"]),
        ("incident -f numb¦", ["incident -f number"]),
        ("incident INC00100¦", ["incident INC0010021_", "incident INC0010022_"]),
        ("INC0010021 --form¦", ["INC0010021 --format_"]),
        ("table list in¦ -n 5", ["table list incident_ -n 5"]),
        ("table get incident ¦", ["table get incident INC0010021_", "table get incident INC0010022_"]),
        ("table get sys_user ab¦", ["table get sys_user Abel\\ Tuter_"]),
        ("table get sys_user 'Jo¦", ["table get sys_user 'John {{x}} O'\\''Doe'_"]),
        ("table get sys_user \"Jo¦", ["table get sys_user \"John \\{{x}} O'Doe\"_"]),
        ("connect d¦", ["connect dev1_"]),
        ("tape open ¦", ["tape open last_", "tape open first-look_"]),
        ("tape open la¦", ["tape open last_"]),
        ("tape show %¦", ["tape show %7_"]),
        ("find x --in ¦", ["find x --in last_", "find x --in first-look_"]),
        ("tape new ¦", ["tape new first-look_"]),
        ("tape pseudonymize first-look -o ¦", ["tape pseudonymize first-look -o first-look_"]),
        ("tape diff first-look notes/¦", ["tape diff first-look notes/a.txt_", "tape diff first-look notes/b.txt_"]),
        ("tape dump no¦", ["tape dump notes/"]),
        ("help ta¦", ["help table_", "help task_", "help tape_"]),
        ("help tape a¦", ["help tape audit_"]),
        ("task ¦", ["task show_", "task comments_", "task comment_"]),
        ("task show P¦", ["task show PRB0000011_"]),
        ("task show CHG¦", ["task show CHG0000001_"]),
        ("task comment INC1 @no¦", ["task comment INC1 @notes/"]),
        ("help quer¦", ["help queries_"]),
        ("set for¦", ["set format="]),
        (
            "table count incident --by state,urgency --avg priority --order -¦",
            [
                "table count incident --by state,urgency --avg priority --order -state",
                "table count incident --by state,urgency --avg priority --order -urgency",
                "table count incident --by state,urgency --avg priority --order -count",
                "table count incident --by state,urgency --avg priority --order -avg_priority",
            ]
        ),
        (
            "table count incident --by state --order state,-co¦",
            ["table count incident --by state --order state,-count"]
        ),
        ("set format=ya¦", ["set format=yaml_"]),
        ("set --unset inc¦", ["set --unset inc_"]),
    ]

    @Test(arguments: wordsCompleteCases)
    func wordsComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }

    private static let flagsAndTheirWordsCompleteCases: [(String, [String])] = [
        ("table list incident --li¦", ["table list incident --limit_"]),
        ("table list incident -n 5 --li¦", []),
        ("table list incident --format=y¦", ["table list incident --format=yaml_"]),
        ("table list incident --format nd¦", ["table list incident --format ndjson_"]),
        (
            "table list incident --display ¦",
            [
                "table list incident --display value_", "table list incident --display display_",
                "table list incident --display both_",
            ]
        ),
        ("table list -- --li¦", []),
        ("tape why --he¦", ["tape why --help_"]),
    ]

    @Test(arguments: flagsAndTheirWordsCompleteCases)
    func flagsAndValuesComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }

    private static let fieldsCompleteCases: [(String, [String])] = [
        ("table list incident -f nu¦", ["table list incident -f number"]),
        ("table list incident -f number,sh¦", ["table list incident -f number,short_description"]),
        ("table list incident -fnumber,sh¦", ["table list incident -fnumber,short_description"]),
        (
            "table list incident -f caller_id.¦",
            [
                "table list incident -f caller_id.manager", "table list incident -f caller_id.name",
            ]
        ),
        ("table list incident -f caller_id.manager.na¦", ["table list incident -f caller_id.manager.name"]),
        ("table list incident -f number.x¦", []),
        ("table list incident -f \"number, sh¦", ["table list incident -f \"number, short_description"]),
        ("table list incident -f \"number,sh\"¦", ["table list incident -f number,short_description"]),
        ("table list incident --order -sys¦", ["table list incident --order -sys_created_on"]),
        ("table list nowhere -f ¦", []),
        ("table create incident sh¦", ["table create incident short_description="]),
        (
            "table create incident priority=¦",
            ["table create incident priority=1_", "table create incident priority=2_"]
        ),
        ("table create incident active=t¦", ["table create incident active=true_"]),
        ("table create incident caller_id=ab¦", ["table create incident caller_id=Abel\\ Tuter_"]),
        ("table create incident number=@no¦", ["table create incident number=@notes/"]),
        ("table update incident INC0010021 pr¦", ["table update incident INC0010021 priority="]),
        ("table update incident -q active=true pr¦", ["table update incident -q active=true priority="]),
        ("table update incident INC¦", ["table update incident INC0010021_", "table update incident INC0010022_"]),
    ]

    @Test(arguments: fieldsCompleteCases)
    func fieldsComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }

    private static let queriesCompleteCases: [(String, [String])] = [
        ("-q pri¦", ["-q priority"]),
        (
            "-q priority¦",
            [
                "-q priority=", "-q priority!=", "-q priorityIN", "-q priorityNOT\\ IN", "-q priorityISEMPTY",
                "-q priorityISNOTEMPTY",
            ]
        ),
        ("-q active=true^pri¦", ["-q active=true^priority"]),
        ("-q priority=¦", ["-q priority=1", "-q priority=2"]),
        ("-q priorityIN1,¦", ["-q priorityIN1,1", "-q priorityIN1,2"]),
        ("-q activeI¦", ["-q activeISEMPTY", "-q activeISNOTEMPTY"]),
        ("-q 'short_descriptionNO¦", ["-q 'short_descriptionNOT LIKE", "-q 'short_descriptionNOT IN"]),
        ("-q active=t¦", ["-q active=true"]),
        ("-q caller_id.na¦", ["-q caller_id.name"]),
        ("-q active=true^ORDERBYn¦", ["-q active=true^ORDERBYnumber"]),
        ("-q active=true^ORDERBYDESCn¦", ["-q active=true^ORDERBYDESCnumber"]),
        ("-q active=true^ORpri¦", ["-q active=true^ORpriority"]),
        ("-q active=true^NQpri¦", ["-q active=true^NQpriority"]),
        ("-q active=true^N¦", ["-q active=true^NQ"]),
        ("-q ORD¦", ["-q ORDERBY", "-q ORDERBYDESC"]),
        ("-q activeISEMPTY¦", []),
        ("-q nowhere=¦", []),
    ]

    @Test(arguments: queriesCompleteCases)
    func queriesComplete(part: String, parts: [String]) async {
        let before = "table list incident "
        #expect(await taken(before + part) == parts.map { before + $0 })
    }

    private static let variablesFilesAndTailsCompleteCases: [(String, [String])] = [
        ("table get incident {{i¦", ["table get incident {{inc}}"]),
        ("table get incident \"{{¦", ["table get incident \"{{inc}}", "table get incident \"{{caller}}"]),
        ("table get incident '{{i¦", []),
        ("table list incident > ¦", ["table list incident > my\\ notes.txt_", "table list incident > notes/"]),
        ("table list incident >> notes/a¦", ["table list incident >> notes/a.txt_"]),
        ("table list incident > .h¦", ["table list incident > .hidden_"]),
        ("table list incident => i¦", ["table list incident => inc_"]),
        ("table list incident | gr¦", ["table list incident | grep_"]),
        ("table list incident # ta¦", []),
        ("table list incident => x = .n¦", ["table list incident => x = .[0].number_"]),
    ]

    @Test(arguments: variablesFilesAndTailsCompleteCases)
    func variablesFilesAndRedirectionsComplete(line: String, lines: [String]) async {
        #expect(await taken(line) == lines)
    }

    @Test func aliasesCompleteAsTheirCommands() async {
        let engine = CompletionEngine.ofATest.asking {
            $0.aliases = {
                [
                    Candidate("mine", "table list incident -n 2"), Candidate("again", "again"),
                    Candidate("of", "table list $1"),
                ]
            }
        }
        #expect(await taken("mine -q act¦", by: engine) == ["mine -q active"])
        #expect(await taken("mi¦", by: engine) == ["mine_"])
        // Its body may begin with its own name, or lack its table.
        #expect(await taken("again -q act¦", by: engine) == [])
        #expect(await taken("of inc¦", by: engine) == [])
    }

    @Test func menuShowsDescriptions() async {
        let fields = await CompletionEngine.ofATest.complete("table list incident -f c", cursor: 24)
        #expect(fields.candidates.map(\.description) == ["Caller → sys_user"])
        let flags = await CompletionEngine.ofATest.complete("table list incident --qu", cursor: 24)
        #expect(flags.candidates.map(\.description) == ["-q  Select records by this encoded query"])
    }

    @Test func anyCursorPositionCompletes() async {
        for line in [
            "", "table list é{{ '\"", "table get incident 日本語 => x = | y", "table list 'a\\", "a\nb", "incident -q a",
            "INC0010021 x",
        ] {
            for cursor in -1...(line.utf8.count + 1) {
                let completions = await CompletionEngine.ofATest.complete(line, cursor: cursor)
                #expect(completions.replaced.lowerBound >= 0 && completions.replaced.upperBound <= line.utf8.count)
            }
        }
    }
}
