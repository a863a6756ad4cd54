import LineEditing
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Completion of sign-in flags: kinds, sources and files.
@Suite struct SignInCompletionTests {
    @Test(arguments: [
        ("login --sign-in api", ["api-key"]), ("login --sign-in cert", ["certificate"]),
        ("connect dev1 --from k", ["keyring"]), ("connect dev1 --from env", ["env:"]),
        ("profile add a dev1 --client-from comm", ["command:"]), ("profile add a dev1 --color mag", ["magenta"]),
        ("profile edit dev1 --key my", ["my\\ notes.txt"]), ("login --client-id ", []), ("login --rem", ["--remember"]),
        ("logout --f", ["--forget", "--format"]), ("login --sign-", ["--sign-in"]),
    ])
    func valuesComplete(_ line: String, _ texts: [String]) async {
        let found = await CompletionEngine.ofATest.complete(line, cursor: line.utf8.count)
        #expect(found.candidates.map(\.text) == texts)
    }
}
