// swift-tools-version: 6.2
// Programs and tests that use only Snowdeck's products, as packages outside it do. `scripts/test-examples` builds and
// runs them.
import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "snowdeck") }

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "snowdeck", path: "..")],
    targets: [
        // The program of README.md, "Use it from Swift".
        .executableTarget(name: "TableReport", dependencies: [product("NowData"), product("NowLive")]),
        .executableTarget(name: "GraphQLWatcher", dependencies: [product("NowData"), product("NowLive")]),
        .testTarget(
            name: "TapeTests",
            dependencies: [product("CassetteTesting"), product("NowSDK"), product("NowData"), product("MyWork")]),
        .testTarget(
            name: "TapeXCTests",
            dependencies: [product("CassetteTestingXCTest"), product("NowSDK"), product("NowData")]),
    ]
)
