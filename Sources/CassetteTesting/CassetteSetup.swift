import ExchangeModel
import FoundationEssentials
package import NowSDK

/// What a trait or a call says about its cassette.
public struct CassetteSetup: Sendable {
    /// The instance that stubs stand for unless told.
    public static let stubInstance = "http://sandbox.localhost"

    /// Nil for stubs alone.
    var name: String?
    var folder: String?
    /// The file that asks: the package is looked for from here.
    var filePath: String
    var mode: CassetteMode?
    var instance: String?
    var authorization: (any NowSDKAuthorizationProviding)?
    var stubs: [Stub] = []
    var options: CassetteOptions = []
    /// What is recorded from, in place of the network.
    var live: (any Transport)?
    var environment = TestEnvironment.process

    /// The mode that counts.
    func chosenMode() throws(CassetteTestingError) -> CassetteMode {
        guard name != nil else { return .replay }
        if let mode { return mode }
        return try environment.mode() ?? .replay
    }

    /// The cassette's file.
    func path() throws(CassetteTestingError) -> String? {
        guard let name else { return nil }
        guard !name.isEmpty else { throw CassetteTestingError(.misuse, "A cassette needs a name.") }
        if name.hasPrefix("/") { return name }
        let isPath = name.contains("/") || name.hasSuffix(".cassette")
        let file = name.hasSuffix(".cassette") ? name : name + ".cassette"
        if let folder { return folder + "/" + file }
        let package = try packageFolder()
        return package + (isPath ? "/" : "/sessions/") + file
    }

    /// The folder of the manifest that the asking file belongs to.
    private func packageFolder() throws(CassetteTestingError) -> String {
        var folder = filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
        }
        throw CassetteTestingError(
            .misuse, "No Package.swift stands above \(filePath), so say where tapes are: .cassette(…, in: folder).")
    }
}

extension CassetteSetup {
    /// What a call says about a cassette with a name.
    package init(
        name: String, in folder: String?, mode: CassetteMode?, instance: String?,
        authorization: (any NowSDKAuthorizationProviding)?, stubs: [Stub], options: CassetteOptions, filePath: String
    ) {
        self.init(
            name: name, folder: folder, filePath: filePath, mode: mode, instance: instance,
            authorization: authorization, stubs: stubs, options: options)
    }

    /// What a call says about stubs.
    package init(stubs: [Stub], instance: String, options: CassetteOptions) {
        self.init(filePath: "", instance: instance, stubs: stubs, options: options)
    }
}
