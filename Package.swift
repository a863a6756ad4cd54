// swift-tools-version: 6.2
// The house: arrows point down, one line per target. ARCHITECTURE.md says what each floor is for;
// Tests/HouseTests checks that the `import` lines keep to the arrows declared here.
import PackageDescription

/// What every Swift target is compiled with. Warnings are errors everywhere, so a clean build is the only build.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// What tests are compiled with that hold snippets of applications: those need not say `any`.
let asApplications: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// `make test` optimizes what reads and writes bytes in debug builds, too: its tests then take half of the time. Unsafe
/// flags may be set by a package's own build only, so nothing that depends on this package sees them.
let optimized: [SwiftSetting] =
    Context.environment["SNOWDECK_OPTIMIZES_TESTS"] == nil
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

func room(_ name: String, uses: [Target.Dependency] = [], isHot: Bool = false) -> Target {
    .target(name: name, dependencies: uses, swiftSettings: strict + (isHot ? optimized : []))
}

func tests(
    _ name: String, uses: [Target.Dependency], apart: [String] = [], settings: [SwiftSetting] = strict
) -> Target {
    .testTarget(name: name, dependencies: uses, exclude: apart, swiftSettings: settings)
}

let package = Package(
    name: "snowdeck",
    products: [
        .executable(name: "snowdeck", targets: ["snowdeck"]),
        .library(name: "NowSDK", targets: ["NowSDK"]),
        .library(name: "NowData", targets: ["NowData"]),
        .library(name: "NowLive", targets: ["NowLive"]),
        .library(name: "MyWork", targets: ["MyWork"]),
        .library(name: "NowWeb", targets: ["NowWeb"]),
        .library(name: "CassetteTesting", targets: ["CassetteTesting"]),
        .library(name: "CassetteTestingXCTest", targets: ["CassetteTestingXCTest"]),
    ],
    targets: [
        // C: a typed face on each library's variadic functions, nothing else. libcurl,
        // and libmicrohttpd with its GnuTLS are opened with dlopen at first use, so none is linked: they cost
        // milliseconds that a replay never needs.
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CLibedit", linkerSettings: [.linkedLibrary("edit")]),
        .target(name: "CNettle", linkerSettings: [.linkedLibrary("nettle")]),
        .target(name: "CZlib", linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CGumbo", linkerSettings: [.linkedLibrary("gumbo")]),
        .target(name: "CCurl"),
        .target(name: "CMicrohttpd"),
        .target(name: "CGnuTLS"),
        // The tables of the sandbox: texts, which C alone can have compiled in.
        .target(name: "CSandboxTables", exclude: ["tables"]),
        // The arguments of the process as the loader passes them.
        .target(name: "CGlibc"),

        // 0: the currency, the notations, the database.
        room("ExchangeModel", uses: ["CNettle", "CGnuTLS", "CZlib"], isHot: true),
        room("Notation", isHot: true),
        room("Database", uses: ["CSQLite"], isHot: true),

        // Other programs of this machine.
        room("Programs"),

        // 1: one cassette; lines of commands, and recipes written with them.
        room("CassetteStore", uses: ["ExchangeModel", "Notation", "Database"], isHot: true),
        room("CommandLanguage", uses: ["Notation"], isHot: true),
        room("RecipeDocument", uses: ["CommandLanguage", "Notation"]),

        // 2: the instance, the deck, the wire.
        room("NowSDK", uses: ["ExchangeModel", "Notation"], isHot: true),
        room("TapeDeck", uses: ["ExchangeModel", "Notation", "CassetteStore"], isHot: true),
        room("LiveTransport", uses: ["ExchangeModel", "CCurl"]),

        // 3: services, screen, sandbox.
        room("NowData", uses: ["ExchangeModel", "Notation", "NowSDK"], isHot: true),
        room("MyWork", uses: ["ExchangeModel", "Notation", "NowSDK", "NowData"]),
        room("NowWeb", uses: ["ExchangeModel", "Notation", "NowSDK", "CGumbo"], isHot: true),
        room("NowLive", uses: ["ExchangeModel", "NowSDK", "NowData", "LiveTransport", "Keyring"]),
        room("Rendering", uses: ["Notation"], isHot: true),
        room("LineEditing", uses: ["CLibedit"], isHot: true),
        room("LoopbackServer", uses: ["ExchangeModel", "Notation", "CMicrohttpd"], isHot: true),
        room("Sandbox", uses: ["ExchangeModel", "Notation", "Database", "CSandboxTables"], isHot: true),
        room("Keyring", uses: ["NowSDK", "Programs"]),
        room("Chromium", uses: ["Notation", "Programs"]),

        // 4: text in, Output out.
        room(
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

        // Tapes in tests: for Swift Testing, for XCTest. Both come with the toolchain; the program knows neither.
        room(
            "CassetteTesting",
            uses: ["ExchangeModel", "Notation", "CassetteStore", "TapeDeck", "NowSDK", "LiveTransport"]),
        room("CassetteTestingXCTest", uses: ["CassetteTesting"]),

        // What several rooms' tests use: the far ends of sockets and terminals, random and damaged texts.
        .target(
            name: "TestSupport", dependencies: ["ExchangeModel", "Notation", "LineEditing"], path: "Tests/TestSupport",
            swiftSettings: strict),
        // 6: the speed budget, measured beside peers.
        .executableTarget(
            name: "snowdeck-bench",
            dependencies: [
                "ExchangeModel", "Database", "CassetteStore", "TapeDeck", "LoopbackServer", "Rendering", "Sandbox",
                "LiveTransport", "NowSDK", "NowWeb",
            ],
            swiftSettings: strict),
        // A million random and damaged texts for whatever reads them.
        .executableTarget(name: "snowdeck-fuzz", dependencies: ["TestSupport", "NowWeb"], swiftSettings: strict),

        tests("ExchangeModelTests", uses: ["ExchangeModel"]),
        tests("NotationTests", uses: ["Notation", "TestSupport"]),
        tests("DatabaseTests", uses: ["Database", "TestSupport"]),
        tests("CassetteStoreTests", uses: ["CassetteStore", "ExchangeModel", "Database", "TestSupport"]),
        tests(
            "TapeDeckTests",
            uses: ["TapeDeck", "CassetteStore", "ExchangeModel", "Notation", "Database", "TestSupport"]),
        tests("LiveTransportTests", uses: ["LiveTransport", "LoopbackServer", "ExchangeModel", "TestSupport"]),
        tests("LoopbackServerTests", uses: ["LoopbackServer", "LiveTransport", "ExchangeModel"]),
        tests("SandboxTests", uses: ["Sandbox", "ExchangeModel", "Notation", "Database", "TestSupport"]),
        tests("NowSDKTests", uses: ["NowSDK", "ExchangeModel", "Notation", "TestSupport"]),
        tests(
            "NowDataTests",
            uses: ["NowData", "NowSDK", "NowLive", "Sandbox", "LoopbackServer", "ExchangeModel", "Notation"]),
        tests("MyWorkTests", uses: ["MyWork", "NowData", "NowSDK", "Sandbox", "ExchangeModel", "Notation"]),
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
                "TapeDeck", "NowSDK", "NowData",
                "MyWork", "NowWeb", "Sandbox", "LineEditing", "TestSupport",
            ]),
        tests(
            "CassetteTestingTests",
            uses: [
                "CassetteTesting", "ExchangeModel", "NowSDK", "NowData", "Sandbox", "CassetteStore", "TapeDeck",
                "TestSupport",
            ]),
        tests("KeyringTests", uses: ["Keyring", "NowSDK", "Programs", "TestSupport"]),
        tests("HouseTests", uses: ["Shell", "RecipeDocument", "TapeDeck", "CassetteStore"]),
        // ThirdParty is Python: a client that is run as it is.
        tests(
            "ProgramTests",
            uses: [
                "snowdeck", "Database", "CassetteStore", "ExchangeModel", "TestSupport", "Sandbox", "LoopbackServer",
                "NowWeb", "Chromium", "Notation", "LiveTransport", "TapeDeck",
            ], apart: ["ThirdParty"]),
    ]
)
