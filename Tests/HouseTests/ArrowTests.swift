import Testing

/// The module layers of ARCHITECTURE.md. SwiftPM lets a target import its transitive dependencies, so the `import`
/// lines are checked.
struct ArrowTests {
    /// The floor of each module; imports go to lower floors only.
    static let floors: [String: Int] = [
        "CSQLite": -1, "CLibedit": -1, "CCurl": -1, "CMicrohttpd": -1, "CNettle": -1, "CGnuTLS": -1, "CZlib": -1,
        "CGumbo": -1, "CYAML": -1, "CUtf8proc": -1, "CGlibc": -1, "CSandboxTables": -1,
        "CReport": -1, "CTexts": -1,
        "ExchangeModel": 0, "Notation": 0, "Database": 0, "Programs": 0,
        "CassetteStore": 1, "CommandLanguage": 1,
        // Recipes are written in the command language.
        "RecipeDocument": 2,
        "NowSDK": 2, "Redactors": 2, "TapeDeck": 3, "TapeFormats": 4, "LiveTransport": 2,
        // MyWork uses NowData, like the sample application of the mobile SDK; both are below the shell.
        "NowData": 3, "MyWork": 3, "NowLive": 4, "Rendering": 3, "LineEditing": 3, "Sandbox": 3, "LoopbackServer": 3,
        "Keyring": 3, "NowWeb": 3, "Chromium": 3,
        "Workbench": 5,
        // Capabilities. Those that are built on another one are above it.
        "Tables": 6, "Tapes": 6, "Instances": 6, "SandboxCommands": 6, "PromptCommands": 6, "Agents": 6,
        "GraphQLCommands": 7, "Tasks": 7, "Pages": 7, "Replaying": 7,
        "Interop": 8, "Recipes": 8,
        "snowdeck": 9,
        "TestSupport": 5,
        // Test support for applications is its own top floor.
        "CassetteTesting": 5, "CassetteTestingXCTest": 6,
    ]

    /// Each C library is imported by one module.
    static let keepers = [
        "CSQLite": "Database", "CLibedit": "LineEditing", "CCurl": "LiveTransport", "CMicrohttpd": "LoopbackServer",
        "CNettle": "ExchangeModel", "CGnuTLS": "ExchangeModel", "CZlib": "ExchangeModel", "CGumbo": "NowWeb",
        "CYAML": "Notation", "CUtf8proc": "Rendering",
        "CGlibc": "snowdeck", "CSandboxTables": "Sandbox", "CReport": "TapeFormats",
        "CTexts": "Notation",
    ]

    /// Modules that only the executables may import.
    static let chosenAtTheTop: Set<String> = ["Sandbox", "LoopbackServer", "Chromium"]

    /// Modules of the toolchain, without Foundation because of its locales.
    static let toolchain: Set<String> = ["Glibc", "Synchronization", "FoundationEssentials", "Dispatch"]

    /// Modules of the toolchain for tests, and Foundation's client for code under test. The program uses none of them.
    static let toolchainOfTests: [String: Set<String>] = [
        "CassetteTesting": ["Testing", "Foundation", "FoundationNetworking"], "CassetteTestingXCTest": ["XCTest"],
    ]

    @Test func importsPointDown() throws {
        let wrong = try breaches(in: "Sources", matching: "import ") { path, line in
            guard let imported = importedModule(line) else { return nil }
            let room = Project.module(of: path)
            guard let own = Self.floors[room] else { return "room \(room) has no floor in this test" }
            if Self.toolchain.union(Self.toolchainOfTests[room] ?? []).contains(imported) { return nil }
            guard let other = Self.floors[imported] else { return "\(imported) is not a room of this house" }
            if other >= own, !(room == "MyWork" && imported == "NowData") {
                return "\(room) (floor \(own)) imports \(imported) (floor \(other))"
            }
            if let keeper = Self.keepers[imported], keeper != room { return "only \(keeper) may import \(imported)" }
            if Self.chosenAtTheTop.contains(imported), own < 9 { return "only the executables may import \(imported)" }
            return nil
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test func everyModuleHasAFloor() throws {
        let rooms = Set(
            Project.files(in: "Sources", withExtension: "swift").map(Project.module))
        #expect(rooms.isSubset(of: Self.floors.keys), "\(rooms.subtracting(Self.floors.keys))")
        #expect(rooms.count > 10)
    }
}

/// The module an `import` line names, or nil.
func importedModule(_ line: Substring) -> String? {
    let words = line.split(separator: " ")
    guard let place = words.firstIndex(of: "import"),
        words[..<place].allSatisfy({
            $0.hasPrefix("@") || ["public", "package", "internal", "private", "fileprivate"].contains($0)
        })
    else { return nil }
    let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
    return words[(place + 1)...].first { !kinds.contains($0) }.map { String($0.prefix { $0 != "." }) }
}
