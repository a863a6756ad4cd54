import ExchangeModel
import Foundation
import FoundationEssentials
package import NowSDK

/// How a test uses its tape.
public enum CassetteMode: String, Sendable, Hashable, CaseIterable {
    /// Responses come from the tape only; no network transport is created.
    case replay
    /// Requests go to the instance and the tape is recorded again: the first test of a process that records to a tape
    /// replaces it, later tests append to it, one at a time.
    case record
    /// Safe requests are answered from the tape. From the first request on that is not on the tape or is unsafe,
    /// requests go to the instance and are appended.
    case extend

    /// The environment variable with the default mode.
    public static let variable = "SNOWDECK_CASSETTE_MODE"
}

/// How exchanges are reported that a test did not use.
///
/// By default, a warning lists unplayed exchanges of a tape that the test recorded itself, but not of other tapes or of
/// parameterized tests.
public struct CassetteOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int
    /// Creates options from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Warns of all unplayed exchanges and stubs.
    public static let reportsUnplayed = CassetteOptions(rawValue: 1)
    /// Fails a test with unplayed exchanges or stubs. A test that fails anyway gets no additional issue.
    public static let strictlyPlayed = CassetteOptions(rawValue: 2)
    /// Does not report unplayed exchanges.
    public static let ignoresUnplayed = CassetteOptions(rawValue: 4)
}

/// The cassette settings of a trait or call.
public struct CassetteSetup: Sendable {
    /// The default instance of stubs.
    public static let stubInstance = "http://sandbox.localhost"

    var name: String?
    var folder: String?
    /// The calling file; the package is found from it.
    var filePath: String
    var mode: CassetteMode?
    var instance: String?
    var authorization: (any NowSDKAuthorizationProviding & Sendable)?
    var stubs: [Stub] = []
    var options: CassetteOptions = []
    /// Recorded from instead of the network.
    var live: (any Transport)?
    var environment = TestEnvironment.process

    func chosenMode() throws(CassetteTestingError) -> CassetteMode {
        guard name != nil else { return .replay }
        if let mode { return mode }
        return try environment.mode() ?? .replay
    }

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

    /// The folder of the manifest of the calling file's package.
    private func packageFolder() throws(CassetteTestingError) -> String {
        var folder = filePath
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
        }
        throw CassetteTestingError(
            .misuse, "There is no Package.swift above \(filePath), so say where tapes are: .cassette(…, in: folder).")
    }
}

extension CassetteSetup {
    /// The settings for a cassette by name.
    package init(
        name: String, in folder: String?, mode: CassetteMode?, instance: String?,
        authorization: (any NowSDKAuthorizationProviding & Sendable)?, stubs: [Stub], options: CassetteOptions,
        filePath: String
    ) {
        self.init(
            name: name, folder: folder, filePath: filePath, mode: mode, instance: instance,
            authorization: authorization, stubs: stubs, options: options)
    }

    package init(stubs: [Stub], instance: String, options: CassetteOptions) {
        self.init(filePath: "", instance: instance, stubs: stubs, options: options)
    }
}

/// The test process's environment variables.
struct TestEnvironment: Sendable {
    let variables: [String: String]

    /// The environment of this process. Tests have no executable that passes it in.
    static let process = TestEnvironment(variables: ProcessInfo.processInfo.environment)

    /// The mode; nil if unset. Throws if it is invalid.
    func mode() throws(CassetteTestingError) -> CassetteMode? {
        guard let text = variables[CassetteMode.variable], !text.isEmpty else { return nil }
        if let mode = CassetteMode(rawValue: text) { return mode }
        let known = CassetteMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw CassetteTestingError(.misuse, "\(CassetteMode.variable) is “\(text)”; it may be \(known).")
    }

    var instance: String? { filled("SNOWDECK_INSTANCE") }
    var user: String? { filled("SNOWDECK_USER") }
    var password: String? { filled("SNOWDECK_PASSWORD") }
    /// An access token to record with, instead of user and password.
    var token: String? { filled("SNOWDECK_TOKEN") }
    /// A PEM file of additional trusted authorities.
    var certificateFile: String? { filled("SNOWDECK_CACERT") }

    /// The lines of the prompt's start-up file, which holds the profiles.
    var profiles: [Substring] {
        guard let folder = filled("XDG_CONFIG_HOME") ?? filled("HOME").map({ $0 + "/.config" }),
            let bytes = FileManager.default.contents(atPath: folder + "/snowdeck/snowdeckrc")
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    }

    private func filled(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}
