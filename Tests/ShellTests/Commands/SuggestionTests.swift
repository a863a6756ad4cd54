@testable import Shell
import Testing

/// What users of other tools type, and the suggestions they get.
@Suite struct SuggestionTests {
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
        ("count incident -q active=true", "table count incident -q active=true"),
        ("describe incident", "table describe incident"),
        ("desc incident", "table describe incident"),
        (#"\d incident"#, "table describe incident"),
        ("tables", "table names"),
        (".tables", "table names"),
        ("show tables;", "table names"),
        (
            "curl https://dev1.service-now.com/api/now/table/incident",
            "rest GET https://dev1.service-now.com/api/now/table/incident"
        ),
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
    ])
    func mistypedLineHasCorrection(typed: String, meant: String) {
        // A backslash quotes the next character.
        #expect(CommandSuggestion.line(for: typed.filter { $0 != "\\" }) == meant)
    }

    @Test(arguments: [
        ("select * from incident", "table list incident"),
        (
            "SELECT number, state FROM incident WHERE active = true AND priority IN (1, 2) ORDER BY opened_at DESC LIMIT 5;",
            "table list incident -q active=true^priorityIN1,2 -f number,state --order=-opened_at -n 5"
        ),
        ("select count(*) from incident where state <> 7", "table count incident -q state!=7"),
        ("select count(*) from incident group by state", "table count incident --by state"),
        (
            "select number from incident where short_description like '%mail%' or priority < 3",
            "table list incident -q short_descriptionLIKEmail^ORpriority<3 -f number"
        ),
        (
            "select * from incident where caller_id.name like 'Abel%' and assigned_to is null",
            "table list incident -q caller_id.nameSTARTSWITHAbel^assigned_toISEMPTY"
        ),
        (
            "select * from incident where short_description = 'It''s broken'",
            #"table list incident -q short_description="It's broken""#
        ),
    ])
    func sqlQuerySuggestsTableCommand(typed: String, meant: String) {
        #expect(CommandSuggestion.line(for: typed) == meant)
    }

    @Test(arguments: [
        "", "select", "select * from incident where (a = 1)", "select a from b join c",
        "select * from incident where a = 'x^y'",
        "frobnicate", "get", "table get incident", "1", "delete incident",
    ])
    func unknownWordHasNoSuggestion(typed: String) {
        #expect(CommandSuggestion.line(for: typed) == nil)
    }

    @Test(arguments: [
        ("exit", "quit"), ("q", "quit"), (#"\q"#, "quit"), (":q", "quit"), ("?", "help"), ("? queries", "help"),
        ("-V", "version"), ("--version", "version"), ("CLEAR", "clear"), ("Table List incident", "table list"),
        ("table --help", "help"), ("page theme -h", "help"), ("WHOAMI", "whoami"),
    ])
    func otherToolsCommandNamesAreSuggested(typed: String, name: String) throws {
        #expect(try CommandTable.match(Parser.parse(typed)).command.name == name)
    }

    @Test(arguments: [
        ("help table", true), ("table list incident -n 5", true), ("tape new FILE", false),
        ("connect INSTANCE --user NAME", false),
        ("Did you mean table?", false), ("rest GET /api/now/table/incident", true),
        ("table get incident INC0010021", true),
    ])
    func hintIsACommandWhenItCanRunAsItIs(hint: String, isCommand: Bool) {
        #expect(CommandSuggestion.isRunnable(hint) == isCommand)
    }
}
