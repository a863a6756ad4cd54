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

func module(_ name: String, uses: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: strict)
}

func tests(
    _ name: String, uses: [Target.Dependency], excluding: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(name: name, dependencies: uses, exclude: excluding, swiftSettings: settings)
}

/// Tests/FuzzTests holds the readers of outside text and their properties: tests that run the corpus, and, with
/// SNOWDECK_FUZZES (`make fuzz`), libFuzzer's program, which `--sanitize fuzzer` gives its `main`.
let fuzzing: Target = {
    let uses: [Target.Dependency] = [
        "ExchangeModel", "Notation", "Database", "CassetteStore", "CommandLanguage", "RecipeDocument", "TapeDeck",
        "NowSDK",
        "LiveTransport", "NowData", "NowWeb", "Rendering", "LoopbackServer", "Sandbox", "Shell", "TestSupport",
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
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CLibedit", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "CNettle", linkerSettings: [.linkedLibrary("nettle")]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CGumbo", linkerSettings: [.linkedLibrary("gumbo")]),
        .target(name: "CUtf8proc", linkerSettings: [.linkedLibrary("utf8proc")]),
        .target(name: "CCurl"),
        .target(name: "CMicrohttpd"),
        .target(name: "CGnuTLS"),
        .target(name: "CYAML"),
        // The sandbox's tables, which only C can embed.
        .target(name: "CSandboxTables", exclude: ["tables"]),
        // The process's arguments as passed by the loader.
        .target(name: "CGlibc"),

        // 0: values, text formats, the database.
        module("ExchangeModel", uses: ["CNettle", "CGnuTLS", "CZlib"]),
        module("Notation", uses: ["CYAML"]),
        module("Database", uses: ["CSQLite"]),

        // Starts other programs.
        module("Programs"),

        // 1: cassettes; the command language and recipes.
        module("CassetteStore", uses: ["ExchangeModel", "Notation", "Database"]),
        module("CommandLanguage", uses: ["Notation"]),
        module("RecipeDocument", uses: ["CommandLanguage", "Notation"]),

        // 2: the SDK, the deck, network transports.
        module("NowSDK", uses: ["ExchangeModel", "Notation"]),
        module("TapeDeck", uses: ["ExchangeModel", "Notation", "CassetteStore"]),
        module("LiveTransport", uses: ["ExchangeModel", "CCurl"]),

        // 3: services, terminal, sandbox.
        module("NowData", uses: ["ExchangeModel", "Notation", "NowSDK"]),
        module("MyWork", uses: ["ExchangeModel", "Notation", "NowSDK", "NowData"]),
        module("NowWeb", uses: ["ExchangeModel", "Notation", "NowSDK", "CGumbo"]),
        module("NowLive", uses: ["ExchangeModel", "NowSDK", "NowData", "LiveTransport", "Keyring"]),
        module("Rendering", uses: ["Notation", "CUtf8proc"]),
        module("LineEditing", uses: ["CLibedit"]),
        module("LoopbackServer", uses: ["ExchangeModel", "Notation", "CMicrohttpd"]),
        module("Sandbox", uses: ["ExchangeModel", "Notation", "Database", "CSandboxTables"]),
        module("Keyring", uses: ["NowSDK", "Programs"]),
        module("Chromium", uses: ["Notation", "Programs"]),

        // 4: commands.
        module(
            "Shell",
            uses: [
                "ExchangeModel", "Notation", "Database", "CommandLanguage", "RecipeDocument", "CassetteStore",
                "TapeDeck", "NowSDK", "NowData", "MyWork", "NowWeb", "Rendering", "LineEditing",
            ]),

        // 5: arguments, environment, composition, exit status.
        .executableTarget(
            name: "snowdeck",
            dependencies: [
                "Shell", "LiveTransport", "LoopbackServer", "Sandbox", "ExchangeModel", "NowSDK", "TapeDeck",
                "CassetteStore", "Rendering", "LineEditing", "Programs", "Keyring", "NowWeb", "Chromium", "Notation",
                "CGlibc",
            ],
            swiftSettings: strict),

        // Tapes in tests, for Swift Testing and XCTest, both from the toolchain. The program does not use them.
        module(
            "CassetteTesting",
            uses: ["ExchangeModel", "Notation", "CassetteStore", "TapeDeck", "NowSDK", "LiveTransport"]),
        module("CassetteTestingXCTest", uses: ["CassetteTesting"]),

        // Shared by tests of several modules: peers of sockets and terminals, random and damaged texts.
        .target(
            name: "TestSupport", dependencies: ["ExchangeModel", "Notation", "LineEditing"], path: "Tests/TestSupport",
            swiftSettings: strict),
        // 6: the speed budget compared with peers, and one of those.
        .executableTarget(name: "get-floor", linkerSettings: [.linkedLibrary("sqlite3"), .linkedLibrary("curl")]),
        .executableTarget(
            name: "snowdeck-bench",
            dependencies: [
                "ExchangeModel", "Database", "Programs", "CassetteStore", "TapeDeck", "LoopbackServer", "Rendering",
            ],
            swiftSettings: strict),

        fuzzing,
        tests("ExchangeModelTests", uses: ["ExchangeModel"]),
        tests("NotationTests", uses: ["Notation", "TestSupport"]),
        tests("DatabaseTests", uses: ["Database", "TestSupport"]),
        tests("CassetteStoreTests", uses: ["CassetteStore", "ExchangeModel", "Database", "TestSupport"]),
        tests(
            "TapeDeckTests",
            uses: ["TapeDeck", "CassetteStore", "ExchangeModel", "Notation", "Database", "TestSupport"],
            excluding: ["Interop/Fixtures"]),
        tests("LiveTransportTests", uses: ["LiveTransport", "LoopbackServer", "ExchangeModel", "TestSupport"]),
        tests("LoopbackServerTests", uses: ["LoopbackServer", "LiveTransport", "ExchangeModel"]),
        tests("SandboxTests", uses: ["Sandbox", "ExchangeModel", "Notation", "Database", "TestSupport"]),
        tests("NowSDKTests", uses: ["NowSDK", "ExchangeModel", "Notation"]),
        tests(
            "NowDataTests",
            uses: ["NowData", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "ExchangeModel", "Notation"]),
        tests(
            "MyWorkTests",
            uses: [
                "MyWork", "NowData", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "ExchangeModel", "Notation",
            ]),
        tests(
            "NowWebTests",
            uses: [
                "NowWeb", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "LiveTransport", "CassetteStore",
                "TapeDeck",
                "ExchangeModel", "Notation", "TestSupport",
            ], settings: asApplications),
        tests("ChromiumTests", uses: ["Chromium", "Programs", "Notation", "TestSupport"]),
        tests("RenderingTests", uses: ["Rendering", "Notation"]),
        tests("LineEditingTests", uses: ["LineEditing", "CLibedit", "TestSupport"]),
        tests("CommandLanguageTests", uses: ["CommandLanguage", "TestSupport"]),
        tests("RecipeDocumentTests", uses: ["RecipeDocument", "CommandLanguage", "Notation", "TestSupport"]),
        tests(
            "ShellTests",
            uses: [
                "Shell", "CommandLanguage", "RecipeDocument", "Rendering", "Notation", "ExchangeModel", "CassetteStore",
                "TapeDeck", "NowSDK", "NowData", "Database",
                "MyWork", "NowWeb", "Sandbox", "LineEditing", "LiveTransport", "TestSupport",
            ]),
        tests(
            "CassetteTestingTests",
            uses: [
                "CassetteTesting", "ExchangeModel", "NowSDK", "NowData", "Sandbox", "CassetteStore", "TapeDeck",
                "TestSupport",
            ]),
        tests("KeyringTests", uses: ["Keyring", "NowSDK", "Programs", "TestSupport"]),
        tests("HouseTests", uses: ["Shell", "RecipeDocument", "TapeDeck", "CassetteStore", "ExchangeModel"]),
        // ThirdParty is Python: clients that are run as they are.
        tests(
            "ProgramTests",
            uses: [
                "snowdeck", "Database", "CassetteStore", "ExchangeModel", "TestSupport", "Sandbox", "LoopbackServer",
                "NowWeb", "Chromium", "Notation", "LiveTransport", "TapeDeck",
            ], excluding: ["ThirdParty"]),
    ]
)
