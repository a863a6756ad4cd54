// swift-tools-version: 6.2
// An application's package that tests with tapes and uses only Snowdeck's products. `scripts/test-outsider` builds and
// runs it.
import PackageDescription

let package = Package(
    name: "Outsider",
    dependencies: [.package(name: "snowdeck", path: "../..")],
    targets: [
        .testTarget(
            name: "OutsiderTests",
            dependencies: [
                .product(name: "CassetteTesting", package: "snowdeck"), .product(name: "NowSDK", package: "snowdeck"),
                .product(name: "NowData", package: "snowdeck"), .product(name: "MyWork", package: "snowdeck"),
            ]),
        .testTarget(
            name: "OutsiderXCTests",
            dependencies: [
                .product(name: "CassetteTestingXCTest", package: "snowdeck"),
                .product(name: "NowSDK", package: "snowdeck"), .product(name: "NowData", package: "snowdeck"),
            ]),
    ]
)
