import Notation
import TestSupport
import Testing

@testable import CommandLanguage

struct ParserTests {
    @Test func pipelineIsKeptVerbatim() throws {
        let line = "table list incident | awk '{ print \"|\" }' | sort > x # no comment"
        let invocation = try Parser.parse(line)
        expectEqual(invocation.words.map(\.literal), ["table", "list", "incident"])
        expectEqual(
            invocation.destination,
            .pipeline("awk '{ print \"|\" }' | sort > x # no comment", span: 20..<line.utf8.count))
    }

    @Test func pipelineContinuesOverLines() throws {
        let invocation = try Parser.parse("a | b 'x\ny' |\n c \\\n d")
        guard case .pipeline(let text, _)? = invocation.destination else { Issue.record("no pipeline"); return }
        expectEqual(text, "b 'x\ny' |\n c \\\n d")
    }

    @Test func outputGoesToAFileAndValuesIntoVariables() throws {
        let invocation = try Parser.parse("a b => n = .result[0].number =>all >> 'my file'")
        expectEqual(invocation.captures.map(\.name), ["n", "all"])
        expectEqual(invocation.captures.map { $0.path?.description }, [".result[0].number", nil])
        guard case .file(let file, true, _)? = invocation.destination else { Issue.record("no file"); return }
        expectEqual(file.literal, "my file")
    }

    @Test(arguments: ["a => n = .x", "a => n=.x", "a =>n= .x", "a => n =.x"])
    func captureAllowsOptionalBlanks(line: String) throws {
        let capture = try #require(try Parser.parse(line).captures.first)
        expectEqual(capture.name, "n")
        expectEqual(capture.path?.description, ".x")
        expectEqual(capture.span, 2..<line.utf8.count)
    }

    @Test(arguments: ["", "   ", "# only a comment", "\n\n", "\\\n"])
    func blanksAndCommentsAreNotCommands(line: String) throws {
        #expect(try Parser.parse(line).isEmpty)
    }

    @Test func scriptIsSplitIntoCommandsWithLineNumbers() {
        let script = Script(
            "\u{FEFF}# first\r\ntable list incident\r\n\n  graphql {\n  a\n}\nset a='x\ny' # two lines\nset b=\"\nnever closed\n"
        )
        expectEqual(script.commands.map(\.line), [2, 4, 7, 9])
        expectEqual(
            script.commands.map(\.text),
            [
                "table list incident", "graphql {\n  a\n}", "set a='x\ny' # two lines", "set b=\"\nnever closed\n",
            ])
        expectEqual(
            script.commands.map { command in
                if case .success = command.invocation { true } else { false }
            }, [true, true, true, false])
    }

    @Test func errorInScriptDoesNotAffectOtherCommands() {
        let script = Script("a\nb {{1}} c\nd | e\nf")
        expectEqual(script.commands.map(\.line), [1, 2, 3, 4])
        expectEqual(script.commands.map(\.text), ["a", "b {{1}} c", "d | e", "f"])
    }

    @Test func anyTextIsParsedWithoutTrap() {
        // A fixed pseudo-random sequence of texts over twelve characters.
        let signs = Array("a '\"\\{}[]|>=#\n\r@-^é\0").map(String.init)
        var state: UInt64 = 42
        for _ in 0..<4_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += signs[Int(state >> 33) % signs.count]
            }
            let lines = Script(text).commands.map(\.line)
            expectEqual(lines, lines.sorted(), "\(text.debugDescription)")
            if Parser.mayContinue(text) {
                expectEqual((try? Parser.parse(text)), nil)
            }
        }
    }
}
