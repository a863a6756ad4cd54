// swift-tools-version: 6.2
// Dependencies between modules point down, one line per target. ARCHITECTURE.md describes the floors; Tests/HouseTests
// checks that `import` lines follow the dependencies declared here.
import PackageDescription

/// Settings of every Swift target. Warnings are errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// Settings of tests that contain snippets of applications, which may omit `any`.
let asApplications: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The folders of Sources, from the top down: imports go to the same folder or one further down.
enum Folder: String {
    case app = "App"
    case commands = "Commands"
    case workbench = "Workbench"
    case sdk = "SDK"
    case sandbox = "."
    case core = "Core"
    case c = "C"
    case testing = "Testing"

    func path(_ name: String) -> String { self == .sandbox ? "Sources/\(name)" : "Sources/\(rawValue)/\(name)" }
}

func module(_ name: String, in folder: Folder, uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: folder.path(name), swiftSettings: strict)
}

/// Typed wrappers of a C library's functions.
func shim(_ name: String, links library: String? = nil, excluding: [String] = []) -> Target {
    .target(
        name: name, path: Folder.c.path(name), exclude: excluding,
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

func tests(
    _ name: String, uses: [Target.Dependency], excluding: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(name: name, dependencies: uses, exclude: excluding, swiftSettings: settings)
}

/// What every capability uses.
let workbench: [Target.Dependency] = [
    "Workbench", "ExchangeModel", "Notation", "CommandLanguage", "CassetteStore", "TapeDeck", "Redactors",
    "TapeFormats", "NowSDK", "NowData",
    "Rendering",
]

/// What the program can do: one target in Sources/Commands each, listed in Sources/App/snowdeck/Capabilities.swift.
let capabilities: [Target.Dependency] = [
    "Tables", "GraphQLCommands", "Tasks", "Pages", "Tapes", "Replaying", "Interop", "Recipes", "Instances",
    "SandboxCommands", "PromptCommands", "Agents",
]

/// Tests/FuzzTests holds the readers of outside text and their properties: tests that run the corpus, and, with
/// SNOWDECK_FUZZES (`make fuzz`), libFuzzer's program, which `--sanitize fuzzer` gives its `main`.
let fuzzing: Target = {
    let uses: [Target.Dependency] =
        capabilities + [
            "ExchangeModel", "Notation", "Database", "CassetteStore", "CommandLanguage", "RecipeDocument", "TapeDeck",
            "Redactors", "TapeFormats",
            "NowSDK",
            "LiveTransport", "NowData", "NowWeb", "Rendering", "LoopbackServer", "Sandbox", "Workbench", "TestSupport",
        ]
    guard Context.environment["SNOWDECK_FUZZES"] != nil else {
        return tests("FuzzTests", uses: uses, excluding: ["Program"])
    }
    return .executableTarget(
        name: "snowdeck-fuzz", dependencies: uses, path: "Tests/FuzzTests", exclude: ["CorpusTests.swift"],
        swiftSettings: strict)
}()

let package = Package(
    name: "snowdeck",
    products: [
        .executable(name: "snowdeck", targets: ["snowdeck"]),
        .library(name: "ExchangeModel", targets: ["ExchangeModel"]),
        .library(name: "NowSDK", targets: ["NowSDK"]),
        .library(name: "NowData", targets: ["NowData"]),
        .library(name: "NowLive", targets: ["NowLive"]),
        .library(name: "MyWork", targets: ["MyWork"]),
        .library(name: "NowWeb", targets: ["NowWeb"]),
        .library(name: "CassetteTesting", targets: ["CassetteTesting"]),
        .library(name: "CassetteTestingXCTest", targets: ["CassetteTestingXCTest"]),
    ],
    targets: [
        // C: typed wrappers of each library's variadic functions, and the VFS of CSQLite. libcurl, libmicrohttpd, GnuTLS and
        // libyaml are opened with dlopen at first use and not linked: loading them costs milliseconds that a replay does
        // not need.
        shim("CSQLite", links: "sqlite3"),
        shim("CLibedit", links: "edit"),
        shim("CNettle", links: "nettle"),
        shim("CZlib", links: "z"),
        shim("CGumbo", links: "gumbo"),
        shim("CUtf8proc", links: "utf8proc"),
        shim("CCurl"),
        shim("CMicrohttpd"),
        shim("CGnuTLS"),
        shim("CYAML"),
        // The sandbox's tables, which only C can embed.
        shim("CSandboxTables", excluding: ["README.md", "tables"]),
        // The style sheet and the script of a tape's page.
        shim("CReport", excluding: ["report"]),
        // Texts that are data.
        shim(
            "CTexts",
            excluding: [
                "help.txt", "commands.txt", "suggestions.txt", "types.graphql", "record-types.graphql", "theme.txt",
                "words.txt",
                "cassette.sql", "columns.txt", "rest.txt", "agents.json",
            ]),
        // The process's arguments as passed by the loader.
        shim("CGlibc"),

        // 0: values, text formats, the database.
        module("ExchangeModel", in: .core, uses: ["CNettle", "CGnuTLS", "CZlib"]),
        module("Notation", in: .core, uses: ["CYAML", "CTexts"]),
        module("Database", in: .core, uses: ["CSQLite"]),

        // Other programs and folders of the machine.
        module("Programs", in: .core),

        // 1: cassettes; the command language and recipes.
        module("CassetteStore", in: .core, uses: ["ExchangeModel", "Notation", "Database", "Programs"]),
        module("CommandLanguage", in: .workbench, uses: ["Notation"]),
        module("RecipeDocument", in: .workbench, uses: ["CommandLanguage", "Notation"]),

        // 2: the SDK, the deck, network transports.
        module("NowSDK", in: .sdk, uses: ["ExchangeModel", "Notation"]),
        module("Redactors", in: .core, uses: ["ExchangeModel", "Notation", "CassetteStore"]),
        module("TapeDeck", in: .core, uses: ["ExchangeModel", "Notation", "CassetteStore", "Redactors"]),
        module(
            "TapeFormats", in: .core,
            uses: ["ExchangeModel", "Notation", "CassetteStore", "Redactors", "TapeDeck", "CReport"]),
        module("LiveTransport", in: .core, uses: ["ExchangeModel", "Programs", "CCurl"]),

        // 3: services, terminal, sandbox.
        module("NowData", in: .sdk, uses: ["ExchangeModel", "Notation", "NowSDK"]),
        module("MyWork", in: .sdk, uses: ["ExchangeModel", "Notation", "NowSDK", "NowData"]),
        module("NowWeb", in: .sdk, uses: ["ExchangeModel", "Notation", "NowSDK", "CGumbo"]),
        module("NowLive", in: .sdk, uses: ["ExchangeModel", "NowSDK", "NowData", "LiveTransport", "Keyring"]),
        module("Rendering", in: .workbench, uses: ["Notation", "CUtf8proc"]),
        module("LineEditing", in: .workbench, uses: ["CLibedit"]),
        module("LoopbackServer", in: .core, uses: ["ExchangeModel", "Notation", "CMicrohttpd"]),
        module("Sandbox", in: .sandbox, uses: ["ExchangeModel", "Notation", "Database", "CSandboxTables"]),
        module("Keyring", in: .sdk, uses: ["NowSDK", "Programs"]),
        module("Chromium", in: .core, uses: ["ExchangeModel", "Notation", "Programs"]),

        // 4: the prompt without its commands.
        module(
            "Workbench", in: .workbench,
            uses: [
                "ExchangeModel", "Notation", "Database", "CommandLanguage", "RecipeDocument", "CassetteStore",
                "TapeDeck", "Redactors", "TapeFormats", "NowSDK", "NowData", "MyWork", "NowWeb", "Rendering",
                "LineEditing",
            ]),

        // 5: the capabilities; each may use those above it that it names.
        module(
            "Tables", in: .commands,
            uses: workbench + []),
        module(
            "GraphQLCommands", in: .commands,
            uses: workbench + ["Tables"]),
        module(
            "Tasks", in: .commands,
            uses: workbench + ["Tables", "MyWork"]),
        module(
            "Pages", in: .commands,
            uses: workbench + ["Tables", "NowWeb"]),
        module(
            "Tapes", in: .commands,
            uses: workbench + []),
        module(
            "Replaying", in: .commands,
            uses: workbench + ["Tapes", "LineEditing"]),
        module(
            "Interop", in: .commands,
            uses: workbench + ["Tapes", "Replaying"]),
        module(
            "Recipes", in: .commands,
            uses: workbench + ["Replaying", "RecipeDocument"]),
        module(
            "Instances", in: .commands,
            uses: workbench + []),
        module("SandboxCommands", in: .commands, uses: workbench),
        module("Agents", in: .commands, uses: workbench + ["LineEditing"]),
        module("PromptCommands", in: .commands, uses: workbench + ["LineEditing", "RecipeDocument"]),

        // 6: arguments, environment, composition, exit status.
        .executableTarget(
            name: "snowdeck",
            dependencies: capabilities + [
                "Workbench", "LiveTransport", "LoopbackServer", "Sandbox", "ExchangeModel", "NowSDK", "TapeDeck",
                "Redactors", "TapeFormats",
                "CassetteStore", "Rendering", "LineEditing", "Programs", "Keyring", "NowWeb", "Chromium", "Notation",
                "CGlibc",
            ],
            path: Folder.app.path("snowdeck"), swiftSettings: strict),

        // Tapes in tests, for Swift Testing and XCTest, both from the toolchain. The program does not use them.
        module(
            "CassetteTesting", in: .testing,
            uses: [
                "ExchangeModel", "Notation", "CassetteStore", "TapeDeck", "Redactors", "TapeFormats", "NowSDK",
                "LiveTransport",
            ]),
        module("CassetteTestingXCTest", in: .testing, uses: ["CassetteTesting"]),

        // Shared by tests of several modules: peers of sockets and terminals, random and damaged texts.
        .target(
            name: "TestSupport",
            dependencies: ["ExchangeModel", "Notation", "Database", "CassetteStore", "LineEditing"],
            path: "Tests/TestSupport", swiftSettings: strict),
        // Calls a function of ShellTests before the first test.
        .target(name: "TestStart", path: "Tests/TestStart"),

        fuzzing,
        tests("ExchangeModelTests", uses: ["ExchangeModel", "TestSupport"]),
        tests("NotationTests", uses: ["Notation", "TestSupport"]),
        tests("DatabaseTests", uses: ["Database", "TestSupport"]),
        tests("CassetteStoreTests", uses: ["CassetteStore", "ExchangeModel", "Database", "TestSupport"]),
        tests(
            "TapeDeckTests",
            uses: [
                "TapeDeck", "Redactors", "TapeFormats", "CassetteStore", "ExchangeModel", "Notation", "Database",
                "TestSupport",
            ],
            excluding: ["Interop/Fixtures"]),
        tests("LiveTransportTests", uses: ["LiveTransport", "LoopbackServer", "ExchangeModel", "TestSupport"]),
        tests("LoopbackServerTests", uses: ["LoopbackServer", "LiveTransport", "ExchangeModel", "TestSupport"]),
        tests(
            "SandboxTests", uses: ["Sandbox", "ExchangeModel", "Notation", "Database", "TestSupport"],
            excluding: ["Exchanges"]),
        tests(
            "NowSDKTests", uses: ["NowSDK", "ExchangeModel", "Notation", "TestSupport"],
            excluding: ["Session/Transcripts"]),
        tests(
            "NowDataTests",
            uses: [
                "NowData", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "ExchangeModel", "Notation", "TestSupport",
            ]),
        tests(
            "MyWorkTests",
            uses: [
                "MyWork", "NowData", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "ExchangeModel", "Notation",
                "TestSupport",
            ]),
        tests(
            "NowWebTests",
            uses: [
                "NowWeb", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "LiveTransport", "CassetteStore",
                "TapeDeck", "Redactors", "TapeFormats", "ExchangeModel", "Notation", "TestSupport",
            ], excluding: ["Reading/Cases"], settings: asApplications),
        tests("ChromiumTests", uses: ["Chromium", "ExchangeModel", "Programs", "Notation", "TestSupport"]),
        tests("RenderingTests", uses: ["Rendering", "Notation", "TestSupport"]),
        tests("LineEditingTests", uses: ["LineEditing", "CLibedit", "TestSupport"]),
        tests("CommandLanguageTests", uses: ["CommandLanguage", "TestSupport"]),
        tests("RecipeDocumentTests", uses: ["RecipeDocument", "CommandLanguage", "Notation", "TestSupport"]),
        tests(
            "ShellTests",
            uses: capabilities + [
                "snowdeck", "TestStart", "Workbench", "CommandLanguage", "RecipeDocument", "Rendering", "Notation",
                "ExchangeModel", "CassetteStore",
                "TapeDeck", "Redactors", "TapeFormats", "NowSDK", "NowData", "Database",
                "MyWork", "NowWeb", "Sandbox", "LineEditing", "LiveTransport", "TestSupport",
            ],
            excluding: ["Transcripts", "Completion/documents.completions", "Completion/lines.completions"]),
        tests(
            "CassetteTestingTests",
            uses: [
                "CassetteTesting", "ExchangeModel", "NowSDK", "NowData", "Sandbox", "CassetteStore", "TapeDeck",
                "Redactors", "TapeFormats",
                "TestSupport",
            ]),
        tests("KeyringTests", uses: ["Keyring", "NowSDK", "Programs", "TestSupport"]),
        tests(
            "HouseTests",
            uses: capabilities + [
                "Workbench", "RecipeDocument", "TapeDeck", "Redactors", "TapeFormats", "CassetteStore", "ExchangeModel",
                "Notation", "TestSupport",
            ]),
        // ThirdParty is Python: clients that are run as they are.
        tests(
            "ProgramTests",
            uses: [
                "snowdeck", "Database", "CassetteStore", "ExchangeModel", "TestSupport", "Sandbox", "LoopbackServer",
                "NowWeb", "Chromium", "Notation", "LiveTransport", "TapeDeck", "Redactors", "TapeFormats",
            ], excluding: ["ThirdParty"]),
    ]
)
