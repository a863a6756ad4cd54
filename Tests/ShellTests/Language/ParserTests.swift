import Notation
@testable import Shell
import Testing

@Suite struct ParserTests {
    @Test func aPipelineIsKeptAsItWasTyped() throws {
        let line = "table list incident | awk '{ print \"|\" }' | sort > x # no comment"
        let invocation = try Parser.parse(line)
        #expect(invocation.words.map(\.literal) == ["table", "list", "incident"])
        #expect(
            invocation.destination
                == .pipeline("awk '{ print \"|\" }' | sort > x # no comment", span: 20..<line.utf8.count))
    }

    @Test func aPipelineGoesOnOverLinesAsInTheShell() throws {
        let invocation = try Parser.parse("a | b 'x\ny' |\n c \\\n d")
        guard case .pipeline(let text, _)? = invocation.destination else { Issue.record("no pipeline"); return }
        #expect(text == "b 'x\ny' |\n c \\\n d")
    }

    @Test func outputGoesToAFileAndValuesIntoVariables() throws {
        let invocation = try Parser.parse("a b => n = .result[0].number =>all >> 'my file'")
        #expect(invocation.captures.map(\.name) == ["n", "all"])
        #expect(invocation.captures.map { $0.path?.description } == [".result[0].number", nil])
        guard case .file(let file, true, _)? = invocation.destination else { Issue.record("no file"); return }
        #expect(file.literal == "my file")
    }

    @Test(arguments: ["a => n = .x", "a => n=.x", "a =>n= .x", "a => n =.x"])
    func aCaptureMayBeWrittenWithOrWithoutBlanks(line: String) throws {
        let capture = try #require(try Parser.parse(line).captures.first)
        #expect(capture.name == "n")
        #expect(capture.path?.description == ".x")
        #expect(capture.span == 2..<line.utf8.count)
    }

    @Test(arguments: ["", "   ", "# only a comment", "\n\n", "\\\n"])
    func blanksAndCommentsAreNoCommand(line: String) throws {
        #expect(try Parser.parse(line).isEmpty)
    }

    @Test func aScriptIsCutIntoCommandsWithTheirLines() {
        let script = Script(
            "\u{FEFF}# first\r\ntable list incident\r\n\n  graphql {\n  a\n}\nset a='x\ny' # two lines\nset b=\"\nnever closed\n"
        )
        #expect(script.commands.map(\.line) == [2, 4, 7, 9])
        #expect(
            script.commands.map(\.text) == [
                "table list incident", "graphql {\n  a\n}", "set a='x\ny' # two lines", "set b=\"\nnever closed\n",
            ])
        #expect(
            script.commands.map { command in
                if case .success = command.invocation { true } else { false }
            } == [true, true, true, false])
    }

    @Test func anErrorInAScriptLeavesTheOtherCommandsAlone() {
        let script = Script("a\nb {{1}} c\nd | e\nf")
        #expect(script.commands.map(\.line) == [1, 2, 3, 4])
        #expect(script.commands.map(\.text) == ["a", "b {{1}} c", "d | e", "f"])
    }

    @Test func anyTextIsCutWithoutTrapAndInOrder() {
        // A fixed walk through texts of twelve signs.
        let signs = Array("a '\"\\{}[]|>=#\n\r@-^é\0").map(String.init)
        var state: UInt64 = 42
        for _ in 0..<4_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += signs[Int(state >> 33) % signs.count]
            }
            let lines = Script(text).commands.map(\.line)
            #expect(lines == lines.sorted(), "\(text.debugDescription)")
            if Parser.mayContinue(text) {
                #expect((try? Parser.parse(text)) == nil)
            }
        }
    }
}

@Suite struct QuotingTests {
    private static let argumentsBecomeThisLineCases: [([String], String)] = [
        (["table", "list", "incident", "-n", "5"], "table list incident -n 5"),
        (
            ["table", "create", "incident", "short_description=Printer on fire"],
            "table create incident short_description='Printer on fire'"
        ),
        (["a", "--query=x y", "-qx y", "-", "--"], "a --query='x y' -q'x y' - --"),
        (["a", "", "it's", "#x", "|", ">", "=>"], "a '' \"it's\" '#x' '|' '>' '=>'"),
        (["a", "{{x}}", "it's {{x}}", "x={y}", "@my file"], "a '{{x}}' \"it's \\{{x}}\" x='{y}' @'my file'"),
        (["a", "priority>=2^a=b|c"], "a priority>=2^a=b|c"),
    ]

    @Test(arguments: argumentsBecomeThisLineCases)
    func argumentsBecomeThisLine(arguments: [String], line: String) throws {
        #expect(Quoting.line(of: arguments) == line)
        #expect(try Parser.parse(line).words.map(\.literal) == arguments)
    }

    @Test func anyArgumentsComeBackAsTheyWere() throws {
        let signs = Array("a='\"\\{}[]|>#\n\r\t @-^é,x").map(String.init)
        var state: UInt64 = 7
        for _ in 0..<1_000 {
            var words = ["table"]
            for _ in 0..<3 {
                var word = ""
                for _ in 0..<6 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    word += signs[Int(state >> 33) % signs.count]
                }
                words.append(word)
            }
            let invocation = try Parser.parse(Quoting.line(of: words))
            #expect(invocation.words.map(\.literal) == words)
            #expect(invocation.destination == nil && invocation.captures.isEmpty)
        }
    }
}

@Suite struct FieldPathTests {
    static let answer: JSON = [
        "result": [["number": "INC1", "n": 7, "caller_id": ["value": "62", "odd name": true]], ["number": "INC2"]],
        "none": nil,
    ]

    private static let aPathLeadsToThisTextCases: [(String, String)] = [
        (".result[0].number", "INC1"), (".result[-1].number", "INC2"), (".result[0].n", "7"),
        (".result[0].caller_id.\"odd name\"", "true"), (".none", ""), (".result[1]", #"{"number":"INC2"}"#),
    ]

    @Test(arguments: aPathLeadsToThisTextCases)
    func aPathLeadsToThisText(path: String, text: String) throws {
        let read = try FieldPath(path)
        #expect(read.description == path)
        #expect(try read.text(in: Self.answer) == text)
    }

    @Test func aPathMayBeginWithAListOrBeTheWhole() throws {
        #expect(try FieldPath(".[1]").text(in: ["a", "b"]) == "b")
        #expect(try FieldPath(".").text(in: "x") == "x")
        #expect(try FieldPath(".[1]").description == ".[1]")
        #expect(try FieldPath(".").description == ".")
    }

    private static let aPathThatLeadsNowhereSaysWhereItEndsCases: [(String, String)] = [
        (".result[2]", "There is no element 2 at .result, which holds 2."),
        (".result.number", ".result is a list and has no \"number\"."),
        (".none.x", ".none is null and has no \"x\"."),
        (".result[0].nunber", "There is no \"nunber\" at .result[0]."),
    ]

    @Test(arguments: aPathThatLeadsNowhereSaysWhereItEndsCases)
    func aPathThatLeadsNowhereSaysWhereItEnds(path: String, message: String) throws {
        let read = try FieldPath(path)
        #expect(throws: FieldPath.Missing.self) { try read.value(in: Self.answer) }
        do throws(FieldPath.Missing) { _ = try read.value(in: Self.answer) } catch { #expect(error.message == message) }
    }

    @Test(arguments: ["", "number", "..a", ".a.", ".a[", ".a[]", ".a[x]", ".a b", ".\"x", ".a[99999999999999999999]"])
    func aTextThatIsNoPathIsRefused(path: String) {
        #expect(throws: FieldPath.SyntaxError.self) { try FieldPath(path) }
    }
}
