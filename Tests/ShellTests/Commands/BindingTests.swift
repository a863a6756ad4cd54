import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Tables
@testable import Tapes
@testable import Workbench

struct BindingTests {
    @Test(arguments: [
        "table list incident -q active=true -f number,caller_id.name -n 5 --order -sys_created_on,number",
        "table list -n5 -qactive=true incident --fields=number,caller_id.name --order=-sys_created_on,number",
        "table list --limit=5 --query active=true -f 'number, caller_id.name' --order -sys_created_on,number -- incident",
    ])
    func flagSpellingsAreEquivalent(line: String) throws {
        let arguments = try bound(line)
        expectEqual(arguments[.table], "incident")
        expectEqual(arguments[.query], "active=true")
        expectEqual(arguments[.fields], ["number", "caller_id.name"])
        expectEqual(arguments[.recordLimit], 5)
        expectEqual(arguments[.offset], nil)
        #expect(!arguments[.allRecords])
        let order = try #require(arguments[.recordOrder])
        expectEqual(order.map(\.field), ["sys_created_on", "number"])
        expectEqual(order.map(\.descending), [true, false])
    }

    @Test func assignmentsKeepOrderPositionsAndFiles() throws {
        let line =
            #"table create incident short_description="a = b" urgency= work_notes=@note.txt comments='@john' x={{v}}"#
        let arguments = try bound(line, variables: ["v": "-n 'q' {{w}}"])
        expectEqual(arguments.assignments.map(\.name), ["short_description", "urgency", "work_notes", "comments", "x"])
        expectEqual(arguments.assignments.map(\.value.text), ["a = b", "", "@note.txt", "@john", "-n 'q' {{w}}"])
        expectEqual(arguments.assignments.map(\.value.fileName), [nil, nil, "note.txt", nil, nil])
        let bytes = Array(line.utf8)
        expectEqual(String(decoding: bytes[arguments.assignments[0].nameSpan], as: UTF8.self), "short_description")
        expectEqual(String(decoding: bytes[arguments.assignments[0].value.span], as: UTF8.self), #""a = b""#)
    }

    @Test func assignmentIsNotTheOptionalRecord() throws {
        let one = try bound("table update incident INC0010021 urgency=1")
        expectEqual(one[.record], "INC0010021")
        let many = try bound("table update incident -q priority=5 urgency=3 impact=2")
        expectEqual(many[.record], nil)
        expectEqual(many.assignments.map(\.name), ["urgency", "impact"])
    }

    @Test func quotedTextAndVariableValuesAreNotFlags() throws {
        try expectEqual(bound("table names '-n'").values["text"]?.first?.text, "-n")
        try expectEqual(bound("table names {{x}}", variables: ["x": "--all"]).values["text"]?.first?.text, "--all")
        try expectEqual(bound("table names -- --all").values["text"]?.first?.text, "--all")
        try expectEqual(bound("table get incident {{x}}", variables: ["x": "a^b"])[.record], "a^b")
    }

    @Test func sizeUnitsArePowersOf1024() throws {
        try expectEqual(bound("whoami --max-body 64m")[.maxBody], 64 << 20)
        try expectEqual(bound("whoami --max-body=512K")[.maxBody], 512 << 10)
        try expectEqual(bound("whoami --max-body 7")[.maxBody], 7)
    }

    @Test func repeatableFlagsKeepEveryValue() throws {
        try expectEqual(bound("set --unset a --unset=b").values["unset"]?.map(\.text), ["a", "b"])
    }

    @Test(arguments: ["table list incident --help", "table list -h", "table list --limt 5 --help"])
    func helpFlagTakesPrecedenceOverErrors(line: String) throws {
        #expect(try CommandTable.match(try Parser.parse(line)).asksForHelp)
    }

    @Test func helpAfterDashesOrQuotedIsAnArgument() throws {
        #expect(try !CommandTable.match(try Parser.parse("table names -- --help")).asksForHelp)
        #expect(try !CommandTable.match(try Parser.parse("table names '--help'")).asksForHelp)
    }

    @Test func instanceErrorPointsAtArgument() throws {
        let arguments = try bound("table get incident INC404")
        let problem = arguments.problem(.refused, "There is no incident INC404.", at: .record)
        expectEqual(
            ProblemText.lines(problem),
            """
            error: There is no incident INC404.
              table get incident INC404
                                 ^^^^^^

            """)
        expectEqual(problem.exitStatus, 3)
    }
}
