import Glibc
import GraphQLCommands
import Instances
import Interop
import Pages
import PromptCommands
import Recipes
import Replaying
import SandboxCommands
import Tables
import Tapes
import Tasks
import Workbench

/// The reader under test, by the environment variable `READER`.
private let reader: Reader = {
    // What the program knows; it is read by the commands' own readers.
    CommandTable(
        [
            .tables, .tasks, .pages, .graphQL, .tapes, .interop, .sandbox, .replaying, .recipes, .instances,
        ], prompt: .prompt(verbs: [])
    ).install()
    let name = getenv("READER").map { String(cString: $0) } ?? ""
    let all = Reader.all + [.keys]
    guard let reader = all.first(where: { $0.name == name }) else {
        report("set READER to one of: " + all.map(\.name).joined(separator: " "))
        exit(2)
    }
    return reader
}()

/// Called by libFuzzer with each input. When it aborts, libFuzzer writes the input to a file.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try reader.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        report("\(reader.name): \(error)")
        abort()
    }
    return 0
}

private func report(_ text: String) {
    let line = Array("snowdeck-fuzz: \(text)\n".utf8)
    _ = write(2, line, line.count)
}
