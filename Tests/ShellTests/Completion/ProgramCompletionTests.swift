import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Tapes
@testable import Workbench

/// Completion of the program's command line for the scripts in `completions/`.
struct ProgramCompletionTests {
    @Test(arguments: [
        (["ta"], ["table", "task", "tape"]),
        (["serve", ""], ["sandbox", "replay", "record", "mcp"]),
        (["--mode", ""], ["record", "replay", "extend"]),
        (["--instance", "d"], ["dev1"]),
        (["--instance=d"], ["--instance=dev1"]),
        (["--no-input", "tour"], ["tour"]),
        (["run", "no"], ["notes/"]),
        (["table", "list", "in"], ["incident"]),
        (["table", "list", "incident", "--no-in"], ["--no-input"]),
        (["table", "get", "sys_user", "abel"], ["Abel Tuter"]),
        (["table", "update", "incident", "INC0010021", "priority="], ["priority=1", "priority=2"]),
        (["replay", "--pace", ""], ["human", "recorded"]),
        (["complete", "--shell", ""], ["bash", "zsh", "fish"]),
        (["zebra", ""], []),
    ])
    func lastWordIsCompleted(_ words: [String], _ expected: [String]) async {
        await expectEqual(CompletionEngine.ofATest.complete(arguments: words).map(\.name), expected)
    }

    @Test func withoutAWordEveryCommandIsOffered() async {
        let words = Set(await CompletionEngine.ofATest.complete(arguments: [""]).map(\.name))
        expectEqual(words, Set((CommandTable.all + ProgramTable.all).map { String($0.words[0]) }))
    }

    @Test func eachShellGetsItsFormat() {
        let found = [Candidate("Abel Tuter", "User"), Candidate("x=", appendsSpace: false), Candidate("a\nb")]
        expectEqual(SystemShell.bash.lines(found, for: "A"), "Abel\\ Tuter\t.\tUser\nx=\t+\t\n")
        expectEqual(SystemShell.bash.lines(found, for: "'A"), "Abel Tuter\t.\tUser\nx=\t+\t\n")
        expectEqual(SystemShell.zsh.lines(found, for: "A"), "Abel Tuter\t.\tUser\nx=\t+\t\n")
        expectEqual(SystemShell.fish.lines(found, for: "A"), "Abel Tuter\tUser\nx=\t\n")
        expectEqual(SystemShell.bash.arguments([#"a\ b"#, #"'c d"#, #""e \$ \x""#]), ["a b", "c d", #"e $ \x"#])
    }

    @Test func instanceOfAHalfTypedLineIsKnown() {
        expectEqual(ProgramArguments.namedInstance(in: ["--instance", "dev1", "table"]), "dev1")
        expectEqual(ProgramArguments.namedInstance(in: ["table", "list", "--instance=dev2", ""]), "dev2")
        expectEqual(ProgramArguments.namedInstance(in: ["table", "--", "--instance", "dev1"]), nil)
        expectEqual(ProgramArguments.namedInstance(in: ["--instance"]), nil)
    }
}
