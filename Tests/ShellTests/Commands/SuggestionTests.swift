import TestSupport
import Testing

@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

/// What users of other tools type, and the suggestions they get.
struct SuggestionTests {
    @Test(arguments: [
        ("table INC0010021", "table get incident INC0010021"),
        ("INC0010021", "table get incident INC0010021"),
        ("get incident INC0010021", "table get incident INC0010021"),
        ("show inc0010021 -f state", "table get incident INC0010021 -f state"),
        ("table get CHG0000024", "table get change_request CHG0000024"),
        ("ls incident -n 3", "table list incident -n 3"),
        ("LIST incident", "table list incident"),
        ("table incident", "table list incident"),
        ("get incident", "table list incident"),
        ("create incident short_description=Printer", "table create incident short_description=Printer"),
        ("insert incident short_description='two words'", "table create incident short_description='two words'"),
        ("update incident INC0010021 state=2", "table update incident INC0010021 state=2"),
        ("rm INC0010021", "table delete incident INC0010021"),
        ("edit INC0010021", "table edit incident INC0010021"),
        ("edit incident INC0010021", "table edit incident INC0010021"),
        ("count incident -q active=true", "table count incident -q active=true"),
        ("describe incident", "table describe incident"),
        ("desc incident", "table describe incident"),
        (#"\d incident"#, "table describe incident"),
        ("tables", "table names"),
        (".tables", "table names"),
        ("show tables;", "table names"),
        ("curl https://dev1.service-now.com/x", "rest GET https://dev1.service-now.com/x"),
        ("curl -s -u admin:secret https://dev1.service-now.com/x", "help rest"),
        ("get /api/now/table/incident", "rest GET /api/now/table/incident"),
        ("man table list", "help table list"),
        ("open /incident.do", "page open /incident.do"),
        ("use sandbox", "connect sandbox"),
        ("snowdeck table list incident", "table list incident"),
        ("snowdeck whoami", "whoami"),
        ("back", "page back"),
        ("dump", "tape dump"),
        ("me", "whoami"),
        ("hist", "history"),
        (#"\dt"#, "table names"), (#"\d+ incident"#, "table describe incident"), (#"\l"#, "profile list"),
        (#"\c dev1"#, "connect dev1"), (#"\x"#, "set format=line"), (".schema incident", "table describe incident"),
        (".mode csv", "set format=csv"), ("show columns from incident", "table describe incident"),
        ("kubectl get incident -o yaml", "table list incident --format yaml"),
        ("describe incident -o json", "table describe incident --format json"),
        ("describe incident INC0010021", "table get incident INC0010021"),
        ("config use-context dev1", "connect dev1"), ("api-resources", "table names"),
        ("gh issue view INC0010021", "table get incident INC0010021"), ("auth status", "whoami"),
        ("api /api/now/table/incident", "rest GET /api/now/table/incident"), ("auth login", "login"),
        ("incident.list", "table list incident"), ("incident_list.do", "table list incident"),
        ("incident.do", "page open /incident.do"), ("browse INC0010021", "table get incident INC0010021"),
        ("x=5", "set x=5"), ("export x=5", "set x=5"), ("unset x", "set --unset x"), ("echo {{x}}", "set"),
        ("watch -n 2 table count incident", "watch every 2 table count incident"),
        ("incident where priority = 1 and active = true", "table list incident -q priority=1^active=true"),
        ("show open incidents", "table list incident -q active=true"), ("use dev12345", "connect dev12345"),
    ])
    func mistypedLineHasCorrection(typed: String, meant: String) {
        expectEqual(CommandSuggestion.line(for: typed), meant)
    }

    @Test(arguments: [
        ("find printer", "table list incident -q short_descriptionLIKEprinter"),
        ("search printer on fire", "table list incident -q 'short_descriptionLIKEprinter on fire'"),
        ("find incident", "table list incident"),
        ("find problem printer", "table list problem -q short_descriptionLIKEprinter"),
        ("find sys_choice -n 3", "table list sys_choice -n 3"),
        ("search INC0010005", "table get incident INC0010005"),
        ("find INC0010005", "table get incident INC0010005"),
        ("table help", "help table"),
        ("tape help new", "help tape new"),
        ("format json", "set format=json"),
        ("set format json", "set format=json"),
        ("set limit = 5", "set limit=5"),
        ("list -h", "table list --help"),
        ("help list", "help table list"),
        ("help update", "help table update"),
        ("help create", "help table create"),
        ("help delete", "help table delete"),
        ("help get", "help table get"),
        ("help count", "help table count"),
        ("inc INC0010022", "table get incident INC0010022"),
        ("incident INC0010021 state", "table get incident INC0010021 -f state"),
        ("get incident INC0010021 state", "table get incident INC0010021 -f state"),
        ("INC0010021 state,priority", "table get incident INC0010021 -f state,priority"),
        ("incident INC0010021 state=2", "table update incident INC0010021 state=2"),
        ("INC0010021 state=2", "table update incident INC0010021 state=2"),
        (
            "INC0010021 close_notes='two words' state=6",
            "table update incident INC0010021 close_notes='two words' state=6"
        ),
        ("incident active=true", "table list incident -q active=true"),
        ("get u_laptop active!=true -n 3", "table list u_laptop -q active!=true -n 3"),
        ("users", "table list sys_user"),
        ("incidents -n 3", "table list incident -n 3"),
        ("list changes", "table list change_request"),
        ("problems", "table list problem"),
        ("user beth.anglin", "table get sys_user beth.anglin"),
        ("user", "whoami"),
        ("46D44A5BA9FE198100D0C4D0E0A0A0A0", "table get incident 46d44a5ba9fe198100d0c4d0e0a0a0a0"),
    ])
    func shortOrForeignLineHasCorrection(typed: String, meant: String) {
        expectEqual(CommandSuggestion.line(for: typed), meant)
    }

    @Test(arguments: [
        ("select * from incident", "table list incident"),
        ("SELECT count(*) FROM incident", "table count incident"),
        ("select number from incident where state <> 7", "table list incident -f number -q state!=7"),
        ("insert into incident values ('x')", "help table create"),
        ("update incident set state=2", "help table update"),
        ("delete from incident", "help table delete"),
        ("select number, state from incident limit 5;", "table list incident -f number,state -n 5"),
        ("SELECT count(*) FROM incident WHERE active = 'true'", "table count incident -q active=true"),
    ])
    func sqlStatementSuggestsCommandOrItsHelp(typed: String, meant: String) {
        expectEqual(CommandSuggestion.line(for: typed), meant)
    }

    @Test(arguments: [
        "", "select", "frobnicate", "get", "table get incident", "1", "delete incident",
        "table INC9", "list INC9", "find TASK12", "ssh x", "find", "frobnicate a=b", "table list active=true",
        "help byy",
    ])
    func unknownWordHasNoSuggestion(typed: String) {
        expectEqual(CommandSuggestion.line(for: typed), nil)
    }

    @Test(arguments: ["!ls", "cd /tmp", "pwd", "begin", ".read x.sql"])
    func lineWithoutAnEquivalentGetsAdvice(typed: String) {
        #expect(CommandSuggestion.line(for: typed) == nil && CommandSuggestion.advice(for: typed) != nil)
    }

    private static let expansions: [(typed: String, verb: String, meant: String?)] = [
        ("INC0010021", "", "table get incident INC0010021"),
        ("inc0010021  -f state;", "", "table get incident INC0010021 -f state"),
        ("Incident", "get ", "table list incident"), ("incident -n 3", "get ", "table list incident -n 3"),
        ("sys_user beth.anglin", "get ", "table get sys_user beth.anglin"),
        ("INC0010021 state=2", "", nil), ("INC0010021 state", "", nil), ("incident INC0010021 state=2", "get ", nil),
        ("incident {{x}}", "get ", "table get incident {{x}}"),
        ("incident -q number={{x}} -n {{n}}", "get ", "table list incident -q number={{x}} -n {{n}}"),
        ("incident INC0010021 state", "get ", nil), ("incident active=true", "get ", nil),
    ]

    @Test(arguments: expansions)
    func onlyLinesThatKeepTheirWordsAreExpanded(typed: String, verb: String, meant: String?) {
        expectEqual(CommandSuggestion.expansion(of: typed, after: verb), meant)
    }

    @Test(arguments: [
        ("exit", "quit"), ("q", "quit"), (#"\q"#, "quit"), (":q", "quit"), ("?", "help"), ("? queries", "help"),
        ("-V", "version"), ("--version", "version"), ("CLEAR", "clear"), ("Table List incident", "table list"),
        ("table --help", "help"), ("page -h", "help"), ("table ?", "help"), ("WHOAMI", "whoami"), ("ROLLBACK", "undo"),
    ])
    func otherToolsCommandNamesAreSuggested(typed: String, name: String) throws {
        try expectEqual(CommandTable.match(Parser.parse(typed)).command.name, name)
    }

    @Test(arguments: [
        ("help table", true), ("table list incident -n 5", true), ("tape new FILE", false),
        ("connect INSTANCE --user NAME", false),
        ("Did you mean table?", false), ("rest GET /api/now/table/incident", true),
        ("table get incident INC0010021", true), ("table list --help", true),
    ])
    func hintIsACommandWhenItCanRunAsItIs(hint: String, isCommand: Bool) {
        expectEqual(CommandSuggestion.isRunnable(hint), isCommand)
    }
}
